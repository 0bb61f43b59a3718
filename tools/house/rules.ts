import { app, domain, platform } from '../../scripts/layers.ts';
import { importsAmong, lonelyModules } from './imports.ts';
import { riddlesIn } from './names.ts';
import { fullFolders, longestChain, roomsOf } from './rooms.ts';
import { dependencyTypes, factories } from './shapes.ts';
import type { Source } from './sources.ts';
import { misnamed } from './vocabulary.ts';

/** What the structure of the code is measured by, with what is counted. */
export type Measure = {
  readonly name: string;
  /** What is counted, with the rule of `docs/recipes.md` that it belongs to. */
  readonly what: string;
  readonly found: readonly string[];
  /** There may be so many. */
  readonly most: number;
};

/** Small modules with one importer that stand by themselves nevertheless, with the reason. */
export const exceptions: ReadonlyMap<string, string> = new Map([
  [
    'web/src/lib/page/zod-without-eval.ts',
    'has to run before modules that load zod, so it is imported for its effect, first of all',
  ],
  ['web/src/api/call-table.ts', 'the build replaces the module by its value, so that no schema reaches a page'],
]);
export const mostExceptions = 20;

/** Functions of the domain that return a record of functions nevertheless, with the reason (R6): `docs/decisions/202-records-of-functions.md`. */
export const recordsOfFunctions: ReadonlyMap<string, string> = new Map([
  ['services/domain/accounts/sign-in.ts: signInAttempts', 'one of a process: counts failures'],
  ['services/domain/billing/pdf/printing.ts: openPrinter', 'one of a process: a thread'],
  ['services/domain/calendars/in/auto-sync.ts: autoSync', 'one of a process: a loop that stops'],
  ['services/domain/calendars/families/links.ts: familyLinks', 'one of a process: what the server knows of links'],
  ['services/domain/calendars/out/feeds.ts: feedCache', 'one of a process: a cache'],
  ['services/domain/calendars/out/fetches.ts: feedFetches', 'one of a process: counts that are written later'],
  ['services/domain/planning/run/runs.ts: openRuns', 'one of a process: a connection that listens'],
  ['services/domain/planning/run/turns.ts: openTurns', 'one of a process: the queue for the optimizer'],
  ['services/domain/history/restores/progress.ts: restoreProgress', 'a table that the studio in memory has as a map'],
  [
    'services/domain/history/changes/timetable.ts: timetablesOf',
    'a lookup by student, folded when a student is looked up',
  ],
  ['services/domain/lessons/slots/surroundings.ts: surroundingsOf', 'what a search sees; its test gives another one'],
  ['services/domain/billing/statements/statement-print.ts: sourceOf', 'what a statement is printed from'],
  ['services/domain/billing/pdf/blocks.ts: space', 'a drawing with its height'],
  ['services/domain/billing/pdf/blocks.ts: sideBySide', 'a drawing with its height'],
  ['services/domain/billing/pdf/pay-online.ts: payOnline', 'a drawing with its height'],
]);

const declared: ReadonlySet<string> = new Set([
  ...app,
  'optimizer',
  ...platform.flat().map((room) => `platform/${room}`),
  ...domain.flatMap((row) => Object.keys(row)).map((room) => `domain/${room}`),
]);

/** Rooms of services that no list of `scripts/layers.ts` has. */
const undeclaredRooms = (rooms: readonly string[]): string[] => rooms.filter((room) => !declared.has(room));

const longest = 300;

/**
 * The rules of the house, each with the number that it allows. Where a rule is not true everywhere yet, that is the number of the day when the test
 * was written or the number was lowered: it is never raised.
 */
export const measures = (sources: readonly Source[]): Measure[] => {
  const imports = importsAmong(sources);
  const rooms = roomsOf(sources);
  const each = (namesIn: (source: Source) => readonly string[]): string[] =>
    sources.flatMap((source) => namesIn(source).map((name) => `${source.name}: ${name}`));
  const isDomain = (room: string): boolean => room.startsWith('domain/');
  return [
    { name: 'rooms', what: 'rooms of services (R1)', found: rooms, most: 22 },
    {
      name: 'undeclared',
      what: 'rooms that scripts/layers.ts does not have (R1)',
      found: undeclaredRooms(rooms),
      most: 0,
    },
    { name: 'floors', what: 'floors of services (R1)', found: longestChain(imports), most: 8 },
    { name: 'misnamed', what: 'files whose name does not say what they have (R2)', found: misnamed(sources), most: 0 },
    {
      name: 'lonely',
      what: 'modules under 40 lines with one importer (R3)',
      found: lonelyModules(sources, imports).filter((file) => !exceptions.has(file)),
      most: 1,
    },
    { name: 'folders', what: 'folders with more than 14 production files (R4)', found: fullFolders(sources), most: 0 },
    { name: 'dependencies', what: 'types named ...Dependencies (R6)', found: each(dependencyTypes), most: 0 },
    {
      name: 'factories',
      what: 'factories of closures in the domain, about (R6)',
      found: each((source) => factories(source, isDomain)).filter((name) => !recordsOfFunctions.has(name)),
      most: 0,
    },
    { name: 'riddles', what: 'names such as given, shown, held (R7)', found: each(riddlesIn), most: 0 },
    {
      name: 'long',
      what: `files over ${longest} lines`,
      found: sources.flatMap(({ name, lines }) => (lines > longest ? [`${name}: ${lines}`] : [])),
      most: 1,
    },
  ];
};
