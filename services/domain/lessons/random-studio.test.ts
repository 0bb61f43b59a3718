import { isDeepStrictEqual } from 'node:util';
import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { seriesDates } from '@rondo/contracts/calendar/series.ts';
import { isOccurrence, isWeekly } from '@rondo/contracts/calendar/rows.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { PendingPlan } from '../schedule/state.ts';
import { anyStudent, stepOf } from './testing/random-steps.ts';
import { teachers, type Step } from './testing/steps.ts';
import { timetable } from '../schedule/testing/timetable.ts';
import { studioOfTwo } from './testing/two-teachers.ts';
import { today as monday } from '../schedule/testing/week.ts';
import { withSettableTime } from '../../testing/settable-time.ts';

/** The same histories at every run; other ones: `HISTORIES=20000 SEED=7 npm run test:unit -- random-studio`. */
const histories = Number(process.env['HISTORIES'] ?? 1500);
const seed = Number(process.env['SEED'] ?? 20261122);

withSettableTime();

const step = stepOf(
  ...(['weekly', 'dated', 'cancel', 'restore', 'edit series', 'edit date', 'move', 'delete date'] as const),
  ...(['delete series', 'delete student', 'clear', 'reject', 'reject', 'withdraw', 'give', 'give'] as const),
  ...(['plan', 'plan', 'plan', 'plan', 'accept', 'accept', 'accept'] as const),
);
const pair = fc.record({ kind: fc.constant('pair' as const), one: step, other: step });
const happening = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('one' as const), step }) },
  { weight: 3, arbitrary: pair },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('again' as const), nth: fc.nat(5) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('undo' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), student: anyStudent }) },
);
type Happening = typeof happening extends fc.Arbitrary<infer One> ? One : never;

type Schedule = { readonly rows: readonly Lesson[]; readonly plan: PendingPlan | null };
type Both = readonly Schedule[];

const twice = (ids: readonly string[]): string[] => ids.filter((id, i) => ids.indexOf(id) !== i);
const basesOf = ({ plan }: Schedule): string[] =>
  [...(plan?.entries.values() ?? [])].flatMap(({ bases }) => bases.map(({ lesson }) => lesson.lessonId));

const orphansIn = (schedule: Schedule): string[] => {
  const known = new Set([...schedule.rows.map(({ lessonId }) => lessonId), ...basesOf(schedule)]);
  return schedule.rows.filter((row) => isOccurrence(row) && !known.has(row.seriesId)).map(({ lessonId }) => lessonId);
};

/** The students with more than one open-ended optimized series, when no plan of theirs is pending. */
const doubled = (both: Both): string[] => {
  const open = both
    .flatMap(({ rows }) => rows)
    .filter((row) => isWeekly(row) && row.source === 'optimized' && row.validTo === null);
  return both.some(({ plan }) => plan) ? [] : twice(open.map(({ studentId }) => studentId ?? ''));
};

const currentFrom = (both: Both, studentId: string, today: IsoDate): Lesson[] =>
  both
    .flatMap(({ rows }) => rows)
    .filter((row) => row.studentId === studentId)
    .filter((row) => (isWeekly(row) ? seriesDates(row, today, '2027-12-31').length > 0 : (row.date ?? '') >= today));

/** Invariants that hold after any step, once the reactors have caught up. */
const wrongIn = (both: Both, { removed, today }: { removed: ReadonlySet<string>; today: IsoDate }): string[] => [
  ...twice(both.flatMap(({ rows }) => rows.map(({ lessonId }) => lessonId))).map((id) => `${id} is there twice`),
  ...both.flatMap(orphansIn).map((id) => `${id} belongs to no series`),
  ...doubled(both).map((who) => `${who} has two optimized series`),
  ...twice(both.flatMap(basesOf)).map((id) => `${id} is a base twice`),
  ...both
    .filter(({ plan }) => !plan)
    .flatMap(({ rows }) => rows.filter(({ status }) => status === 'optimized'))
    .map(({ lessonId }) => `${lessonId} waits in no plan`),
  ...[...removed].filter((who) => currentFrom(both, who, today).length > 0).map((who) => `${who} is gone`),
];

/** The students for whom the accepted plans have a place in the coming weeks: each has a lesson, with any teacher. */
const acceptedIn = (before: Both, accepted: readonly Step[]): string[] => {
  const rows = accepted.flatMap(({ teacher }) => before[teachers.indexOf(teacher)]?.rows ?? []);
  return rows
    .filter((row) => row.status === 'optimized' && row.validTo === null)
    .map(({ studentId }) => studentId ?? '');
};

