import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { open, readFile, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { spawnOptions } from './account.ts';
import type { Programs } from './binaries.ts';
import type { Cluster } from './cluster.ts';
import { type Postmaster, forgetStranger, readPostmaster } from './postmaster.ts';
import { createServer } from 'node:net';

/** A port of this machine that nothing listens on. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

const POLL_MS = 5;
const LOG_LIMIT_BYTES = 5_000_000;
/** For one Rondo, a tool beside it, and some spare. */
const CONNECTIONS = 60;

/** What begins each line of the log: when it was written, and by which process. */
const logLinePrefix = '%m [%p] ';

const complaint = /(FATAL|PANIC|ERROR):\s*/;

/**
 * Why a server ended, in the words of its log; empty if that does not say. What the server's first process says counts first: processes of a
 * killed server, which end by themselves, write to the same log.
 * @param log what has been written since the server was launched
 * @param pid the server's first process
 */
export const complaintIn = (log: string, pid: number | undefined): string => {
  const lines = log.trim().split('\n');
  const complaints = lines.filter((line) => complaint.test(line));
  const line = complaints.findLast((one) => one.includes(`[${pid}]`)) ?? complaints.at(-1) ?? lines.at(-1) ?? '';
  return line.replace(new RegExp(`^.*?${complaint.source}`), '');
};

/** The server's port and connection limit. */
interface Listening {
  readonly port: number;
  readonly connections: number;
}

/** Tuned for one studio business on one machine; passed at each start, so that they belong to the code and not to the data. */
const settings = (port: number, connections: number): Record<string, string | number> => ({
  port,
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: connections,
  shared_buffers: '64MB', // the operating system caches the rest
  fsync: 'on',
  synchronous_commit: 'on', // an acknowledged event is on the disk
  wal_level: 'minimal', // nothing replicates from here
  max_wal_senders: 0,
  min_wal_size: '32MB',
  max_wal_size: '256MB', // bounds the disk that is used and the time to recover
  jit: 'off', // compiling costs more than our short queries take
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The log is for the server's own events. Statement errors go to the client; here they would only repeat, at length,
  // values that users typed.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_line_prefix: logLinePrefix,
  log_checkpoints: 'off',
  ...(process.platform === 'linux' && {
    recovery_init_sync_method: 'syncfs', // after kill -9: one call before recovery, not one for each of a thousand files
    client_connection_check_interval: '1s', // what a killed run was still executing ends, and its locks with it
  }),
});

const logOf = (cluster: Cluster): string => path.join(cluster.dir, 'postgres.log');

/** Opened without following links: the directory belongs to another user, and we may be root. */
const openLog = async (cluster: Cluster) => {
  const file = logOf(cluster);
  const size = await stat(file).then(
    (seen) => seen.size,
    () => 0,
  );
  if (size > LOG_LIMIT_BYTES) await rename(file, `${file}.1`);
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
  const handle = await open(file, flags, 0o600);
  if (cluster.account) await handle.chown(cluster.account.uid, cluster.account.gid);
  return { handle, from: (await handle.stat()).size };
};

/** What was written to the log from a byte offset on. */
const loggedFrom = async (cluster: Cluster, from: number): Promise<string> =>
  (await readFile(logOf(cluster))).subarray(from).toString();

interface Launch {
  readonly pid: number | undefined;
  /** Why it ended, once it has. */
  readonly ended: () => Promise<string | undefined>;
}

const spawnServer = async (cluster: Cluster, programs: Programs, { port, connections }: Listening): Promise<Launch> => {
  const { handle, from } = await openLog(cluster);
  const args = Object.entries(settings(port, connections)).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // Detached: Ctrl-C in the terminal must not stop it before our own clean shutdown does.
  const child = spawn(programs.postgres, ['-D', cluster.dir, ...args], {
    ...spawnOptions(cluster.account),
    detached: true,
    stdio: ['ignore', handle.fd, handle.fd],
  });
  let end: string | undefined;
  child.once('error', (error) => (end = error.message));
  child.once('exit', (code, signal) => (end = `it ended with ${signal ?? code}`));
  child.unref();
  await handle.close();
  return { pid: child.pid, ended: async () => end && (complaintIn(await loggedFrom(cluster, from), child.pid) || end) };
};

/** Resolves with undefined once the launched server is ready, or with why it ended. Recovery has no time limit. */
const launch = async (
  cluster: Cluster,
  programs: Programs,
  listening: Listening,
  say: (line: string) => void,
): Promise<string | undefined> => {
  const { pid, ended } = await spawnServer(cluster, programs, listening);
  const patience = setTimeout(
    () => say('The database is still starting: after an unclean stop it recovers first.'),
    3000,
  );
  try {
    for (;;) {
      const complaint = await ended();
      if (complaint) return complaint;
      const postmaster = await readPostmaster(cluster.dir);
      // Compare the port too: in a container a new server often gets the pid of the last one, whose file still exists for a moment.
      if (postmaster?.pid === pid && postmaster?.port === listening.port && postmaster.status === 'ready')
        return undefined;
      await delay(POLL_MS);
    }
  } finally {
    clearTimeout(patience);
  }
};

/** Temporary obstacles: a killed run's processes, another start, another program on the port. */
const passes =
  /lock file .* (already exists|is empty)|pre-existing shared memory block|could not create any TCP\/IP sockets/;

/**
 * The ready server of a cluster: the one that a previous run left running, else a new one.
 * @param port to listen on when it must be started; any free one when undefined
 * @param connections that it takes at most, when it must be started
 * @param patienceMs how long processes of a killed run, or another program on the port, may block the start
 * @throws Error with a sentence and what the server's log says
 */
export const readyServer = async (
  cluster: Cluster,
  programs: () => Promise<Programs>,
  say: (line: string) => void,
  {
    port,
    connections = CONNECTIONS,
    patienceMs = 30_000,
  }: { port?: number | undefined; connections?: number | undefined; patienceMs?: number } = {},
): Promise<Postmaster & { adopted: boolean }> => {
  const deadline = Date.now() + patienceMs;
  let adopted = true;
  for (;;) {
    const postmaster = await readPostmaster(cluster.dir);
    if (postmaster?.status === 'ready') return { ...postmaster, adopted };
    if (postmaster) {
      await delay(POLL_MS); // starting or stopping, but alive: wait
      continue;
    }
    await forgetStranger(cluster.dir);
    const listening = { port: port ?? (await freePort()), connections };
    const complaint = await launch(cluster, await programs(), listening, say);
    adopted = complaint !== undefined;
    if (complaint === undefined) continue;
    if (!passes.test(complaint) || Date.now() > deadline) {
      throw new Error(`The database did not start: ${complaint}. Its log is ${logOf(cluster)}.`);
    }
    await delay(100);
  }
};

/** Requests a "fast" shutdown: connections are closed, a checkpoint is written. */
const interrupt = (pid: number): void => {
  try {
    process.kill(pid, 'SIGINT');
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ESRCH';
    if (!isGone) throw error;
  }
};

/**
 * Shuts a cluster's server down cleanly and waits until it has ended.
 * @throws Error with a sentence when it takes more than 30 s; the shutdown then continues
 */
export const stopServer = async (cluster: Cluster): Promise<void> => {
  const postmaster = await readPostmaster(cluster.dir);
  if (!postmaster) return;
  interrupt(postmaster.pid);
  const deadline = Date.now() + 30_000;
  while ((await readPostmaster(cluster.dir))?.pid === postmaster.pid) {
    if (Date.now() > deadline) {
      throw new Error(`The database has not stopped within 30 s. Its log is ${logOf(cluster)}.`);
    }
    await delay(POLL_MS);
  }
};
