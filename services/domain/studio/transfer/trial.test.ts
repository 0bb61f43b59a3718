import { randomUUID } from 'node:crypto';
import { defineTable, put, reading, timestamp, type ReadModel } from '@rondo/projections/runner/read-model.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { memoryEventStore } from '../../../platform/log/memory/memory-event-store.ts';
import { exportStudio } from './export-studio.ts';
import { readStudioFile } from './read-file.ts';
import { eventIn } from './testing/recorded-studio.ts';
import { openTrial, triedRows, tryEvent } from './trial.ts';

const table = defineTable({
  name: 'zones',
  row: z.object({ studio_id: z.string(), zone: z.string(), note: z.string(), length: z.number(), at: timestamp }),
  key: ['studio_id'],
  indexes: [['zone']],
});

type Row = Partial<z.output<typeof table.row>>;

/** A model that keeps the newest time zone, and does with it what a test says. */
const model = (rowOf: (zone: string) => Row): ReadModel => ({
  name: 'zones',
  version: 1,
  categories: ['studio'],
  tables: [table],
  on: ({ type, data, metadata: { studioId } }) => {
    if (type !== 'StudioSettingsChanged') return null;
    const { changes } = z.object({ changes: z.object({ timeZone: z.string() }) }).parse(data);
    const row = { studio_id: studioId, zone: 'zone', note: '', length: 1, at: '2026-11-27T12:00:00Z' };
    return reading(table, [], () => [put(table, { ...row, ...rowOf(changes.timeZone) })]);
  },
});

const fileOf = async (...zones: readonly string[]): Promise<string[]> => {
  const store = memoryEventStore();
  const studioId = randomUUID();
  const opened = eventIn(studioId, 'StudioOpened', { timeZone: 'America/Chicago', startGrid: 15 });
  const changed = zones.map((timeZone) => eventIn(studioId, 'StudioSettingsChanged', { changes: { timeZone } }));
  await store.append(`studio-${studioId}`, 'no_stream', [opened, ...changed]);
  return Array.fromAsync(exportStudio(store, studioId));
};

const tried = async (rowOf: (zone: string) => Row, ...zones: readonly string[]): Promise<string> => {
  const trial = openTrial([model(rowOf)]);
  const file = await fileOf(...zones);
  return readStudioFile(file, (event, number) => tryEvent(trial, event, number)).then(
    () => JSON.stringify(triedRows(trial, { name: 'zones' }).of(table)),
    (error: unknown) => String(error),
  );
};

const odd = 'Error: Line 3 holds a StudioSettingsChanged with a value that Rondo does not record.';

test('a file that every model can store is folded as models will', async () => {
  const text = 'an escaped "\\u0000" is a text like any other, and so are 🎻 and \u2028';
  expect(await tried((zone) => ({ note: zone }), 'A', text)).toContain('is a text like any other');
});

test('what a model cannot handle is refused by its line', async () => {
  const refuse = (zone: string): Row => {
    if (zone === 'B') throw new Error('There is no such row.');
    return {};
  };
  expect(await tried(refuse, 'A', 'B')).toBe(
    'Error: Line 3 holds a StudioSettingsChanged that does not fit the events before it.',
  );
});

test.each<[string, Row]>([
  ['an integer beyond its column', { length: 2 ** 31 }],
  ['a broken number', { length: 0.5 }],
  ['a moment before all clocks', { at: '0000-01-01T00:00:00Z' }],
  ['a moment that is none', { at: 'noon' }],
  ['a text that is too long for an index', { zone: 'x'.repeat(3000) }],
  ['an id that is too long for an index', { studio_id: 'x'.repeat(3000) }],
])('a row with %s is refused, also if a later event would mend it', async (_, bad) => {
  expect(await tried((zone) => (zone === 'B' ? bad : {}), 'A', 'B', 'C')).toBe(odd);
});

test.each(['a\0b', '\ud800', 'x\udfff', '1900-12-31', '2101-01-01'])('%j in an event is refused', async (text) => {
  expect(await tried(() => ({}), 'A', text)).toBe(odd);
});

test('a long text that no index has is stored', async () => {
  expect(await tried(() => ({ note: 'x'.repeat(3000) }), 'A')).toContain('xxx');
});
