import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

const PREFIX = 'postgres.new-';
const ABANDONED_AFTER_MS = 10 * 60_000;

/** Removes leftovers of starts that were killed midway. By age, not by pid: a killed start's initdb may still be writing. */
const sweep = async (parent: string): Promise<void> => {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(PREFIX)) continue;
    const stage = path.join(parent, name);
    const seen = await stat(stage).catch(() => undefined); // another process may clean up at the same time
    if (seen && Date.now() - seen.mtimeMs > ABANDONED_AFTER_MS) await rm(stage, { recursive: true, force: true });
  }
};

/**
 * Builds something in a staging directory and passes it to `build`, which renames it into place when complete, so that
 * no partial result is ever visible, even if we are killed. The stage (mode 0700) is deleted afterwards.
 */
export const onStage = async <T>(parent: string, build: (stage: string) => Promise<T>): Promise<T> => {
  await sweep(parent);
  const stage = await mkdtemp(path.join(parent, PREFIX));
  try {
    return await build(stage);
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
};

/** Makes renames and new names in a directory survive a power cut. Windows cannot open directories and does not need it. */
export const syncDirectory = async (dir: string): Promise<void> => {
  if (process.platform === 'win32') return;
  const handle = await open(dir, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const codesOfTaken = new Set(['EEXIST', 'ENOTEMPTY', 'ENOTDIR', ...(process.platform === 'win32' ? ['EPERM'] : [])]);

/** Whether a rename or symlink failed because another start was first. */
export const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && codesOfTaken.has(String(error.code));
