import { connectionsFor } from '../kit/admission.ts';
import { connectionPool } from '@rondo/projections/postgres/pool.ts';
import type pg from 'pg';
import { z } from 'zod';
import { Unavailable } from '../kit/errors.ts';

declare module '../kit/services.ts' {
  interface Services {
    readonly locks: Locks;
  }
}

/** Named locks shared by every process on one database. */
export type Locks = {
  /**
   * Runs a task while no other caller holds any of these keys. Keys are acquired in sorted order, so that callers with common keys cannot
   * deadlock.
   * @throws Unavailable when they cannot all be acquired in time
   */
  hold<T>(keys: Iterable<string>, task: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

const busy = (cause?: unknown): Unavailable =>
  new Unavailable('Others are changing the same lessons right now. Please try again in a moment.', { cause });

/** Waits until a time of `performance.now()`; a later result is passed to `late`. */
const before = async <T>(deadline: number, work: Promise<T>, late: (value: T) => void): Promise<T> => {
  const { promise: ringing, resolve: ring } = Promise.withResolvers<'late'>();
  const timer = setTimeout(ring, Math.max(0, deadline - performance.now()), 'late');
  try {
    const first = await Promise.race([work.then((value) => ({ value })), ringing]);
    if (first !== 'late') return first.value;
    work.then(late, () => undefined);
    throw busy();
  } finally {
    clearTimeout(timer);
  }
};

/** Queues this process's own callers for a key, so that only one of them waits in the database. */
const turns = () => {
  const last = new Map<string, Promise<unknown>>();

  const join = (key: string): { mine: Promise<unknown>; leave: () => void } => {
    const mine = last.get(key) ?? Promise.resolve();
    const { promise: left, resolve: leave } = Promise.withResolvers<void>();
    const next = mine.then(() => left);
    last.set(key, next);
    void next.then(() => last.get(key) === next && last.delete(key));
    return { mine, leave };
  };

  return async <T>(keys: readonly string[], deadline: number, task: () => Promise<T>): Promise<T> => {
    const leaving: (() => void)[] = [];
    try {
      for (const key of keys) {
        const { mine, leave } = join(key);
        leaving.push(leave);
        await before(deadline, mine, () => undefined);
      }
      return await task();
    } finally {
      for (const leave of leaving) leave();
    }
  };
};

const lockNotAvailable = z.object({ code: z.literal('55P03') });

/** Takes advisory locks until the end of the transaction. */
const lockAll = async (client: pg.PoolClient, keys: readonly string[], deadline: number): Promise<void> => {
  try {
    await client.query('begin');
    for (const key of keys) {
      const left = Math.ceil(deadline - performance.now());
      if (left <= 0) throw busy();
      await client.query("select set_config('lock_timeout', $1, true)", [String(left)]);
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
    }
  } catch (error) {
    throw lockNotAvailable.safeParse(error).success ? busy(error) : error;
  }
};

/** PostgreSQL's advisory locks, on dedicated connections: a lock holder never waits for a connection used by a waiter for that lock. */
export const advisoryLocks = ({
  connectionString,
  patience = 5000,
  connections = 6,
}: {
  readonly connectionString: string;
  /** How long a caller waits for all its keys together, in milliseconds. */
  readonly patience?: number;
  readonly connections?: number;
}): Locks => {
  const pool = connectionPool({
    connectionString,
    max: connections,
    name: 'rondo locks',
    answersWithin: 2 * patience,
    admit: connectionsFor(connections),
  });
  const inTurn = turns();

  const lockedInDatabase = async <T>(keys: readonly string[], deadline: number, task: () => Promise<T>): Promise<T> => {
    const client = await before(deadline, pool.connect(), (late) => late.release());
    try {
      await lockAll(client, keys, deadline);
      return await task();
    } finally {
      // A connection that cannot end its transaction is closed, which releases its locks.
      await client.query('rollback').then(
        () => client.release(),
        () => client.release(true),
      );
    }
  };

  return {
    hold: (keys, task) => {
      const sorted = [...new Set(keys)].toSorted();
      if (sorted.length === 0) return task();
      const deadline = performance.now() + patience;
      return inTurn(sorted, deadline, () => lockedInDatabase(sorted, deadline, task));
    },
    close: () => pool.end(),
  };
};
