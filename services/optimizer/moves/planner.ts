import type { Highs } from 'highs';
import { at, realAt } from '../arrays.ts';
import { iterationBudget, type Budget } from '../budget.ts';
import { openDays, ordersOf, weekOf, type Order } from '../exact/day-routes.ts';
import { prover } from '../exact/prove.ts';
import { withClock, withoutClock, untilMoment } from '../run.ts';
import { idleOf, settleDays } from '../search/idle-order.ts';
import { pick, seededRandom } from '../search/random.ts';
import { routePool } from '../search/route-pool.ts';
import { search } from '../search/search.ts';
import { someChanges } from '../joint/changes.ts';
import type { Problem } from '../week/problem.ts';
import { compareTotals, isProven, noLimit, type Limit, type Proven } from '../week/totals.ts';
import { copyWeek, type Week } from '../week/week.ts';
import { countMoved, divide, dividedOrder, holdStays } from './divide.ts';
import type { MoveRules } from './moves.ts';

export type MovePlannerOptions = {
  readonly highs: Highs | undefined;
  readonly seed: number;
  /** Undefined for a time budget. */
  readonly iterations: number | undefined;
  readonly stopwatch: () => number;
  readonly isStopped: () => boolean;
};

/** A plan that keeps its number of moves, and what is proven of it among the plans that keep it. */
export type MovePlan = {
  readonly week: Week;
  readonly moved: number;
  readonly limit: Limit;
  readonly proven: Proven;
};

/** Plans one week with different numbers of families that may move; what one has found helps the next. */
export type MovePlanner = {
  /** The fewest families that move in any plan; where that is not proven, in the plans found. Then `bound` is lower. */
  readonly fewest: (deadline: number) => { readonly moved: number; readonly bound: number };
  /**
   * The best plan in which at most so many families move: most students who have a lesson now, then the goals of every run, then fewest families.
   * @param most infinite for any number
   * @param deadline by the stopwatch
   * @returns undefined when none was found
   */
  readonly plan: (most: number, deadline: number, tell?: (plan: MovePlan) => void) => MovePlan | undefined;
};

const millisecondsPerStudent = 5;
/** Routes of a search that are kept, the newest. */
const mostMet = 3000;
/** The increase from one round of search to the next. */
const laterSearch = 300;

