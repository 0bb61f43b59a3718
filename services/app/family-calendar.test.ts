import { addDays, mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { instantAt, type Instant } from '@rondo/contracts/calendar/instants.ts';
import { monthOf } from '@rondo/contracts/calendar/months.ts';
import { lessonsTable } from '@rondo/projections/lessons/table.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { lineagesTable, plansTable } from '@rondo/projections/shared/lineage-tables.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Payer } from '../domain/billing/due/billed-dates.ts';
import { ledgerOf } from '../domain/billing/due/ledger.ts';
import { matchBilled } from '../domain/billing/due/match.ts';
import type { LessonDate } from '../domain/schedule/lesson-dates.ts';
import { liveInvoices } from '../domain/billing/state.ts';
import { payer } from '../domain/billing/testing/billed-studio.ts';
import { changesBetween } from '../domain/history/changes/changes.ts';
import { netChanges } from '../domain/history/changes/net-changes.ts';
import { originsModel, originsTable } from '../domain/history/changes/origins.ts';
import type { ToldChange } from '../domain/history/changes/told-closures.ts';
import { asTold, textOf, type KnownDate } from '../domain/history/changes/testing/as-told.ts';
import { datesTakingPlace } from '../domain/history/changes/testing/dates.ts';
import { dated as datedRow, weekly as weeklyRow } from '../domain/history/changes/testing/rows.ts';
import { noClosedWeeks } from '../domain/history/changes/closed-weeks.ts';
import { timetablesOf } from '../domain/history/changes/timetable.ts';
import { followersOf } from '../domain/lessons/testing/reacting.ts';
import { withoutPlans, type TaughtRow } from '../domain/schedule/plan/as-rejected.ts';
import { withSettableTime } from '../testing/settable-time.ts';
import { act, anyStepOrInvoice, openStudioWithPeople, step } from './testing/acts.ts';
import { sharedCalendar } from './testing/shared-calendars.ts';
import type { StudioInMemory } from './testing/studio-in-memory.ts';
import { anyTurning, isTurning, turn } from './testing/turning-acts.ts';

/**
 * The same histories at every run; other ones: `HISTORIES=5000 SEED=7 npm run test:unit -- app/family-calendar`, with `AT` one of them, by
 * the path that a failure names.
 */
const histories = Number(process.env['HISTORIES'] ?? 60);
const seed = Number(process.env['SEED'] ?? 20261124);
const path = process.env['AT'];

withSettableTime();

const students = ['Ann', 'Ben', 'Cy'];
/** Ben pays by the month. */
const payers = students.map((id) =>
  payer(id, id === 'Ben' ? { paymentType: 'monthly', monthlyRateCents: 16_000 } : {}),
);
type Period = { readonly from: IsoDate; readonly to: IsoDate };

/** What the list of changes compares of a moment, and what each student's calendar has then. */
type Moment = {
  readonly instant: Instant;
  readonly rows: readonly TaughtRow[];
  readonly shown: Period;
  readonly known: Map<string, KnownDate[]>;
};

const rowsNow = async (studio: StudioInMemory): Promise<TaughtRow[]> => {
  const { studioId, schedules } = studio;
  const planning = studio
    .rows('feeds', plansTable)
    .map(async ({ teacher_id: id }) => [id, (await schedules.load(studioId, id)).state] as const);
  const plans = new Map(await Promise.all(planning));
  return withoutPlans(studio.rows(lessonsModel.name, lessonsTable), plans, studio.today());
};

const rootsNow = async ({ store }: StudioInMemory): Promise<(lessonId: string) => string> => {
  const origins = followersOf(store, [originsModel]);
  await origins.catchUp();
  const roots = new Map(origins.rows('origins', originsTable).map((row) => [row.lesson_id, row.root]));
  return (lessonId) => roots.get(lessonId) ?? lessonId;
};

/** A family's calendar: "date, start, duration, teacher" of each date that takes place. */
const seenBy = async (studio: StudioInMemory, personId: string): Promise<(period: Period) => string[]> => {
  const { events } = await sharedCalendar(studio, { kind: 'student', personId }, { day: studio.today() });
  const dates = events
    .filter(({ status }) => status !== 'cancelled')
    .map(({ start, end, title }) => {
      const at = new Date(start);
      return {
        date: at.toISOString().slice(0, 10),
        start: at.getUTCHours() * 60 + at.getUTCMinutes(),
        duration: (end - start) / 60_000,
        teacherId: title.split('lesson with ')[1] ?? '',
      };
    });
  return ({ from, to }) =>
    dates
      .filter(({ date }) => date >= from && date <= to)
      .map(textOf)
      .toSorted();
};

