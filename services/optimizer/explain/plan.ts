import { check, fixedConflicts, type Figures, type Violation } from '../week/check.ts';
import type { Instance, PlannedLesson, WeeklyWindow } from '../week/instance.ts';
import { compile, plain, type Problem } from '../week/problem.ts';
import { emptyWeek, insert, type Week } from '../week/week.ts';
import { nameOf, type Names } from '../week/wording.ts';

/** A lesson as a stop of a tour. */
export type Stop = { readonly node: number; readonly studentId: string; readonly start: number; readonly end: number };

/** A window of the teacher with its stops in order of time. */
export type Tour = { readonly index: number; readonly window: WeeklyWindow; readonly stops: readonly Stop[] };

/** Lessons grouped into tours, and the same orders as a week of the solver, with no lesson held to preferred slots. */
export type Layout = {
  readonly instance: Instance;
  readonly problem: Problem;
  readonly tours: readonly Tour[];
  readonly week: Week;
};

/** A plan prepared for explanations: every explanation starts from it. */
export type Plan = Layout & {
  readonly names: Names;
  readonly lessons: readonly PlannedLesson[];
  /** The nodes of the students without a lesson. */
  readonly leftOut: readonly number[];
  readonly figures: Figures;
  readonly conflicts: readonly Violation[];
};

/** @throws Error when the plan breaks a rule of the instance (contradicting fixed lessons excepted): only a valid plan can be explained */
export const planOf = (instance: Instance, lessons: readonly PlannedLesson[], names: Names): Plan => {
  const { violations, figures } = check(instance, lessons, names);
  const conflicts = fixedConflicts(instance, violations);
  const broken = violations.find((violation) => !conflicts.includes(violation));
  if (broken) throw new Error(`A plan that breaks a rule cannot be explained: ${broken.detail}`);
  const placed = new Set(lessons.map(({ studentId }) => studentId));
  return {
    ...layOut(instance, lessons),
    names,
    lessons,
    leftOut: instance.students.flatMap(({ id }, index) => (placed.has(id) ? [] : [index + 1])),
    figures,
    conflicts,
  };
};

/** Groups the lessons of a valid plan into tours. */
export const layOut = (instance: Instance, lessons: readonly PlannedLesson[]): Layout => {
  const problem = compile(instance);
  const tours = instance.teacher.availability.map((window, index) => tourOf(instance, lessons, window, index));
  return { instance, problem, tours, week: weekOf(problem, tours) };
};

export const studentOf = ({ instance }: Pick<Plan, 'instance'>, node: number): Instance['students'][number] => {
  const student = instance.students[node - 1];
  if (!student) throw new Error(`Node ${node} is no student.`);
  return student;
};

export const nameOfNode = (plan: Plan, node: number): string =>
  node === 0 ? 'home' : nameOf(plan.names, studentOf(plan, node).id);

const tourOf = (
  { students }: Instance,
  lessons: readonly PlannedLesson[],
  window: WeeklyWindow,
  index: number,
): Tour => {
  const stops = lessons
    .filter(({ dayOfWeek }) => dayOfWeek === window.dayOfWeek)
    .map(({ studentId, startTime }) => {
      const node = students.findIndex(({ id }) => id === studentId) + 1;
      return { node, studentId, start: startTime, end: startTime + (students[node - 1]?.lessonDuration ?? 0) };
    })
    .filter(({ start, end }) => window.startTime <= start && end <= window.endTime)
    .toSorted((a, b) => a.start - b.start || a.end - b.end);
  return { index, window, stops };
};

/** The fixed stops are already in the empty week; the others are inserted between them in order of time. */
const weekOf = (problem: Problem, tours: readonly Tour[]): Week => {
  const week = emptyWeek(problem);
  for (const { index, stops } of tours)
    for (const [position, { node }] of stops.entries())
      if (week.tourOf[node] !== index) insert(week, index, position, node, plain);
  return week;
};
