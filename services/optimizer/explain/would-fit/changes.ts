import { difference } from '@rondo/contracts/calendar/intervals.ts';
import type { Instance, PlannedLesson, WeeklyWindow } from '../../week/instance.ts';

/** The change needed for a student to fit. Windows are of one weekday, in minutes after midnight. */
export type Change =
  /** None: there is room in the plan. */
  | { readonly kind: 'none' }
  /** Another family takes another day or time. */
  | { readonly kind: 'move-family'; readonly from: PlannedLesson; readonly to: PlannedLesson }
  /** The student is available longer. */
  | { readonly kind: 'widen-student'; readonly from: WeeklyWindow; readonly to: WeeklyWindow }
  /** The teacher works longer. */
  | { readonly kind: 'widen-teacher'; readonly from: WeeklyWindow; readonly to: WeeklyWindow }
  /** The student is available at one more time. */
  | { readonly kind: 'open-student'; readonly window: WeeklyWindow }
  /** The teacher works longer, and the student is available then. */
  | { readonly kind: 'both'; readonly from: WeeklyWindow; readonly to: WeeklyWindow; readonly window: WeeklyWindow };

/** Maximum minutes by which a window is widened; beyond that, a different change is suggested. */
export const mostMinutes = 120;

const isSame = (a: WeeklyWindow, b: WeeklyWindow): boolean =>
  a.dayOfWeek === b.dayOfWeek && a.startTime === b.startTime && a.endTime === b.endTime;

/** The instance with the change applied; moving a family changes only the plan. */
export const applyChange = (instance: Instance, studentId: string, change: Change): Instance => {
  switch (change.kind) {
    case 'none':
    case 'move-family':
      return instance;
    case 'widen-student':
      return withRows(instance, studentId, (rows) =>
        rows.map((row) => (isSame(row, change.from) ? { ...row, ...change.to } : row)),
      );
    case 'open-student':
      return withRow(instance, studentId, change.window);
    case 'widen-teacher':
      return withTeacherWindow(instance, change.from, change.to);
    case 'both':
      return withRow(withTeacherWindow(instance, change.from, change.to), studentId, change.window);
    default:
      return change satisfies never;
  }
};

/** Windows of a day that then touch are one, as wherever availability is read. */
const withTeacherWindow = (instance: Instance, from: WeeklyWindow, to: WeeklyWindow): Instance => {
  const changed = instance.teacher.availability.map((window) => (isSame(window, from) ? to : window));
  const touching = (window: WeeklyWindow): boolean =>
    window.dayOfWeek === to.dayOfWeek && window.startTime <= to.endTime && to.startTime <= window.endTime;
  const joined = changed.filter(touching).reduce(
    (all, { startTime, endTime }) => ({
      ...all,
      startTime: Math.min(all.startTime, startTime),
      endTime: Math.max(all.endTime, endTime),
    }),
    to,
  );
  const availability = changed.flatMap((window) => (window === to ? [joined] : touching(window) ? [] : [window]));
  return { ...instance, teacher: { ...instance.teacher, availability } };
};

type Rows = Instance['students'][number]['availability'];

const withRows = (instance: Instance, studentId: string, edit: (rows: Rows) => Rows): Instance => ({
  ...instance,
  students: instance.students.map((student) =>
    student.id === studentId ? { ...student, availability: edit(student.availability) } : student,
  ),
});

const withRow = (instance: Instance, studentId: string, window: WeeklyWindow): Instance =>
  withRows(instance, studentId, (rows) => [...rows, { ...window, isPreferred: false }]);

const lengthOf = ({ startTime, endTime }: WeeklyWindow): number => endTime - startTime;

/** Minutes by which windows grow. */
export const minutesOf = (change: Change): number => {
  switch (change.kind) {
    case 'none':
    case 'move-family':
      return 0;
    case 'widen-student':
    case 'widen-teacher':
      return lengthOf(change.to) - lengthOf(change.from);
    case 'open-student':
      return lengthOf(change.window);
    case 'both':
      return lengthOf(change.to) - lengthOf(change.from) + lengthOf(change.window);
    default:
      return change satisfies never;
  }
};

/** The parts of a window in which none of the busy time lies. */
const freeIn = ({ dayOfWeek, startTime, endTime }: WeeklyWindow, busy: readonly WeeklyWindow[]): Rows =>
  difference(
    [{ start: startTime, end: endTime }],
    busy
      .filter((window) => window.dayOfWeek === dayOfWeek)
      .map((window) => ({ start: window.startTime, end: window.endTime })),
  ).map(({ start, end }) => ({ dayOfWeek, startTime: start, endTime: end, isPreferred: false }));

/** The instance in which the student is available whenever the teacher works and nobody else has the student. */
export const alwaysFree = ({ students, teacher, ...rest }: Instance, node: number): Instance => ({
  ...rest,
  teacher,
  students: students.map((student, index) =>
    index + 1 === node
      ? { ...student, availability: teacher.availability.flatMap((window) => freeIn(window, student.taken ?? [])) }
      : student,
  ),
});
