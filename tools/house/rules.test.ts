import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { importsAmong, lonelyModules } from './imports.ts';
import { exceptions, measures, mostExceptions, recordsOfFunctions } from './rules.ts';
import { factories } from './shapes.ts';
import { productionFiles, sourceOf, type Source } from './sources.ts';
import { vocabulary } from './vocabulary.ts';

const file = (name: string, ...lines: string[]): Source => sourceOf(name, `${lines.join('\n')}\n`);
const found = (name: string, sources: readonly Source[]): readonly string[] =>
  measures(sources).find((measure) => measure.name === name)?.found ?? [];

const sources = productionFiles();

// Who lowers one of these numbers lowers its maximum in rules.ts too; it is never raised.
test.for(measures(sources).map((measure) => [measure.what, measure] as const))('at most so many %s', ([, measure]) => {
  const { found: all, most, name } = measure;
  expect(all.length, `npm run house -- ${name} lists them`).toBeLessThanOrEqual(most);
});

test('exceptions of small modules are few, and each is one still', () => {
  expect(exceptions.size).toBeLessThanOrEqual(mostExceptions);
  expect(lonelyModules(sources, importsAmong(sources))).toEqual(expect.arrayContaining([...exceptions.keys()]));
});

test('each function that may return a record of functions still does', () => {
  const all = sources.flatMap((source) => factories(source, () => true).map((name) => `${source.name}: ${name}`));
  expect(all).toEqual(expect.arrayContaining([...recordsOfFunctions.keys()]));
});

describe('a planted violation is found:', () => {
  test('a room that no list has (R1)', () => {
    const planted = [
      file('services/invoices/api.ts'),
      file('services/domain/rooms/state.ts'),
      file('services/domain/billing/state.ts'),
    ];
    expect(found('undeclared', planted)).toEqual(['domain/rooms', 'invoices']);
  });

  test('a room too many, and a floor too many (R1)', () => {
    const all = Array.from({ length: 23 }, (_, i) =>
      file(`services/domain/r${i}/a.ts`, ...(i === 0 ? [] : [`import '../r${i - 1}/a.ts';`])),
    );
    expect([found('rooms', all).length, found('floors', all).length]).toEqual([23, 23]);
  });

  test.for([
    ['services/domain/lessons/calls.ts', '  route(addLesson, (context) => add(context)),', 'handlers of calls'],
    ['services/domain/lessons/reacting.ts', 'const r = (): Reactor<"r"> => ({});', 'a reactor'],
    ['services/domain/lessons/fold.ts', 'export const lessonAggregate = {};', 'how a stream is folded'],
    ['projections/lessons/tables.ts', 'const lessons = defineTable({', 'tables of a read model'],
    ['projections/lessons/model.ts', 'export const lessonsModel = {', 'a read model'],
    ['web/src/features/lessons/mutations.ts', 'useCommand(addLesson);', 'commands of a screen'],
    ['web/src/features/lessons/Lessons.tsx', 'export default function LessonsPage() {', 'a page of its own'],
  ] as const)('a file that is not called after what it has (R2): %s', ([name, text, what]) => {
    expect(found('misnamed', [file(name, text)])).toEqual([`${name}: ${what}`]);
  });

  test('a small module with one importer (R3)', () => {
    const planted = [
      file('services/domain/people/a.ts', "import { b } from './b.ts';"),
      file('services/domain/people/b.ts', 'export const b = 1;'),
    ];
    expect(found('lonely', planted)).toEqual(['services/domain/people/b.ts']);
  });

  test('a fifteenth file of a folder (R4)', () => {
    const planted = Array.from({ length: 15 }, (_, i) => file(`services/domain/people/f${i}.ts`));
    expect(found('folders', planted)).toEqual(['services/domain/people: 15']);
  });

  test('a type of dependencies, and a factory in a room of the domain (R6)', () => {
    const planted = [
      file(
        'services/domain/people/a.ts',
        'type ADependencies = { readonly db: Db };',
        'export const people = ({ db }: ADependencies) => ({',
        '  find: (id: string) => db.find(id),',
        '});',
      ),
    ];
    expect(found('dependencies', planted)).toEqual(['services/domain/people/a.ts: ADependencies']);
    expect(found('factories', planted)).toEqual(['services/domain/people/a.ts: people']);
  });

  test('a participle as a name (R7)', () => {
    expect(found('riddles', [file('web/src/a.ts', 'const given = 1;')])).toEqual(['web/src/a.ts: given']);
  });

  test('a long file', () => {
    const planted = file('web/src/a.ts', ...Array.from({ length: 301 }, () => '//'));
    expect(found('long', [planted])).toEqual(['web/src/a.ts: 301']);
  });
});

test('docs/recipes.md names each kind of file of the vocabulary', () => {
  const recipes = readFileSync(path.resolve(import.meta.dirname, '../../docs/recipes.md'), 'utf8');
  const [introduction = ''] = recipes.split(/^## /m);
  const rows = [...introduction.matchAll(/^\| ([^|]+) \| [^|]+ \| [^|]+ \|$/gm)].map(([, what = '']) => what);
  expect(rows).toEqual(['what it has', '---', ...vocabulary.map(({ what }) => what)]);
});
