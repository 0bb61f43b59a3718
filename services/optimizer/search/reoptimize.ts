import type { Highs } from 'highs';
import type { StopSignal } from '../budget.ts';
import { check, type Figures } from '../week/check.ts';
import { ordersOf, weekOf } from '../exact/day-routes.ts';
import { prover } from '../exact/prove.ts';
import { layOut } from '../explain/plan.ts';
import type { Instance, PlannedLesson } from '../week/instance.ts';
import { lessonsOf } from '../week/lessons.ts';
import { withClock } from '../run.ts';
import { solve } from '../solve.ts';
import type { Week } from '../week/week.ts';
import { formatDuration } from '@rondo/contracts/calendar/times.ts';

/** The families' existing lessons, and how many may be asked to change their time. */
export type Keep = { readonly lessons: readonly PlannedLesson[]; readonly maxMoved: number };

/** A family's lesson before and after. */
type Move = { readonly from: PlannedLesson; readonly to: PlannedLesson | null };

export type Reoptimized = {
  readonly lessons: readonly PlannedLesson[];
  readonly figures: Figures;
  /** Families who could have stayed and are asked to move: at most `maxMoved`. */
  readonly moved: readonly Move[];
  /** Families whose lesson cannot stay in any plan; `to` is null for those without another place. */
  readonly displaced: readonly Move[];
  /** The gain compared with moving nobody. */
  readonly gain: { readonly students: number; readonly driveMinutes: number; readonly sentence: string };
};

export type ReoptimizeOptions = {
  readonly highs: Highs;
  readonly milliseconds: number;
  readonly signal?: StopSignal;
  readonly seed?: number;
};

/**
 * Replans a week with few changes for families: every student with a lesson keeps one, and at most `maxMoved` of those whose lesson still
 * fits get another time. With 0, only adds new students.
 */
export const reoptimize = (instance: Instance, keep: Keep, options: ReoptimizeOptions): Reoptimized => {
  const { staying, displaced } = sortOut(instance, keep.lessons);
  const pinned = { ...instance, fixedLessons: [...instance.fixedLessons, ...staying] };
  const { highs, milliseconds, signal, seed } = options;
  const share = keep.maxMoved === 0 ? 1 : 0.4;
  const own = { ...(signal ? { signal } : {}), ...(seed === undefined ? {} : { seed }) };
  const addOnly = solve(withKeptFirst(pinned, keep.lessons), {
    mode: 'core',
    highs,
    milliseconds: milliseconds * share,
    ...own,
  });
  const lessons =
    keep.maxMoved === 0 || staying.length === 0
      ? addOnly.lessons
      : withMoves(instance, keep, staying, addOnly.lessons, { ...options, milliseconds: milliseconds * (1 - share) });
  return answer(instance, { lessons, addOnly: addOnly.lessons, staying, displaced });
};

/** Those of the kept lessons that are compatible with the fixed ones and each other. */
const sortOut = (instance: Instance, lessons: readonly PlannedLesson[]) => {
  const fixed = new Set(instance.fixedLessons.map(({ studentId }) => studentId));
  const staying: PlannedLesson[] = [];
  const displaced: PlannedLesson[] = [];
  for (const lesson of lessons.filter(({ studentId }) => !fixed.has(studentId))) {
    const before = broken(instance, staying);
    const stays = broken(instance, [...staying, lesson]) <= before;
    (stays ? staying : displaced).push(lesson);
  }
  return { staying, displaced };
};

/** The number of rules that these lessons break together with the fixed ones. */
const broken = (instance: Instance, lessons: readonly PlannedLesson[]): number => {
  const fixedLessons = [...instance.fixedLessons, ...lessons];
  return check({ ...instance, fixedLessons }, fixedLessons).violations.length;
};

/** No student loses a lesson to a new one: each existing student outweighs all the others. */
const withKeptFirst = (instance: Instance, lessons: readonly PlannedLesson[]): Instance => {
  const kept = new Set(lessons.map(({ studentId }) => studentId));
  const all = Math.ceil(instance.students.reduce((sum, { weight }) => sum + weight, 0)) + 1;
  return {
    ...instance,
    students: instance.students.map((each) => (kept.has(each.id) ? { ...each, weight: each.weight + all } : each)),
  };
};

