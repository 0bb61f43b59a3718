import type { Student } from '@rondo/contracts/api/students.ts';
import { isOccurrence, isWeekly } from '@rondo/contracts/calendar/rows.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import type { Difference, Kind } from './differences.ts';

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
  { lessonId, studentId, gone, title }: Difference,
): string => {
  const row = lessonId === null ? undefined : lessons.get(lessonId);
  if (row) return row.student && row.student.name !== title ? `${rowText(row)} · “${title}”` : rowText(row);
  if (gone) return 'Imported entry';
  if (kind !== 'added') return 'Calendar event';
  const student = studentId === null ? undefined : students.get(studentId);
  return student ? `Becomes an imported lesson of ${student.name}` : 'Becomes an imported appointment';
};

/** How far a change of status reaches. */
export const reachIn = ({ lessons }: Known, kind: Kind, { lessonId, gone }: Difference): string | null => {
  if (gone) return 'Gone from the calendar';
  if (kind !== 'cancelled' && kind !== 'restored') return null;
  const row = lessonId === null ? undefined : lessons.get(lessonId);
  return row && (isWeekly(row) || isOccurrence(row)) ? 'This date only' : null;
};
