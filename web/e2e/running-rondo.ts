import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@rondo/services/platform/postgres/embedded/server.ts';

const root = path.resolve(import.meta.dirname, '../..');

const untilReady = async (url: string, child: ChildProcess): Promise<void> => {
  for (let tries = 0; tries < 1200; tries += 1) {
    if (child.exitCode !== null) throw new Error(`Rondo ended with code ${child.exitCode} before it was ready.`);
    const ready = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    await delay(100);
  }
  throw new Error(`${url} was not ready within two minutes.`);
};

/** A data directory for one Rondo, accessible to the account that its database runs under if the temporary directory is. */
export const scratchDataDir = async (): Promise<string> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'rondo-e2e-'));
  await chmod(dataDir, 0o755);
  return dataDir;
};

/** Removes it with its database, which is elsewhere if the temporary directory is not accessible to its account. */
export const removeDataDir = async (dataDir: string): Promise<void> => {
  const place = path.join(dataDir, 'postgres');
  await rm(await realpath(place).catch(() => place), { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
};

export type RunningRondo = {
  readonly url: string;
  /** Shuts down gracefully, including its database. */
  readonly stop: () => Promise<void>;
  /** Kills its process group with -9, like a power failure. */
  readonly kill: () => Promise<void>;
};

/** Starts the real product, as `npm start` does, in its own process group, on a free port unless the environment names one. */
export const startRondo = async (dataDir: string, environment: NodeJS.ProcessEnv = {}): Promise<RunningRondo> => {
  const port = Number(environment['PORT'] ?? (await freePort()));
  const child = spawn(process.execPath, [path.join(root, 'scripts/start.cjs')], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      OPTIMIZER_SECONDS: '2',
      NEW_STUDIO_MINUTES_BETWEEN: '0',
      ...environment,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, child);
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
    kill: async () => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      await ended;
    },
  };
};
