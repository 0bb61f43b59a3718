import { chmod, lchown, lstat, readdir, readFile, readlink, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Account, accountOfOwner, canUse } from './account.ts';
import { placeIn } from './data-dir.ts';

/** A database's files, the account that runs it, and its password. */
export interface Cluster {
  readonly dir: string;
  readonly account: Account | undefined;
  readonly secret: string;
}

/** The password of the database's only role. */
export const ROLE = 'rondo';
/** In the cluster's directory, mode 0600. */
export const SECRET_FILE = 'rondo.secret';

/** Fixes ownership: a restored backup or a copy often belongs to root, who cannot run it. The directory itself comes last, so an interrupted pass is repeated. */
const giveAllTo = async (account: Account, dir: string): Promise<void> => {
  for (const entry of await readdir(dir, { withFileTypes: true, recursive: true })) {
    await lchown(path.join(entry.parentPath, entry.name), account.uid, account.gid);
  }
  await lchown(dir, account.uid, account.gid);
};

const checkVersion = async (dir: string, version: string): Promise<void> => {
  const made = await readFile(path.join(dir, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (made === undefined) throw new Error(`${dir} exists but holds no database. Move it away and start again.`);
  const [major = ''] = version.split('.');
  if (made.trim() === major) return;
  throw new Error(
    `The database in ${dir} was made by PostgreSQL ${made.trim()}, and this Rondo brings ${major}. Use the Rondo that made it, or another DATA_DIR.`,
  );
};

const readSecret = async (dir: string): Promise<string> => {
  try {
    return await readFile(path.join(dir, SECRET_FILE), 'utf8');
  } catch (error) {
    throw new Error(`The file ${SECRET_FILE} in ${dir}, which opens the database, cannot be read.`, { cause: error });
  }
};

const openCluster = async (dir: string, version: string): Promise<Cluster> => {
  const owner = await stat(dir);
  const account = await accountOfOwner(dir, owner);
  await checkVersion(dir, version);
  if (account && account.uid !== owner.uid) await giveAllTo(account, dir);
  // PostgreSQL refuses a directory that others can read.
  if (process.platform !== 'win32' && (owner.mode & 0o077) !== 0) await chmod(dir, 0o700);
  if (!(await canUse(account, dir))) {
    throw new Error(
      `The database in ${dir} runs as the user ${account?.name ?? ''}, who cannot go there any more. Let others pass through the directories above it (chmod o+x).`,
    );
  }
  return { dir, account, secret: await readSecret(dir) };
};

/**
 * Finds the database of a data directory, if there is one.
 * @throws Error with a sentence when it cannot be run; an existing database is never replaced by an empty one
 */
export const findCluster = async (dataDir: string, version: string): Promise<Cluster | undefined> => {
  const place = placeIn(dataDir);
  const seen = await lstat(place).catch(() => undefined);
  if (!seen) return undefined;
  if (!seen.isSymbolicLink()) {
    const empty = seen.isDirectory() && (await readdir(place).catch(() => ['unreadable'])).length === 0;
    return empty ? undefined : openCluster(place, version);
  }
  const dir = await realpath(place).catch(async (error: unknown) => {
    throw new Error(
      `The database of ${dataDir} lives in ${await readlink(place)}, which no longer exists. Restore it, or remove ${place} to start with an empty one.`,
      { cause: error },
    );
  });
  return openCluster(dir, version);
};
