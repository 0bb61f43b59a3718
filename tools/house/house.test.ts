import { describe, expect, test } from 'vitest';
import { importsAmong, lonelyModules } from './imports.ts';
import { riddlesIn } from './names.ts';
import { fullFolders, longestChain, roomOf, roomsOf } from './rooms.ts';
import { dependencyTypes, factories } from './shapes.ts';
import { isCounted, sourceOf } from './sources.ts';

const file = (name: string, ...lines: string[]) => sourceOf(name, `${lines.join('\n')}\n`);
const long = Array.from({ length: 40 }, (_, i) => `// ${i}`);

test('tests, tools, declarations and what stands beside them are not counted', () => {
  const all = [
    'services/http/app.ts',
    'web/src/ui/button.tsx',
    'vitest.config.ts',
    'services/http/app.db.test.ts',
    'services/testing/visitor.ts',
    'services/billing/pdf/testing/read-pdf.ts',
    'web/e2e/browser.ts',
    'scripts/check.ts',
    'tools/house/house.ts',
    'services/optimizer/exact/highs.d.ts',
    'tools/net/visit/visit.ts',
  ];
  expect(all.filter(isCounted)).toEqual(all.slice(0, 3));
  expect(file('a.ts', 'one', 'two').lines).toBe(2);
});

describe('a module under 40 lines with one importer', () => {
  const lonely = (...sources: ReturnType<typeof file>[]) => lonelyModules(sources, importsAmong(sources));
  const user = file('services/http/app.ts', "import { small } from './small.ts';", "export { x } from './other.ts';");

  test('is a case, by whichever import it is reached', () => {
    expect(lonely(user, file('services/http/small.ts', 'x'), file('services/http/other.ts', 'x'))).toEqual([
      'services/http/small.ts',
      'services/http/other.ts',
    ]);
    const far = file('web/src/a.ts', 'import {', '  type B,', "} from '@rondo/contracts/b.ts';");
    expect(lonely(far, file('contracts/b.ts', 'x'))).toEqual(['contracts/b.ts']);
  });

  test('is none when it is longer, has another importer, is loaded late, or has a name of the vocabulary', () => {
    expect(lonely(user, file('services/http/small.ts', ...long))).toEqual([]);
    const second = file('services/http/second.ts', "import './small.ts';");
    expect(lonely(user, second, file('services/http/small.ts', 'x'))).toEqual([]);
    const late = file(
      'web/src/late.ts',
      "const load = () => import('./small.ts');",
      "new URL('worker.ts', import.meta.url);",
    );
    expect(lonely(late, file('web/src/small.ts', 'x'), file('web/src/worker.ts', 'x'))).toEqual([]);
    const api = file('services/app/routes.ts', "import { routes } from '../domain/lessons/api.ts';");
    expect(lonely(api, file('services/domain/lessons/api.ts', 'x'))).toEqual([]);
  });
});

describe('rooms', () => {
  test('are folders of services, or those of its lists', () => {
    const names = [
      'services/http/app.ts',
      'services/platform/http/app.ts',
      'services/domain/a/b/c.ts',
      'services/main.ts',
    ];
    expect(names.map(roomOf)).toEqual(['http', 'platform/http', 'domain/a', undefined]);
    expect(roomsOf(names.map((name) => file(name)))).toEqual(['domain/a', 'http', 'platform/http']);
  });

  test('stand on as many floors as the longest chain of imports has rooms', () => {
    const sources = [
      file('services/a/a.ts', "import '../b/b.ts';", "import '../d/d.ts';"),
      file('services/b/b.ts', "import type { C } from '../c/c.ts';"),
      file('services/c/c.ts', "import { d } from '../d/d.ts';"),
      file('services/d/d.ts'),
      file('services/e/e.ts', "import '../d/d.ts';"),
    ];
    expect(longestChain(importsAmong(sources))).toEqual(['a', 'b', 'c', 'd']);
    const circle = [...sources.slice(0, 3), file('services/d/d.ts', "import '../b/b.ts';")];
    expect(longestChain(importsAmong(circle))).toEqual(['a', 'b and c and d']);
  });

  test('are full with more than 14 files in a folder', () => {
    const folder = (name: string, count: number) => Array.from({ length: count }, (_, i) => file(`${name}/${i}.ts`));
    const sources = [
      ...folder('services/a', 14),
      ...folder('services/b', 15),
      ...folder('contracts/events/golden', 20),
    ];
    expect(fullFolders(sources)).toEqual(['services/b: 15']);
  });
});

test('types of dependencies are found by their name', () => {
  const source = file(
    'services/a/a.ts',
    'export type ADependencies = {};',
    'interface Dependencies {}',
    'type Needs = ADependencies;',
  );
  expect(dependencyTypes(source)).toEqual(['ADependencies', 'Dependencies']);
});

describe('a factory', () => {
  const found = (...lines: string[]) => factories(file('services/a/a.ts', ...lines), (room) => room === 'a');

  test('returns a record with functions', () => {
    expect(
      found('export const lists = (db: Db) => {', '  return {', '    find: (id: string) => db.find(id),', '  };', '};'),
    ).toEqual(['lists']);
    expect(found('export const lists = (db: Db) => ({', '  find: async (id: string) => db.find(id),', '});')).toEqual([
      'lists',
    ]);
    expect(
      found(
        'export const lists = (db: Db) => {',
        '  const find = (id: string) => db.find(id);',
        '  return {',
        '    find,',
        '  };',
        '};',
      ),
    ).toEqual(['lists']);
  });

  test('is no reactor, and no record whose values are in parentheses', () => {
    expect(
      found('export const mails = (db: Db): Reactor<"mails"> => ({', '  react: async (event) => {},', '});'),
    ).toEqual([]);
    expect(
      found('export const batch = (past: Past) => {', '  return {', '    isDone: (past.at ?? -1) > 2,', '  };', '};'),
    ).toEqual([]);
  });

  test('is no function that returns data, and none outside the domain', () => {
    expect(found('export const viewOf = (row: Row) => ({', '  id: row.id,', '  name: nameOf(row),', '});')).toEqual([]);
    const source = file(
      'services/b/b.ts',
      'export const lists = (db: Db) => ({',
      '  find: (id: string) => db.find(id),',
      '});',
    );
    expect(factories(source, (room) => room === 'a')).toEqual([]);
  });
});

test('names that are riddles are those that are declared, not those of fields that are read or of texts', () => {
  const source = file(
    'web/src/a.tsx',
    'const shown = 1;',
    'const { given, other: [wish] } = row;',
    'const f = (asked: string, { held = 2 }) => row.kept;',
    'type Wish = { readonly said: string };',
    '// gone',
    'export const A = () => <p title="taken">words given</p>;',
  );
  expect(riddlesIn(source)).toEqual(['shown', 'given', 'wish', 'asked', 'held', 'Wish', 'said']);
  expect(riddlesIn(file('services/a/tables.ts', 'type Links = { asked: number };', 'const kept = 1;'))).toEqual([
    'kept',
  ]);
});
