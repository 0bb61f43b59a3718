// Runs after the web build: compresses the files, and checks what they import and the size budget of every page.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { circularFiles } from './circular-files.ts';
import { writeKeptFiles } from './kept-files.ts';

/** Gzipped JavaScript that a page, signed in, may load before it is drawn: bytes. Each loads the list of all calls. */
const budgets: Readonly<Record<string, number>> = {
  'src/features/schedule/SchedulePage.tsx': 164_900,
  'src/features/planner/PlannerPage.tsx': 176_000,
  'src/features/students/StudentsPage.tsx': 191_500,
  'src/features/teachers/TeachersPage.tsx': 178_000,
  'src/features/routes/RoutesPage.tsx': 165_500,
  'src/features/settings/SettingsPage.tsx': 161_000,
  'src/features/monitor/MonitorPage.tsx': 153_500,
};
const streetMap = 'src/map/mapbox/street-map.tsx';
/** A family’s page: what it may load, with React, bytes. What it can do with a lesson is loaded by a click, and notes and owed lessons where there are some. */
const familyPage = 'family.html';
const familyBudget = 75_000;
/** The question form, which strangers open on phones: without libraries. */
const askPage = 'ask.html';
const askBudget = 40_000;
/** The app that `main.ts` starts. */
const app = 'src/app/start.tsx';

const gzipped = (content: Buffer): Promise<Buffer> => promisify(gzip)(content, { level: 9 });
const brotlied = (content: Buffer): Promise<Buffer> =>
  promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });

type Chunk = { readonly file: string; readonly imports?: readonly string[]; readonly isEntry?: boolean };

/** Writes `.gz` and `.br` beside every text file, for the server to send as they are. */
const compress = async (dist: string): Promise<void> => {
  const files = await readdir(dist, { recursive: true });
  await Promise.all(
    files
      .filter((file) => /\.(js|css|html|svg|webmanifest)$/.test(file))
      .map(async (file) => {
        const content = await readFile(path.join(dist, file));
        if (content.length < 1024) return;
        await writeFile(path.join(dist, `${file}.gz`), await gzipped(content));
        await writeFile(path.join(dist, `${file}.br`), await brotlied(content));
      }),
  );
};

/** The files that the named chunks load at once, including their own. */
const loadedWith = (manifest: Readonly<Record<string, Chunk>>, names: readonly string[]): Set<string> => {
  const files = new Set<string>();
  const visit = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  names.forEach(visit);
  return files;
};

/**
 * Maps with streets load when one is shown: no other chunk has their library among the files that it loads at once.
 * @throws Error that names the chunks that do
 */
const checkStreets = (manifest: Readonly<Record<string, Chunk>>): void => {
  const streets = manifest[streetMap];
  if (!streets) throw new Error(`The build has no chunk for ${streetMap}.`);
  // The library's own chunks load it, of course.
  const ours = Object.keys(manifest).filter((name) => name === 'index.html' || name.startsWith('src/'));
  const burdened = ours.filter((name) => name !== streetMap && loadedWith(manifest, [name]).has(streets.file));
  if (burdened.length > 0) throw new Error(`These chunks load the library for maps at once: ${burdened.join(', ')}`);
};

/** @throws Error that names the files that import each other */
const checkCircles = (manifest: Readonly<Record<string, Chunk>>): void => {
  const circular = circularFiles(manifest, app);
  if (circular.length > 0)
    throw new Error(`These files import each other in a circle (web/vite.config.ts): ${circular.join(', ')}`);
};

/** @throws Error that names the page that has grown over its budget, and its files */
const checkBudgets = async (dist: string): Promise<ReadonlyMap<string, number>> => {
  const manifest: Record<string, Chunk> = JSON.parse(await readFile(path.join(dist, '.vite/manifest.json'), 'utf8'));
  checkStreets(manifest);
  checkCircles(manifest);
  const entries = Object.keys(manifest).filter(
    (name) => manifest[name]?.isEntry === true && name !== familyPage && name !== askPage,
  );
  const sizeOf = async (file: string): Promise<number> => (await gzipped(await readFile(path.join(dist, file)))).length;
  const totals = new Map<string, number>();
  for (const [page, budget] of Object.entries(budgets)) {
    if (!manifest[page] || !manifest[app]) throw new Error(`The build has no chunk for ${page} or ${app}.`);
    const files = [...loadedWith(manifest, [...entries, app, page])].filter((file) => file.endsWith('.js'));
    const total = (await Promise.all(files.map(sizeOf))).reduce((sum, size) => sum + size, 0);
    const inKilobytes = `${(total / 1000).toFixed(1)} kB of gzipped JavaScript`;
    if (total > budget)
      throw new Error(`${page} loads ${inKilobytes}, over its budget of ${budget / 1000} kB: ${files.join(', ')}`);
    totals.set(path.basename(page, '.tsx'), total);
  }
  for (const [page, budget] of [
    [familyPage, familyBudget],
    [askPage, askBudget],
  ] as const) {
    const files = [...loadedWith(manifest, [page])].filter((file) => file.endsWith('.js'));
    const total = (await Promise.all(files.map(sizeOf))).reduce((sum, size) => sum + size, 0);
    if (files.length === 0 || total > budget)
      throw new Error(`${page} loads ${total} bytes of gzipped JavaScript: ${files.join(', ')}`);
    totals.set(path.basename(page, '.html'), total);
  }
  return totals;
};

/** Compresses the built files and checks them against the budgets. @returns bytes of gzipped JavaScript that each page loads */
export const finishWeb = async (dist: string): Promise<ReadonlyMap<string, number>> => {
  await writeKeptFiles(dist);
  await compress(dist);
  return checkBudgets(dist);
};
