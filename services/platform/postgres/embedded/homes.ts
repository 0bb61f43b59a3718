import { appendFile, readFile, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { giveTo } from './account.ts';
import type { Cluster } from './cluster.ts';
import { placeIn } from './data-dir.ts';
import { readPostmaster } from './postmaster.ts';

/** In a cluster outside DATA_DIR: every data directory that was started with a link to it, a line each. */
const HOMES_FILE = 'rondo.homes';

const homesOf = async (dir: string): Promise<readonly string[]> => {
  const text = await readFile(path.join(dir, HOMES_FILE), 'utf8').catch(() => ''); // made by an earlier Rondo, or not ours to read
  return text.split('\n').filter(Boolean);
};

/** Records in a cluster outside DATA_DIR which data directory it belongs to, which its own path does not tell. */
export const noteHome = async ({ dir, account }: Cluster, dataDir: string): Promise<void> => {
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
export const nameOrphans = async (systemDir: string, say: (line: string) => void): Promise<void> => {
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
