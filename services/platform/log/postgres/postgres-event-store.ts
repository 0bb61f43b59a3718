import { randomUUID } from 'node:crypto';
import { mapWithPauses } from '@rondo/projections/pacing/pauses.ts';
import { listen } from '@rondo/projections/postgres/listen.ts';
import { eventMetadata } from '@rondo/contracts/events/event.ts';
import type { Delivery, SourceEvent } from '@rondo/projections/runner/source.ts';
import type pg from 'pg';
import { z } from 'zod';
import { connectionPool } from '@rondo/projections/postgres/pool.ts';
import { applySchema } from '@rondo/projections/postgres/schema.ts';
import {
  isNumbered,
  LogUnavailable,
  refuseUnfit,
  type EventStore,
  type NewEvent,
  type ReadOptions,
} from '../event-store.ts';
import { answerWith, groupCommit, verdictRow, type Verdict, type WaitingAppend } from './group-commit.ts';
import { logSchema } from './schema.ts';
import { logTail } from './tail.ts';

export type PostgresEventStoreOptions = {
  readonly connectionString: string;
  readonly maxAppendBytes?: number;
  /** Test hook: awaited inside the append's transaction, before its commit; a rejection rolls it back. */
  readonly beforeCommit?: () => Promise<void>;
  /** How long a subscriber relies on notifications before it polls. */
  readonly pollMilliseconds?: number;
  /** Who is admitted to that many connections for reading, as `connectionPool` takes it. */
  readonly admit?: (places: number) => () => Promise<() => void>;
};

const batchSize = 500;
/** Connections for reading. */
const readers = 6;

const eventRow = z.object({
  position: z.string(),
  stream: z.string(),
  revision: z.number(),
  event_id: z.string(),
  type: z.string(),
  data: z.unknown(),
  metadata: eventMetadata,
  recorded_at: z.string(),
});

const toEvent = (row: unknown): SourceEvent => {
  const { event_id: eventId, recorded_at: recordedAt, ...rest } = eventRow.parse(row);
  return { ...rest, eventId, recordedAt };
};

const verdictsOf = (rows: readonly unknown[]): Verdict[] => rows.map((row) => verdictRow.parse(row));

/** The events that a verdict has just committed, as a subscriber receives them. */
const committed = (waiting: WaitingAppend, verdict: Verdict | undefined): SourceEvent[] => {
  if (verdict?.verdict !== 'appended' || verdict.at === null || verdict.recorded_at === null) return [];
  const { at, recorded_at: recordedAt } = verdict;
  const { stream, expected, events } = waiting;
  return events.map(({ eventId, type, data, metadata }: NewEvent, i) => ({
    position: String(Number(at) - events.length + 1 + i),
    revision: (expected === 'no_stream' ? 0 : expected + 1) + i,
    stream,
    eventId,
    type,
    data,
    metadata,
    recordedAt,
  }));
};

