import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, rename, rm, rmdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Account, canUse, giveTo, runProgram } from './account.ts';
import type { Programs } from './binaries.ts';
import { ROLE, SECRET_FILE } from './cluster.ts';
import { placeIn } from './data-dir.ts';
import { isTaken, onStage, syncDirectory } from './stage.ts';

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
  await runProgram(programs.initdb, ['-D', dir, ...options], account).catch((error: unknown) => {
    throw new Error(`The database could not be made: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  });
  await rename(secretFile, path.join(dir, SECRET_FILE));
  // Synced once complete, secret included: a power cut right after the first start must not leave a corrupt database.
  const method = process.platform === 'linux' ? 'syncfs' : 'fsync'; // one call, not one for each of a thousand files
  await runProgram(programs.initdb, ['-D', dir, '--sync-only', `--sync-method=${method}`], account);
  return dir;
};

/** Moves a complete cluster into DATA_DIR itself, or links to it. Losing the race for the path is fine: the winner's is used. */
const settle = async (built: string, dataDir: string, elsewhere: string | undefined): Promise<void> => {
  const place = placeIn(dataDir);
  const home = elsewhere ?? place;
  try {
    await rename(built, home);
    await syncDirectory(path.dirname(home));
    if (elsewhere) {
      await rmdir(place).catch(() => undefined); // removes an empty directory that may be there; the next line reports anything else
      await symlink(elsewhere, place);
    }
    await syncDirectory(dataDir);
  } catch (error) {
    if (!isTaken(error)) throw error;
    if (elsewhere) await rm(elsewhere, { recursive: true, force: true });
  }
};

/** A new name each time: an emptied DATA_DIR starts over, and never touches what its predecessor left here. */
const homeElsewhere = (systemDir: string, dataDir: string): string => {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  return path.join(systemDir, `${hash}-${randomBytes(3).toString('hex')}`);
};

const ownStage = async (account: Account | undefined, stage: string): Promise<boolean> => {
  await giveTo(account, stage).catch(() => undefined); // a file system that knows no owners is not usable, which the next line reports
  return canUse(account, stage);
};

/**
 * Creates the database of a data directory: in `dataDir`, or, when the database's account cannot enter it, in `systemDir` with a
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
  await chmod(systemDir, 0o755); // regardless of the umask
  await onStage(systemDir, async (stage) => {
    if (!(await ownStage(account, stage))) {
      throw new Error(
        `The database must run as the user ${account?.name ?? ''}, who can go neither to ${dataDir} nor to ${systemDir}. Start Rondo as an ordinary user, or set DATABASE_URL.`,
      );
    }
    await settle(await initialize(stage, programs, account), dataDir, homeElsewhere(systemDir, dataDir));
  });
};
