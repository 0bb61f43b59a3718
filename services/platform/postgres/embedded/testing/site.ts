import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { test as base, vi } from 'vitest';
import { runProgram, type Account } from '../account.ts';
import { installedBinaries } from '../binaries.ts';
import { readPostmaster } from '../postmaster.ts';
import { type RunOptions, newsSchema } from './run.ts';

// Every test starts several processes and databases, which takes time on a busy machine.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

/** One start of the launcher in its own process. */
export interface Run {
  readonly process: ChildProcess;
  readonly said: readonly string[];
  /** The connection string; rejects with the sentence of a failed start. */
  readonly ready: Promise<string>;
  readonly exited: Promise<unknown>;
}

const spawnRun = (options: RunOptions, as: Account | undefined, mode: 'stay' | 'leave'): Run => {
  const user = as ? [`${as.uid}`, `${as.gid}`] : [];
  const file = path.join(import.meta.dirname, 'run.ts');
  const child = spawn(process.execPath, [file, JSON.stringify(options), mode, ...user], {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true, // a process group of its own, which is killed as one
  });
  const said: string[] = [];
  const exited = new Promise((resolve) => {
    child.once('exit', resolve);
  });
  const ready = new Promise<string>((resolve, reject) => {
    child.once('close', (code, signal) => reject(new Error(`the run ended with ${signal ?? code}`)));
    createInterface(child.stdout).on('line', (line) => {
      const news = newsSchema.parse(JSON.parse(line));
      if ('say' in news) said.push(news.say);
      else if ('ready' in news) resolve(news.ready);
      else reject(new Error(news.refused));
    });
  });
  ready.catch(() => undefined); // a test that does not wait for it ignores its failure
  return { process: child, said, ready, exited };
};

/** `kill -9` of a run's process group: Node, and initdb while that runs, but not the detached server. */
export const killRun = async (run: Run): Promise<void> => {
  if (run.process.exitCode === null && run.process.signalCode === null && run.process.pid !== undefined) {
    process.kill(-run.process.pid, 'SIGKILL');
  }
  await run.exited;
};

/** Stops a run cleanly, as SIGTERM to Rondo does. */
export const stopRun = async (run: Run): Promise<void> => {
  run.process.kill('SIGTERM');
  await run.exited;
};

/** The processes of a server besides its first; each leads its own session, so killing the group would miss them. */
const childrenOf = async (pid: number): Promise<number[]> => {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return children.split(' ').map(Number).filter(Boolean);
};

const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it was faster
  }
};

const killServerOf = async (cluster: string, { onlyFirst = false } = {}): Promise<void> => {
  const server = await readPostmaster(cluster);
  if (!server) return;
  const others = onlyFirst ? [] : await childrenOf(server.pid);
  [server.pid, ...others].forEach(kill);
  while ((await readPostmaster(cluster))?.pid === server.pid) await delay(5);
};

/** Runs one statement on its own connection; returns the values of its first row. */
export const ask = async (connectionString: string, statement: string): Promise<unknown[]> => {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text: statement, rowMode: 'array' });
    return rows[0] ?? [];
  } finally {
    await client.end();
  }
};

/** Preserves owners, modes and links, which fs.cp does not. */
const copy = async (from: string, to: string): Promise<void> => {
  await promisify(execFile)('cp', ['-a', from, to]);
};

/** A temp directory that all users may enter, with a DATA_DIR (not created yet) and its own system directory. */
class Site {
  readonly root: string;
  readonly systemDir: string;
  dataDir: string;
  installation: RunOptions['installation'];
  readonly #runs: Run[] = [];

  private constructor(root: string, installation: RunOptions['installation']) {
    this.root = root;
    this.dataDir = path.join(root, 'data');
    this.systemDir = path.join(root, 'system');
    this.installation = installation;
  }

  static async make(): Promise<Site> {
    const root = await mkdtemp(path.join(await realpath(tmpdir()), 'rondo-embedded-'));
    await chmod(root, 0o755);
    const site = new Site(root, await installedBinaries());
    // Below a folder that is closed to ordinary users, such as root's home, the tests take a copy that everybody can read.
    const enter = runProgram('/bin/sh', ['-c', 'cd -- "$1"', 'sh', site.installation.native], ordinaryUser);
    await enter.catch(() => site.copyInstallation('readable'));
    return site;
  }

  /** Starts a run as the user running the tests, or as another user. */
  start({ as, mode = 'stay' }: { as?: Account | undefined; mode?: 'stay' | 'leave' } = {}): Run {
    const { dataDir, systemDir, installation } = this;
    const run = spawnRun({ dataDir, systemDir, installation }, as, mode);
    this.#runs.push(run);
    return run;
  }

  /** The cluster's place in DATA_DIR: a directory, or a link to where it lives instead. */
  get cluster(): string {
    return path.join(this.dataDir, 'postgres');
  }

  /** Kills the server: all its processes at once, or only the first, whose death the others notice later. */
  killServer(which?: { onlyFirst: boolean }): Promise<void> {
    return killServerOf(this.cluster, which);
  }

  /** Gives the site its own copy of PostgreSQL, below `parent`, for tests to damage. */
  async copyInstallation(parent = 'package'): Promise<string> {
    const native = path.join(this.root, parent, 'native');
    await mkdir(path.dirname(native), { recursive: true });
    await copy(this.installation.native, native);
    this.installation = { ...this.installation, native };
    return native;
  }

  /** Copies another site's database, as if an earlier run here had made it. */
  async copyDatabase(other: Site): Promise<void> {
    await copy(other.dataDir, this.dataDir);
  }

  async clear(): Promise<void> {
    await Promise.all(this.#runs.map(killRun));
    const found = await readdir(this.root, { withFileTypes: true, recursive: true }); // tests make copies, move and unlink
    const clusters = found.filter(({ name }) => name === 'postmaster.pid').map(({ parentPath }) => parentPath);
    await Promise.all(clusters.map((cluster) => killServerOf(cluster)));
    await rm(this.root, { recursive: true, force: true });
  }
}

/**
 * `test` with sites that are always removed afterwards: `site` is empty, `used` has the database of an earlier run
 * that was shut down cleanly (a copy of `model`, because making one takes a second). Vitest wants `{}` where nothing is needed.
 */
/* oxlint-disable no-empty-pattern */
export const test = base
  .extend('model', { scope: 'file' }, async ({}, { onCleanup }) => {
    const model = await Site.make();
    onCleanup(() => model.clear());
    const run = model.start();
    await run.ready;
    await stopRun(run);
    return model;
  })
  .extend('site', async ({}, { onCleanup }) => {
    const site = await Site.make();
    onCleanup(() => site.clear());
    return site;
  })
  .extend('used', async ({ site, model }) => {
    await site.copyDatabase(model);
    return site;
  });
/* oxlint-enable no-empty-pattern */

export const asRoot = process.getuid?.() === 0;

/** The ordinary user for tests run by root; otherwise the user running the tests. */
export const ordinaryUser: Account | undefined = asRoot ? { name: 'nobody', uid: 65_534, gid: 65_534 } : undefined;