/** The log in PostgreSQL: nothing to install, on the same server as the read models. */
export const postgresEventStore = async (options: PostgresEventStoreOptions): Promise<EventStore> => {
  const { connectionString, maxAppendBytes = 8 * 1024 * 1024, beforeCommit, pollMilliseconds = 1000 } = options;
  const connections = { connectionString, name: 'rondo log', answersWithin: 10_000 };
  const admit = options.admit?.(readers);
  const pool = connectionPool({ ...connections, max: readers, ...(admit ? { admit } : {}) });
  // Appends follow each other: they wait for no reader.
  const appending = connectionPool({ ...connections, max: 1 });
  await applySchema(pool, logSchema);
  const closing = new AbortController();
  const tail = logTail();
  /** Tells our own notices from others': the tail gets our own commits with the append's answer, which may arrive later. */
  const writer = randomUUID();
  const listening = await listen({
    connectionString,
    channel: 'event_log',
    onNotice: (notice) => {
      const [position, by] = notice.split(' ');
      if (by !== writer) tail.heard(Number(position || Number.NaN));
    },
    name: 'rondo log',
  });

  /** The common case: every append is at its expected revision, and one INSERT takes them all. Returns undefined, and writes nothing, when one is not. */
  const callTogether = async (
    connection: pg.Pool | pg.PoolClient,
    group: readonly WaitingAppend[],
  ): Promise<Verdict[] | undefined> => {
    const events = group.flatMap(({ stream, expected, events: own }) =>
      own.map((event, i) => ({ stream, revision: (expected === 'no_stream' ? 0 : expected + 1) + i, ...event })),
    );
    const appends = group.map(({ stream, expected, events: { length } }) => ({
      stream,
      expected: expected === 'no_stream' ? -1 : expected,
      length,
    }));
    const result = await connection.query({
      name: 'append together',
      text: 'select verdict, at::text, revision, recorded_at from event_log.append_together($1, $2, $3)',
      values: [JSON.stringify(appends), JSON.stringify(events), writer],
    });
    return result.rows.length === 0 ? undefined : verdictsOf(result.rows);
  };

  const call = async (connection: pg.Pool | pg.PoolClient, group: readonly WaitingAppend[]): Promise<Verdict[]> =>
    (await callTogether(connection, group)) ?? callOneByOne(connection, group);

  const callOneByOne = async (
    connection: pg.Pool | pg.PoolClient,
    group: readonly WaitingAppend[],
  ): Promise<Verdict[]> => {
    const appends = group.map(({ stream, expected, events }) => ({
      stream,
      expected: expected === 'no_stream' ? -1 : expected,
      events,
    }));
    const result = await connection.query({
      name: 'append group',
      text: 'select verdict, at::text, revision, recorded_at from event_log.append_group($1, $2)',
      values: [JSON.stringify(appends), writer],
    });
    return verdictsOf(result.rows);
  };

  const callWithHook = async (group: readonly WaitingAppend[], hook: () => Promise<void>): Promise<Verdict[]> => {
    const client = await appending.connect();
    try {
      await client.query('begin');
      const verdicts = await call(client, group);
      await hook();
      await client.query('commit');
      return verdicts;
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  };

  const sendGroup = async (group: readonly WaitingAppend[]): Promise<void> => {
    let verdicts: Verdict[];
    try {
      verdicts = beforeCommit ? await callWithHook(group, beforeCommit) : await call(appending, group);
    } catch (error) {
      tail.heard(Number.NaN);
      throw new LogUnavailable('The event log did not answer an append.', { cause: error });
    }
    group.forEach((waiting, i) => {
      tail.push(committed(waiting, verdicts[i]));
      answerWith(waiting, verdicts[i]);
    });
  };
  const commits = groupCommit(sendGroup);

  const readAfter = async (position: number, trustTail: boolean): Promise<readonly SourceEvent[]> => {
    const known = tail.after(position, batchSize);
    if (known.length > 0 || (trustTail && tail.isAllOf(position))) return known;
    const { rows } = await pool.query<{ position: string; type: string }>({
      name: 'read after',
      text: `select position::text, stream, revision, event_id, type, data, metadata, recorded_at
         from event_log.events e where e.position > $1 order by e.position limit $2`,
      values: [position, batchSize],
    });
    rows.forEach((row, i) => {
      if (Number(row.position) !== position + 1 + i)
        throw new Error(`The event log has a hole before position ${row.position}.`);
    });
    return rows.map((row) => (row.type === '$erased' ? erased(row.position) : toEvent(row)));
  };

  async function* subscribe(from: {
    after: string | null;
    prefixes: readonly string[];
    signal: AbortSignal;
  }): AsyncGenerator<Delivery> {
    const signal = AbortSignal.any([from.signal, closing.signal]);
    signal.addEventListener('abort', tail.ring, { once: true });
    const isFollowed = (event: SourceEvent) =>
      event.type !== '$erased' && from.prefixes.some((prefix) => event.stream.startsWith(prefix));
    let position = Number(from.after ?? 0);
    let hasCaughtUp = false;
    let trustTail = false;
    /** The batch after a full one is prefetched while that one is processed. */
    let prefetched: ReturnType<typeof readAfter> | undefined;
    while (!signal.aborted) {
      const rings = tail.rings();
      const batch: readonly SourceEvent[] = await (prefetched ?? readAfter(position, trustTail));
      position += batch.length;
      const caughtUp = batch.length < batchSize;
      prefetched = caughtUp ? undefined : readAfter(position, false);
      // The error surfaces when the batch is awaited; if the subscription ends first, it never is.
      prefetched?.catch(() => undefined);
      if (batch.length > 0 || !hasCaughtUp) {
        hasCaughtUp = caughtUp;
        yield { events: batch.filter(isFollowed), upTo: String(position), caughtUp };
      }
      trustTail = caughtUp && !signal.aborted && (await tail.rungAfter(rings, pollMilliseconds));
    }
  }

  const readStream = async (stream: string, read: ReadOptions = {}): Promise<readonly SourceEvent[]> => {
    const { from, direction = 'forwards', limit = null } = read;
    const { rows } =
      direction === 'forwards'
        ? await pool.query(
            `select position::text, stream, revision, event_id, type, data, metadata, recorded_at from event_log.events
              where stream = $1 and revision >= $2 and type <> '$erased' order by revision limit $3`,
            [stream, from ?? 0, limit],
          )
        : await pool.query(
            `select position::text, stream, revision, event_id, type, data, metadata, recorded_at from event_log.events
              where stream = $1 and revision <= $2 and type <> '$erased' order by revision desc limit $3`,
            [stream, from ?? 2_147_483_647, limit],
          );
    return rows.map(toEvent);
  };

  const readStreams: EventStore['readStreams'] = async (ranges, limit) => {
    const { rows } = await pool.query({
      name: 'read streams',
      text: `select position::text, e.stream, revision, event_id, type, data, metadata, recorded_at
        from unnest($1::text[], $2::integer[]) with ordinality as ranges (stream, first, nth)
        cross join lateral (
          select * from event_log.events own
          where own.stream = ranges.stream and own.revision >= ranges.first and own.type <> '$erased'
          order by own.revision limit $3
        ) e order by nth, revision`,
      values: [ranges.map(({ stream }) => stream), ranges.map(({ from }) => from), limit],
    });
    const events = Map.groupBy(await mapWithPauses(rows, toEvent), ({ stream }) => stream);
    return ranges.map(({ stream }) => events.get(stream) ?? []);
  };

  return {
    append: async (stream, expected, events) => {
      refuseUnfit(stream, events, maxAppendBytes);
      return commits.append(stream, expected, events);
    },
    readStream,
    readStreams,
    subscribe,
    deleteStreams: async (streams) => {
      await pool.query('select event_log.delete_streams($1)', [streams]);
      tail.forget();
    },
    deletedStreams: async () => {
      const { rows } = await pool.query<{ stream: string }>('select stream from event_log.deleted_streams');
      return rows.map(({ stream }) => stream);
    },
    head: async () => {
      const { rows } = await pool.query<{ position: string }>('select position::text from event_log.head');
      const position = rows[0]?.position ?? '0';
      return position === '0' ? null : position;
    },
    compare: (a, b) => Number(a ?? 0) - Number(b ?? 0),
    isPosition: isNumbered,
    close: async () => {
      closing.abort();
      await listening.stop();
      await pool.end();
      await appending.end();
    },
  };
};

/** An event of an erased studio: only its position remains, so that the order has no gaps. */
const erased = (position: string): SourceEvent => ({
  position,
  stream: '',
  revision: 0,
  eventId: '',
  type: '$erased',
  data: null,
  metadata: {
    commandId: '',
    inputHash: '',
    correlationId: '',
    causationId: '',
    batchId: '',
    studioId: '',
    actor: '',
    schemaVersion: 0,
  },
  recordedAt: '',
});
