import { existsSync } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** A running server as described by its postmaster.pid. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly status: 'starting' | 'ready' | 'stopping';
}

const pidFileOf = (dir: string): string => path.join(dir, 'postmaster.pid');

const statusOf = (word: string): Postmaster['status'] => {
  if (word === 'ready' || word === 'stopping') return word;
  return 'starting';
};

const readPidFile = async (dir: string): Promise<Postmaster | undefined> => {
  const text = await readFile(pidFileOf(dir), 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.trim());
  const [pid = '', , , port = '', , , , status = ''] = lines;
  if (!/^[1-9]\d*$/.test(pid) || lines.length < 2) return undefined; // not written to the end of its first line
  return { pid: Number(pid), port: Number(port), status: statusOf(status) };
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** Whether two paths are one directory. A missing path counts as the same: a directory moved under its running server. */
const isSameDirectory = async (a: string, b: string): Promise<boolean> => {
  const [one, other] = await Promise.all([a, b].map((dir) => stat(dir).catch(() => undefined)));
  return !one || !other || (one.ino === other.ino && one.dev === other.dev);
};

/**
 * Whether a process is the server of the cluster in `dir`, and not an unrelated one that got the pid after a reboot, in another container
 * or in a copy of the directory. Read from its command line, which all users may read (its cwd, not even root in a container).
 */
const serves = async (pid: number, dir: string): Promise<boolean> => {
  if (!existsSync('/proc/self/cmdline')) return isAlive(pid);
  const parts = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
  if (!/^(postgres|postmaster)$/.test(path.basename(parts[0] ?? ''))) return false;
  const served = parts[parts.indexOf('-D') + 1];
  return parts.includes('-D') && served !== undefined ? isSameDirectory(served, dir) : true;
};

/** The server running on a cluster, if any. */
export const readPostmaster = async (dir: string): Promise<Postmaster | undefined> => {
  const postmaster = await readPidFile(dir);
  return postmaster && (await serves(postmaster.pid, dir)) ? postmaster : undefined;
};

/** Truncated by a power cut; but a server that is just starting also has an empty file for a moment. */
const isTorn = async (dir: string): Promise<boolean> => {
  const seen = await stat(pidFileOf(dir)).catch(() => undefined);
  return seen !== undefined && Date.now() - seen.mtimeMs > 10_000;
};

/**
 * Removes a postmaster.pid that is truncated or whose pid now belongs to another program, because PostgreSQL would refuse to start while
 * it exists. If this is wrong, PostgreSQL's second lock (shared memory, by the directory's inode) still keeps a second server out.
 */
export const forgetStranger = async (dir: string): Promise<void> => {
  const left = await readPidFile(dir);
  const isInTheWay = left ? isAlive(left.pid) && !(await serves(left.pid, dir)) : await isTorn(dir);
  if (isInTheWay) await rm(pidFileOf(dir), { force: true });
};