/** What took place, teacher by teacher. */
const tookPlace = (both: Both, from: IsoDate, today: IsoDate): string[][] =>
  both.map(({ rows }) => timetable(rows, from, addDays(today, -1)));

/** An acceptance leaves passed dates to the old teacher, and a single date may be deleted although it is past. */
const mayTakeAway = ({ kind }: Step): boolean => kind === 'accept' || kind === 'delete date';

const ofOneDate = new Set<Step['kind']>(['cancel', 'restore', 'edit date', 'move', 'delete date']);

type Done = { readonly step: Step; readonly batchId: string; readonly day: IsoDate; readonly atOnce: boolean };

type Kept = { readonly since: IsoDate; readonly mayVanish: boolean };
const whole: Kept = { since: '2026-09-01', mayVanish: false };

/** A studio to which steps are applied, on a clock that advances. */
const livedStudio = () => {
  const clock = { today: monday };
  const studio = studioOfTwo(clock);
  const done: Done[] = [];
  const removed = new Set<string>();
  const pass = (days: number): void => {
    clock.today = addDays(clock.today, days);
    vi.setSystemTime(new Date(`${clock.today}T12:00:00Z`));
  };
  const both = (): Promise<Both> =>
    Promise.all(
      teachers.map(async (teacher) => ({ rows: await studio.rows(teacher), plan: await studio.plan(teacher) })),
    );
  const note = (steps: readonly Step[], batches: readonly (string | null)[]): void => {
    steps.forEach((one, i) => {
      const batchId = batches[i] ?? null;
      if (batchId !== null) done.push({ step: one, batchId, day: clock.today, atOnce: steps.length > 1 });
    });
  };

  /** @returns the days on which what took place stays: an undo reverts its batch's own changes to the days before it */
  const live = async (what: Happening): Promise<Kept> => {
    switch (what.kind) {
      case 'one':
        note([what.step], [await studio.act(what.step)]);
        return { ...whole, mayVanish: mayTakeAway(what.step) };
      case 'pair': {
        const pair = [what.one, what.other];
        note(pair, await studio.actAtOnce(pair));
        return { ...whole, mayVanish: pair.some(mayTakeAway) };
      }
      case 'again': {
        const again = done[what.nth % Math.max(done.length, 1)];
        if (!again) return whole;
        const length = await studio.length();
        expect(await studio.again(again.step, again.batchId)).toBe(again.batchId);
        expect(await studio.length(), 'a repeated command appends nothing').toBe(length);
        return whole;
      }
      case 'undo': {
        const newest = done.pop();
        if (!newest) return whole;
        const undone = await studio.undo(newest.batchId).catch((error: Error) => error);
        if (undone instanceof Error) {
          expect(undone.message).toMatch(
            newest.atOnce ? /have passed|changed since|already been undone/ : /have passed/,
          );
          // What could not be undone stays in effect, and so do older changes of the same date. Undoing a rejection also undoes its
          // withdrawal.
          if (newest.atOnce || ofOneDate.has(newest.step.kind)) done.length = 0;
        }
        return { since: newest.day, mayVanish: false };
      }
      case 'remove':
        await studio.removeStudent(what.student);
        removed.add(what.student);
        // Earlier batches are no longer undone: they may concern the removed student.
        done.length = 0;
        return whole;
    }
  };
  return { pass, both, live, removed, clock };
};

test('two plans for one student that are accepted concurrently leave the student a lesson', async () => {
  const studio = studioOfTwo({ today: monday });
  const wish = { student: 'Ann', others: [], nth: 0, dayOfWeek: 1, hour: 10, ahead: 0 } as const;
  for (const teacher of teachers) await studio.act({ ...wish, kind: 'plan', teacher });
  await studio.actAtOnce(teachers.map((teacher) => ({ ...wish, kind: 'accept', teacher })));
  expect([...(await studio.lessonsOf('A')), ...(await studio.lessonsOf('B'))]).toHaveLength(1);
});

