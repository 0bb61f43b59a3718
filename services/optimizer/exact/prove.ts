import type { Highs } from 'highs';
import { realAt } from '../arrays.ts';
import type { Problem } from '../week/problem.ts';
import { compareTotals, noLimit, type Limit, type Mode, type Totals } from '../week/totals.ts';
import { copyWeek, type Week } from '../week/week.ts';
import { learn, openDays, ordersFrom, ordersOf, weekOf, type Order } from './day-routes.ts';
import { choose, type Choice, type Limits } from './integer.ts';
import type { Aim, Column } from './program.ts';
import { relax, type Exact, type Relaxation } from './relaxation.ts';
import { leastIdle } from './least-idle.ts';
import { fewestMoves, type FewestMoves } from '../moves/fewest-moves.ts';
import type { Routes } from './routes.ts';
import { knownWithin, routesWithin, type Filter } from './within.ts';

export type ProofOptions = Limits & {
  readonly highs: Highs;
  readonly mode: Mode;
  /** Maximum labels of a day whose routes are all listed. */
  readonly capacity: number;
  /** The days with the routes found so far, of a problem that differs in nothing but how many families may move. */
  readonly days?: Routes[] | undefined;
  /** The best plan currently known. */
  readonly best: () => Week;
  /** Routes found during the search that have not been read yet. */
  readonly met: () => readonly Order[];
  readonly onWeek: (week: Week) => void;
  /** Receives the plan that a complete proof ends with: as good as the best by every goal, and the same whichever plans were known. */
  readonly onLastWeek?: (week: Week) => void;
  readonly onLimit: (limit: Limit) => void;
};

type Proof = {
  readonly exact: Exact;
  readonly options: ProofOptions;
  /** The totals of the fixed lessons alone: the programs count from there. */
  readonly base: { readonly weight: number; readonly preferred: number; readonly drive: number };
  readonly isBetter: (one: Totals, other: Totals) => boolean;
  /** The minimum of preferred slots is net of weight: see `Aim`. */
  readonly isNet: boolean;
  limit: Limit;
};

const anyAmount = Number.NEGATIVE_INFINITY;
const slack = 1e-6;
/** Maximum routes of a program that only has to find a good plan. */
const mostForPlan = 2500;
/** Maximum routes taken at a time from the search, and maximum of a day at the start of a program. */
const mostMet = 3000;
const mostKnown = 200;
/** Maximum seconds for a program that only has to find a good plan. */
const planSeconds = 1.5;
/** Value of a preferred slot there, in minutes of driving: more than any one costs. */
const slotWorth = 300;

/** The exact solver of a run. */
export type Prover = {
  /**
   * Proves the best plan, goal by goal: weight, then preferred slots, then driving, then waiting, each with the former fixed. Day
   * routes come from labels, their linear relaxation from column generation; then only routes whose reduced cost is
   * within the gap can be part of a better plan (Baldacci, Christofides and Mingozzi 2008), and few enough remain for
   * HiGHS.
   */
  readonly prove: () => void;
  /** Without a proof: the best plan made of the most promising routes found so far. */
  readonly packPool: () => void;
  /** Where families that move are counted: a plan that moves fewest, however many may. */
  readonly fewestMoves: () => FewestMoves;
  /**
   * The plan that drives least among those of at least this weight in which at most so much weight lies outside preferred slots; the best
   * plan must be one of them. It does not become the best plan, and no limit is reported.
   */
  readonly leastDriving: (weight: number, unpreferred: number) => { readonly week: Week; readonly isProven: boolean };
};

export const prover = (problem: Problem, options: ProofOptions): Prover => {
  const { highs, mode, capacity } = options;
  const seeksSlots = mode === 'preferred';
  const days = options.days ?? openDays(problem, seeksSlots, capacity);
  if (!days) {
    const leastDriving = () => ({ week: options.best(), isProven: false });
    const fewest = () => ({ week: undefined, least: 0, isProven: false });
    return { prove: () => undefined, packPool: () => undefined, fewestMoves: fewest, leastDriving };
  }
  const base = {
    weight: problem.fixedTour.reduce((sum, tour, node) => sum + (tour >= 0 ? realAt(problem.weight, node) : 0), 0),
    preferred: days.reduce((sum, { day }) => sum + day.base.preferred, 0),
    drive: days.reduce((sum, { day }) => sum + day.base.drive, 0),
  };
  const exact: Exact = { highs, problem, days, seeksSlots, limits: options };
  const isBetter = (one: Totals, other: Totals): boolean => compareTotals(one, other, mode) < 0;
  const proof: Proof = { exact, options, base, isBetter, isNet: false, limit: noLimit };
  return {
    prove: () => proveAll(proof),
    packPool: () => packPool(proof, known(proof)),
    fewestMoves: () => {
      learnBest(proof);
      learnMet(proof);
      return fewestMoves(exact, known(proof));
    },
    leastDriving: (weight, unpreferred) => leastDriving(proof, weight, unpreferred),
  };
};

