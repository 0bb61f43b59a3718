import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { studioCategories } from '@rondo/contracts/events/categories.ts';
import { describe, expect, test } from 'vitest';
import { memoryEventStore } from '../../../platform/log/memory/memory-event-store.ts';
import { exportStudio } from './export-studio.ts';
import { importStudio } from './import-studio.ts';
import { eventIn, recordStudios } from './testing/recorded-studio.ts';
import { roundTripContract, type LogUnderTest } from './testing/round-trip-contract.ts';

const registry = { register: async () => undefined };
const inMemory = async (): Promise<LogUnderTest> => {
  const store = memoryEventStore();
  return { store, registry, close: () => store.close() };
};

roundTripContract('in memory', inMemory, inMemory);

test('a studio’s file includes every category of events except erasures, fences and the log’s own', async () => {
  const folder = path.resolve(import.meta.dirname, '../../../../contracts/events');
  const found: string[] = [];
  for (const file of await readdir(folder, { recursive: true })) {
    if (!/^(?:[a-z-]+\/)?[a-z-]+\.ts$/.test(file)) continue;
    const module: Record<string, unknown> = await import(path.join(folder, file));
    for (const value of Object.values(module))
      if (typeof value === 'object' && value && 'definitions' in value && 'name' in value)
        found.push(String(value.name));
  }
  const listed = studioCategories.map(({ name }) => name);
  const leftOut = new Set(['erasures', 'fence', 'log']);
  expect(found.filter((name) => !leftOut.has(name)).toSorted()).toEqual(listed.toSorted());
});

test('an append that is too large for the new log is split', async () => {
  const source = memoryEventStore();
  const studioId = randomUUID();
  const settings = (n: number) => eventIn(studioId, 'StudioSettingsChanged', { changes: { timeZone: `Zone/${n}` } });
  await source.append(
    `studio-${studioId}`,
    'no_stream',
    Array.from({ length: 40 }, (_, n) => settings(n)),
  );
  const file = await Array.fromAsync(exportStudio(source, studioId));
  const target = memoryEventStore({ maxAppendBytes: 2000 });
  await importStudio({ store: target, registry }, file);
  expect(await Array.fromAsync(exportStudio(target, studioId))).toEqual(file);
});

test('a file has neither fences nor a restore that is running, and its revisions have no gap', async () => {
  const source = memoryEventStore();
  const studioId = randomUUID();
  const restoreId = randomUUID();
  const opened = eventIn(studioId, 'StudioOpened', { timeZone: 'America/Chicago', startGrid: 15 });
  await source.append(`studio-${studioId}`, 'no_stream', [opened]);
  const stream = `report-${studioId}.one`;
  const kept = (type: string) => eventIn(studioId, type, { reportId: 'one' });
  const fence = (type: string) => eventIn(studioId, type, { restoreId });
  await source.append(stream, 'no_stream', [kept('ReportDeleted'), fence('StreamFenced'), kept('ReportRestored')]);
  await source.append(stream, 2, [fence('FenceLifted'), kept('ReportDeleted'), fence('StreamFenced')]);
  const asOf = '2026-11-23T15:00:00.000000Z';
  const wish = { restoreId, target: { instant: asOf }, asOf, today: '2026-11-23', teacherId: null };
  await source.append(`backups-${studioId}`, 'no_stream', [
    eventIn(studioId, 'RestoreRequested', { ...wish, backupId: null, undoes: null }),
    eventIn(studioId, 'RestoreStarted', { restoreId }),
  ]);
  const file = await Array.fromAsync(exportStudio(source, studioId));
  const lines: { type: string; revision: number }[] = file.map((line) => JSON.parse(line));
  expect(lines.map(({ type, revision }) => `${type} ${revision}`)).toEqual([
    'StudioOpened 0',
    'ReportDeleted 0',
    'ReportRestored 1',
    'ReportDeleted 2',
  ]);
  const target = memoryEventStore();
  await importStudio({ store: target, registry }, file);
  expect(await Array.fromAsync(exportStudio(target, studioId))).toEqual(file);
});

test('a studio unknown to the log has no file', async () => {
  const nothing = `The log has no events of studio nobody.`;
  const store = memoryEventStore();
  await expect(Array.fromAsync(exportStudio(store, 'nobody'))).rejects.toThrow(nothing);
  await recordStudios(store);
  await expect(Array.fromAsync(exportStudio(store, 'nobody'))).rejects.toThrow(nothing);
});

describe('an invalid file is rejected with the line and the reason, and nothing is written:', () => {
  const refusal = async (spoil: (file: string[], other: string[]) => readonly string[]): Promise<string> => {
    const source = memoryEventStore();
    const [studioId, otherId] = await recordStudios(source);
    const [file, other] = [exportStudio(source, studioId), exportStudio(source, otherId)];
    const lines = spoil(await Array.fromAsync(file), await Array.fromAsync(other));
    const store = memoryEventStore();
    const error: unknown = await importStudio({ store, registry }, lines).catch((reason: unknown) => reason);
    expect(await store.head()).toBeNull();
    return (error instanceof Error ? error.message : '').replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID');
  };
  const changed = (line: string | undefined, change: Record<string, unknown>): string =>
    JSON.stringify({ ...JSON.parse(line ?? ''), ...change });

  test('a truncated line', async () => {
    expect(await refusal((file) => [...file.slice(0, 3), file[3]?.slice(0, 40) ?? ''])).toBe('Line 4 is not JSON.');
  });
  test('a missing field', async () => {
    expect(await refusal(([line]) => [changed(line, { revision: undefined })])).toMatch(
      /^Line 1 is no event: revision: /,
    );
  });
  test('an event unknown to this release', async () => {
    expect(await refusal(([line]) => [changed(line, { type: 'StudioPainted' })])).toBe(
      'Line 1 holds a StudioPainted that this Rondo cannot read.',
    );
  });
  test('a missing line', async () => {
    expect(await refusal((file) => file.toSpliced(3, 1))).toMatch(
      /^Line \d+ has revision \d+ of schedule-ID\.teacher-\d where \d+ comes next\.$/,
    );
  });
  test('a repeated event id', async () => {
    expect(await refusal(([one, two]) => [one ?? '', changed(two, { eventId: JSON.parse(one ?? '').eventId })])).toBe(
      'Line 2 repeats the event id ID.',
    );
  });
  test('a second studio', async () => {
    expect(await refusal(([mine = ''], [theirs = '']) => [mine, theirs])).toBe(
      'Line 2 belongs to studio ID and those before it to ID.',
    );
  });
  test('a stream outside the studio', async () => {
    expect(await refusal(([line]) => [changed(line, { stream: 'erasures' })])).toBe(
      'Line 1 belongs to erasures, which is no stream of a studio.',
    );
    expect(await refusal(([line]) => [changed(line, { stream: 'studio-x' })])).toBe(
      'Line 1 belongs to studio-x, which is no stream of studio ID.',
    );
  });
  test('no events', async () => {
    expect(await refusal(() => ['', '> rondo@0.1.0 export'])).toBe('The file contains no events.');
  });
});
