import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { databaseAccount, giveTo } from './account.ts';
import { type Installation, type Programs, installedBinaries, usablePrograms } from './binaries.ts';
import { type Cluster, ROLE, findCluster } from './cluster.ts';
import { usableDataDir, placeIn } from './data-dir.ts';
import { type Lock, takeLock } from './lock.ts';
import { createCluster } from './new-cluster.ts';
import { readPostmaster } from './postmaster.ts';
import { readyServer, stopServer } from './server.ts';
import { appendFile, readFile, readdir, realpath } from 'node:fs/promises';

/** In a cluster outside DATA_DIR: every data directory that was started with a link to it, a line each. */
const HOMES_FILE = 'rondo.homes';

const homesOf = async (dir: string): Promise<readonly string[]> => {
  const text = await readFile(path.join(dir, HOMES_FILE), 'utf8').catch(() => ''); // made by an earlier Rondo, or not ours to read
  return text.split('\n').filter(Boolean);
};

/** Records in a cluster outside DATA_DIR which data directory it belongs to, which its own path does not tell. */
const noteHome = async ({ dir, account }: Cluster, dataDir: string): Promise<void> => {
  if ((await homesOf(dir)).includes(dataDir)) return;
  const file = path.join(dir, HOMES_FILE);
  await appendFile(file, `${dataDir}\n`, { mode: 0o600, flush: true });
  await giveTo(account, file);
};

/** Whether a data directory still links to a cluster. One that cannot be read counts as linking. */
const linksTo = async (dataDir: string, dir: string): Promise<boolean> =>
  realpath(placeIn(dataDir)).then(
    (linked) => linked === dir,
    (error: unknown) =>
      !(error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code))),
  );

const orphanOf = async (dir: string): Promise<string | undefined> => {
  const homes = await homesOf(dir);
  if (homes.length === 0 || (await readPostmaster(dir))) return undefined;
  const links = await Promise.all(homes.map((home) => linksTo(home, dir)));
  return links.includes(true) ? undefined : homes.join(' and ');
};

/**
 * Names the databases that no data directory links to any more, because it was deleted or emptied, and how to remove them.
 * Removes none: the disk of a data directory may only be unmounted.
 */
const nameOrphans = async (systemDir: string, say: (line: string) => void): Promise<void> => {
  const dir = await realpath(systemDir).catch(() => systemDir);
  const names = await readdir(dir).catch((): string[] => []);
  for (const name of names.toSorted()) {
    const cluster = path.join(dir, name);
    const home = await orphanOf(cluster);
    if (home !== undefined) {
      say(
        `The database in ${cluster} belongs to ${home}, which no longer links to it. If that is deleted and not just on a disk ` +
          `that is unmounted, remove the database: rm -r ${cluster}`,
      );
    }
  }
};

/** The running database of a data directory. */
export interface EmbeddedPostgres {
  /** `postgresql://...` of a superuser on 127.0.0.1; stays the same until `stop`. */
  readonly connectionString: string;
  /** Shuts the server down cleanly: connections are closed, everything is on disk. A second call awaits the first. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  /** Receives messages for the person who started Rondo. */
  readonly say: (line: string) => void;
  /** Where root keeps what the database's account cannot reach elsewhere. */
  readonly systemDir?: string;
  /** PostgreSQL as npm installed it. */
  readonly installation?: Installation;
  /** The maximum number of connections, when several processes share it. */
  readonly connections?: number;
}

const LOCK_PATIENCE_MS = 5000;
const RESTART_PAUSE_MS = 1000;
const CLAIM_PATIENCE_MS = 30_000;

const connectionStringOf = (cluster: Cluster, port: number): string =>
  `postgresql://${ROLE}:${cluster.secret}@127.0.0.1:${port}/postgres?sslmode=disable`;

const isWrongPassword = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '28P01';

interface Claim {
  readonly port: number;
  readonly adopted: boolean;
  readonly lock: Lock;
}

/** The database of one data directory, and how to get its programs when the server must be started. */
interface Home {
  readonly dataDir: string;
  readonly cluster: Cluster;
  readonly programs: () => Promise<Programs>;
  readonly say: (line: string) => void;
  readonly connections: number | undefined;
}

