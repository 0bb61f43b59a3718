import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import {
  access,
  chmod,
  lchown,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { type Account, accountOfOwner, canUse, databaseAccount, giveTo, runProgram } from './account.ts';
import type { Programs } from './binaries.ts';
import { isTaken, onStage, syncDirectory } from './stage.ts';

/** A database's files, who runs it, and the secret that opens it. */
export interface Cluster {
  readonly dir: string;
  readonly account: Account | undefined;
  readonly secret: string;
}

/** The only role of the database; the secret is its password. */
export const ROLE = 'rondo';
const SECRET_FILE = 'rondo.secret';

const whyUnusable: Record<string, string> = {
  EACCES: 'Rondo may not write there',
  EPERM: 'Rondo may not write there',
  EROFS: 'its file system is read-only',
  EEXIST: 'it is a file',
  ENOTDIR: 'a part of the path is a file',
  ENOSPC: 'the disk is full',
};

/**
 * Makes DATA_DIR when it is missing, and returns its one true path.
 * @throws Error with a sentence when it cannot be made or written
 */
export const usableDataDir = async (dataDir: string): Promise<string> => {
  const dir = path.resolve(dataDir);
  // PostgreSQL's own file about itself has one line per fact, the path among them.
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

/** A restored backup or a copy often belongs to root, who cannot run it. The directory itself comes last, so a killed walk is walked again. */
const giveAllTo = async (account: Account, dir: string): Promise<void> => {
  for (const entry of await readdir(dir, { withFileTypes: true, recursive: true })) {
    await lchown(path.join(entry.parentPath, entry.name), account.uid, account.gid);
  }
  await lchown(dir, account.uid, account.gid);
};

const ownerOf = async (dir: string): Promise<Account | undefined> => {
  const { uid, gid } = await stat(dir);
  if (uid !== 0) return accountOfOwner(dir, { uid, gid });
  const account = await databaseAccount();
  if (account) await giveAllTo(account, dir);
  return account;
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

const openCluster = async (dir: string, version: string): Promise<Cluster> => {
  const account = await ownerOf(dir);
  await checkVersion(dir, version);
  // PostgreSQL refuses a directory that others can read.
  if (process.platform !== 'win32' && ((await stat(dir)).mode & 0o077) !== 0) await chmod(dir, 0o700);
  if (!(await canUse(account, dir))) {
    throw new Error(
      `The database in ${dir} runs as the user ${account?.name ?? ''}, who cannot go there any more. Let others pass through the directories above it (chmod o+x).`,
    );
  }
  const secret = await readFile(path.join(dir, SECRET_FILE), 'utf8').catch((error: unknown) => {
    throw new Error(`The database in ${dir} has lost its file ${SECRET_FILE}, without which nobody can open it.`, {
      cause: error,
    });
  });
  return { dir, account, secret };
};

/** The cluster's place in DATA_DIR: the directory itself, or a link to where it lives instead. */
const placeIn = (dataDir: string): string => path.join(dataDir, 'postgres');

/**
 * Finds the database of a data directory, if it has one yet.
 * @throws Error with a sentence when what is there cannot be run; an existing database is never replaced by an empty one
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
      `The database of ${dataDir} lives in ${await readlink(place)}, which is gone. Put it back, or remove ${place} to begin with an empty one.`,
      { cause: error },
    );
  });
  return openCluster(dir, version);
};

const initialize = async (stage: string, programs: Programs, account: Account | undefined): Promise<string> => {
  const secretFile = path.join(stage, 'secret');
  await writeFile(secretFile, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true });
  await giveTo(account, secretFile);
  const dir = path.join(stage, 'cluster');
  const options = [
    `--username=${ROLE}`,
    `--pwfile=${secretFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    '--no-sync',
  ];
  await runProgram(programs.initdb, ['-D', dir, ...options], account);
  await rename(secretFile, path.join(dir, SECRET_FILE));
  // Synced once whole, the secret included: a power cut right after the first start must not leave a torn database.
  const method = process.platform === 'linux' ? 'syncfs' : 'fsync'; // one call, not one for each of a thousand files
  await runProgram(programs.initdb, ['-D', dir, '--sync-only', `--sync-method=${method}`], account);
  return dir;
};

/** Puts a whole cluster into DATA_DIR itself, or a link to it. Losing the race for the place is no error: the winner's is used. */
const settle = async (built: string, dataDir: string, elsewhere: string | undefined): Promise<void> => {
  const place = placeIn(dataDir);
  const home = elsewhere ?? place;
  try {
    await rename(built, home);
    await syncDirectory(path.dirname(home));
    if (elsewhere) {
      await rmdir(place).catch(() => undefined); // an empty directory may stand there; anything else is seen by the next line
      await symlink(elsewhere, place);
    }
    await syncDirectory(dataDir);
  } catch (error) {
    if (!isTaken(error)) throw error;
    if (elsewhere) await rm(elsewhere, { recursive: true, force: true });
  }
};

/** A new name each time: an emptied DATA_DIR begins anew, and what its predecessor left here is never touched. */
const homeElsewhere = (systemDir: string, dataDir: string): string => {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  return path.join(systemDir, `${hash}-${randomBytes(3).toString('hex')}`);
};

const ownStage = async (account: Account | undefined, stage: string): Promise<boolean> => {
  await giveTo(account, stage).catch(() => undefined); // a file system that knows no owners is not usable, which the next line sees
  return canUse(account, stage);
};

/**
 * Makes the database of a data directory: in `dataDir`, or, where the database's account cannot go there, in `systemDir` with a
 * link from `dataDir`.
 */
export const createCluster = async (
  dataDir: string,
  programs: Programs,
  account: Account | undefined,
  systemDir: string,
): Promise<void> => {
  const inside = await onStage(dataDir, async (stage) => {
    if (!(await ownStage(account, stage))) return false;
    await settle(await initialize(stage, programs, account), dataDir, undefined);
    return true;
  });
  if (inside) return;
  await mkdir(systemDir, { recursive: true, mode: 0o755 });
  await chmod(systemDir, 0o755); // whatever the umask says
  await onStage(systemDir, async (stage) => {
    if (!(await ownStage(account, stage))) {
      throw new Error(
        `The database must run as the user ${account?.name ?? ''}, who can go neither to ${dataDir} nor to ${systemDir}. Start Rondo as an ordinary user, or set DATABASE_URL.`,
      );
    }
    await settle(await initialize(stage, programs, account), dataDir, homeElsewhere(systemDir, dataDir));
  });
};
