import type { Highs } from 'highs';
import type { Figures } from './week/check.ts';
import { prover } from './exact/prove.ts';
import { lessonsOf } from './week/lessons.ts';
import { layOut } from './explain/plan.ts';
import { ordersOf, weekOf } from './exact/day-routes.ts';
import type { Instance, PlannedLesson } from './week/instance.ts';
import { withClock } from './run.ts';
import { workDeadline, type StopSignal } from './budget.ts';

/** The totals of the week with fewer students: the cost of the last ones. */
export type TradeOff = {
  readonly students: number;
  readonly preferred: number;
  readonly driveMinutes: number;
  /** Minutes of driving a week that it saves. */
  readonly saved: number;
  /** True when no plan with this many students, and no more of them outside preferred slots, drives less. */
  readonly proven: boolean;
};

/** The same with the week itself. */
export type CheaperWeek = TradeOff & { readonly lessons: readonly PlannedLesson[] };

export type TradeOffOptions = {
  readonly highs: Highs;
  /** Of the thread's processor time. */
  readonly milliseconds: number;
  readonly signal?: StopSignal;
};

/** Maximum number of students fewer. */
const most = 3;

/**
 * The minimum driving with one, two and three students fewer than a plan has, whichever students they are. No more lessons than in the plan
 * lie outside preferred slots. Only weeks that drive less than the plan and than those with more students.
 */
export const tradeOffs = (
  instance: Instance,
  lessons: readonly PlannedLesson[],
  figures: Figures,
  { highs, milliseconds, signal }: TradeOffOptions,
): CheaperWeek[] => {
  const { problem, week } = layOut(instance, lessons);
  const start = weekOf(problem, ordersOf(week));
  if (!start || problem.weight.some((weight, node) => node > 0 && weight !== 1)) return [];
  const { leastDriving } = prover(problem, {
    highs,
    mode: 'preferred',
    ...withClock,
    ...workDeadline(milliseconds, signal),
    best: () => start,
    met: () => [],
    onWeek: () => undefined,
    onLimit: () => undefined,
  });
  const outside = figures.scheduled - start.totals.weight;
  const fewest = problem.fixedStops.flat().length;
  const unpreferred = start.totals.weight - start.totals.preferred;
  const weeks = Array.from({ length: most }, (_, index) => index + 1)
    .filter((fewer) => start.totals.weight - fewer >= fewest)
    .map((fewer) => {
      const { week: found, isProven } = leastDriving(start.totals.weight - fewer, unpreferred);
      const { weight, preferred, drive } = found.totals;
      return {
        students: weight + outside,
        preferred,
        driveMinutes: drive,
        saved: figures.driveMinutes - drive,
        proven: isProven,
        lessons: lessonsOf(found),
      };
    });
  return eachCheaper(weeks, { students: figures.scheduled, saved: 0 });
};

/** Those that have fewer students and drive less than the week itself and than every week before them in the list. */
export const eachCheaper = <Week extends Pick<TradeOff, 'students' | 'saved'>>(
  weeks: readonly Week[],
  than: Pick<TradeOff, 'students' | 'saved'>,
): Week[] => {
  const cheaper: Week[] = [];
  for (const week of weeks.toSorted((a, b) => b.students - a.students || b.saved - a.saved)) {
    const last = cheaper.at(-1) ?? than;
    if (week.students < last.students && week.saved > last.saved) cheaper.push(week);
  }
  return cheaper;
};

/**
 * The week to choose when a lesson is worth the given minutes of driving a week: the one that saves most beyond the value of the lessons it
 * leaves out. Undefined when each of them is worth its drive.
 * @param students number placed in the week that leaves out none on purpose
 */
export const weekWorthDriving = <Week extends Pick<CheaperWeek, 'students' | 'saved'>>(
  cheaper: readonly Week[],
  students: number,
  lessonWorth: number,
): Week | undefined => {
  const gain = ({ students: fewer, saved }: Week): number => saved - (students - fewer) * lessonWorth;
  return cheaper.filter((week) => gain(week) > 0).toSorted((a, b) => gain(b) - gain(a))[0];
};