const openHome = async (options: EmbeddedPostgresOptions): Promise<Home> => {
  const { say, systemDir = '/var/lib/rondo' } = options;
  const dataDir = await usableDataDir(options.dataDir);
  const installation = options.installation ?? (await installedBinaries());
  const programsFor = (account: Cluster['account']) =>
    usablePrograms(installation, account, account ? systemDir : dataDir);

  let cluster = await findCluster(dataDir, installation.version);
  if (!cluster) {
    say(`Creating the database of ${dataDir}, once.`);
    const account = await databaseAccount();
    await createCluster(dataDir, await programsFor(account), account, systemDir);
    cluster = await findCluster(dataDir, installation.version);
  }
  if (!cluster) throw new Error(`The database of ${dataDir} was removed while Rondo started.`);
  const { account, dir } = cluster;
  if (path.dirname(dir) !== dataDir) {
    say(`The database of ${dataDir} lives in ${dir}, where the user that runs it can go.`);
    await noteHome(cluster, dataDir);
  }
  await nameOrphans(systemDir, say);
  return { dataDir, cluster, programs: () => programsFor(account), say, connections: options.connections };
};

/**
 * The lock on a ready server, or why not yet. A server that another run is stopping may still grant its lock, so the
 * lock counts only if the server is not stopping afterwards.
 */
const tryClaim = async ({ cluster, dataDir }: Home, pid: number, port: number): Promise<Lock | string> => {
  let lock: Lock | undefined;
  try {
    lock = await takeLock(connectionStringOf(cluster, port), LOCK_PATIENCE_MS);
  } catch (error) {
    if (isWrongPassword(error)) {
      throw new Error(`The database in ${cluster.dir} does not accept its own secret.`, { cause: error });
    }
    return error instanceof Error ? error.message : String(error);
  }
  if (!lock) throw new Error(`Another Rondo is already running on ${dataDir}.`);
  const after = await readPostmaster(cluster.dir);
  if (after?.pid === pid && after.status === 'ready') return lock;
  await lock.release();
  return 'it is stopping';
};

/** Acquires the server. @param fixedPort the one it must have, when our connections already use one */
const claim = async (home: Home, fixedPort?: number): Promise<Claim> => {
  for (const deadline = Date.now() + CLAIM_PATIENCE_MS; ; await delay(50)) {
    const { pid, port, adopted } = await readyServer(home.cluster, home.programs, home.say, {
      port: fixedPort,
      connections: home.connections,
    });
    const lock = await tryClaim(home, pid, port);
    if (typeof lock !== 'string') {
      if (port === (fixedPort ?? port)) return { port, adopted, lock };
      await stopServer(home.cluster); // another run's, killed since; started again it gets our port
    } else if (Date.now() > deadline) {
      throw new Error(`The database in ${home.cluster.dir} cannot be used: ${lock}.`);
    }
  }
};

/** Maintains a claim until `stop`: a server that died (out of memory, killed) is restarted on its port. */
const keep = (home: Home, first: Claim): EmbeddedPostgres => {
  let current: Claim | undefined = first;
  let restarting = Promise.resolve();
  let stopped: Promise<void> | undefined;

  const restart = async (): Promise<void> => {
    try {
      current = await claim(home, first.port);
      watch(current);
      home.say('The database is back.');
    } catch (error) {
      home.say(`The database is unavailable. ${error instanceof Error ? error.message : String(error)}`);
      await delay(RESTART_PAUSE_MS);
      if (!stopped) await restart();
    }
  };
  const watch = ({ lock }: Claim): void => {
    void lock.lost.then(() => {
      if (stopped) return;
      current = undefined;
      home.say('The connection to the database was lost; restarting the database.');
      restarting = restart();
    });
  };
  const stop = async (): Promise<void> => {
    await restarting;
    if (!current) return; // gone, or another run's by now
    await stopServer(home.cluster);
    await current.lock.release();
  };

  watch(first);
  return { connectionString: connectionStringOf(home.cluster, first.port), stop: () => (stopped ??= stop()) };
};

/**
 * Starts the bundled PostgreSQL on a data directory that is locked until `stop`; the first time, creates the database.
 * A server that a killed run left running is adopted.
 * @throws Error with one sentence for the person who started Rondo
 */
export const startEmbeddedPostgres = async (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  const home = await openHome(options);
  const claimed = await claim(home);
  if (claimed.adopted) home.say('Took over the database server that the last run left running.');
  return keep(home, claimed);
};

/** Connection string of the server running on a data directory, for tools beside a running Rondo; `undefined` when none runs. */
export const runningEmbeddedPostgres = async (dataDir: string): Promise<string | undefined> => {
  const { version } = await installedBinaries();
  const cluster = await findCluster(await usableDataDir(dataDir), version);
  const server = cluster && (await readPostmaster(cluster.dir));
  return cluster && server?.status === 'ready' ? connectionStringOf(cluster, server.port) : undefined;
};
