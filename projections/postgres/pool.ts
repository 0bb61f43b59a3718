import pg from 'pg';
import type { Socket } from 'node:net';
import { PacedSocket } from '../pacing/paced-socket.ts';

/**
 * Connections with a timeout: one that is checked out and receives nothing for this long is considered dead and destroyed, as when the
 * server's machine disappears without closing it. Its query then fails like any that loses its connection. Idle connections in the pool are exempt.
 * They read large results bit by bit.
 * @param milliseconds longer than any statement may take
 */
const watchedClients = (milliseconds: number) => {
  const sockets = new WeakMap<pg.ClientBase, Socket>();
  const inHand = new WeakSet<Socket>();
  class WatchedClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      const socket = new PacedSocket();
      super({ ...config, stream: () => socket });
      sockets.set(this, socket);
      socket.setTimeout(milliseconds, () => {
        if (inHand.has(socket))
          socket.destroy(new Error(`Connection terminated: the database said nothing for ${milliseconds} ms.`));
      });
    }
  }
  return {
    Client: WatchedClient,
    watch: (pool: pg.Pool): void => {
      pool.on('acquire', (client) => {
        const socket = sockets.get(client);
        if (socket) inHand.add(socket);
      });
      pool.on('release', (_error, client) => {
        const socket = sockets.get(client);
        if (socket) inHand.delete(socket);
      });
    },
  };
};

/**
 * PostgreSQL's text of a timestamptz under TimeZone UTC as ISO 8601, always with six fractional digits so that texts compare like times. A Date
 * would lose the microseconds.
 */
const asIso = (text: string): string => {
  // The usual form: `2026-11-23 15:00:00.123456+00`.
  if (text.length === 29 && text.endsWith('+00')) return `${text.slice(0, 10)}T${text.slice(11, 26)}Z`;
  const [seconds = '', fraction = ''] = text.replace(' ', 'T').replace(/\+00$/, '').split('.');
  return `${seconds}.${fraction.padEnd(6, '0')}Z`;
};

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === pg.types.builtins.TIMESTAMPTZ ? asIso : pg.types.getTypeParser(oid, format)),
};

/** How long to wait for a connection to open or become free. */
const connectMilliseconds = 10_000;

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

/** A pool whose connections are taken in the order in which callers are admitted. */
const admittingPool = (admit: () => Promise<() => void>) => {
  const ends = new WeakMap<pg.ClientBase, () => void>();
  return class AdmittingPool extends pg.Pool {
    constructor(config: pg.PoolConfig) {
      super(config);
      this.on('release', (_error, client) => {
        ends.get(client)?.();
        ends.delete(client);
      });
    }

    async #connect(): Promise<pg.PoolClient> {
      const end = await admit();
      try {
        const client = await super.connect();
        ends.set(client, end);
        return client;
      } catch (error) {
        end();
        throw error;
      }
    }

    override connect(): Promise<pg.PoolClient>;
    override connect(connected: Connected): void;
    override connect(connected?: Connected): Promise<pg.PoolClient> | void {
      if (!connected) return this.#connect();
      this.#connect().then(
        (client) => connected(undefined, client, (release) => client.release(release)),
        (error: unknown) =>
          connected(error instanceof Error ? error : new Error(String(error)), undefined, () => undefined),
      );
    }
  };
};

/** A pool that returns timestamps as ISO text in UTC. */
export const connectionPool = (options: {
  connectionString: string;
  max: number;
  name: string;
  /** Commits without waiting for the disk: for rows that can be rebuilt from the log after a crash. */
  asynchronousCommit?: boolean;
  /**
   * Prefers index plans even where a table looks empty: for statements that look rows up by key while the table grows from nothing to
   * a million rows under one cached plan.
   */
  byIndexes?: boolean;
  /** How long the server may stay silent, in milliseconds, before a connection in use is destroyed; no limit when absent. */
  answersWithin?: number;
  /** Awaited before a connection is taken; what it resolves to is called once that is released. */
  admit?: () => Promise<() => void>;
}): pg.Pool => {
  const watched = options.answersWithin === undefined ? undefined : watchedClients(options.answersWithin);
  const { admit } = options;
  const Pool = admit ? admittingPool(admit) : pg.Pool;
  const pool = new Pool({
    connectionString: options.connectionString,
    max: options.max,
    application_name: options.name,
    types,
    options: [
      '-c TimeZone=UTC',
      ...(options.asynchronousCommit === true ? ['-c synchronous_commit=off'] : []),
      ...(options.byIndexes === true
        ? ['-c enable_seqscan=off', '-c enable_hashjoin=off', '-c enable_mergejoin=off']
        : []),
    ].join(' '),
    idleTimeoutMillis: 30_000,
    ...(watched && { connectionTimeoutMillis: connectMilliseconds, Client: watched.Client }),
  });
  watched?.watch(pool);
  // A server closing an idle connection must not crash the process; the next query opens another.
  pool.on('error', () => undefined);
  // The same goes for a connection that is checked out with no query in progress; the next query on it fails and reports the error.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};
