import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { countsAs, movesSentence, suggestedPoint, usualCallWorth } from '@rondo/contracts/lessons/moves-curve.ts';
import loadHighs from 'highs';
import { z } from 'zod';
import type { MoveRules } from '../optimizer/moves/moves.ts';
import { planCurve, planWithin, type PlanOfMoves } from '../optimizer/moves/plan-within.ts';
import { InvalidInstance, parseInstance, type Instance } from '../optimizer/week/instance.ts';
import { openPartner } from '../optimizer/threads/partner.ts';
import { warmUp } from '../optimizer/threads/warm-up.ts';
import { solve, type SolveOptions } from '../optimizer/solve.ts';

const usage =
  'Usage: npm run --silent optimize -- FILE.json [--mode=core|preferred] [--seconds=S] [--iterations=N] [--days=N] [--seed=N] [--base=FILE [--households=FILE] [--tolerance=0|5|10|15] (--max-moved=N | --curve)]';

const defaultSeconds = 3;

/** Milliseconds from the start of the process at which the instance is read at the latest: until then threads load. */
const warmUntil = 320;

/** A usage error; its message is one sentence for the console. */
class InvalidCall extends Error {}

type Call = {
  readonly instance: Instance;
  readonly options: SolveOptions;
  readonly moving?: { readonly rules: MoveRules; readonly most: number | 'curve' } | undefined;
};

const baseSchema = z.array(
  z.object({ studentId: z.string(), dayOfWeek: z.literal([0, 1, 2, 3, 4, 5, 6]), startTime: z.int() }),
);
const householdsSchema = z.record(z.string(), z.string());

const readFileAs = <T>(schema: z.ZodType<T>, file: string, what: string): T => {
  const parsed = schema.safeParse(readJson(file));
  if (!parsed.success) throw new InvalidCall(`${file} is not ${what}.`);
  return parsed.data;
};

type MovingArguments = ReturnType<typeof readArguments>['values'];

/** The base is a list of lessons as a plan prints them; the households are by student. */
const readMoving = (values: MovingArguments): Call['moving'] => {
  const most = readNumber('--max-moved', values['max-moved'], 0);
  const { base, households, curve = false } = values;
  if (most === undefined && !curve) return undefined;
  if (most !== undefined && curve) throw new InvalidCall('Give --max-moved or --curve, not both.');
  if (base === undefined) throw new InvalidCall('--max-moved and --curve need --base=FILE.');
  const tolerance = readNumber('--tolerance', values.tolerance, 0) ?? 0;
  if (![0, 5, 10, 15].includes(tolerance))
    throw new InvalidCall(`--tolerance is "${tolerance}"; it must be 0, 5, 10 or 15.`);
  const standing = readFileAs(baseSchema, base, 'a list of lessons');
  const byStudent =
    households === undefined ? {} : readFileAs(householdsSchema, households, 'an object of households by student');
  return {
    most: most ?? 'curve',
    rules: {
      households: Object.fromEntries(standing.map(({ studentId }) => [studentId, byStudent[studentId] ?? studentId])),
      standing,
      tolerance,
      before: [],
    },
  };
};

const readCall = (): Call => {
  const { values, positionals } = readArguments();
  const file = positionals[0];
  if (file === undefined || positionals.length > 1) throw new InvalidCall(usage);
  const mode = values.mode ?? 'preferred';
  if (mode !== 'core' && mode !== 'preferred')
    throw new InvalidCall(`--mode is "${mode}"; it must be core or preferred.`);
  const instance = parseInstance(readJson(file));
  const moving = readMoving(values);
  const days = readNumber('--days', values.days, 1);
  const iterations = readNumber('--iterations', values.iterations, 0);
  const seconds = readNumber('--seconds', values.seconds, 0, false);
  const seed = readNumber('--seed', values.seed, 0);
  return {
    instance: days === undefined ? instance : firstWindows(instance, days),
    moving,
    options: {
      mode,
      ...(iterations === undefined ? {} : { iterations }),
      ...(iterations === undefined ? { milliseconds: (seconds ?? defaultSeconds) * 1000 } : {}),
      ...(seed === undefined ? {} : { seed }),
    },
  };
};

