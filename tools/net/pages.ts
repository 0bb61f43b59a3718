import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { z } from 'zod';
import { buildWebIfNeeded } from '../../scripts/build-web.ts';
import { root } from './quick.ts';

const dist = path.join(root, 'web/dist');
/** A page may become this much heavier or lighter. */
const tolerance = 0.005;

const bytes = z.object({ html: z.number(), js: z.number(), css: z.number(), total: z.number() });
const pages = z.record(z.string(), bytes);
type Pages = z.infer<typeof pages>;

const gzipped = async (file: string): Promise<number> =>
  (await promisify(gzip)(await readFile(path.join(dist, file)), { level: 9 })).length;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** The gzipped bytes of a page: its own, and those of the scripts and style sheets that it names. */
const bytesOf = async (file: string): Promise<Pages[string]> => {
  const text = await readFile(path.join(dist, file), 'utf8');
  const named = [
    ...new Set([...text.matchAll(/(?:href|src)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, name = '']) => name)),
  ];
  const of = (ending: string): Promise<number> =>
    Promise.all(named.filter((name) => name.endsWith(ending)).map(gzipped)).then(sum);
  const [html, js, css] = [await gzipped(file), await of('.js'), await of('.css')];
  return { html, js, css, total: html + js + css };
};

export const recordPages = async (directory: string): Promise<void> => {
  await buildWebIfNeeded();
  const files = [
    'index.html',
    ...(await readdir(path.join(dist, 'pages')))
      .filter((name) => name.endsWith('.html'))
      .map((name) => `pages/${name}`),
  ];
  const all = await Promise.all(files.toSorted().map(async (file) => [file, await bytesOf(file)] as const));
  await writeFile(path.join(directory, 'pages.json'), `${JSON.stringify(Object.fromEntries(all), null, 1)}\n`);
};

const read = async (directory: string): Promise<Pages> =>
  pages.parse(JSON.parse(await readFile(path.join(directory, 'pages.json'), 'utf8')));

/** Pages whose bytes differ by more than half a percent. */
export const comparePages = async (before: string, after: string): Promise<string[]> => {
  const [old, now] = [await read(before), await read(after)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return names.flatMap((name) => {
    const [was, is] = [old[name], now[name]];
    if (!was || !is) return [`${name}: ${was ? 'is missing' : 'is new'}`];
    const change = is.total / was.total - 1;
    return Math.abs(change) <= tolerance
      ? []
      : [`${name}: ${was.total} bytes were, ${is.total} are (${(change * 100).toFixed(2)} %)`];
  });
};
