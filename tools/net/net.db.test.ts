import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { committed, differences, inShort, quickParts, recordVisit } from './quick.ts';

// A visit of some 700 calls to the whole product: whoever changes an answer, an event or a row on purpose records them again, with
// `npm run net -- record`, and reads the difference before committing it.
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'rondo-visit-'));
  await recordVisit(directory, inject('postgres'));
}, 900_000);
afterAll(() => rm(directory, { recursive: true, force: true }));

test.for(Object.entries(quickParts))('%s: the same as recorded', async ([, name]) => {
  const text = await differences(path.join(committed, name), path.join(directory, name));
  expect(text === '' ? '' : inShort(text)).toBe('');
});

test('every declared call is visited, and answered well at least once', async () => {
  const lines = (await readFile(path.join(directory, 'answers/calls.txt'), 'utf8')).trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(100);
  expect(lines.filter((line) => !/ x 20[0-9]/.test(line))).toEqual([]);
});

test('nothing went wrong on the server', async () => {
  expect(await readFile(path.join(directory, 'answers/complaints.txt'), 'utf8')).toBe('');
});
