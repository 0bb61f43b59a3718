import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { WrongConfiguration } from '../kit/errors.ts';

/** Processes hold this lock shared as long as they work with the log; a move of the log to another engine holds it alone. */
const lock = `hashtextextended('rondo: the log of this database', 0)`;
/** The class of the locks of projectors' leases: a process from before this lock existed is seen by them. */
const leaseClass = 0x726f6e64;

const reconnectMilliseconds = 500;

/** Another process moves this database's log. */
const beingMoved = new WrongConfiguration(
  'The log of this database is being moved by npm run move-log. Wait until it has ended; if it was interrupted, run it again or start Rondo once it is gone.',
);

const wasMoved = new WrongConfiguration(
  'The log of this database was moved while this process had lost its connection. Start it with the settings that npm run move-log has named.',
);

export type Presence = { stop(): Promise<void> };

const connect = async (connectionString: string): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString,
    application_name: 'rondo presence',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

const isLocked = async (client: pg.Client, statement: string): Promise<boolean> => {
  const { rows } = await client.query<{ locked: boolean }>(statement);
  return rows[0]?.locked === true;
};

const share = async (connectionString: string): Promise<pg.Client | undefined> => {
  const client = await connect(connectionString);
  if (await isLocked(client, `select pg_try_advisory_lock_shared(${lock}) as locked`)) return client;
  await client.end();
  return undefined;
};

/**
 * Says that this process works with the log of the database, until stopped. When the connection breaks, another one is opened.
 *
 * @param evicted called when the log was moved, or is being moved, while there was no connection: the process must end
 * @param stillOurs whether the database still belongs to the log that this process uses
 * @throws WrongConfiguration while the log is being moved
 */
export const bePresent = async ({
  connectionString,
  evicted = () => undefined,
  stillOurs = async () => true,
}: {
  readonly connectionString: string;
  readonly evicted?: ((why: Error) => void) | undefined;
  readonly stillOurs?: () => Promise<boolean>;
}): Promise<Presence> => {
  const stopping = new AbortController();
  let current = await share(connectionString);
  if (!current) throw beingMoved;

  const watch = (client: pg.Client): void => {
    client.once('end', () => {
      if (!stopping.signal.aborted) void comeBack();
    });
  };

  const comeBack = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        const client = await share(connectionString);
        current = client;
        if (!client) return evicted(beingMoved);
        if (!(await stillOurs())) return evicted(wasMoved);
        watch(client);
        if (stopping.signal.aborted) await client.end();
        return;
      } catch {
        // The database does not answer yet.
        await delay(reconnectMilliseconds, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  };

  watch(current);
  return {
    stop: async () => {
      stopping.abort();
      await current?.end().catch(() => undefined);
    },
  };
};

export type Solitude = {
  /** @throws Error when the connection, and with it the lock, was lost */
  check(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Keeps every other process that works with the log away until stopped.
 * @throws WrongConfiguration while one runs
 */
export const beAlone = async (connectionString: string): Promise<Solitude> => {
  const client = await connect(connectionString);
  const mine = await isLocked(client, `select pg_try_advisory_lock(${lock}) as locked`);
  const leases = `select exists (select from pg_locks where locktype = 'advisory' and granted and classid = ${leaseClass}
    and database = (select oid from pg_database where datname = current_database())) as locked`;
  if (!mine || (await isLocked(client, leases))) {
    await client.end();
    throw new WrongConfiguration(
      'A Rondo process, one of its tools or another npm run move-log is working on this database: end it, and run this again.',
    );
  }
  let lost = false;
  client.once('end', () => {
    lost = true;
  });
  return {
    check: async () => {
      if (lost || !(await client.query('select 1').then(Boolean, () => false)))
        throw new Error('The connection that keeps other processes away was lost. Run the same command again.');
    },
    stop: () => client.end().catch(() => undefined),
  };
};
