// npm run house [-- NAME]: the numbers of the house, and with the name of a number what it counts, such as `npm run house -- lonely`.
import { domain } from '../../scripts/layers.ts';
import { importsAmong, lonelyModules } from './imports.ts';
import { riddlesIn } from './names.ts';
import { fullFolders, longestChain, roomsOf } from './rooms.ts';
import { dependencyTypes, factories } from './shapes.ts';
import { productionFiles, type Source } from './sources.ts';

const longest = 300;

const sources = productionFiles();
const imports = importsAmong(sources);
const each = (namesIn: (source: Source) => readonly string[]): string[] =>
  sources.flatMap((source) => namesIn(source).map((name) => `${source.name}: ${name}`));

const rooms = roomsOf(sources);
const chain = longestChain(imports);
const riddles = each(riddlesIn);

/** Name, what is counted, and a list of it. */
const numbers: readonly (readonly [name: string, what: string, number: number, list: readonly string[]])[] = [
  ['lines', 'production lines', sources.reduce((sum, { lines }) => sum + lines, 0), []],
  ['files', 'production files', sources.length, sources.map(({ name, lines }) => `${name}: ${lines}`)],
  ...(
    [
      ['lonely', 'modules under 40 lines with one importer (R3)', lonelyModules(sources, imports)],
      ['dependencies', 'types named ...Dependencies (R6)', each(dependencyTypes)],
      [
        'factories',
        'factories of closures in the domain, about (R6)',
        each((source) => factories(source, (room) => domain.some((row) => room in row))),
      ],
      ['rooms', 'rooms of services (R1)', rooms],
      ['floors', 'floors of services', chain],
      ['folders', 'folders with more than 14 production files (R4)', fullFolders(sources)],
      [
        'long',
        `files over ${longest} lines`,
        sources.flatMap(({ name, lines }) => (lines > longest ? [`${name}: ${lines}`] : [])),
      ],
      ['riddles', 'names such as given, shown, held (R7)', riddles],
    ] as const
  ).map(([name, what, list]) => [name, what, list.length, list] as const),
];

const [only] = process.argv.slice(2);
const chosen = numbers.find(([name]) => name === only);
if (only !== undefined && chosen === undefined) {
  console.error(`Usage: npm run house [-- ${numbers.map(([name]) => name).join('|')}]`);
  process.exitCode = 2;
} else if (chosen) console.log(chosen[3].join('\n'));
else
  for (const [name, what, number] of numbers) console.log(`${String(number).padStart(7)}  ${name.padEnd(13)} ${what}`);
