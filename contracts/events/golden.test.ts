import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { allCategories } from './categories.ts';
import { defineCategory, defineEvent, readEvent } from './event.ts';
import { departures, everyVersion, goldenEvent, schemaOf } from './golden-record.ts';

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

  test('are of types that still exist, so that old logs stay readable', () => {
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
    'of $name gains fields with a default, and changes otherwise only with a new version',
    ({ name, definition }) => {
      expect(schemas[name], 'npm run golden adds the schema of a new version').toBeDefined();
      const now = schemaOf(definition);
      expect(departures(schemas[name], now), 'a change here needs a new version with an upcaster').toEqual([]);
      expect(now, 'npm run golden adds new fields to the record').toEqual(schemas[name]);
    },
  );

  const of = (data: z.ZodObject) => schemaOf(defineEvent('Moved', data));
  const row = { on: z.string(), by: z.number().int().min(0), to: z.object({ street: z.string() }).nullable() };
  const text = z.string().nullable();

  test.each([
    ['no change', z.object(row), []],
    ['a field with a default', z.object({ ...row, color: text.default(null) }), []],
    ['such a field first', z.object({ color: text.default(null), ...row }), []],
    [
      'such a field deep inside',
      z.object({
        ...row,
        to: row.to
          .unwrap()
          .extend({ color: text.default(null) })
          .nullable(),
      }),
      [],
    ],
    ['a field that may be absent', z.object({ ...row, color: z.string().optional() }), ['data.color']],
    ['a field without a default', z.object({ ...row, color: text }), ['data', 'data.color']],
    ['a dropped field', z.object({ by: row.by, to: row.to }), ['data', 'data.on']],
    ['a wider field', z.object({ ...row, on: text }), ['data.on']],
    ['a narrower field', z.object({ ...row, by: z.number().int().min(1) }), ['data.by']],
    ['a renamed field', z.object({ day: row.on, by: row.by, to: row.to }), ['data', 'data.on', 'data.day']],
    [
      'a narrower field deep inside',
      z.object({ ...row, to: z.object({ street: z.literal('Elm St') }).nullable() }),
      ['data.to.street'],
    ],
    ['a field that may not be null any more', z.object({ ...row, to: row.to.unwrap() }), ['data.to', 'data.to.street']],
  ])('departs from the one on record where it must: %s', (_, after, expected) => {
    expect(new Set(departures(of(z.object(row)), of(after)))).toEqual(new Set(expected));
  });

  test('of a list departs where its items do', () => {
    const list = (item: z.ZodObject) => of(z.object({ rows: z.array(item) }));
    const items = z.object({ on: z.string() });
    expect(departures(list(items), list(items.extend({ by: z.string() })))).toContain('data.rows[].by');
    expect(departures(list(items), list(items.extend({ by: z.string().default('') })))).toEqual([]);
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

  test('has the default of every field that was added since', () => {
    const kept = defineCategory('moves', [
      defineEvent('Moved', z.object({ to: z.string(), color: z.string().default('red') })),
    ]);
    const read = (data: unknown) => readEvent(kept, { type: 'Moved', data, schemaVersion: 1 }).data;
    expect(read({ to: 'Elm St' })).toEqual({ to: 'Elm St', color: 'red' });
    expect(read({ to: 'Elm St', color: 'blue' })).toEqual({ to: 'Elm St', color: 'blue' });
  });

  test('that cannot be understood is rejected, never guessed at', () => {
    const read = (type: string, schemaVersion: number) => () =>
      readEvent(moved, { type, data: { to: 'Elm St' }, schemaVersion });
    expect(read('Moved', 4)).toThrow('Moved version 4 is newer than this Rondo knows.');
    expect(read('Moved', 3)).toThrow(z.ZodError);
    expect(read('Stayed', 1)).toThrow('moves streams hold no event Stayed.');
  });

  test('of every type can be upcast to the newest version', () => {
    const steps = everyVersion().filter(({ isNewest }) => !isNewest);
    expect(steps.filter(({ definition, version }) => definition.upcasters[version] === undefined)).toEqual([]);
  });
});

test('no category of events is left out', async () => {
  const sources = (await readdir(events, { recursive: true })).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const defined = await Promise.all(
    sources.map(async (file) => /defineCategory\('([^']+)'/.exec(await readFile(path.join(events, file), 'utf8'))?.[1]),
  );
  const names = defined.filter((name) => name !== undefined);
  expect(allCategories.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
});