/** What a student's next invoice bills, what is billed already, and the other dates of charged months. */
const paidBy = async (
  { invoices }: StudioInMemory,
  payer: Payer,
  { dates, period }: { dates: readonly LessonDate[]; period: Period },
): Promise<string[]> => {
  const own = liveInvoices(await invoices.state()).filter(({ studentId }) => studentId === payer.studentId);
  const { entries, months } = ledgerOf(payer.studentId, own);
  const draft = await invoices.draft(payer, { ...period, teacherId: null, withRefunds: true });
  const keyOf = ({ rowId, date }: Pick<LessonDate, 'rowId' | 'date'>): string => `${rowId} ${date}`;
  const { billed } = matchBilled(entries, dates);
  const next = new Set(draft.entries.map(keyOf));
  const charged = new Set(months.map(({ month }) => month));
  const inMonths = dates.filter(
    (date) => charged.has(monthOf(date.date)) && !billed.has(date) && !next.has(keyOf(date)),
  );
  const rows = dates.filter((date) => next.has(keyOf(date)));
  return [...rows, ...billed, ...inMonths]
    .filter(({ takesPlace, date }) => takesPlace && date >= period.from && date <= period.to)
    .map(textOf)
    .toSorted();
};

/** What `GET /api/changes` answers about each student's lessons since an instant. */
const answeredSince = async (studio: StudioInMemory, since: Instant | ReadonlyMap<string, Instant>) => {
  const services = { ...studio.services, moments: studio.moments, machineNow: Date.now };
  const answered = await changesBetween(services, studio.studioId, { since });
  return new Map(answered.map(({ studentId, changes }) => [studentId, changes.map(inShort)]));
};

const inShort = (change: ToldChange) => {
  const lessonId = (change.after ?? change.before)?.lessonId;
  return change.of === 'weeks'
    ? [change.kind, lessonId, null, change.from, change.to]
    : [change.kind, lessonId, (change.before ?? change.after)?.date, undefined, undefined];
};

/** Compares what families see, pay and are told of now, and what they were told since earlier moments. */
const expectOneCalendar = async (studio: StudioInMemory, before: readonly Moment[]): Promise<Moment> => {
  const today = studio.today();
  const shown = { from: today, to: addDays(today, 26 * 7) };
  const rootOf = await rootsNow(studio);
  const lineages = new Map(studio.rows('feeds', lineagesTable).map((row) => [row.lesson_id, row.root]));
  const lineageOf = (lessonId: string): string => lineages.get(lessonId) ?? lessonId;
  const moment: Moment = {
    instant: instantAt(Date.now()),
    rows: await rowsNow(studio),
    shown,
    known: new Map(),
  };
  studio.tick();
  const answers = new Map<Moment, Awaited<ReturnType<typeof answeredSince>>>();
  for (const earlier of before) answers.set(earlier, await answeredSince(studio, earlier.instant));
  // Each family was told at a moment of its own. Asked twice: what was compared before is remembered.
  const lastTold = new Map(
    students.flatMap((id, i) =>
      before
        .slice(i % before.length)
        .slice(0, 1)
        .map((moment) => [id, moment] as const),
    ),
  );
  const told = new Map([...lastTold].map(([id, { instant }]) => [id, instant]));
  for (const how of ['compared', 'remembered']) {
    const answered = await answeredSince(studio, told);
    for (const [studentId, earlier] of lastTold)
      expect(answered.get(studentId), `what ${studentId} is told last, ${how}`).toEqual(
        answers.get(earlier)?.get(studentId),
      );
  }
  const after = timetablesOf(moment.rows, rootOf, noClosedWeeks);
  const lessonsOf = await studio.invoices.lessons();
  for (const payer of payers) {
    const { studentId } = payer;
    const seenIn = await seenBy(studio, studentId);
    const seen = seenIn(shown);
    const toldDates = datesTakingPlace(after.of(studentId), shown).map(textOf).toSorted();
    expect(toldDates, `what ${studentId} is told`).toEqual(seen);
    const dates = lessonsOf(studentId)(addDays(shown.to, 62));
    expect(await paidBy(studio, payer, { dates, period: shown }), `what ${studentId} pays`).toEqual(seen);
    moment.known.set(
      studentId,
      dates
        .filter(({ takesPlace }) => takesPlace)
        .map((date) => ({
          ...date,
          lineage: lineageOf(date.root),
          week: mondayOf(date.origin?.originalDate ?? date.originalDate),
        })),
    );
    for (const earlier of before) {
      const period = { from: today, to: earlier.shown.to };
      const changes = netChanges(
        timetablesOf(earlier.rows, rootOf, noClosedWeeks).of(studentId),
        after.of(studentId),
        today,
      );
      expect(answers.get(earlier)?.get(studentId) ?? [], `what ${studentId} is told`).toEqual(changes.map(inShort));
      const known = (earlier.known.get(studentId) ?? []).map((one) => ({ ...one, lineage: lineageOf(one.lineage) }));
      const expected = asTold(known, changes, { ...period, lineageOf });
      expect(expected, `what ${studentId} expects after the changes`).toEqual([...new Set(seenIn(period))]);
    }
  }
  return moment;
};