/**
 * The instance in which the preferred slots are the kept lessons' exact times. A lesson off the grid could not be moved back to its time,
 * so it is not moved.
 */
const withStaysPreferred = (instance: Instance, staying: readonly PlannedLesson[]): Instance => {
  const beside = staying.filter(({ startTime }) => startTime % instance.startGrid !== 0);
  const slots = new Map(staying.map((lesson) => [lesson.studentId, lesson]));
  return {
    ...instance,
    fixedLessons: [...instance.fixedLessons, ...beside],
    students: instance.students.map((each) => {
      const availability = each.availability.map((row) => ({ ...row, isPreferred: false }));
      const slot = slots.get(each.id);
      if (!slot) return { ...each, availability };
      const { dayOfWeek, startTime } = slot;
      const stay = { dayOfWeek, startTime, endTime: startTime + each.lessonDuration, isPreferred: true };
      return { ...each, availability: [...availability, stay] };
    }),
  };
};

const withMoves = (
  instance: Instance,
  { lessons, maxMoved }: Keep,
  staying: readonly PlannedLesson[],
  addOnly: readonly PlannedLesson[],
  { highs, milliseconds, signal }: ReoptimizeOptions,
): readonly PlannedLesson[] => {
  const deadline = performance.now() + milliseconds;
  const layout = layOut(withKeptFirst(withStaysPreferred(instance, staying), lessons), addOnly);
  let best = weekOf(layout.problem, ordersOf(layout.week));
  const start = best;
  if (!start) return addOnly;
  prover(layout.problem, {
    highs,
    mode: 'core',
    ...withClock,
    leastPreferred: start.totals.preferred - maxMoved,
    seconds: () => (deadline - performance.now()) / 1000,
    isOver: () => signal?.aborted === true || performance.now() >= deadline,
    best: () => best ?? start,
    met: () => [],
    onWeek: (week: Week) => (best = week),
    onLimit: () => undefined,
  }).prove();
  return best === start ? addOnly : lessonsOf(best ?? start);
};

type Found = {
  readonly lessons: readonly PlannedLesson[];
  readonly addOnly: readonly PlannedLesson[];
  readonly staying: readonly PlannedLesson[];
  readonly displaced: readonly PlannedLesson[];
};

const answer = (instance: Instance, { lessons, addOnly, staying, displaced }: Found): Reoptimized => {
  const now = new Map(lessons.map((lesson) => [lesson.studentId, lesson]));
  const moveOf = (from: PlannedLesson): Move => ({ from, to: now.get(from.studentId) ?? null });
  const moved = staying
    .map(moveOf)
    .filter(({ from, to }) => to?.dayOfWeek !== from.dayOfWeek || to.startTime !== from.startTime);
  const { figures } = check(instance, lessons);
  const before = check(instance, addOnly).figures;
  const students = figures.scheduled - before.scheduled;
  const driveMinutes = before.driveMinutes - figures.driveMinutes;
  return {
    lessons,
    figures,
    moved,
    displaced: displaced.map(moveOf),
    gain: { students, driveMinutes, sentence: sayGain(moved.length, students, driveMinutes) },
  };
};

const sayGain = (moved: number, students: number, drive: number): string => {
  if (moved === 0) return 'No one has to move.';
  const who = moved === 1 ? 'Moving 1 family' : `Moving ${moved} families`;
  const more = students === 1 ? 'places 1 more student' : `places ${students} more students`;
  const driving = `${drive >= 0 ? 'saves' : 'adds'} ${formatDuration(Math.abs(drive))} of driving a week`;
  const parts = [...(students > 0 ? [more] : []), ...(drive !== 0 ? [driving] : [])];
  return `${who} ${parts.length === 0 ? 'changes nothing' : parts.join(' and ')}.`;
};
