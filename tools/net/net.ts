// npm run net -- record|compare [DIR] [--only PART ...] [--scene NAME] [--bench NAME ...]: records what the product does, or compares it with a record.
// Without DIR it is the record in tools/net/recorded: the OpenAPI document, the answers of a visit, the log and the rows of all tables after it. DIR
// also gets the bytes of the pages, the pictures of all scenes, the bench table and the numbers of the house.
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { benchBesideEachOther, houseBesideEachOther, recordBench, recordHouse } from './figures.ts';
import { comparePages, recordPages } from './pages.ts';
import { comparePictures, recordPictures } from './pictures.ts';
import { committed, differences, inShort, quickParts, recordVisit } from './quick.ts';

/** Each part with the file or folder in which a record has it. */
const files: Readonly<Record<string, string>> = {
  ...quickParts,
  pages: 'pages.json',
  pictures: 'pictures',
  house: 'house.txt',
  bench: 'bench.json',
};
const all = Object.keys(files);
const isQuick = (part: string): boolean => part in quickParts;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', multiple: true, default: [] },
    /** Only pictures of scenes whose name contains it. */
    scene: { type: 'string', default: '' },
    /** Only these parts of the bench table. */
    bench: { type: 'string', multiple: true, default: [] },
  },
});

const visit = async (to: string, parts: ReadonlySet<string>): Promise<void> => {
  const visited = await mkdtemp(path.join(tmpdir(), 'rondo-visit-'));
  try {
    await recordVisit(visited);
    for (const name of all.filter((part) => isQuick(part) && parts.has(part)).map((part) => files[part] ?? '')) {
      await rm(path.join(to, name), { recursive: true, force: true });
      await cp(path.join(visited, name), path.join(to, name), { recursive: true });
    }
  } finally {
    await rm(visited, { recursive: true, force: true });
  }
};

const record = async (to: string, parts: ReadonlySet<string>): Promise<void> => {
  await mkdir(to, { recursive: true });
  if ([...parts].some(isQuick)) await visit(to, parts);
  if (parts.has('pages')) await recordPages(to);
  if (parts.has('house')) await recordHouse(to);
  if (parts.has('pictures')) await recordPictures(to, values.scene);
  if (parts.has('bench')) await recordBench(to, values.bench);
};

/** What differs in a part that has to be the same; '' if nothing does. */
const differenceIn = async (part: string, before: string, after: string): Promise<string> => {
  if (part === 'pages') return (await comparePages(before, after)).join('\n');
  if (part === 'pictures') return (await comparePictures(before, after, values.scene)).join('\n');
  const name = files[part] ?? '';
  const text = await differences(path.join(before, name), path.join(after, name));
  return text === '' ? '' : inShort(text);
};

/** @returns whether something differs that has to be the same */
const compare = async (before: string, after: string, parts: ReadonlySet<string>): Promise<boolean> => {
  let differs = false;
  for (const part of all.filter((one) => parts.has(one) && one !== 'house' && one !== 'bench')) {
    const difference = await differenceIn(part, before, after);
    differs ||= difference !== '';
    console.log(difference === '' ? `same       ${part}` : `DIFFERENT  ${part}\n${difference}`);
  }
  if (parts.has('house')) console.log(`\nThe house before and now:\n${await houseBesideEachOther(before, after)}`);
  if (parts.has('bench'))
    console.log(`\nThe bench table before and now:\n${await benchBesideEachOther(before, after)}`);
  return differs;
};

const [action, directory] = positionals;
const place = path.resolve(directory ?? committed);
const chosen = values.only.length > 0 ? values.only : all.filter((part) => directory !== undefined || isQuick(part));
const isWrong = chosen.some((part) => !(directory === undefined ? isQuick(part) : all.includes(part)));

if ((action !== 'record' && action !== 'compare') || positionals.length > 2 || isWrong) {
  console.error(
    `Usage: npm run net -- record|compare [DIR] [--only PART ...] [--scene NAME] [--bench NAME ...]\nThe parts are ${all.join(', ')}; those after rows need a DIR.`,
  );
  process.exitCode = 2;
} else if (action === 'record') await record(place, new Set(chosen));
else {
  const recorded = chosen.filter((part) => existsSync(path.join(place, files[part] ?? '')));
  const missing = chosen.filter((part) => !recorded.includes(part));
  if (missing.length > 0) console.log(`${place} has no ${missing.join(', ')}.`);
  if (recorded.length === 0) process.exitCode = 2;
  else {
    const after = await mkdtemp(path.join(tmpdir(), 'rondo-net-'));
    await record(after, new Set(recorded));
    const differs = await compare(place, after, new Set(recorded));
    if (differs) console.log(`\nWhat was recorded now is in ${after}.`);
    else await rm(after, { recursive: true, force: true });
    if (differs) process.exitCode = 1;
  }
}