test('an appointment with a student, as the log has them from before, is neither seen, paid nor told', async () => {
  const studio = await openStudioWithPeople();
  const before = await expectOneCalendar(studio, []);
  const row = { ...weeklyRow().lesson, studentId: 'Ann', entryType: 'appointment' as const, eventTitle: 'Recital' };
  const [weekly, dated] = [
    { ...row, validFrom: before.shown.from },
    { ...datedRow(addDays(before.shown.from, 3)).lesson, studentId: 'Ann', entryType: 'appointment' as const },
  ];
  const changes: ScheduleEvent[] = [
    ...[weekly, dated].map((lesson): ScheduleEvent => ({ type: 'LessonCreated', data: { lesson, occurrences: [] } })),
    { type: 'LessonEdited', data: { lesson: { ...weekly, start: 900 }, occurrences: [], fellAway: [] } },
  ];
  for (const event of changes) {
    const decide = () => [event];
    await studio.schedules.execute(studio.studioId, 'A', studio.context(), { input: event.type, decide });
    await studio.settle();
    const { rows, known } = await expectOneCalendar(studio, [before]);
    expect(rows.length).toBeGreaterThan(0);
    expect(known.get('Ann')).toEqual([]);
    const toldOf = timetablesOf(rows, (lessonId) => lessonId, noClosedWeeks).of('Ann');
    expect(
      netChanges(timetablesOf([], (lessonId) => lessonId, noClosedWeeks).of('Ann'), toldOf, studio.today()),
    ).toEqual([]);
  }
});

test(
  'in any history a family sees, pays and is told of the same dates',
  async () => {
    process.stdout.write(`family calendars: ${histories} histories, SEED=${seed}\n`);
    let dates = 0;
    const happening = fc.oneof(
      { weight: 6, arbitrary: anyStepOrInvoice },
      { weight: 4, arbitrary: anyTurning },
      { weight: 1, arbitrary: fc.constant('undo' as const) },
      { weight: 1, arbitrary: fc.constant('bill' as const) },
      { weight: 2, arbitrary: fc.constantFrom(1, 2, 7, 16) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 12, size: 'max' }), async (history) => {
        const studio = await openStudioWithPeople();
        await act(studio, step('weekly', { dayOfWeek: 3 }));
        await act(studio, step('weekly', { teacher: 'B', student: 'Ben', hour: 14 }));
        const batches: string[] = [];
        const first = await expectOneCalendar(studio, []);
        let last = first;
        for (const what of history) {
          if (what === 'undo') await studio.undo(batches.pop() ?? '').catch(() => undefined);
          else if (typeof what === 'number') studio.passMidnight(what);
          else if (what === 'bill') {
            const from = studio.today();
            await studio.invoices.invoice(payers, { from, to: addDays(from, 30), teacherId: null, withRefunds: true });
            await studio.settle();
          } else {
            const batchId = isTurning(what) ? await turn(studio, what) : await act(studio, what);
            if (batchId !== null) batches.push(batchId);
          }
          last = await expectOneCalendar(studio, [first, last]);
          dates += [...last.known.values()].flat().length;
        }
        await studio.moments.close();
      }),
      { numRuns: histories, seed, ...(path === undefined ? {} : { path }) },
    );
    expect(dates).toBeGreaterThan(histories * 50);
  },
  Math.max(120_000, histories * 2000),
);
