import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { readConfig, type Config } from '../app/config/config.ts';
import { startRondo, type Rondo } from '../app/rondo.ts';
import { databaseFromTemplate } from './rondo-template.ts';
import { recordReads, undeclaredReads } from './recorded-reads.ts';
import { Visitor } from './visitor.ts';
import { queryOf, scratchDatabase, type Query } from '@rondo/projections/testing/scratch-database.ts';

export type TestRondo = {
  readonly url: string;
  readonly connectionString: string;
  readonly dataDir: string;
  /** Runs one statement in the database and returns the rows. */
  readonly query: Query;
  /** A client that keeps cookies, as a browser does. */
  readonly visitor: () => Visitor;
  /** Sets the clock that tells studios their day, or what it says each time that it is asked. */
  readonly setNow: (instant: number | (() => number)) => void;
  readonly stop: () => Promise<void>;
};

const configOf = (environment: Record<string, string>): Config =>
  readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    OPTIMIZER_SECONDS: '5',
    NEW_STUDIO_MINUTES_BETWEEN: '0',
    ...environment,
  });

/** Starts and stops Rondo, which creates its tables. */
const startOnce = async (connectionString: string): Promise<void> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'rondo-app-'));
  const rondo = await startRondo(configOf({ DATABASE_URL: connectionString, DATA_DIR: dataDir }));
  await untilReady(`http://127.0.0.1:${rondo.port}`);
  await rondo.stop();
  await rm(dataDir, { recursive: true, force: true });
};

/**
 * The whole product in this process, on its own database unless the environment names one, with the clock at a given instant.
 *
 * @param fill writes to the database before the start
 * @param log nothing is logged without one
 */
export const testRondo = async (
  now?: string,
  environment: Record<string, string> = {},
  fill?: (connectionString: string) => Promise<void>,
  log?: Logger,
): Promise<TestRondo> => {
  recordReads();
  const { DATABASE_URL: given } = environment;
  // What a test writes before the start, or keeps in another log, begins with an empty database.
  const begun = fill || environment['EVENTSTORE_URL'] ? scratchDatabase : () => databaseFromTemplate(startOnce);
  const own = given === undefined ? await begun() : null;
  const connectionString = given ?? own?.connectionString ?? '';
  await fill?.(connectionString);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'rondo-app-'));
  const config = configOf({
    DATABASE_URL: connectionString,
    DATA_DIR: dataDir,
    ...(now === undefined ? {} : { NOW: now }),
    ...environment,
  });
  let moved: (() => number) | null = null;
  const rondo: Rondo = await startRondo({ ...config, now: () => (moved ?? config.now)() }, undefined, log);
  const url = `http://127.0.0.1:${rondo.port}`;
  await untilReady(url);
  return {
    url,
    connectionString,
    dataDir,
    query: queryOf(connectionString),
    visitor: () => new Visitor(url),
    setNow: (instant) => {
      moved = typeof instant === 'number' ? () => instant : instant;
    },
    stop: async () => {
      await rondo.stop();
      await own?.drop();
      await rm(dataDir, { recursive: true, force: true });
      const undeclared = undeclaredReads();
      if (undeclared.length > 0) throw new Error(`Declarations in contracts/api do not say: ${undeclared.join('; ')}.`);
    },
  };
};

const untilReady = async (url: string): Promise<void> => {
  for (let tries = 0; tries < 6000; tries += 1) {
    // A kept-alive connection may close just as it is used again.
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await delay(20);
  }
  throw new Error('Rondo was not ready within two minutes.');
};
