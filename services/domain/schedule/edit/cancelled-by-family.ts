import type { ClosedOn } from '@rondo/contracts/calendar/closures/closures.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isOccurrence, isWeekly, occurrenceOf } from '@rondo/contracts/calendar/rows.ts';
import { seriesDateInWeekOf } from '@rondo/contracts/calendar/series.ts';
import { startOf } from '@rondo/contracts/calendar/zones.ts';
import type { Lesson, Occurrence } from '@rondo/contracts/events/schedule/lesson.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import type { Cancellation } from '@rondo/contracts/policy/policy.ts';
import { NotFound, RuleBroken } from '../../../platform/kit/errors.ts';
import { asRejected } from '../plan/as-rejected.ts';
import { planStudents } from '../revert/undo.ts';
import { occurrenceOn } from '../rows.ts';
import { pendingSeries, type ScheduleState } from '../state.ts';

// A family cancels a lesson on its page. While a plan is pending the page shows what a rejection would leave, and the date is cancelled there
// and in the plan, so that it stays so whatever is decided.

/** One date as the page names it: of a series by its date there, of a single lesson by null. */
type DateOnPage = { readonly lessonId: string; readonly originalDate: IsoDate | null };

/** A date as a family's page has it. */
export type OnPage = {
  readonly target: DateOnPage;
  readonly teacherId: string;
  readonly studentId: string;
  readonly names: { readonly student: string; readonly teacher: string };
  /** What billing knows the date by. */
  readonly billedAs: { readonly lessonId: string; readonly originalDate: IsoDate };
  /** Whether who reads it sees amounts. */
  readonly showsMoney: boolean;
  /** Makes a text of a fact that only this server can make. */
  readonly sealed: (fact: string) => string;
};

/** True for a lesson and what goes on with it. */
const isPartOf = (rows: ReadonlyMap<string, Lesson>, row: Lesson, lessonId: string): boolean => {
  const seen = new Set<string>();
  for (let one: Lesson | undefined = row; one && !seen.has(one.lessonId); one = rows.get(one.continues ?? '')) {
    if (one.lessonId === lessonId || one.continues === lessonId) return true;
    seen.add(one.lessonId);
  }
  return false;
};

/** The row that has the date now, and the date. */
export const rowOnPage = (
  rows: ReadonlyMap<string, Lesson>,
  { lessonId, originalDate }: DateOnPage,
): { readonly row: Lesson; readonly date: IsoDate } | null => {
  const single = rows.get(lessonId);
  if (originalDate === null) return single && single.date !== null ? { row: single, date: single.date } : null;
  const all = [...rows.values()];
  const occurrences = all.filter(isOccurrence);
  const exact = occurrences.find((one) => one.seriesId === lessonId && one.originalDate === originalDate);
  if (exact) return { row: exact, date: exact.date };
  for (const series of all.filter(isWeekly)) {
    const date = isPartOf(rows, series, lessonId) ? seriesDateInWeekOf(series, originalDate) : null;
    if (date === null) continue;
    const own = occurrences.find((one) => one.seriesId === series.lessonId && one.originalDate === date);
    return own ? { row: own, date: own.date } : { row: series, date };
  }
  return null;
};

const cancelledRow = (row: Lesson, date: IsoDate, id: string, cancellation: Cancellation): Lesson => ({
  ...(isWeekly(row) ? occurrenceOf(row, date, id) : row),
  status: 'cancelled',
  cancellation,
});

/** Whether a date that the page shows is one of the schedule as it stands, which a pending plan does not replace. */
const isStanding = (state: ScheduleState, row: Lesson, date: IsoDate): boolean => {
  const present = state.lessons.get(row.lessonId);
  if (!present) return false;
  if (isWeekly(row)) return isWeekly(present) && seriesDateInWeekOf(present, date) === date;
  return present.seriesId === row.seriesId && present.date === row.date;
};

/** Cancels a date of a series that a pending plan replaces: there, and in the lesson that the plan has for that week. */
const cancelInPlan = (
  state: ScheduleState,
  { row, date }: { readonly row: Lesson; readonly date: IsoDate },
  { occurrenceId, today, cancellation }: { occurrenceId: string; today: IsoDate; cancellation: Cancellation },
): ScheduleEvent[] => {
  const { plan } = state;
  const studentId = row.studentId ?? '';
  const entry = plan?.entries.get(studentId);
  const seriesId = row.seriesId ?? row.lessonId;
  const base = entry?.bases.find(({ lesson }) => lesson.lessonId === seriesId);
  if (!entry || !base) throw new NotFound('This is no longer on your page.');
  const week = row.originalDate ?? date;
  const cancelled = cancelledRow(row, date, occurrenceId, cancellation);
  if (!isOccurrence(cancelled)) throw new NotFound('This is no longer on your page.');
  const others = (occurrences: readonly Occurrence[]) =>
    occurrences.filter(({ originalDate }) => originalDate !== cancelled.originalDate);
  const bases = entry.bases.map((one) =>
    one === base ? { ...one, occurrences: [...others(one.occurrences), cancelled] } : one,
  );
  const planned = pendingSeries(state)
    .filter((series) => series.studentId === row.studentId)
    .flatMap((series): ScheduleEvent[] => {
      const own = seriesDateInWeekOf(series, week);
      if (own === null || own < today) return [];
      const present = occurrenceOn(state, series.lessonId, own);
      if (present?.status === 'cancelled') return [];
      const lesson = cancelledRow(present ?? series, own, occurrenceId, cancellation);
      return [{ type: 'LessonCancelled', data: { lesson } }];
    });
  const students = planStudents([[studentId, { ...entry, bases }]]);
  const told = planned.length === 0 ? cancelled : null;
  return [{ type: 'PlanCorrected', data: { students, leave: [], cancelled: told } }, ...planned];
};

type ByFamily = {
  readonly target: DateOnPage;
  readonly occurrenceId: string;
  readonly today: IsoDate;
  readonly timeZone: string;
  /** In epoch milliseconds. */
  readonly now: number;
  readonly closedOn: ClosedOn<Lesson>;
  /** Decides what it comes to. */
  readonly record: (row: Lesson, date: IsoDate, state: ScheduleState) => Cancellation;
};

/** The date has begun. @throws RuleBroken */
export const refuseStarted = (
  { date, start }: { readonly date: IsoDate; readonly start: number },
  { timeZone, now }: Pick<ByFamily, 'timeZone' | 'now'>,
): void => {
  if (startOf(date, start, timeZone) <= now) throw new RuleBroken('This lesson has already started.');
};

/** Cancels a date as the family's page shows it; a no-op for one that is cancelled or closed. @throws NotFound, RuleBroken */
export const cancelByFamily =
  ({ target, occurrenceId, today, closedOn, record, ...clock }: ByFamily) =>
  (state: ScheduleState): ScheduleEvent[] => {
    const found = rowOnPage(asRejected(state, today).lessons, target);
    if (!found) throw new NotFound('This is no longer on your page.');
    const { row, date } = found;
    if (row.status === 'cancelled' || closedOn(row, date) !== null) return [];
    refuseStarted({ date, start: row.start }, clock);
    const cancellation = record(row, date, state);
    if (!isStanding(state, row, date)) return cancelInPlan(state, found, { occurrenceId, today, cancellation });
    return [{ type: 'LessonCancelled', data: { lesson: cancelledRow(row, date, occurrenceId, cancellation) } }];
  };