const readArguments = () => {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        mode: text,
        seconds: text,
        iterations: text,
        days: text,
        seed: text,
        base: text,
        households: text,
        tolerance: text,
        'max-moved': text,
        curve: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new InvalidCall(`${error instanceof Error ? error.message : String(error)} ${usage}`);
  }
};

const readNumber = (name: string, value: string | undefined, least: number, whole = true): number | undefined => {
  if (value === undefined) return undefined;
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (!Number.isFinite(number) || number < least || (whole && !Number.isInteger(number)))
    throw new InvalidCall(`${name} is "${value}"; it must be a ${whole ? 'whole number' : 'number'} from ${least} up.`);
  return number;
};

const readJson = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'it is not JSON' : 'it does not exist or cannot be opened';
    throw new InvalidCall(`${file} cannot be read: ${reason}.`);
  }
};

/** Only the first windows of the teacher, as the benchmark files require; fixed lessons in the others are dropped with them. */
const firstWindows = (instance: Instance, days: number): Instance => ({
  ...instance,
  teacher: { ...instance.teacher, availability: instance.teacher.availability.slice(0, days) },
});

const printMoves = async (
  instance: Instance,
  { rules, most }: NonNullable<Call['moving']>,
  options: SolveOptions,
): Promise<void> => {
  const control = { ...options, highs: await loadHighs() };
  const figuresOf = ({ solution: { figures, lessons, proven }, moved }: PlanOfMoves) => ({
    moved,
    ...figures,
    proven,
    lessons,
  });
  const print = (answer: object): void =>
    void process.stdout.write(`${JSON.stringify(answer)}\n`, () => process.exit());
  if (most !== 'curve') {
    const { least, ...plan } = planWithin(instance, { rules, most }, control);
    return print({
      name: instance.name,
      maxMoved: most,
      ...(plan.moved.length > most ? { least } : {}),
      ...figuresOf(plan),
    });
  }
  const { points, least, leastProven } = planCurve(instance, rules, control);
  const curve = points.map((point) => ({
    n: point.n,
    moved: point.moved.length,
    placed: point.solution.figures.scheduled,
    preferred: point.solution.figures.preferred,
    driveMinutes: point.solution.figures.driveMinutes,
    idleMinutes: point.solution.figures.idleMinutes,
    leastDriving: point.leastDriving,
    proven: point.solution.proven,
  }));
  const suggested = suggestedPoint(curve, usualCallWorth);
  const [first] = curve;
  return print({
    name: instance.name,
    least,
    points: curve,
    suggested: suggested ? countsAs(suggested, least) : null,
    sentence: first && suggested ? movesSentence(first, suggested, { moved: least, isProven: leastProven }) : '',
  });
};

const main = async (): Promise<void> => {
  try {
    const isAlone = process.argv.some((each) => /^--(iterations|max-moved|curve)/.test(each));
    const partner = isAlone ? undefined : openPartner();
    if (partner) warmUp('core', () => performance.now() > warmUntil || partner.isReady());
    const { instance, options, moving } = readCall();
    if (moving) return await printMoves(instance, moving, options);
    const help = partner ? { partner } : { highs: await loadHighs() };
    const { figures, bound, ...solution } = solve(instance, { ...options, ...help });
    const answer = { name: instance.name, ...figures, bound: bound.weight, ...solution };
    process.stdout.write(`${JSON.stringify(answer)}\n`, () => process.exit());
  } catch (error) {
    if (!(error instanceof InvalidCall || error instanceof InvalidInstance)) throw error;
    process.stderr.write(`${error.message}\n`, () => process.exit(1));
  }
};

await main();
