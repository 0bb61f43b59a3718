import { addDays, mondayOf } from '@rondo/contracts/calendar/dates.ts';
import { instantOf } from '@rondo/contracts/calendar/instants.ts';
import { feedsModel } from '@rondo/projections/feeds/project.ts';
import { feedsTable, feedStudiosTable } from '@rondo/projections/feeds/table.ts';
import { closuresTable } from '@rondo/projections/timeoff/table.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { icsOf } from '../domain/calendars/out/ics.ts';
import { followersOf } from '../domain/lessons/testing/reacting.ts';
import type { CalendarEvent, SharedCalendar } from '../domain/calendars/out/calendar-events.ts';
import { changeStudent } from '../domain/people/student.ts';
import { today } from '../domain/schedule/testing/week.ts';
import { withSettableTime } from '../testing/settable-time.ts';
import { act, anyStepWithTimeOff, openStudioWithPeople, step, type AnyStep } from './testing/acts.ts';
import { sharedCalendar } from './testing/shared-calendars.ts';
import type { StudioInMemory } from './testing/studio-in-memory.ts';
import { anyTurning, isTurning, turn, turning } from './testing/turning-acts.ts';

/** The same histories at every run; other ones: `HISTORIES=5000 SEED=7 npm run test:unit -- app/shared-calendars`. */
const histories = Number(process.env['HISTORIES'] ?? 40);
const seed = Number(process.env['SEED'] ?? 20261122);

withSettableTime();

const ann = { kind: 'student', personId: 'Ann' } as const;
const ofTeacherA = { kind: 'teacher', personId: 'A' } as const;

const changeAddress = async (studio: StudioInMemory, studentId: string, address: string): Promise<void> => {
  const { roster, studioId } = studio;
  const decide = changeStudent({ changes: { address }, availability: undefined, revision: undefined });
  await roster.students.execute(roster.studentStream(studioId, studentId), studio.context(), {
    input: address,
    decide,
  });
  await studio.settle();
};

const weekOf = ({ start }: CalendarEvent): string => mondayOf(new Date(start).toISOString().slice(0, 10));

/** The names of Ann's events by week, in the coming weeks. */
const uidsByWeek = async (studio: StudioInMemory): Promise<Record<string, string[]>> => {
  const { events } = await sharedCalendar(studio, ann);
  const weeks = Map.groupBy(
    events.filter(({ status }) => status !== 'cancelled'),
    weekOf,
  );
  return Object.fromEntries([...weeks].map(([week, inWeek]) => [week, inWeek.map(({ uid }) => uid)]));
};

const weekly = step('weekly', { dayOfWeek: 3 });
test.each<readonly [string, readonly AnyStep[]]>([
  ['moved on one date', [step('edit date', { dayOfWeek: 3, hour: 15 })]],
  ['moved to another weekday', [step('edit series', { dayOfWeek: 5, hour: 12 })]],
  ['split', [step('edit series', { dayOfWeek: 5, hour: 12, ahead: 10 })]],
  ['given to another teacher', [step('give', { teacher: 'B' })]],
  ['planned again', [step('plan', { dayOfWeek: 4, hour: 14, ahead: 7 }), step('accept')]],
  [
    'planned with another teacher',
    [step('plan', { teacher: 'B', dayOfWeek: 4, hour: 14 }), step('accept', { teacher: 'B' })],
  ],
])('a weekly lesson that is %s keeps the name of each week', async (how, steps) => {
  const studio = await openStudioWithPeople();
  if (how.startsWith('planned')) {
    await act(studio, step('plan', { dayOfWeek: 3 }));
    await act(studio, step('accept'));
  } else await act(studio, weekly);
  const before = await uidsByWeek(studio);
  const content = studio.content().lessons;
  for (const one of steps) expect(await act(studio, one), one.kind).not.toBeNull();
  expect(studio.content().lessons).not.toEqual(content);
  const after = await uidsByWeek(studio);
  expect(Object.keys(before).length).toBeGreaterThan(25);
  expect(after).toEqual(before);
});

