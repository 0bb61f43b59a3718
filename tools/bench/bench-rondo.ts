import { setTimeout as delay } from 'node:timers/promises';
import { readConfig } from '@rondo/services/app/config/config.ts';
import { startRondo } from '@rondo/services/app/rondo.ts';
import { Visitor } from '@rondo/services/testing/visitor.ts';
import { benchDatabase, type BenchDatabase } from './bench-database.ts';

export type BenchRondo = {
  readonly url: string;
  readonly connectionString: string;
  readonly visitor: Visitor;
  readonly newVisitor: () => Promise<Visitor>;
  readonly stop: () => Promise<void>;
};

/** The product in this process on its own embedded PostgreSQL, with real commits to disk. */
export const startBenchRondo = async (environment: Record<string, string> = {}): Promise<BenchRondo> => {
  const database = await benchDatabase();
  const rondo = await rondoOn(database, environment);
  return {
    ...rondo,
    stop: async () => {
      await rondo.stop();
      await database.stop();
    },
  };
};

/** The product in this process on a database that outlives it, once it is ready. */
export const rondoOn = async (
  { connectionString, dataDir }: BenchDatabase,
  environment: Record<string, string> = {},
): Promise<BenchRondo> => {
  const rondo = await startRondo(
    readConfig({
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      NEW_STUDIO_MINUTES_BETWEEN: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: connectionString,
      ...environment,
    }),
  );
  const url = `http://127.0.0.1:${rondo.port}`;
  while (!(await fetch(`${url}/readyz`)).ok) await delay(50);
  let visitors = 0;
  const newVisitor = (): Promise<Visitor> => {
    visitors += 1;
    return new Visitor(url).register(`bench${visitors}-${rondo.port}@example.com`);
  };
  return {
    url,
    connectionString,
    visitor: await newVisitor(),
    newVisitor,
    stop: () => rondo.stop(),
  };
};
