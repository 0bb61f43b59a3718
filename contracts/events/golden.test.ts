import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { allCategories } from './categories.ts';
import { defineCategory, defineEvent, readEvent } from './event.ts';
import { everyVersion, goldenEvent, schemaOf } from './golden-record.ts';

const events = import.meta.dirname;
const golden = path.join(events, 'golden');

const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'));

const files = (await readdir(golden, { recursive: true }))
  .filter((file) => /[/\\]/.test(file) && file.endsWith('.json'))
  .map((file) => file.replaceAll(path.sep, '/').replace(/\.json$/, ''));
const schemas = z.record(z.string(), z.unknown()).parse(await readJson(path.join(golden, 'schemas.json')));

describe('the golden events', () => {
  test('hold every type at every version', () => {
    const missing = everyVersion().filter(({ name }) => !files.includes(name));
    expect(
      missing.map(({ name }) => name),
      'npm run golden adds a new version; the first of a type is written by hand',
    ).toEqual([]);
  });

  test('are of types that still exist: what was once written stays readable', () => {
    const known = new Set(everyVersion().map(({ name }) => name));
    expect(files.filter((file) => !known.has(file))).toEqual([]);
  });

  test.each(files)('%s is read as the newest version of its type', async (file) => {
    const { type, version, data } = goldenEvent.parse(await readJson(path.join(golden, `${file}.json`)));
    expect(file).toMatch(new RegExp(`/${type}\\.${version}$`));
    const category = allCategories.find(({ name }) => name === file.split('/')[0]);
    if (!category) throw new Error(`${file} is of no category.`);
    expect(readEvent(category, { type, data, schemaVersion: version }).type).toBe(type);
  });
});

describe('the schema of an event', () => {
  test.each(everyVersion().filter(({ isNewest }) => isNewest))(
    'of $name changes only with a new version',
    ({ name, definition }) => {
      expect(schemas[name], 'npm run golden adds the schema of a new version').toBeDefined();
      expect(JSON.parse(JSON.stringify(schemaOf(definition))), 'a change needs a new version with an upcaster').toEqual(
        schemas[name],
      );
    },
  );

  test('differs as soon as a field is added, dropped, widened or renamed', () => {
    const of = (data: z.ZodObject) => JSON.stringify(schemaOf(defineEvent('Moved', data)));
    const before = of(z.object({ on: z.string(), by: z.number().int().min(0) }));
    for (const after of [
      z.object({ on: z.string(), by: z.number().int().min(0), note: z.string().optional() }),
      z.object({ on: z.string() }),
      z.object({ on: z.string().nullable(), by: z.number().int().min(0) }),
      z.object({ on: z.string(), by: z.number().int() }),
      z.object({ day: z.string(), by: z.number().int().min(0) }),
    ])
      expect(of(after)).not.toBe(before);
    expect(of(z.object({ on: z.string(), by: z.number().int().min(0) }))).toBe(before);
  });
});

describe('an older event', () => {
  const moved = defineCategory('moves', [
    defineEvent('Moved', z.object({ to: z.string(), minutes: z.number(), by: z.string() }), {
      version: 3,
      upcasters: {
        1: (data) => ({ minutes: 0, ...z.object({ to: z.string() }).parse(data) }),
        2: (data) => ({ by: 'nobody', ...z.object({ to: z.string(), minutes: z.number() }).parse(data) }),
      },
    }),
  ]);

  test('is upcast step by step', () => {
    const read = (schemaVersion: number, data: unknown) =>
      readEvent(moved, { type: 'Moved', data, schemaVersion }).data;
    expect(read(1, { to: 'Elm St' })).toEqual({ to: 'Elm St', minutes: 0, by: 'nobody' });
    expect(read(2, { to: 'Elm St', minutes: 9 })).toEqual({ to: 'Elm St', minutes: 9, by: 'nobody' });
    expect(read(3, { to: 'Elm St', minutes: 9, by: 'dana' })).toEqual({ to: 'Elm St', minutes: 9, by: 'dana' });
  });

  test('that cannot be understood is refused, never guessed at', () => {
    const read = (type: string, schemaVersion: number) => () =>
      readEvent(moved, { type, data: { to: 'Elm St' }, schemaVersion });
    expect(read('Moved', 4)).toThrow('Moved version 4 is newer than this Rondo knows.');
    expect(read('Moved', 3)).toThrow(z.ZodError);
    expect(read('Stayed', 1)).toThrow('moves streams hold no event Stayed.');
  });

  test('of every type has its way to the newest version', () => {
    const steps = everyVersion().filter(({ isNewest }) => !isNewest);
    expect(steps.filter(({ definition, version }) => definition.upcasters[version] === undefined)).toEqual([]);
  });
});

test('no category of events is left out', async () => {
  const sources = (await readdir(events)).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const defined = await Promise.all(
    sources.map(async (file) => /defineCategory\('([^']+)'/.exec(await readFile(path.join(events, file), 'utf8'))?.[1]),
  );
  const names = defined.filter((name) => name !== undefined);
  expect(allCategories.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
});