test('a single lesson keeps its name in whatever week it is', async () => {
  const studio = await openStudioWithPeople();
  await act(studio, step('dated', { ahead: 2 }));
  const before = Object.values(await uidsByWeek(studio));
  await act(studio, step('move', { dayOfWeek: 5, ahead: 7 }));
  expect(Object.values(await uidsByWeek(studio))).toEqual(before);
});

test('while a plan is pending, families and teachers see the lessons that it would replace', async () => {
  const studio = await openStudioWithPeople();
  await act(studio, step('plan', { dayOfWeek: 3 }));
  expect((await sharedCalendar(studio, ann)).events).toEqual([]);
  await act(studio, step('accept'));
  const accepted = await sharedCalendar(studio, ann);
  expect(accepted.events.length).toBeGreaterThan(20);
  const times = (events: readonly CalendarEvent[]) => events.map(({ uid, start }) => [uid, start]);
  const teachers = await sharedCalendar(studio, ofTeacherA);
  expect(times(teachers.events)).toEqual(times(accepted.events));
  await act(studio, step('plan', { dayOfWeek: 5, hour: 15, ahead: 7 }));
  expect(await sharedCalendar(studio, ann), 'nothing has changed yet').toEqual(accepted);
  expect(await sharedCalendar(studio, ofTeacherA), 'nothing has changed yet').toEqual(teachers);
  await act(studio, step('accept'));
  const moved = await sharedCalendar(studio, ann);
  expect(times(moved.events)).not.toEqual(times(accepted.events));
  expect(moved.changedAt > accepted.changedAt).toBe(true);
});

test('a change to one week counts in that week alone, a changed address in every week', async () => {
  const studio = await openStudioWithPeople();
  await act(studio, weekly);
  const sequences = async () => (await sharedCalendar(studio, ann)).events.map(({ sequence }) => sequence);
  const before = await sequences();
  await act(studio, step('cancel', { ahead: 7 }));
  const cancelled = await sequences();
  expect(cancelled.map((sequence, i) => sequence - (before[i] ?? 0)).filter((more) => more > 0)).toEqual([1]);
  await changeAddress(studio, 'Ann', '7 Oak St');
  expect(await sequences()).toEqual(cancelled.map((sequence) => sequence + 1));
  await changeAddress(studio, 'Ben', '8 Oak St');
  expect(await sequences()).toEqual(cancelled.map((sequence) => sequence + 1));
});

test('a weekly lesson that gets one date and is moved to an earlier week has a higher sequence there', async () => {
  const studio = await openStudioWithPeople();
  const from = addDays(today, 15);
  await turn(studio, turning('start later', { ahead: 15 }));
  for (const hour of [11, 12, 13]) await act(studio, step('edit series', { dayOfWeek: 3, hour, ahead: 15 }));
  await turn(studio, turning('make dated', { ahead: 16, hour: 13 }));
  const only = async () => (await sharedCalendar(studio, ann)).events;
  const [dated, ...rest] = await only();
  expect([dated?.start, rest]).toEqual([Date.parse(`${addDays(from, 1)}T13:00Z`), []]);
  await act(studio, step('move', { dayOfWeek: 3, hour: 13 }));
  const [moved] = await only();
  expect(moved).toMatchObject({ uid: dated?.uid, start: Date.parse('2026-11-25T13:00Z') });
  expect(moved?.sequence).toBeGreaterThan(dated?.sequence ?? Infinity);
});

const kindsOf = (studio: StudioInMemory) => {
  const { students, teachers } = studio.present();
  return [
    ...students.map((personId) => ({ kind: 'student' as const, personId })),
    ...teachers.map((personId) => ({ kind: 'teacher' as const, personId })),
  ];
};

/** The steps after which a lesson is still the same one. */
const keeps = new Set(['edit series', 'edit date', 'give', 'cancel', 'restore']);

/** The names of a calendar's events in the weeks that have one. */
const aloneInWeek = (events: readonly CalendarEvent[]): Map<string, string> =>
  new Map(
    [...Map.groupBy(events, weekOf)].flatMap(([week, [one, ...others]]) =>
      one && others.length === 0 ? [[week, one.uid]] : [],
    ),
  );

/** What an app shows of an event. */
const shown = ({ sequence: _sequence, changedAt: _changedAt, driveMinutes: _drive, ...visible }: CalendarEvent) =>
  JSON.stringify(visible);

