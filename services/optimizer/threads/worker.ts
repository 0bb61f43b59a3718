import type { MessagePort } from 'node:worker_threads';
import loadHighs, { type Highs } from 'highs';
import type { JointWeeks } from '../joint/join.ts';
import { jointCurve, solveJoint, solveJointWithin, type PartOfPlan } from '../joint/solve-joint.ts';
import { explain, type Explanation } from '../explain/explain.ts';
import type { Instance } from '../week/instance.ts';
import { check } from '../week/check.ts';
import type { MoveRules } from '../moves/moves.ts';
import { planCurve, planWithin, type Curve, type Moving } from '../moves/plan-within.ts';
import { eachCheaper, tradeOffs, weekWorthDriving, type CheaperWeek } from '../trade-offs.ts';
import { solve, type Solution, type SolveOptions } from '../solve.ts';
import type { Names } from '../week/wording.ts';

/** The serializable options of a run; the rest of `SolveOptions` are functions and stay in their thread. */
export type RunOptions = Pick<SolveOptions, 'mode' | 'seed' | 'iterations' | 'milliseconds'> & {
  /** Minutes of driving a week that a lesson is worth; if absent, every lesson is worth any drive. */
  readonly lessonWorth?: number;
  /** If present, only plans in which at most so many families move. */
  readonly moving?: Moving;
};

/** Present where a number of families may move: who moves. More than that where no plan within the number was found. */
export type MovesOfPlan<Found = Solution> = {
  readonly moved: readonly string[];
  /** No plan moves fewer families than this. */
  readonly least: number;
  readonly curve: Curve<Found> | null;
};

/** A planned week with everything a report says about it. */
export type PlannedWeek = {
  readonly solution: Solution;
  readonly explanation: Explanation;
  /** The savings with fewer students than the planned week has. */
  readonly tradeOffs: readonly CheaperWeek[];
  /** Students left out on purpose, because their lessons cost more driving than they are worth; null if none were. */
  readonly spared: {
    readonly students: readonly string[];
    readonly saved: number;
    readonly lessonWorth: number;
  } | null;
  readonly moves?: MovesOfPlan;
};

/** How a run's message to the worker lets it be followed and stopped: a shared flag and a port. */
export type Control = {
  /** When set to 1 from outside, the run ends soon and keeps the best plan so far. */
  readonly stop: Int32Array;
  /** The port for progress. */
  readonly progress: MessagePort;
};

/** A run's message to the worker. */
export type Job = Control & {
  readonly instance: Instance;
  readonly names: Names;
  readonly options: RunOptions;
};

/** The message for teachers who are planned together. */
export type JointJob = Control & {
  readonly weeks: JointWeeks;
  /** By teacher. */
  readonly names: readonly Names[];
  readonly options: RunOptions;
};

/** One teacher's part of a joint plan. */
export type PartPlanned = {
  /** Whom the plan gives to this teacher: those placed here, and those without a place who belong here; those with a fixed lesson too. */
  readonly students: readonly string[];
  readonly planned: PlannedWeek;
};

/** A joint plan by teacher. */
export type JointlyPlanned = {
  readonly parts: readonly PartPlanned[];
  readonly moves?: MovesOfPlan<readonly PartOfPlan[]>;
};

/** The message for a curve, of one teacher's week or of several together. */
export type CurveJob = Control & {
  readonly weeks: Instance | JointWeeks;
  readonly rules: MoveRules;
  readonly options: Pick<RunOptions, 'seed' | 'milliseconds'>;
};

/** Time to compute the savings with fewer students: what the run left of its budget, within limits; unlimited budgets get ample time. */
const tradeOffTime = ({ milliseconds }: RunOptions, spentSeconds: number): number =>
  milliseconds === undefined ? 10_000 : Math.min(2000, Math.max(500, milliseconds - spentSeconds * 1000));

/** Loaded once per thread: 50 ms. */
const loading = loadHighs();

const controlOf = ({ stop, progress }: Control): Pick<SolveOptions, 'signal' | 'onProgress'> => ({
  signal: {
    get aborted() {
      return Atomics.load(stop, 0) === 1;
    },
  },
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a MessagePort has no origin
  onProgress: (step) => progress.postMessage(step),
});

