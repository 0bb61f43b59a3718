import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import loadHighs from 'highs';
import { InvalidInstance, parseInstance, type Instance } from '../optimizer/week/instance.ts';
import { openPartner } from '../optimizer/threads/partner.ts';
import { warmUp } from '../optimizer/threads/warm-up.ts';
import { solve, type SolveOptions } from '../optimizer/solve.ts';

const usage =
  'Usage: npm run --silent optimize -- FILE.json [--mode=core|preferred] [--seconds=S] [--iterations=N] [--days=N] [--seed=N]';

const defaultSeconds = 3;

/** Milliseconds from the start of the process at which the instance is read at the latest: until then threads load. */
const warmUntil = 320;

/** A usage error; its message is one sentence for the console. */
class InvalidCall extends Error {}

type Call = { readonly instance: Instance; readonly options: SolveOptions };

const readCall = (): Call => {
  const { values, positionals } = readArguments();
  const file = positionals[0];
  if (file === undefined || positionals.length > 1) throw new InvalidCall(usage);
  const mode = values.mode ?? 'preferred';
  if (mode !== 'core' && mode !== 'preferred')
    throw new InvalidCall(`--mode is "${mode}"; it must be core or preferred.`);
  const instance = parseInstance(readJson(file));
  const days = readNumber('--days', values.days, 1);
  const iterations = readNumber('--iterations', values.iterations, 0);
  const seconds = readNumber('--seconds', values.seconds, 0, false);
  const seed = readNumber('--seed', values.seed, 0);
  return {
    instance: days === undefined ? instance : firstWindows(instance, days),
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
      options: { mode: text, seconds: text, iterations: text, days: text, seed: text },
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

const main = async (): Promise<void> => {
  try {
    const partner = process.argv.some((each) => each.startsWith('--iterations')) ? undefined : openPartner();
    if (partner) warmUp('core', () => performance.now() > warmUntil || partner.isReady());
    const { instance, options } = readCall();
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
