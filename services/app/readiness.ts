import type { Runner } from '@rondo/projections/runner/runner.ts';
import type { Position } from '@rondo/projections/runner/source.ts';
import type pg from 'pg';
import type { EventStore } from '../platform/log/event-store.ts';
import type { IdentifiedLog } from '../platform/log/known-logs.ts';
import { isWaitForConnection } from '../platform/http/problem.ts';
import type { LogReadiness, Readiness } from '../platform/http/operations/routes.ts';

/** How long the log may take to say where it ends. */
const headMilliseconds = 1000;

type Process = {
  readonly pool: pg.Pool;
  readonly store: EventStore;
  readonly runner: Pick<Runner, 'status'>;
};

const inTime = async (head: Promise<Position | null>): Promise<Position | null | undefined> => {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(late.resolve, headMilliseconds, undefined);
  try {
    return await Promise.race([head, late.promise]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
};

/** The log, where it ends, and how far behind the read models are: in events, or in bytes of an EventStoreDB log. */
const readLog = async ({ store, runner }: Process, ownLog: IdentifiedLog): Promise<LogReadiness> => {
  const head = await inTime(store.head());
  const distance = (position: Position | null): number | null =>
    head === undefined ? null : Math.max(0, store.compare(head, position));
  return {
    name: ownLog.name,
    id: ownLog.logId,
    head: head === undefined ? 'not answering' : head,
    unit: ownLog.engine === 'postgres' ? 'events' : 'bytes',
    behind: Object.fromEntries(runner.status().map(({ model, position }) => [model, distance(position)])),
  };
};

/** Ready: every read model is live and has reached the log's head as of the start, and the database answers. */
export const readiness = async (
  own: Process,
  ownLog: IdentifiedLog,
  headAtStart: Position | null,
): Promise<Readiness> => {
  const { pool, store, runner } = own;
  const behind = (position: string | null) =>
    headAtStart !== null && (position === null || store.compare(position, headAtStart) < 0);
  const models = runner.status().map(({ model, state, position, parked }) => {
    const word = state === 'live' && behind(position) ? 'catching up' : state;
    const studios = parked === 1 ? '1 studio' : `${parked} studios`;
    return [model, parked > 0 ? `${word}, ${studios} parked` : word, word === 'live'] as const;
  });
  const database = await pool.query('select 1').then(
    () => 'ok',
    (error: unknown) => (isWaitForConnection(error) ? 'busy' : 'not answering'),
  );
  return {
    ready: database !== 'not answering' && models.every(([, , ready]) => ready),
    parts: { database, ...Object.fromEntries(models.map(([model, word]) => [model, word])) },
    log: await readLog(own, ownLog),
  };
};
