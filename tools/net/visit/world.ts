import { readConfig } from '@rondo/services/app/config/config.ts';
import { startRondo } from '@rondo/services/app/rondo.ts';
import { startEmbeddedPostgres } from '@rondo/services/platform/postgres/embedded/embedded-postgres.ts';
import { randomInt } from 'node:crypto';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { z } from 'zod';
import { fixedDatabase, type FixedDatabase } from './fixed-database.ts';
import { fixedTime } from './fixed-time.ts';

const logLine = z.looseObject({ msg: z.string(), err: z.looseObject({ message: z.string() }).optional() });
const readiness = z.object({
  ready: z.boolean(),
  log: z.object({ behind: z.record(z.string(), z.number().nullable()) }),
});

/** The whole product in this process, in a world whose time and ids are fixed. */
export type World = {
  readonly url: string;
  readonly dataDir: string;
  readonly server: string;
  readonly database: FixedDatabase;
  /** Warnings and errors in the server's log. */
  readonly complaints: readonly string[];
  /** Sets all clocks. */
  readonly moveTo: (instant: number) => Promise<void>;
  /** Resolves when every read model and reactor has handled the whole log. */
  readonly settled: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** A PostgreSQL of its own unless the environment names one. */
const postgres = async (dataDir: string): Promise<{ server: string; stop: () => Promise<void> }> => {
  const { NET_POSTGRES: server } = process.env;
  if (server !== undefined) return { server, stop: async () => undefined };
  const started = await startEmbeddedPostgres({ dataDir, say: () => undefined });
  return { server: started.connectionString, stop: () => started.stop() };
};

const remove = async (dataDir: string): Promise<void> => {
  const place = path.join(dataDir, 'postgres');
  await rm(await realpath(place).catch(() => place), { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
};

const longest = 10n * 60n * 1_000_000_000n;

/** Looks again and again, for ten minutes at most by the machine's clock. */
export const eventually = async (what: string, isSo: () => Promise<boolean>): Promise<void> => {
  const from = process.hrtime.bigint();
  for (let looks = 0; !(await isSo()); looks += 1) {
    if (process.hrtime.bigint() - from > longest) throw new Error(`The visit has waited in vain for ${what}.`);
    await delay(looks < 20 ? 2 : 10);
  }
};

export const openWorld = async (begin: number): Promise<World> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'rondo-net-'));
  // Accessible to the account that the database runs as.
  await chmod(dataDir, 0o755);
  const { server, stop: stopServer } = await postgres(dataDir);
  const database = await fixedDatabase(server, `net_${randomInt(2 ** 47)}`);
  const complaints: string[] = [];
  const log = pino(
    { level: 'warn' },
    new Writable({
      write: (chunk: Buffer, _, done) => {
        const { msg, err } = logLine.parse(JSON.parse(chunk.toString()));
        complaints.push(err === undefined ? msg : `${msg}: ${err.message}`);
        done();
      },
    }),
  );
  const moveTo = async (instant: number): Promise<void> => {
    await database.setClock(instant);
    fixedTime.moveTo(instant);
  };
  await moveTo(begin);
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    HOST: '127.0.0.1',
    PUBLIC_URL: 'http://localhost:3000',
    DATABASE_URL: database.connectionString,
    DATA_DIR: dataDir,
    OPTIMIZER_SECONDS: '1',
    NEW_STUDIO_MINUTES_BETWEEN: '0',
    SESSION_SECRET: 'the secret of the recorded visit',
    FEEDS_ALLOW_PRIVATE: 'true',
    EXPENSIVE_CALL_SECONDS: '5',
  });
  const rondo = await startRondo(config, undefined, log);
  const url = `http://127.0.0.1:${rondo.port}`;

  const isSettled = async (): Promise<boolean> => {
    const { ready, log } = readiness.parse(await (await fetch(`${url}/readyz`)).json());
    return ready && Object.values(log.behind).every((distance) => distance === 0);
  };
  const settled = async (): Promise<void> => {
    await eventually('the read models to catch up', isSettled);
  };
  await settled();
  return {
    url,
    dataDir,
    server,
    database,
    complaints,
    moveTo,
    settled,
    stop: async () => {
      await rondo.stop();
      await database.drop();
      await stopServer();
      await remove(dataDir);
    },
  };
};
