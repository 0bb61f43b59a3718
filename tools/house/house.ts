// npm run house [-- NAME]: the numbers of the house, and with the name of a number what it counts, such as `npm run house -- lonely`.
import { measures } from './rules.ts';
import { productionFiles } from './sources.ts';

const sources = productionFiles();
const lines = sources.reduce((sum, file) => sum + file.lines, 0);
const files = sources.map((file) => `${file.name}: ${file.lines}`);
const rules = measures(sources);

const [only] = process.argv.slice(2);
const lists: ReadonlyMap<string, readonly string[]> = new Map([
  ['files', files],
  ...rules.map(({ name, found }) => [name, found] as const),
]);
const chosen = lists.get(only ?? '');
const line = (number: number, name: string, what: string): string =>
  `${String(number).padStart(7)}  ${name.padEnd(13)} ${what}`;
if (only !== undefined && chosen === undefined) {
  console.error(`Usage: npm run house [-- ${[...lists.keys()].join('|')}]`);
  process.exitCode = 2;
} else if (chosen) console.log(chosen.join('\n'));
else {
  console.log(line(lines, 'lines', 'production lines'));
  console.log(line(files.length, 'files', 'production files'));
  for (const { name, what, found, most } of rules) console.log(line(found.length, name, `${what}; at most ${most}`));
}
