// npm run net -- record|compare [DIR] [--only PART ...] [--scene NAME] [--bench NAME ...]: records what the product does, or compares it with a record.
// Without DIR it is the record in tools/net/recorded: the OpenAPI document, the answers of a visit, the log and the rows of all tables after it. DIR
// also gets the bytes of the pages, the pictures of all scenes, the bench table and the numbers of the house.
import { cp, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { benchBesideEachOther, houseBesideEachOther, recordBench, recordHouse } from './figures.ts';
import { comparePages, recordPages } from './pages.ts';
import { comparePictures, recordPictures } from './pictures.ts';
import { committed, differences, inShort, quickParts, recordVisit } from './quick.ts';

const others = ['pages', 'pictures', 'house', 'bench'] as const;
const parts = [...Object.keys(quickParts), ...others];

const usage = `Usage: npm run net -- record|compare [DIR] [--only ${parts.join('|')} ...] [--scene NAME] [--bench NAME ...]`;

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
const [action, directory] = positionals;

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

const chosen = new Set(
  parts.filter((part) =>
    values.only.length > 0 ? values.only.includes(part) : directory !== undefined || part in quickParts,
  ),
);
const quick = Object.entries(quickParts).filter(([part]) => chosen.has(part));

/** Records the chosen parts. */
const record = async (to: string): Promise<void> => {
  await mkdir(to, { recursive: true });
  if (quick.length > 0) {
    const visited = await mkdtemp(path.join(tmpdir(), 'rondo-visit-'));
    try {
      await recordVisit(visited);
      for (const [, name] of quick) {
        await rm(path.join(to, name), { recursive: true, force: true });
        await cp(path.join(visited, name), path.join(to, name), { recursive: true });
      }
    } finally {
      await rm(visited, { recursive: true, force: true });
    }
  }
  if (chosen.has('pages')) await recordPages(to);
  if (chosen.has('house')) await recordHouse(to);
  if (chosen.has('pictures')) await recordPictures(to, values.scene);
  if (chosen.has('bench')) await recordBench(to, values.bench);
};

/** Compares the chosen parts that the record has. @returns whether something differs that has to be the same */
const compare = async (before: string, after: string): Promise<boolean> => {
  let differs = false;
  const say = (part: string, text: string, isDifferent: boolean): void => {
    differs ||= isDifferent;
    console.log(`${isDifferent ? 'DIFFERENT' : 'same'}  ${part}${text === '' ? '' : `\n${text}`}`);
  };
  for (const [part, name] of quick) {
    const text = await differences(path.join(before, name), path.join(after, name));
    say(part, text === '' ? '' : inShort(text), text !== '');
  }
  for (const [part, found] of [
    ['pages', chosen.has('pages') ? await comparePages(before, after) : undefined],
    ['pictures', chosen.has('pictures') ? await comparePictures(before, after, values.scene) : undefined],
  ] as const)
    if (found) say(part, found.join('\n'), found.length > 0);
  if (chosen.has('house')) console.log(`\nThe house before and now:\n${await houseBesideEachOther(before, after)}`);
  if (chosen.has('bench'))
    console.log(`\nThe bench table before and now:\n${await benchBesideEachOther(before, after)}`);
  return differs;
};

const isWrong =
  values.only.some((part) => !parts.includes(part)) ||
  (directory === undefined && values.only.some((part) => !(part in quickParts)));
if ((action !== 'record' && action !== 'compare') || positionals.length > 2 || isWrong) {
  console.error(usage);
  process.exitCode = 2;
} else if (action === 'record') await record(path.resolve(directory ?? committed));
else {
  const before = path.resolve(directory ?? committed);
  if (!(await isThere(before))) throw new Error(`There is no record in ${before}.`);
  const after = await mkdtemp(path.join(tmpdir(), 'rondo-net-'));
  await record(after);
  const differs = await compare(before, after);
  console.log(differs ? `\nWhat was recorded now is in ${after}.` : '');
  if (differs) process.exitCode = 1;
  else await rm(after, { recursive: true, force: true });
}