/** By what feeds tells whether a calendar that it keeps is still the present one, besides the day. */
const versionOf = (studio: StudioInMemory, personId: string): string => {
  const feed = studio.rows('feeds', feedsTable).find((row) => row.person_id === personId);
  const [zone] = studio.rows('feeds', feedStudiosTable);
  const closed = studio.rows('timeoff', closuresTable).map(({ revision }) => revision);
  return [feed?.version, zone?.version, Math.max(-1, ...closed)].join(' ');
};

const [plan, accept] = [step('plan', { dayOfWeek: 3 }), step('accept')];
const toCy = turning('give date', { student: 'Cy', ahead: 9 });
test.each<readonly [string, readonly (AnyStep | typeof toCy)[], AnyStep | 'undo']>([
  ['is accepted', [plan, toCy], accept],
  ['is replaced by an accepted plan', [plan, accept, toCy, step('plan', { dayOfWeek: 5, ahead: 7 })], accept],
  ['waits again for a decision', [plan, toCy, accept], 'undo'],
  ['is as before a run that is undone', [plan, accept, toCy, plan], 'undo'],
  ['is deleted', [weekly, toCy], step('delete series')],
])(
  'the calendar of a student with one date of another’s lesson has a new version when that %s',
  async (_, first, then) => {
    const studio = await openStudioWithPeople();
    const batches: string[] = [];
    for (const one of first) {
      const batchId = isTurning(one) ? await turn(studio, one) : await act(studio, one);
      expect(batchId, one.kind).not.toBeNull();
      batches.push(batchId ?? '');
    }
    const cy = { kind: 'student', personId: 'Cy' } as const;
    const [version, { events }] = [versionOf(studio, 'Cy'), await sharedCalendar(studio, cy)];
    if (then === 'undo') await studio.undo(batches.pop() ?? '');
    else expect(await act(studio, then)).not.toBeNull();
    expect((await sharedCalendar(studio, cy)).events).not.toEqual(events);
    expect(versionOf(studio, 'Cy')).not.toBe(version);
  },
);

test(
  'in any history names are unique, sequences rise with every visible change, and a family sees no other family',
  async () => {
    process.stdout.write(`shared calendars: ${histories} histories, SEED=${seed}\n`);
    const happening = fc.oneof(
      { weight: 6, arbitrary: anyStepWithTimeOff },
      { weight: 3, arbitrary: anyTurning },
      { weight: 1, arbitrary: fc.constant('undo' as const) },
      { weight: 1, arbitrary: fc.constant('address' as const) },
    );
    let [seen, kept] = [0, 0];
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 14, size: 'max' }), async (history) => {
        const studio = await openStudioWithPeople();
        await act(studio, weekly);
        await act(studio, step('weekly', { teacher: 'B', student: 'Ben', hour: 14 }));
        const batches: string[] = [];
        const before = new Map<string, CalendarEvent>();
        const alone = new Map<string, Map<string, string>>();
        const last = new Map<string, { version: string; calendar: SharedCalendar }>();
        for (const [i, what] of history.entries()) {
          if (what === 'undo') await studio.undo(batches.pop() ?? '').catch(() => undefined);
          else if (what === 'address') {
            if (studio.present().students.includes('Ann')) await changeAddress(studio, 'Ann', `${i} Elm St`);
          } else {
            const batchId = isTurning(what) ? await turn(studio, what) : await act(studio, what);
            if (batchId !== null) batches.push(batchId);
          }
          for (const subscriber of kindsOf(studio)) {
            const calendar = await sharedCalendar(studio, subscriber);
            const { events } = calendar;
            const whose = `${subscriber.kind} ${subscriber.personId}`;
            const known = last.get(whose);
            if (typeof what !== 'string' && what.kind === 'plan')
              expect(calendar, 'a plan changes nothing').toEqual(known?.calendar ?? calendar);
            const version = versionOf(studio, subscriber.personId);
            // What feeds keeps of a calendar stays as good as new.
            if (known?.version === version) expect(calendar, `${whose} has a new version`).toEqual(known.calendar);
            last.set(whose, { version, calendar });
            const names = events.map(({ uid }) => uid);
            expect(new Set(names).size, 'names are unique').toBe(names.length);
            for (const event of events) {
              const key = `${subscriber.kind} ${subscriber.personId} ${event.uid}`;
              const known = before.get(key);
              if (known) {
                seen += 1;
                expect(event.sequence, 'sequences never go down').toBeGreaterThanOrEqual(known.sequence);
                if (shown(event) !== shown(known))
                  expect(event.sequence, `a visible change rises: ${shown(known)} ${shown(event)}`).toBeGreaterThan(
                    known.sequence,
                  );
                if (event.sequence === known.sequence) expect(event.changedAt).toBe(known.changedAt);
              }
              before.set(key, event);
            }
            if (subscriber.kind === 'student') {
              const now = aloneInWeek(events);
              const then = alone.get(subscriber.personId) ?? new Map<string, string>();
              alone.set(subscriber.personId, now);
              const isKept = typeof what !== 'string' && keeps.has(what.kind);
              for (const [week, uid] of isKept ? now : []) {
                kept += then.has(week) ? 1 : 0;
                expect(then.get(week) ?? uid, `the name stays in the week of ${week}`).toBe(uid);
              }
              const others = studio.present().students.filter((id) => id !== subscriber.personId);
              const text = [calendar.name, ...events.flatMap(({ title, location }) => [title, location])].join(' | ');
              expect(others.filter((other) => new RegExp(`\\b${other}\\b`).test(text))).toEqual([]);
            }
          }
        }
        const rebuilt = followersOf(studio.store, [feedsModel]);
        await rebuilt.catchUp();
        for (const table of feedsModel.tables)
          expect(rebuilt.rows('feeds', table), table.name).toEqual(studio.rows('feeds', table));
      }),
      { numRuns: histories, seed },
    );
    expect(seen).toBeGreaterThan(histories * 50);
    expect(kept).toBeGreaterThan(histories * 10);
  },
  Math.max(120_000, histories * 500),
);

