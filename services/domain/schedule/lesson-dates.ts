import type { ClosedBy, Closure } from '@rondo/contracts/calendar/closures/closures.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isOccurrence, isWeekly, occupiesTime } from '@rondo/contracts/calendar/rows.ts';
import { calendarOf } from '@rondo/contracts/calendar/week.ts';
import type { InvoiceEntry } from '@rondo/contracts/events/billing/billing.ts';
import type { AttendanceRecord } from '@rondo/contracts/policy/attendance.ts';
import type { ChargedDate } from '@rondo/contracts/policy/charge.ts';
import type { Cancellation } from '@rondo/contracts/policy/policy.ts';
import type { TaughtRow } from './plan/as-rejected.ts';
import { closedAmong } from './time-off/closures.ts';

/** One date of a lesson, as the calendar shows it now. */
export type LessonDate = Omit<InvoiceEntry, 'studentId' | 'kind' | 'rateCents' | 'again'> & {
  /** False when it is cancelled or closed. */
  readonly takesPlace: boolean;
  /** Why it is closed; null when it is not. */
  readonly closed: ClosedBy | null;
  /** Who cancelled it, and what that comes to; absent when nobody recorded it. */
  readonly cancelled?: Cancellation | null;
  /** Whether the lesson that is owed for it can no longer be made up for. */
  readonly lapsed?: boolean;
  /** The percentage of the price that it costs that nobody was at home. Null: it was taught, or nothing is recorded. */
  readonly absent?: number | null;
  /** What somebody recorded of it. */
  readonly record?: AttendanceRecord | null;
};

/** A date as its price depends on it. */
export const chargedDateOf = ({
  takesPlace,
  closed,
  cancelled,
  lapsed = false,
  absent = null,
}: LessonDate): ChargedDate => {
  if (takesPlace) return { is: 'standing', absent };
  if (closed) return { is: 'closed', money: closed.money, lapsed };
  return { is: 'cancelled', by: cancelled?.by ?? null, outcome: cancelled?.outcome ?? null, lapsed };
};

/** Where a lesson comes from, as the read models have it; a lesson without such a row is its own root. */
type Lineage = {
  readonly root: string;
  /** The series that a single date belongs to or belonged to, and its date there. */
  readonly series_id: string | null;
  readonly original_date: string | null;
};
export type LineageOf = (lessonId: string) => Lineage | undefined;

/**
 * True for a student's lesson: what families see in their calendars, pay and are told of. An appointment is none, not even an old one that
 * names a student.
 */
export const isTaught = ({ lesson }: TaughtRow): boolean => lesson.entryType === 'lesson' && lesson.studentId !== null;

const overlapping = (a: LessonDate, b: LessonDate): boolean =>
  a.date === b.date && a.teacherId === b.teacherId && a.start < b.start + b.duration && b.start < a.start + a.duration;

/** A lesson that was also imported from the teacher's calendar counts once: as it is here, unless only the imported one takes place. */
export const withoutTwins = <D extends LessonDate>(own: readonly D[], imported: readonly D[]): D[] => {
  const dropped = new Set<D>();
  const onDate = Map.groupBy(own, ({ date }) => date);
  for (const twin of imported) {
    const here = (onDate.get(twin.date) ?? []).find((lesson) => !dropped.has(lesson) && overlapping(lesson, twin));
    if (here) dropped.add(twin.takesPlace && !here.takesPlace ? here : twin);
  }
  return [...own, ...imported].filter((lesson) => !dropped.has(lesson));
};

/** What of a lesson identifies its dates; `originalDate` is null where each date is its own. */
export const identityOf = ({ lesson }: TaughtRow, lineageOf: LineageOf) => {
  const { lessonId } = lesson;
  const rootOf = (id: string): string => lineageOf(id)?.root ?? id;
  if (isOccurrence(lesson)) {
    const { seriesId, originalDate } = lesson;
    return { lessonId: seriesId, originalDate, root: rootOf(seriesId), origin: null, isSingle: false };
  }
  const { series_id: seriesId = null, original_date: from = null } = lineageOf(lessonId) ?? {};
  return {
    lessonId,
    originalDate: null,
    root: rootOf(lessonId),
    origin: seriesId === null || from === null ? null : { lessonId: seriesId, originalDate: from },
    isSingle: !isWeekly(lesson),
  };
};

export const isImported = ({ lesson }: TaughtRow): boolean => lesson.source === 'actual';

/**
 * The dates of a lesson from one day to another, both inclusive, and every single date, whenever it is; with what identifies them.
 * @param rows all that can replace a date of another: a date of a student's series can be another student's, or an appointment
 * @param closures those of the studio
 */
export const datesOfRows = (
  rows: readonly TaughtRow[],
  lineageOf: LineageOf,
  closures: readonly Closure[],
): ((row: TaughtRow, from: IsoDate, to: IsoDate) => LessonDate[]) => {
  const closedOn = closedAmong(closures, rows);
  const calendar = calendarOf(
    rows.map(({ lesson }) => lesson),
    closedOn,
  );
  return (row, from, to) => {
    const { lesson, teacherId } = row;
    const { lessonId: rowId, start, duration } = lesson;
    const { lessonId, originalDate, root, origin, isSingle } = identityOf(row, lineageOf);
    const takesPlace = occupiesTime(lesson);
    return calendar.datesOf(lesson, from, to).map((date) => {
      const closed = closedOn(lesson, date);
      return {
        lessonId,
        originalDate: originalDate ?? date,
        root,
        origin,
        isSingle,
        rowId,
        date,
        teacherId,
        start,
        duration,
        takesPlace: takesPlace && closed === null,
        closed,
        cancelled: lesson.cancellation,
      };
    });
  };
};

/** Every date of a student's lessons up to a day, and every single date after it: the calendar's, without appointments. */
export const lessonDatesOf = (
  rows: readonly TaughtRow[],
  lineageOf: LineageOf,
  closures: readonly Closure[],
): ((studentId: string, to: IsoDate) => LessonDate[]) => {
  const datesOfRow = datesOfRows(rows, lineageOf, closures);
  const datesOf = (row: TaughtRow, to: IsoDate): LessonDate[] => datesOfRow(row, row.lesson.validFrom ?? '', to);
  const ofStudent = Map.groupBy(rows.filter(isTaught), ({ lesson }) => lesson.studentId ?? '');
  return (studentId, to) => {
    const lessons = ofStudent.get(studentId) ?? [];
    const imported = lessons.filter(isImported).flatMap((row) => datesOf(row, to));
    const own = lessons.filter((row) => !isImported(row)).flatMap((row) => datesOf(row, to));
    return imported.length === 0 ? own : withoutTwins(own, imported);
  };
};
