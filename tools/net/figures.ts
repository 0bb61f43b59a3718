import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { root } from './quick.ts';

const run = async (name: string, ...args: string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', name, '--', ...args], {
    cwd: root,
    maxBuffer: 1 << 26,
  });
  return stdout;
};

/** The bench table. @param parts all when empty */
export const recordBench = async (directory: string, parts: readonly string[]): Promise<void> =>
  writeFile(path.join(directory, 'bench.json'), await run('bench', ...parts, '--json'));

export const recordHouse = async (directory: string): Promise<void> =>
  writeFile(path.join(directory, 'house.txt'), await run('house'));

const bench = z.object({ rows: z.array(z.object({ what: z.string(), figures: z.record(z.string(), z.number()) })) });

const figuresIn = async (directory: string): Promise<Map<string, number>> => {
  const { rows } = bench.parse(JSON.parse(await readFile(path.join(directory, 'bench.json'), 'utf8')));
  return new Map(
    rows.flatMap(({ what, figures }) =>
      Object.entries(figures).map(([name, value]) => [`${what}, ${name}`, value] as const),
    ),
  );
};

const short = (value: number | undefined): string => (value === undefined ? '-' : value.toPrecision(4));

/** Each figure before and after: for a person to judge, because times are never the same twice. */
export const benchBesideEachOther = async (before: string, after: string): Promise<string> => {
  const [old, now] = [await figuresIn(before), await figuresIn(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((name) => {
      const [was, is] = [old.get(name), now.get(name)];
      const ratio = was === undefined || is === undefined || was === 0 ? '' : `x ${(is / was).toFixed(2)}`;
      return `${short(was).padStart(10)} ${short(is).padStart(10)} ${ratio.padStart(8)}  ${name}`;
    })
    .join('\n');
};

/** The numbers of the house before and after. */
export const houseBesideEachOther = async (before: string, after: string): Promise<string> => {
  const lines = async (directory: string): Promise<[number: string, what: string][]> =>
    (await readFile(path.join(directory, 'house.txt'), 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => [line.slice(0, 7).trim(), line.slice(9)]);
  const [old, now] = [new Map((await lines(before)).map(([number, what]) => [what, number])), await lines(after)];
  return now.map(([number, what]) => `${(old.get(what) ?? '-').padStart(7)} ${number.padStart(7)}  ${what}`).join('\n');
};
