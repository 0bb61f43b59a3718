import type { Student } from '@rondo/contracts/api/students.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { isOccurrence, isWeekly } from '@rondo/contracts/calendar/rows.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { isEmptied, type Difference, type FeedDifferences, type Kind } from './differences.ts';

/** What Rondo knows of the rows and students that a difference names, by id. */
export type Known = {
  readonly lessons: ReadonlyMap<string, CalendarLesson>;
  readonly students: ReadonlyMap<string, Student>;
};

const sources = { optimized: 'Optimized', manual: 'Manual', actual: 'Imported' } as const;

/** "Optimized lesson, weekly", "Imported appointment". */
const rowText = (row: CalendarLesson): string =>
  `${sources[row.source]} ${row.entryType}${isWeekly(row) || isOccurrence(row) ? ', weekly' : ''}`;

/** The name of what differs: the lesson's student, else the title in the calendar. */
export const nameIn = ({ lessons }: Known, { lessonId, title }: Difference): string => {
  const student = lessonId === null ? null : lessons.get(lessonId)?.student;
  return student?.name ?? title;
};

/** What it is in Rondo, or becomes there. */
export const detailIn = (
  { lessons, students }: Known,
  kind: Kind,
  { lessonId, studentId, isCancelled, title, past }: Difference,
): string => {
  const row = lessonId === null ? undefined : lessons.get(lessonId);
  if (row) return row.student && row.student.name !== title ? `${rowText(row)} · “${title}”` : rowText(row);
  if (kind === 'gone') return 'Imported entry';
  if (kind === 'untouched' && isCancelled) return 'Cancelled in the calendar, with no lesson in Rondo';
  if (kind !== 'added') return 'Calendar event';
  const student = studentId === null ? undefined : students.get(studentId);
  const becomes = student ? `Becomes an imported lesson of ${student.name}` : 'Becomes an imported appointment';
  return past === null ? becomes : `${becomes}. Moved from ${shortDate(past.date)}, whose lesson stays`;
};

const isCancelledIn = ({ lessons }: Known, { lessonId }: Difference): boolean =>
  lessonId !== null && lessons.get(lessonId)?.status === 'cancelled';

/** How far a change of status reaches, or why nothing changes. */
export const reachIn = (known: Known, kind: Kind, difference: Difference): string | null => {
  const { lessonId } = difference;
  if (kind === 'gone') return isCancelledIn(known, difference) ? 'Cancelled in Rondo' : null;
  if (kind === 'untouched') return isCancelledIn(known, difference) ? 'Cancelled in both' : null;
  if (kind === 'moved' && difference.before === null) return 'The same time';
  if (kind !== 'cancelled' && kind !== 'restored') return null;
  const row = lessonId === null ? undefined : known.lessons.get(lessonId);
  return row && (isWeekly(row) || isOccurrence(row)) ? 'This date only' : null;
};

/** What is done with imported rows that are gone. A status is synced only if so much can be missing. */
export const goneText = (known: Known, of: FeedDifferences): string => {
  const { feed, lists } = of;
  if (isEmptied(of)) return 'They stay: an empty calendar may be a mistake.';
  const taking = lists.gone.filter((row) => !isCancelledIn(known, row)).length;
  const cancelled = feed.statuses.cancels - lists.cancelled.length;
  if (taking > 0 && cancelled === 0)
    return 'This many at once may be a mistake: syncing statuses leaves them, replacing removes them.';
  return taking > 0 ? 'Syncing statuses cancels them, replacing removes them.' : 'Replacing removes them.';
};