test('a date of a series that is divided during a transfer exists once', async () => {
  const clock = { today: monday };
  const studio = studioOfTwo(clock);
  const wish = { teacher: 'B', student: 'Ann', others: [], nth: 0, dayOfWeek: 1, hour: 9, ahead: 0 } as const;
  await studio.act({ ...wish, kind: 'weekly' });
  clock.today = addDays(monday, 5);
  await studio.act({ ...wish, kind: 'cancel' });
  await studio.actAtOnce([
    { ...wish, kind: 'edit series', hour: 10 },
    { ...wish, kind: 'give', teacher: 'A' },
  ]);
  const cancelled = [...(await studio.rows('A')), ...(await studio.rows('B'))].filter((row) => row.date !== null);
  expect(cancelled.map(({ date, status }) => [date, status])).toEqual([['2026-11-30', 'cancelled']]);
});

test('a lesson given to a teacher whose plan replaces it ends when the plan is accepted', async () => {
  const studio = studioOfTwo({ today: monday });
  const wish = { student: 'Ann', others: [], nth: 0, dayOfWeek: 1, hour: 10, ahead: 0 } as const;
  await studio.act({ ...wish, kind: 'plan', teacher: 'A' });
  await studio.act({ ...wish, kind: 'accept', teacher: 'A' });
  await studio.act({ ...wish, kind: 'plan', teacher: 'B', hour: 12 });
  await studio.act({ ...wish, kind: 'give', teacher: 'B' });
  expect(await studio.lessonsOf('B')).toHaveLength(2);
  await studio.act({ ...wish, kind: 'accept', teacher: 'B' });
  const lessons = timetable(await studio.rows('B'), monday, '2026-12-06');
  expect(lessons).toEqual(['2026-11-23 Ann 12', '2026-11-30 Ann 12']);
});

test.for([
  ['accept', 'give'],
  ['give', 'accept'],
] as const)(
  'a lesson given to a teacher at the moment in which the plan that replaces it is accepted ends: %s, %s',
  async (kinds) => {
    const studio = studioOfTwo({ today: monday });
    const wish = { student: 'Ann', others: [], nth: 0, dayOfWeek: 1, hour: 10, ahead: 0 } as const;
    await studio.act({ ...wish, kind: 'plan', teacher: 'A' });
    await studio.act({ ...wish, kind: 'accept', teacher: 'A' });
    await studio.act({ ...wish, kind: 'plan', teacher: 'B', hour: 12 });
    await studio.actAtOnce(kinds.map((kind) => ({ ...wish, kind, teacher: 'B' })));
    const rows = [...(await studio.rows('A')), ...(await studio.rows('B'))];
    expect(timetable(rows, monday, '2026-12-06')).toEqual(['2026-11-23 Ann 12', '2026-11-30 Ann 12']);
  },
);

test(
  'any steps, concurrent or sequential, lose no lesson between teachers and change no past date',
  async () => {
    process.stdout.write(`random studio: ${histories} histories, SEED=${seed}\n`);
    const seen = new Set<string>();
    const timed = fc.record({ what: happening, days: fc.constantFrom(0, 0, 0, 1, 2, 5, 9) });
    await fc.assert(
      fc.asyncProperty(fc.array(timed, { minLength: 1, maxLength: 12, size: 'max' }), async (history) => {
        const { pass, both, live, removed, clock } = livedStudio();
        for (const { what, days } of history) {
          pass(days);
          const before = await both();
          const { since, mayVanish } = await live(what);
          const after = await both();
          expect(wrongIn(after, { removed, today: clock.today })).toEqual([]);
          const [past, now] = [before, after].map((schedules) => tookPlace(schedules, since, clock.today));
          if (mayVanish)
            expect(past?.flat(), 'no past date is added').toEqual(expect.arrayContaining(now?.flat() ?? []));
          else expect(now, 'no past date changes').toEqual(past);
          const steps = what.kind === 'pair' ? [what.one, what.other] : [];
          if (steps.length > 0 && steps.every(({ kind }) => kind === 'accept')) {
            seen.add('two acceptances');
            for (const who of acceptedIn(before, steps))
              expect(currentFrom(after, who, clock.today), `${who} keeps a lesson`).not.toEqual([]);
          }
          if (what.kind === 'again' || !isDeepStrictEqual(after, before)) seen.add(what.kind);
        }
      }),
      { numRuns: histories, seed },
    );
    const kinds = ['one', 'pair', 'again', 'undo', 'remove', 'two acceptances'];
    expect(kinds.filter((kind) => !seen.has(kind))).toEqual([]);
  },
  Math.max(120_000, histories * 200),
);
