import { at, realAt } from '../arrays.ts';
import type { Budget } from '../budget.ts';
import { holdPreferred, loosen } from './preferred-slots.ts';
import { isPlaced, nodeIn } from '../week/alternatives.ts';
import type { Problem } from '../week/problem.ts';
import { pick, seededRandom, type Random } from './random.ts';
import { drawOrder, recreate, recreateOrders, type Orders } from './recreate.ts';
import { nearestFirst, ruinScattered, ruinStrings } from './ruin.ts';
import type { RoutePool } from './route-pool.ts';
import { compareTotals, type Mode, type Totals } from '../week/totals.ts';
import { assignWeek, copyWeek, type Week, emptyWeek, insert } from '../week/week.ts';
import { improveSlot, noSlot, type Pricing } from './insertion.ts';

/** The cost, in minutes of driving, of having no second-best tour: more than any real difference. */
const noAlternative = 10_000;

/**
 * A first plan by regret insertion (Potvin and Rousseau 1993): repeatedly places the student who would lose most by waiting, i.e. whose
 * best and second-best tour differ most.
 */
const construct = (problem: Problem, pricing: Pricing): Week => {
  const week = emptyWeek(problem);
  const waiting = Array.from(problem.movable);
  const slot = noSlot();
  while (waiting.length > 0) {
    const choice = mostRegretted(week, waiting, { ...pricing, blink: 0 });
    if (choice < 0) break;
    const node = waiting.splice(choice, 1)[0] ?? 0;
    slot.cost = Number.POSITIVE_INFINITY;
    for (let tour = 0; tour < problem.tours; tour++) improveSlot(week, tour, node, pricing, never, slot);
    insert(week, slot.tour, slot.position, nodeIn(problem, slot.tour, node), slot.flavour);
  }
  return week;
};

const never = (): number => 1;

/** Index in `waiting`, -1 when no student fits. */
const mostRegretted = (week: Week, waiting: readonly number[], pricing: Pricing): number => {
  let chosen = -1;
  let highest = Number.NEGATIVE_INFINITY;
  for (const [index, node] of waiting.entries()) {
    let best = Number.POSITIVE_INFINITY;
    let second = Number.POSITIVE_INFINITY;
    for (let tour = 0; tour < week.problem.tours; tour++) {
      const slot = noSlot();
      improveSlot(week, tour, node, pricing, never, slot);
      if (slot.cost < best) [best, second] = [slot.cost, best];
      else if (slot.cost < second) second = slot.cost;
    }
    if (best === Number.POSITIVE_INFINITY) continue;
    const regret = Math.min(second - best, noAlternative) * realAt(week.problem.weight, node) - best / noAlternative;
    if (regret > highest) [chosen, highest] = [index, regret];
  }
  return chosen;
};

/**
 * The parameters of the search. Temperatures and prices are in mean drives of the instance, so they fit short trips and long country roads
 * alike. Tuned on made-up weeks of 8 to 80 students at 15,000 to 150,000 iterations; results are insensitive to most of them around these
 * values.
 */
const tuning = {
  hot: 2,
  cold: 0.2,
  /** Value of placing a student. If it is much higher, the search never leaves one out to fit two. */
  student: 4.5,
  /** The same in the preferred-slot stage, when students must weigh more than several slots. */
  studentAmongSlots: 7,
  /** Initial value of a preferred slot, and the limits within which it adapts. */
  slot: 1,
  slotLeast: 0.3,
  slotMost: 8,
  slotPatience: 0.003,
  /** Share of the budget spent on students and driving alone, before preferred slots count. */
  studentsFirst: 0.25,
  ruin: { mean: 8, longest: 8 },
  scattered: 0.2,
  blink: 0.01,
};

export type SearchOptions = {
  readonly mode: Mode;
  readonly seed: number;
  /** The plan to start from; without one a plan is constructed. */
  readonly start?: Week;
  readonly budget: Budget;
  /** Called with every new best plan; the week belongs to the search and must not be changed. */
  readonly onBest?: (best: Week, iterations: number) => void;
  /** Collects the routes of the plans that the search accepts. */
  readonly pool?: RoutePool;
  /** Polled about every hundred iterations for a better plan from elsewhere. */
  readonly adopt?: (best: Week) => Week | undefined;
  /** Called about every hundred iterations. */
  readonly onTick?: (spent: number, iterations: number) => void;
};

type Run = {
  readonly problem: Problem;
  readonly random: Random;
  readonly neighbours: readonly Int32Array[];
  readonly orders: Orders;
  readonly meanDrive: number;
  readonly current: Week;
  readonly trial: Week;
  readonly best: Week;
  readonly pool: RoutePool | undefined;
};

type Stage = {
  readonly mode: Mode;
  /** The share of the budget at which the stage ends. */
  readonly until: number;
  /** Value of a unit of weight in minutes of driving. */
  readonly weightPrice: number;
  /** Value of a preferred slot in minutes of driving; adapts. */
  slotPrice: number;
};

/**
 * Searches for the best week: a first plan by regret insertion, then ruin and recreate under simulated annealing (Christiaens and Vanden
 * Berghe 2020). The best plan is chosen by the true order of goals, regardless of the internal prices.
 */