/** Weeks with fewer students would move other families: none is looked for. */
const withoutTradeOffs = (instance: Instance, solution: Solution, names: Names): PlannedWeek => ({
  solution,
  explanation: explain(instance, solution.lessons, names),
  tradeOffs: [],
  spared: null,
});

/** Plans and explains a week: the pool threads' task. */
export const planWeek = async (job: Job): Promise<PlannedWeek> => {
  const { instance, names, options } = job;
  const { lessonWorth, moving, ...solveOptions } = options;
  const highs = await loading;
  const control = { ...solveOptions, highs, ...controlOf(job) };
  if (moving) {
    const { solution, ...moves } = planWithin(instance, moving, control);
    return { ...withoutTradeOffs({ ...instance, standing: [...moving.rules.standing] }, solution, names), moves };
  }
  return withReport(instance, solve(instance, control), names, { ...options, highs });
};

/** A planned week with everything that its report says. */
const withReport = (
  instance: Instance,
  solution: Solution,
  names: Names,
  { highs, lessonWorth, ...options }: RunOptions & { readonly highs: Highs },
): PlannedWeek => {
  const { figures } = solution;
  const cheaper = tradeOffs(instance, solution.lessons, figures, {
    highs,
    milliseconds: tradeOffTime(options, solution.seconds),
  });
  const chosen = lessonWorth === undefined ? undefined : weekWorthDriving(cheaper, figures.scheduled, lessonWorth);
  const lessons = chosen?.lessons ?? solution.lessons;
  const left = chosen ? eachCheaper(cheaper, chosen) : cheaper;
  const placed = new Set(lessons.map(({ studentId }) => studentId));
  return {
    solution: chosen
      ? {
          ...solution,
          lessons,
          figures: check(instance, lessons).figures,
          proven: { students: false, preferred: false, drive: false, idle: false },
        }
      : solution,
    explanation: explain(instance, lessons, names),
    tradeOffs: left.map((tradeOff) => ({ ...tradeOff, saved: tradeOff.saved - (chosen?.saved ?? 0) })),
    spared:
      chosen && lessonWorth !== undefined
        ? {
            students: solution.lessons.flatMap(({ studentId }) => (placed.has(studentId) ? [] : [studentId])),
            saved: chosen.saved,
            lessonWorth,
          }
        : null,
  };
};

/** Plans several teachers' weeks together: the pool threads' task where teachers share students. */
export const planJointly = async (job: JointJob): Promise<JointlyPlanned> => {
  const { weeks, names, options } = job;
  const { lessonWorth: _, moving, ...solveOptions } = options;
  const highs = await loading;
  const control = { ...solveOptions, highs, ...controlOf(job) };
  const partsWith = (
    parts: readonly PartOfPlan[],
    report: (part: PartOfPlan, names: Names) => PlannedWeek,
  ): PartPlanned[] =>
    parts.map((part, teacher) => ({
      students: part.instance.students.map(({ id }) => id),
      planned: report(part, names[teacher] ?? {}),
    }));
  if (moving) {
    const { solution, ...moves } = solveJointWithin(weeks, moving, control);
    return { parts: partsWith(solution, (part, own) => withoutTradeOffs(part.instance, part.solution, own)), moves };
  }
  return {
    parts: partsWith(solveJoint(weeks, control), ({ instance, solution }, own) =>
      withReport(instance, solution, own, { ...options, highs }),
    ),
  };
};

/** Plans a week for each number of families that may move: the pool threads' other task. */
export const planMoves = async (job: CurveJob): Promise<CurveOfParts> => {
  const { weeks, rules } = job;
  const options = { ...job.options, highs: await loading, ...controlOf(job) };
  return 'instances' in weeks ? jointCurve(weeks, rules, options) : inOnePart(planCurve(weeks, rules, options));
};

/** A curve whose plans are lists of one part a teacher. */
export type CurveOfParts = Curve<readonly Pick<PartOfPlan, 'solution'>[]>;

export const inOnePart = (curve: Curve): CurveOfParts => ({
  ...curve,
  points: curve.points.map((point) => ({ ...point, solution: [{ solution: point.solution }] })),
});