test('calendars of a family and a teacher are written as before', async () => {
  const studio = await openStudioWithPeople();
  await act(studio, weekly);
  await act(studio, step('weekly', { student: 'Cy', dayOfWeek: 3, hour: 12 }));
  await act(studio, step('cancel', { ahead: 7 }));
  await act(studio, step('edit date', { nth: 1, hour: 16, ahead: 14 }));
  await changeAddress(studio, 'Ann', '7 Oak St, Apt 3; rear; "blue" \\ gate');
  const inAustin = { timeZone: 'America/Chicago' };
  const family = await icsOf(await sharedCalendar(studio, ann, inAustin));
  const teacher = await icsOf(await sharedCalendar(studio, ofTeacherA, inAustin));
  await expect(family).toMatchFileSnapshot('testing/golden-calendars/family.ics');
  await expect(teacher).toMatchFileSnapshot('testing/golden-calendars/teacher.ics');
  expect(await icsOf(await sharedCalendar(studio, ann, inAustin)), 'the same calendar has the same bytes').toBe(family);
});

test('what is past and cancelled, or before and after the days shown, is left out', async () => {
  const studio = await openStudioWithPeople();
  await act(studio, weekly);
  await act(studio, step('cancel'));
  const daysOf = async (day: string) => {
    const { events } = await sharedCalendar(studio, ann, { day });
    return events.map(({ start, status }) => `${new Date(start).toISOString().slice(0, 10)} ${status}`);
  };
  expect((await daysOf(today)).slice(0, 2)).toEqual(['2026-11-25 cancelled', '2026-12-02 confirmed']);
  expect((await daysOf(today)).at(-1)).toBe('2027-05-19 confirmed');
  expect((await daysOf('2026-11-26'))[0]).toBe('2026-12-02 confirmed');
  expect((await daysOf(addDays('2026-12-02', 8 * 7)))[0]).toBe('2026-12-02 confirmed');
  expect((await daysOf(addDays('2026-12-03', 8 * 7)))[0]).toBe('2026-12-09 confirmed');
  expect(instantOf((await sharedCalendar(studio, ann)).changedAt)).toMatch(/^2026-11-23T12:/);
});