export const search = (problem: Problem, options: SearchOptions): Week => {
  const { mode, budget, onBest, onTick } = options;
  const run = prepare(problem, options);
  onBest?.(run.best, 0);
  let iterations = 0;
  let begun = 0;
  for (const stage of stagesOf(run, mode)) {
    if (enter(run, stage)) onBest?.(run.best, iterations);
    for (let spent = budget(iterations); spent < stage.until; spent = budget(++iterations)) {
      if (iterations % 128 === 0) {
        onTick?.(spent, iterations);
        takeOver(run, options.adopt?.(run.best));
      }
      const cooled = (spent - begun) / (stage.until - begun);
      const temperature = run.meanDrive * tuning.hot * (tuning.cold / tuning.hot) ** cooled;
      if (step(run, stage, temperature)) onBest?.(run.best, iterations);
    }
    begun = stage.until;
  }
  return run.best;
};

const prepare = (problem: Problem, { seed, pool, start }: SearchOptions): Run => {
  const current = start ? copyWeek(start) : construct(problem, { preferredSlot: 0, blink: 0 });
  return {
    problem,
    random: seededRandom(seed),
    neighbours: nearestFirst(problem),
    orders: recreateOrders(problem),
    meanDrive: meanDrive(problem),
    current,
    trial: copyWeek(current),
    best: copyWeek(current),
    pool,
  };
};

/** Continues from a better plan that came from elsewhere. */
const takeOver = ({ current, trial, best }: Run, better: Week | undefined): void => {
  if (!better) return;
  for (const week of [current, trial, best]) assignWeek(week, better);
};

const stagesOf = ({ problem, meanDrive }: Run, mode: Mode): Stage[] => {
  const students = Math.max(1, problem.nodes - 1);
  const meanWeight = problem.weight.reduce((sum, weight) => sum + weight, 0) / students || 1;
  const worth = (drives: number): number => (drives * meanDrive) / meanWeight;
  const core: Stage = { mode: 'core', until: 1, weightPrice: worth(tuning.student), slotPrice: 0 };
  if (mode === 'core') return [core];
  const weightPrice = worth(tuning.studentAmongSlots);
  return [
    { ...core, until: tuning.studentsFirst },
    { mode, until: 1, weightPrice, slotPrice: tuning.slot * meanDrive },
  ];
};

/** Starts a stage from the best plan so far; true when counting preferred slots alone has improved it. */
const enter = ({ problem, current, trial, best }: Run, { mode }: Stage): boolean => {
  assignWeek(current, best);
  if (mode === 'preferred') for (let tour = 0; tour < problem.tours; tour++) holdPreferred(current, tour);
  assignWeek(trial, current);
  if (compareTotals(current.totals, best.totals, mode) >= 0) return false;
  assignWeek(best, current);
  return true;
};

/** One ruin and recreate; true when it found a new best plan. */
const step = (run: Run, stage: Stage, temperature: number): boolean => {
  const { problem, random, current, trial, best } = run;
  if (random() < tuning.scattered) ruinScattered(trial, 1 + pick(random, tuning.ruin.mean), random);
  else ruinStrings(trial, run.neighbours, tuning.ruin, random);
  if (stage.mode === 'preferred') loosenChanged(trial, current);
  const waiting = waitingIn(trial);
  drawOrder(waiting, run.orders, random);
  recreate(trial, waiting, { preferredSlot: stage.slotPrice, blink: tuning.blink }, random);
  if (stage.mode === 'preferred') {
    for (let tour = 0; tour < problem.tours; tour++) holdPreferred(trial, tour);
    adaptSlotPrice(run, stage);
  }
  const isBest = compareTotals(trial.totals, best.totals, stage.mode) < 0;
  if (isBest) assignWeek(best, trial);
  const limit = costOf(current.totals, stage) - temperature * Math.log(random());
  if (costOf(trial.totals, stage) < limit) {
    run.pool?.meet(trial, current);
    assignWeek(current, trial);
  } else assignWeek(trial, current);
  return isBest;
};

const costOf = ({ drive, weight, preferred }: Totals, { weightPrice, slotPrice }: Stage): number =>
  drive - weightPrice * weight - slotPrice * preferred;

/** While the search stays below the best weight, preferred slots weigh too much, otherwise too little. */
const adaptSlotPrice = ({ current, best, meanDrive }: Run, stage: Stage): void => {
  const tooDear = current.totals.weight < best.totals.weight;
  const factor = tooDear ? 1 - tuning.slotPatience : 1 + 2 * tuning.slotPatience;
  stage.slotPrice = Math.min(
    tuning.slotMost * meanDrive,
    Math.max(tuning.slotLeast * meanDrive, stage.slotPrice * factor),
  );
};

/** Lessons held to preferred slots would keep students out: in tours with removed stops, all may move again. */
const loosenChanged = (trial: Week, current: Week): void => {
  for (let tour = 0; tour < trial.problem.tours; tour++)
    if (at(trial.length, tour) !== at(current.length, tour)) loosen(trial, tour);
};

const waitingIn = (week: Week): Int32Array => week.problem.movable.filter((node) => !isPlaced(week, node));

const meanDrive = ({ nodes, drive }: Problem): number =>
  nodes < 2 ? 1 : Math.max(1, drive.reduce((sum, minutes) => sum + minutes, 0) / (nodes * (nodes - 1)));
