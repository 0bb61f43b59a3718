import { availableParallelism } from 'node:os';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { parseInstance, type InstanceInput } from '../week/instance.ts';
import type { Progress } from '../run.ts';
import type { MoveRules } from '../moves/moves.ts';
import type {
  Control,
  CurveJob,
  CurveOfParts,
  Job,
  JointJob,
  JointlyPlanned,
  PartPlanned,
  PlannedWeek,
  RunOptions,
} from './worker.ts';
import { groupsOf } from '../joint/groups.ts';
import { groupOf, membersOf, withoutBound, type JointWeeks } from '../joint/join.ts';
import type { Names } from '../week/wording.ts';

type Following = {
  /** When aborted, the run ends immediately and its promise rejects with an `AbortError`. */
  readonly signal?: AbortSignal | undefined;
  /** When aborted, the run ends soon and its promise resolves with the best plan so far. */
  readonly stop?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
};
type PlanOptions = RunOptions & Following;
type JointInput = Omit<JointWeeks, 'instances'> & { readonly instances: readonly InstanceInput[] };
type CurveOptions = CurveJob['options'] & Following;

export type OptimizerPool = {
  /** Maximum concurrent runs; further ones wait. */
  readonly threads: number;
  /**
   * Plans and explains a week in a separate thread, so that the caller's event loop stays free.
   * @throws InvalidInstance before anything is started
   */
  readonly plan: (instance: InstanceInput, names: Names, options?: PlanOptions) => Promise<PlannedWeek>;
  /**
   * Plans a week, or several together, for each number of families that may move, in the same way.
   * @throws InvalidInstance before anything is started
   */
  readonly curve: (
    input: InstanceInput | JointInput,
    rules: MoveRules,
    options?: CurveOptions,
  ) => Promise<CurveOfParts>;
  /**
   * Plans several teachers' weeks together, in the same way. Groups that share nothing are planned apart, at the same time, and a teacher alone as by
   * `plan`; a number of families that may move binds all.
   * @throws InvalidInstance before anything is started
   */
  readonly together: (
    weeks: JointInput,
    names: readonly Names[],
    options?: Omit<PlanOptions, 'onProgress'> & {
      /** @param teachers the indices of those in the group */
      readonly onProgress?: (progress: Progress, teachers: readonly number[]) => void;
    },
  ) => Promise<JointlyPlanned>;
  /** Lets active runs end with their best plan so far, then ends the threads. No run can be started afterwards. */
  readonly close: () => Promise<void>;
};

export type PoolOptions = {
  /** Maximum threads; by default one fewer than the machine has cores, from 1 to 4. */
  readonly threads?: number;
  /** Added to the niceness of the threads, and of those that they start. Other threads then go first where both need a processor. */
  readonly niceness?: number;
};

const idleMilliseconds = 60_000;

/** Opens a pool. Threads are started on demand and end after an idle minute. */
export const openOptimizerPool = ({ threads = defaultThreads(), niceness = 0 }: PoolOptions = {}): OptimizerPool => {
  const pool = new Piscina<Job | CurveJob | JointJob>({
    filename: new URL('worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idleMilliseconds,
    niceIncrement: niceness,
    // With atomics a waiting thread blocks its own loop, and progress would arrive only at the end.
    atomics: 'disabled',
  });
  const stops = new Set<Int32Array>();
  let closed = false;

  const follow = async <Result>(
    { signal, stop, onProgress }: Following,
    run: (control: Control, options: { transferList: [Control['progress']]; signal?: AbortSignal }) => Promise<Result>,
  ): Promise<Result> => {
    if (closed) throw new Error('The optimizer pool is closed.');
    const flag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const raise = (): void => void Atomics.store(flag, 0, 1);
    const { port1, port2 } = new MessageChannel();
    port1.on('message', (progress: Progress) => onProgress?.(progress));
    port1.unref();
    stops.add(flag);
    if (stop?.aborted === true) raise();
    stop?.addEventListener('abort', raise, { once: true });
    try {
      return await run({ stop: flag, progress: port2 }, { transferList: [port2], ...(signal ? { signal } : {}) });
    } finally {
      stop?.removeEventListener('abort', raise);
      stops.delete(flag);
      port1.close();
    }
  };

  const plan: OptimizerPool['plan'] = (input, names, { signal, stop, onProgress, ...options } = {}) =>
    follow<PlannedWeek>({ signal, stop, onProgress }, (control, running) =>
      pool.run({ ...control, instance: parseInstance(input), names, options }, { ...running, name: 'planWeek' }),
    );

  const curve: OptimizerPool['curve'] = (input, rules, { signal, stop, onProgress, ...options } = {}) =>
    follow<CurveOfParts>({ signal, stop, onProgress }, (control, running) => {
      const weeks = 'instances' in input ? parsedWeeks(input) : parseInstance(input);
      return pool.run({ ...control, weeks, rules, options }, { ...running, name: 'planMoves' });
    });

  const together: OptimizerPool['together'] = async (input, names, { onProgress, ...options } = {}) => {
    const weeks = parsedWeeks(input);
    const jointly = ({ signal, stop, ...own }: PlanOptions, job: Pick<JointJob, 'weeks' | 'names'>) => {
      const { onProgress: told, ...runOptions } = own;
      return follow<JointlyPlanned>({ signal, stop, onProgress: told }, (control, running) =>
        pool.run({ ...control, ...job, options: runOptions }, { ...running, name: 'planJointly' }),
      );
    };
    if (options.moving) {
      const everyone = weeks.instances.map((_, teacher) => teacher);
      return jointly(
        { ...options, ...(onProgress && { onProgress: (progress) => onProgress(progress, everyone) }) },
        { weeks, names },
      );
    }
    const planned = await Promise.all(
      groupsOf({ ...weeks, members: membersOf(weeks) }).map(
        async (teachers): Promise<(readonly [number, PartPlanned])[]> => {
          const following = {
            ...options,
            ...(onProgress && { onProgress: (progress: Progress) => onProgress(progress, teachers) }),
          };
          const [first = 0, ...others] = teachers;
          const instance = weeks.instances[first];
          if (others.length === 0 && instance) {
            const part = await plan(instance, names[first] ?? {}, following);
            return [[first, { students: instance.students.map(({ id }) => id), planned: part }]];
          }
          const named = teachers.map((teacher) => names[teacher] ?? {});
          const { parts } = await jointly(following, { weeks: groupOf(weeks, teachers), names: named });
          return parts.map((part, index) => [teachers[index] ?? 0, part]);
        },
      ),
    );
    return {
      parts: planned
        .flat()
        .toSorted(([one], [other]) => one - other)
        .map(([, part]) => part),
    };
  };

  const close = async (): Promise<void> => {
    closed = true;
    for (const flag of stops) Atomics.store(flag, 0, 1);
    await pool.close();
  };

  return { threads, plan, curve, together, close };
};

const parsedWeeks = (input: JointInput): JointWeeks =>
  withoutBound({ ...input, instances: input.instances.map(parseInstance) });

const defaultThreads = (): number => Math.min(4, Math.max(1, availableParallelism() - 1));
