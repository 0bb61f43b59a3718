import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

type Chunk = {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
};
type Manifest = Readonly<Record<string, Chunk>>;

/** What the service worker may keep: bytes as they are sent. */
const budget = 600_000;

/** Pages beside the app's own files, and the typeface that the page begins with. */
const plainFiles = ['/day', '/offline.html', '/offline.css', '/icon.svg', '/manifest.webmanifest'];
const typeface = '@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2';

/** What /day loads by a tap, in the frame and on the page itself. */
const byTap = ['src/app/frame/', 'src/features/road/', 'src/calendar/notes/', 'src/calendar/attendance/', 'src/ui/'];

/**
 * The built files of /day: what it begins with, and what a tap on it loads.
 * @throws Error that names what the build lacks
 */
export const filesOfDay = (manifest: Manifest): readonly string[] => {
  const found = new Set<string>();
  const visited = new Set<string>();
  const visit = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no chunk for ${name}.`);
    if (visited.has(name)) return;
    visited.add(name);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) found.add(`/${file}`);
    chunk.imports?.forEach(visit);
    chunk.dynamicImports?.filter((one) => byTap.some((folder) => one.startsWith(folder))).forEach(visit);
  };
  const begun = ['index.html', 'src/app/start.tsx', 'src/features/road/DayPage.tsx'];
  const font = Object.keys(manifest).find((name) => name.endsWith(typeface));
  for (const name of [...begun, font ?? typeface]) visit(name);
  return [...found].toSorted();
};

/** Writes the list of files into the service worker. @throws Error when they are more than a phone should keep */
export const writeKeptFiles = async (dist: string): Promise<void> => {
  const manifest: Manifest = JSON.parse(await readFile(path.join(dist, '.vite/manifest.json'), 'utf8'));
  const built = filesOfDay(manifest);
  const worker = await readFile(path.join(dist, 'sw.js'), 'utf8');
  const names = [...plainFiles.map((file) => (file === '/day' ? 'index.html' : file)), ...built];
  const contents = await Promise.all(names.map((name) => readFile(path.join(dist, name))));
  const sizes = await Promise.all(contents.map(async (content) => (await promisify(gzip)(content)).length));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total > budget) throw new Error(`The service worker keeps ${total} bytes, over its budget of ${budget}.`);
  const hash = createHash('sha256').update(worker);
  for (const content of contents) hash.update(content);
  const build = JSON.stringify({ id: hash.digest('hex').slice(0, 16), files: [...plainFiles, ...built] });
  const place = "const build = { id: '', files: [] };";
  if (!worker.includes(place)) throw new Error('The service worker has no place for its files.');
  await writeFile(
    path.join(dist, 'sw.js'),
    worker.replace(place, () => `const build = ${build};`),
  );
};
