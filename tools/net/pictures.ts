import { startEmbeddedPostgres } from '@rondo/services/platform/postgres/embedded/embedded-postgres.ts';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { takePhotographs, type At } from '../../scripts/photographs.ts';
import { removeDataDir, scratchDataDir, startRondo } from '../../web/e2e/running-rondo.ts';
import { fixedDatabase } from './visit/fixed-database.ts';

const preload = path.join(import.meta.dirname, 'visit/fixed-pictures.ts');
/** Pictures have addresses in them, as text and as QR codes. */
const port = '39817';

/**
 * Takes the pictures of all scenes with a database whose clock is set and plans that do not depend on this machine, so that the same code gives the same
 * pictures on another day.
 */
export const recordPictures = async (directory: string, part: string): Promise<void> => {
  const dataDir = await scratchDataDir();
  const server = await startEmbeddedPostgres({ dataDir, say: () => undefined });
  const database = await fixedDatabase(server.connectionString, 'pictures', true);
  const at: At = async (now, work) => {
    await database.setClock(Date.parse(now));
    const rondo = await startRondo(dataDir, {
      NOW: now,
      FEEDS_ALLOW_PRIVATE: 'true',
      DATABASE_URL: database.connectionString,
      PORT: port,
      SESSION_SECRET: 'the secret of the pictures',
      NODE_OPTIONS: `--import ${preload}`,
      FIXED_TIME: now,
    });
    try {
      return await work(rondo.url);
    } finally {
      await rondo.stop();
    }
  };
  try {
    await mkdir(path.join(directory, 'pictures'), { recursive: true });
    await takePhotographs(at, {
      directory: path.join(directory, 'pictures'),
      part,
      readme: null,
      say: (line) => console.log(line),
      // On a busy machine too: a picture that is missing is a difference.
      patience: 120_000,
    });
  } finally {
    await database.drop();
    await server.stop();
    await removeDataDir(dataDir);
  }
};

const pngs = async (directory: string): Promise<string[]> =>
  (await readdir(path.join(directory, 'pictures'))).filter((name) => name.endsWith('.png')).toSorted();

/** How one picture differs from another; '' if it does not. The differing pixels are drawn into `drawing`. */
const pictureDiffers = async (before: string, after: string, drawing: string): Promise<string> => {
  const [was, is] = [await readFile(before), await readFile(after)];
  if (was.equals(is)) return '';
  const [old, now] = [PNG.sync.read(was), PNG.sync.read(is)];
  if (old.width !== now.width || old.height !== now.height)
    return `${old.width} x ${old.height} pixels were, ${now.width} x ${now.height} are`;
  const picture = new PNG({ width: old.width, height: old.height });
  const count = pixelmatch(old.data, now.data, picture.data, old.width, old.height, { threshold: 0.05 });
  if (count === 0) return '';
  await writeFile(drawing, PNG.sync.write(picture));
  return `${count} pixels differ: ${drawing}`;
};

/** Pictures that differ, are missing or are new. @param part only scenes whose name contains it */
export const comparePictures = async (before: string, after: string, part: string): Promise<string[]> => {
  const isPart = (name: string): boolean => name.includes(part);
  const [old, now] = [(await pngs(before)).filter(isPart), (await pngs(after)).filter(isPart)];
  const found = [
    ...old.filter((name) => !now.includes(name)).map((name) => `${name}: is missing`),
    ...now.filter((name) => !old.includes(name)).map((name) => `${name}: is new`),
  ];
  const drawings = path.join(after, 'differences');
  await mkdir(drawings, { recursive: true });
  for (const name of old.filter((one) => now.includes(one))) {
    const of = (directory: string): string => path.join(directory, 'pictures', name);
    const difference = await pictureDiffers(of(before), of(after), path.join(drawings, name));
    if (difference !== '') found.push(`${name}: ${difference}`);
  }
  return found;
};
