import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isOccurrence, isWeekly, occupiesTime } from '@rondo/contracts/calendar/rows.ts';
import { calendarOf } from '@rondo/contracts/calendar/week.ts';
import type { Lesson } from '@rondo/contracts/events/lesson.ts';
import type { LessonDate } from './match.ts';

/** A lesson in the schedule of the teacher who has it. */
export type TaughtRow = { readonly teacherId: string; readonly lesson: Lesson };

/** Where a lesson comes from, as the `billing` read model has it; a lesson without such a row is its own root. */
type Lineage = {
  readonly root: string;
  /** The series that a single date belongs to or belonged to, and its date there. */
  readonly series_id: string | null;
  readonly original_date: string | null;
};
type LineageOf = (lessonId: string) => Lineage | undefined;

const overlapping = (a: LessonDate, b: LessonDate): boolean =>
  a.date === b.date && a.teacherId === b.teacherId && a.start < b.start + b.duration && b.start < a.start + a.duration;

/** A lesson that was also imported from the teacher's calendar counts once: as it is here, unless only the imported one takes place. */
const withoutTwins = (own: readonly LessonDate[], imported: readonly LessonDate[]): LessonDate[] => {
  const dropped = new Set<LessonDate>();
  const onDate = Map.groupBy(own, ({ date }) => date);
  for (const twin of imported) {
    const here = (onDate.get(twin.date) ?? []).find((lesson) => !dropped.has(lesson) && overlapping(lesson, twin));
    if (here) dropped.add(twin.takesPlace && !here.takesPlace ? here : twin);
  }
  return [...own, ...imported].filter((lesson) => !dropped.has(lesson));
};

const identityOf = ({ lesson }: TaughtRow, date: IsoDate, lineageOf: LineageOf) => {
  const { lessonId } = lesson;
  const rootOf = (id: string): string => lineageOf(id)?.root ?? id;
  if (isOccurrence(lesson)) {
    const { seriesId, originalDate } = lesson;
    return { lessonId: seriesId, originalDate, root: rootOf(seriesId), origin: null, isSingle: false };
  }
  const known = lineageOf(lessonId);
  const { series_id: seriesId = null, original_date: originalDate = null } = known ?? {};
  return {
    lessonId,
    originalDate: date,
    root: rootOf(lessonId),
    origin: seriesId === null || originalDate === null ? null : { lessonId: seriesId, originalDate },
    isSingle: !isWeekly(lesson),
  };
};

/** Every date of a student's lessons up to a day, and every single date after it: the calendar's, without appointments. */
export const lessonDatesOf = (rows: readonly TaughtRow[], lineageOf: LineageOf, to: IsoDate): LessonDate[] => {
  const lessons = rows.filter(({ lesson }) => lesson.entryType === 'lesson' && lesson.studentId !== null);
  const calendar = calendarOf(lessons.map(({ lesson }) => lesson));
  const datesOf = (row: TaughtRow): LessonDate[] =>
    calendar.datesOf(row.lesson, row.lesson.validFrom ?? '', to).map((date) => ({
      ...identityOf(row, date, lineageOf),
      rowId: row.lesson.lessonId,
      date,
      teacherId: row.teacherId,
      start: row.lesson.start,
      duration: row.lesson.duration,
      takesPlace: occupiesTime(row.lesson),
    }));
  const isImported = ({ lesson }: TaughtRow): boolean => lesson.source === 'actual';
  const imported = lessons.filter(isImported).flatMap(datesOf);
  const own = lessons.filter((row) => !isImported(row)).flatMap(datesOf);
  return imported.length === 0 ? own : withoutTwins(own, imported);
};
