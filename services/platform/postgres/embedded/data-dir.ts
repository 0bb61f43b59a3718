import { constants } from 'node:fs';
import { access, mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';

const whyUnusable: Record<string, string> = {
  EACCES: 'Rondo may not write there',
  EPERM: 'Rondo may not write there',
  EROFS: 'its file system is read-only',
  ENOENT: 'it cannot be made there', // what Node's recursive mkdir reports on a read-only file system
  EEXIST: 'it is a file',
  ENOTDIR: 'a part of the path is a file',
  ENOSPC: 'the disk is full',
};

/**
 * Creates DATA_DIR when it is missing, and returns its real path.
 * @throws Error with a sentence when it cannot be created or written
 */
export const usableDataDir = async (dataDir: string): Promise<string> => {
  const dir = path.resolve(dataDir);
  // PostgreSQL's own status file has one value per line, the path among them.
  if (/[\r\n]/.test(dir)) throw new Error('DATA_DIR must not contain a line break.');
  try {
    await mkdir(dir, { recursive: true });
    await access(dir, constants.W_OK | constants.X_OK);
    return await realpath(dir);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new Error(
      `DATA_DIR ${dir} cannot be used: ${whyUnusable[code] ?? code}. Set it to a directory that Rondo may write to.`,
      {
        cause: error,
      },
    );
  }
};

/** The database's path in DATA_DIR: its directory, or a link to where it lives instead. */
export const placeIn = (dataDir: string): string => path.join(dataDir, 'postgres');