const leastDriving = (proof: Proof, weight: number, unpreferred: number) => {
  const { options, base } = proof;
  let week = options.best();
  const own: Proof = {
    ...proof,
    options: { ...options, best: () => week, onWeek: (better) => (week = better), onLimit: () => undefined },
    isNet: true,
    isBetter: (one, other) =>
      one.weight >= weight && one.weight - one.preferred <= unpreferred && one.drive < other.drive,
  };
  learnBest(own);
  const { outcome } = attain(own, weight - base.weight, base.weight - base.preferred - unpreferred, [], known(own));
  return { week, isProven: outcome === 'found' };
};

const proveAll = (proof: Proof): void => {
  const { exact, options, base } = proof;
  if (options.isOver()) return;
  learnBest(proof);
  const countAim: Aim = { weight: 1, slot: 0, driving: 0, leastWeight: anyAmount, leastPreferred: anyAmount };
  const integral = exact.problem.weight.every(Number.isInteger);
  let most = Infinity;
  const count = relax(exact, countAim, known(proof), (bound) => {
    const weight = integral ? Math.floor(bound + slack) : bound + slack;
    if (weight >= most) return;
    most = weight;
    tell(proof, { ...noLimit, weight: most + base.weight });
  });
  if (!count.isSolved || !integral || options.isOver()) return packPool(proof, count.columns);
  proveWeight(proof, count, most);
};

const tell = (proof: Proof, limit: Limit): void => {
  proof.limit = limit;
  proof.options.onLimit(limit);
};

/** Adds the routes of the best plan to those of the incomplete days. */
const learnBest = ({ exact, options }: Proof): void => {
  for (const order of ordersOf(options.best())) learn(exact.problem, exact.days, order);
};

/** Adds the newest of the routes found during the search. */
const learnMet = ({ exact, options }: Proof): void => {
  for (const order of options.met().slice(-mostMet)) learn(exact.problem, exact.days, order);
};

/** The newest routes of the incomplete days, as a start. */
const known = ({ exact }: Proof): Column[] =>
  exact.days.flatMap((routes, day) => {
    const count = routes.isComplete ? 0 : Math.min(routes.count, mostKnown);
    return Array.from({ length: count }, (_, i) => ({ day, route: routes.count - 1 - i }));
  });

/** The best plan's totals without those of the fixed lessons alone. */
const figuresOf = ({ options, base }: Proof) => {
  const { weight, preferred, drive } = options.best().totals;
  return { weight: weight - base.weight, preferred: preferred - base.preferred, drive: drive - base.drive };
};

const proveWeight = (proof: Proof, count: Relaxation, bound: number): void => {
  const { mode } = proof.options;
  let most = bound;
  let start = count.columns;
  while (figuresOf(proof).weight < most) {
    const filters = [{ relaxation: count, target: most }];
    const attempt = attain(proof, most, anyAmount, filters, start, mode === 'preferred');
    start = attempt.columns;
    if (attempt.outcome === 'unknown') return packPool(proof, start);
    if (attempt.outcome === 'found') {
      if (mode === 'core') return;
      break;
    }
    most -= 1;
    tell(proof, { ...noLimit, weight: most + proof.base.weight });
  }
  const filters = [{ relaxation: count, target: most }];
  if (mode === 'preferred') return provePreferred(proof, filters, most, start);
  attain(proof, most, anyAmount, filters, start);
};

const provePreferred = (proof: Proof, filters: readonly Filter[], weight: number, start: readonly Column[]): void => {
  const aim: Aim = { weight: 0, slot: 1, driving: 0, leastWeight: weight, leastPreferred: anyAmount };
  const relaxation = relax(proof.exact, aim, start);
  let most = Math.floor(relaxation.bound + slack);
  const first = most;
  // The known bound on driving held for more slots.
  const tellMost = (): void =>
    tell(proof, { ...noLimit, weight: proof.limit.weight, preferred: most + proof.base.preferred });
  tellMost();
  let columns = relaxation.columns;
  for (; ; most--, tellMost()) {
    if (proof.options.isOver()) return;
    if (most + 1 === first) packPool(proof, columns, weight);
    const attempt = attain(proof, weight, most, [...filters, { relaxation, target: most }], columns);
    columns = attempt.columns;
    if (attempt.outcome === 'unknown') return packPool(proof, columns);
    if (attempt.outcome !== 'found') continue;
    const driving = { relaxation: attempt.relaxation, target: -figuresOf(proof).drive };
    return proveIdle(proof, [driving, ...filters, { relaxation, target: most }]);
  }
};