export const movePlanner = (problem: Problem, rules: MoveRules, options: MovePlannerOptions): MovePlanner => {
  const { highs, seed, iterations, stopwatch, isStopped } = options;
  const hasLesson = (node: number): boolean => (problem.ids[node] ?? '') in rules.households;
  // One student who has a lesson now weighs more than all who have none.
  const others = problem.ids.filter(
    (_, node) => node > 0 && at(problem.person, node) === node && !hasLesson(node),
  ).length;
  const split = divide(
    problem,
    rules,
    Infinity,
    (node) => realAt(problem.weight, node) * (hasLesson(node) ? others + 1 : 1),
  );
  const searchWeight = (node: number): number => realAt(problem.weight, node) * (hasLesson(node) && others > 0 ? 2 : 1);
  const days = openDays(split.problem, true, (iterations === undefined ? withClock : withoutClock).capacity);
  const met: (() => Order | undefined)[] = [];
  const plans: { readonly week: Week; readonly moved: number }[] = [];
  const families = [...new Set(Object.values(rules.households))];
  const random = seededRandom(seed);

  const movedIn = (week: Week): number =>
    split.problem.moves ? countMoved(split.problem.moves, (node) => at(week.tourOf, node) >= 0) : 0;
  const keep = (week: Week): void => {
    const moved = movedIn(week);
    const isWorse = (one: (typeof plans)[number]): boolean =>
      one.moved <= moved && compareTotals(one.week.totals, week.totals, 'preferred') <= 0;
    if (!plans.some(isWorse)) plans.push({ week: copyWeek(week), moved });
  };
  const bestWithin = (most: number): Week | undefined =>
    plans
      .filter(({ moved }) => moved <= most)
      .toSorted((a, b) => compareTotals(a.week.totals, b.week.totals, 'preferred') || a.moved - b.moved)[0]?.week;

  const searchWith = (mayMove: ReadonlySet<string>, round: number, budget: Budget): void => {
    const mayChange = someChanges(problem, seed + round, bestWithin(Infinity));
    const own = holdStays(problem, split, (id) => mayMove.has(rules.households[id] ?? ''), mayChange, searchWeight);
    const orderOf = (order: Order): Order | undefined => dividedOrder(own, split, order);
    const week = search(own, {
      mode: 'preferred',
      seed: seed + round,
      budget: (spent) => (isStopped() ? 1 : budget(spent)),
      pool: routePool((tour, stops) => {
        const order = { tour, stops: Array.from(stops) };
        met.push(() => orderOf(order));
      }),
    });
    const found = weekOf(
      split.problem,
      ordersOf(week).flatMap((order) => orderOf(order) ?? []),
    );
    if (found) keep(found);
  };
  const readMet = (): Order[] =>
    met
      .splice(0)
      .slice(-mostMet)
      .flatMap((order) => order() ?? []);

  const firstBudget = (deadline: number): Budget =>
    iterations === undefined
      ? untilMoment(
          stopwatch,
          stopwatch() + Math.min(millisecondsPerStudent * problem.nodes, (deadline - stopwatch()) * 0.15),
        )
      : iterationBudget(iterations);
  let isBegun = false;
  const begin = (deadline: number): void => {
    if (isBegun) return;
    isBegun = true;
    searchWith(new Set(), 0, firstBudget(deadline));
    searchWith(new Set(families), 1, firstBudget(deadline));
  };

  const limitsUntil = (deadline: number) => ({
    ...(iterations === undefined ? { ...withClock, seconds: () => (deadline - stopwatch()) / 1000 } : withoutClock),
    isOver: () => isStopped() || stopwatch() >= deadline,
  });
  const proverFor = (
    most: number,
    deadline: number,
    on: {
      readonly best: () => Week;
      onWeek: (week: Week) => void;
      onLastWeek?: (week: Week) => void;
      onLimit: (limit: Limit) => void;
    },
  ) =>
    highs && days && split.problem.moves
      ? prover(
          { ...split.problem, moves: { ...split.problem.moves, most } },
          { highs, mode: 'preferred', ...limitsUntil(deadline), days, met: readMet, ...on },
        )
      : undefined;

  let fewestSoFar: { readonly moved: number; readonly bound: number } | undefined;
  const fewest: MovePlanner['fewest'] = (deadline) => {
    if (fewestSoFar) return fewestSoFar;
    begin(deadline);
    const lost = split.problem.moves?.lost ?? 0;
    const movedLeast = (): number => Math.min(...plans.map(({ moved }) => moved));
    if (movedLeast() > lost) {
      const best = bestWithin(Infinity);
      const found =
        best &&
        proverFor(Infinity, deadline, { best: () => best, onWeek: keep, onLimit: () => undefined })?.fewestMoves();
      if (found?.week) keep(found.week);
      const moved = movedLeast();
      fewestSoFar = { moved, bound: Math.min(moved, Math.max(lost, found?.least ?? lost)) };
    } else fewestSoFar = { moved: lost, bound: lost };
    return fewestSoFar;
  };

  const plan: MovePlanner['plan'] = (most, deadline, tell) => {
    begin(deadline);
    if (!bestWithin(most)) fewest(deadline);
    const start = bestWithin(most);
    if (!start) return undefined;
    let best = start;
    let limit = noLimit;
    const answer = (): MovePlan => ({
      week: best,
      moved: movedIn(best),
      limit,
      proven: isProven({ ...best.totals, idle: idleOf(best) }, limit, 'preferred'),
    });
    const onWeek = (week: Week): void => {
      keep(week);
      const better = bestWithin(most);
      if (better && compareTotals(better.totals, best.totals, 'preferred') < 0) best = better;
      tell?.(answer());
    };
    const exact = proverFor(most, deadline, {
      best: () => best,
      onWeek,
      onLastWeek: (week) => {
        keep(week);
        best = copyWeek(week);
      },
      onLimit: (next) => {
        limit = next;
        tell?.(answer());
      },
    });
    exact?.prove();
    const isDone = (): boolean =>
      iterations !== undefined || isStopped() || stopwatch() >= deadline || answer().proven.drive;
    for (let round = 2; !isDone(); round++) {
      searchWith(
        someFamilies(families, most, random),
        round,
        untilMoment(stopwatch, Math.min(deadline, stopwatch() + laterSearch)),
      );
      onWeek(best);
      exact?.packPool();
    }
    if (!answer().proven.idle) best = settleDays(best);
    return answer();
  };
  return { fewest, plan };
};

/** A random choice of as many families as may move. */
const someFamilies = (families: readonly string[], most: number, random: () => number): Set<string> => {
  const left = [...families];
  const chosen = new Set<string>();
  while (left.length > 0 && chosen.size < most) chosen.add(left.splice(pick(random, left.length), 1)[0] ?? '');
  return chosen;
};
