import type { Assignment, Student } from '@rondo/contracts/api/people/students.ts';
import { nextMonday, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isCounted, isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { seriesDateInWeekOf } from '@rondo/contracts/calendar/series.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import type { Pin } from '@rondo/contracts/lessons/pins.ts';
import { scheduledStudents } from '../../../calendar/scheduled.ts';
import { joined } from '../../../lib/texts.ts';
import { byName } from '../../../lib/people.ts';
import type { AnswerTo } from '../../../api/calls.ts';

export type Candidate = {
  readonly student: Student;
  /** Has a manual weekly lesson, which stays where it is. */
  readonly manual: boolean;
  /** Has an optimized weekly lesson, accepted or pending. */
  readonly optimized: boolean;
  /** Of the optimized lesson; null: a plan may move it. */
  readonly pin: Pin | null;
  /** Has a weekly lesson of any kind that continues. */
  readonly scheduled: boolean;
};

/** Weekly lessons that take place in the next whole week, which screens without a week show. */
const weeklyLessonsNextWeek = (rows: readonly CalendarLesson[], today: IsoDate): CalendarLesson[] =>
  rows.filter(isWeekly).filter((series) => isCounted(series) && seriesDateInWeekOf(series, nextMonday(today)) !== null);

/** The students assigned to a teacher, with their existing lessons, by name. */
export const candidatesOf = (input: {
  readonly teacherId: string;
  readonly students: readonly Student[];
  readonly assignments: readonly Assignment[];
  /** All from today on. */
  readonly rows: readonly CalendarLesson[];
  readonly today: IsoDate;
}): Candidate[] => {
  const { teacherId, students, assignments, rows, today } = input;
  const assigned = new Set(assignments.filter((one) => one.teacherId === teacherId).map(({ studentId }) => studentId));
  const scheduled = scheduledStudents(rows, today);
  const nextWeek = Map.groupBy(weeklyLessonsNextWeek(rows, today), ({ studentId }) => studentId);
  return students
    .filter(({ id }) => assigned.has(id))
    .toSorted(byName)
    .map((student) => {
      const own = nextWeek.get(student.id) ?? [];
      return {
        student,
        manual: own.some(({ source }) => source === 'manual'),
        optimized: own.some(({ source }) => source === 'optimized'),
        pin: own.find(({ source, pin }) => source === 'optimized' && pin !== null)?.pin ?? null,
        scheduled: scheduled.has(student.id),
      };
    });
};

/** Students without a teacher, whom no run can place. */
export const unassignedStudents = (students: readonly Student[], assignments: readonly Assignment[]): Student[] => {
  const assigned = new Set(assignments.map(({ studentId }) => studentId));
  return students.filter(({ id }) => !assigned.has(id));
};

/** Ways to select many students at once, in the order of their buttons. */
export const selections = [
  { label: 'Select All', takes: () => true },
  { label: 'Unscheduled Only', takes: ({ scheduled }: Candidate) => !scheduled },
  { label: 'No Manual Entries', takes: ({ manual }: Candidate) => !manual },
  { label: 'Deselect All', takes: () => false },
] as const;

/** What the server knows about a teacher's first day. */
export type FirstDayFacts = AnswerTo<'GET /api/schedule/first-day'>;

/** The default first day of a plan: today, unless the teacher's day is nearly over or an accepted lesson would move; then the next Monday. */
export const usualFirstDay = (
  selected: readonly Candidate[],
  { dayIsOver, acceptedStudentIds }: Pick<FirstDayFacts, 'dayIsOver' | 'acceptedStudentIds'>,
  today: IsoDate,
): IsoDate =>
  dayIsOver || selected.some(({ student }) => acceptedStudentIds.includes(student.id)) ? nextMonday(today) : today;

const namedUpTo = 5;

/** "Ann Lee", "Ann Lee and Ben Ito"; more than five become a number: "6 students". */
export const nameList = (names: readonly string[]): string =>
  names.length > namedUpTo ? `${names.length} students` : joined(names);