/** The last goal: among the plans as good as the best by all others, the one that waits least. */
const proveIdle = (proof: Proof, filters: readonly Filter[]): void => {
  const found = leastIdle(proof.exact, filters, figuresOf(proof));
  if (!found) return;
  proof.options.onLastWeek?.(found.week);
  if (found.isProven) tell(proof, { ...proof.limit, idle: found.idle });
};

type Attempt = {
  readonly outcome: 'found' | 'none' | 'unknown';
  readonly columns: readonly Column[];
  readonly relaxation: Relaxation;
};

/**
 * Searches for the plan that drives least among those of at least this weight and these preferred slots.
 * @param isFirstEnough true to accept any such plan
 */
const attain = (
  proof: Proof,
  leastWeight: number,
  leastPreferred: number,
  filters: readonly Filter[],
  start: readonly Column[],
  isFirstEnough = false,
): Attempt => {
  const { exact, options } = proof;
  const aim: Aim = { weight: 0, slot: 0, driving: 1, leastWeight, leastPreferred, isNet: proof.isNet };
  const meetsAim = (now: ReturnType<typeof figuresOf>): boolean =>
    now.weight >= leastWeight && now.preferred - (proof.isNet ? now.weight : 0) >= leastPreferred;
  const relaxation = relax(exact, aim, start);
  const { columns } = relaxation;
  if (relaxation.isImpossible) return { outcome: 'none', columns, relaxation };
  if (!relaxation.isSolved) return { outcome: 'unknown', columns, relaxation };
  let least = Math.ceil(-relaxation.bound - slack);
  for (let gap = Math.max(4, Math.ceil(Math.abs(least) * 0.02)); ; gap *= 3) {
    tellDrive(proof, leastWeight, leastPreferred, least);
    const now = figuresOf(proof);
    const meets = meetsAim(now);
    if (meets && (isFirstEnough || now.drive <= least)) return { outcome: 'found', columns, relaxation };
    const isLast = gap > 100;
    const reach = Math.min(isLast ? Infinity : least + gap, meets ? now.drive - 1 : Infinity);
    const within = routesWithin(exact, [{ relaxation, target: -reach }, ...filters], options.columns);
    const choice = pick(
      proof,
      aim,
      within.isWhole ? within.columns : within.columns.slice(0, Math.min(mostForPlan, options.columns)),
    );
    if (!within.isWhole || !choice.isProven || options.isOver()) return { outcome: 'unknown', columns, relaxation };
    if (reach === Infinity && !choice.columns) return { outcome: 'none', columns, relaxation };
    const found = figuresOf(proof);
    least = Math.min(reach + 1, meetsAim(found) ? found.drive : Infinity);
  }
};

/** A bound on driving applies to the plans of maximum weight and, where they are a goal, maximum preferred slots. */
const tellDrive = (proof: Proof, weight: number, preferred: number, least: number): void => {
  const { limit, base, options } = proof;
  const isMost = weight + base.weight >= limit.weight;
  const isMostPreferred = options.mode === 'core' || preferred + base.preferred >= limit.preferred;
  if (isMost && isMostPreferred) tell(proof, { ...limit, drive: least + base.drive });
};

/** The best choice of routes; becomes the best plan if it is better. */
const pick = ({ exact, options, isBetter }: Proof, aim: Aim, columns: readonly Column[], most = Infinity): Choice => {
  // Without a time limit there is none here either.
  const seconds = (): number => (options.seconds() === Infinity ? Infinity : Math.min(most, options.seconds()));
  const limits = { ...options, seconds };
  const choice = choose(options.highs, exact.problem, exact.days, aim, columns, limits);
  if (!choice.columns) return choice;
  const week = weekOf(exact.problem, ordersFrom(exact.days, choice.columns));
  if (!week) throw new Error('A route of the program cannot be driven.');
  if (isBetter(week.totals, options.best().totals)) options.onWeek(copyWeek(week));
  return choice;
};

/** The best plan that the most promising routes make together: used where there is no proof, or until there is one. */
const packPool = (proof: Proof, start: readonly Column[], leastWeight: number = anyAmount): void => {
  const { exact, options } = proof;
  if (options.isOver()) return;
  learnBest(proof);
  learnMet(proof);
  const slot = options.mode === 'preferred' ? slotWorth : 0;
  const weight = Math.max(1000, options.best().totals.drive) + 10 * slot;
  const aim: Aim = { weight, slot, driving: 1, leastWeight, leastPreferred: anyAmount };
  const relaxation = relax(exact, aim, start.slice(0, 3000));
  const columns = knownWithin(exact, [{ relaxation, target: -Infinity }]);
  pick(proof, aim, columns.slice(0, Math.min(mostForPlan, options.columns)), planSeconds);
};
