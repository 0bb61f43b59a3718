import type { PlannedLesson } from '../week/instance.ts';

/** What counts as a move. */
export type MoveRules = {
  /** By student who has a lesson now: the household, or another id that only this student has. */
  readonly households: Readonly<Record<string, string>>;
  /** The lessons as they stand, of students who could keep theirs. The others of `households` move in every plan. */
  readonly standing: readonly PlannedLesson[];
  /** A lesson that starts at most so many minutes earlier or later stays. */
  readonly tolerance: number;
  /** Households that an earlier run of the same plan has moved already. */
  readonly before: readonly string[];
};

type Start = Pick<PlannedLesson, 'dayOfWeek' | 'startTime'>;

/** Whether a lesson stays: it keeps its weekday, and its start but for the tolerance. */
export const staysAt = (from: Start | undefined, to: Start | undefined, tolerance: number): boolean =>
  from?.dayOfWeek === to?.dayOfWeek && Math.abs((from?.startTime ?? NaN) - (to?.startTime ?? NaN)) <= tolerance;

/**
 * The households that move in a plan: a lesson that stands has another weekday or start, or none. However many lessons move, a household moves
 * once; new lessons are no moves.
 */
export const familiesThatMove = (
  { households, standing, tolerance, before }: MoveRules,
  lessons: readonly PlannedLesson[],
): string[] => {
  const planned = new Map(lessons.map((lesson) => [lesson.studentId, lesson]));
  const now = new Map(standing.map((lesson) => [lesson.studentId, lesson]));
  const stays = (studentId: string): boolean => staysAt(now.get(studentId), planned.get(studentId), tolerance);
  const moved = Object.entries(households).flatMap(([studentId, household]) => (stays(studentId) ? [] : [household]));
  return [...new Set([...before, ...moved])];
};
