import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';

/** "rondo" in ASCII: the key of the advisory lock that marks the database as in use. */
const LOCK_KEY = 0x72_6f_6e_64_6f;
const RETRY_MS = 100;

/** Held for as long as its connection lives. */
export interface Lock {
  /** Resolves when the connection ends for any reason; the lock is free from then on. */
  readonly lost: Promise<void>;
  release(): Promise<void>;
}

const tryOnce = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [LOCK_KEY]);
  return rows[0]?.isOurs === true;
};

/**
 * Acquires the lock on its own connection, which does not keep Node alive. A killed run's connection may outlive it for a moment, so the lock
 * counts as held only after `patienceMs`.
 * @returns undefined when another run holds the lock
 * @throws the driver's error when the server cannot be reached or goes away in the meantime
 */
export const takeLock = async (connectionString: string, patienceMs: number): Promise<Lock | undefined> => {
  const socket = new Socket();
  const client = new Client({
    connectionString,
    application_name: 'rondo lock',
    connectionTimeoutMillis: 5000,
    stream: () => socket,
  });
  const lost = new Promise<void>((resolve) => {
    client.once('end', resolve);
  });
  client.on('error', () => socket.destroy()); // only the end matters, which `lost` reports
  const release = () => client.end();
  try {
    await client.connect();
    for (const deadline = Date.now() + patienceMs; !(await tryOnce(client)); await delay(RETRY_MS)) {
      if (Date.now() < deadline) continue;
      await release();
      return undefined;
    }
  } catch (error) {
    socket.destroy();
    throw error;
  }
  socket.unref();
  return { lost, release };
};
