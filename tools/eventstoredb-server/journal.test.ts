import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { logInFile } from './journal.ts';

const dirs: string[] = [];
afterEach(async () => {
  for (const dir of dirs.splice(0)) await rm(dir, { recursive: true });
});

const proposed = (type: string) => ({
  id: crypto.randomUUID(),
  type,
  contentType: 'application/json',
  data: Buffer.from('{"name":"Ana"}'),
  metadata: Buffer.from('{}'),
});

test('a log in a file is the same after a restart, without what a killed process wrote by half', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'rondo-journal-'));
  dirs.push(dir);
  const file = path.join(dir, 'log.jsonl');
  const first = logInFile(file);
  first.log.append('a', 'no_stream', [proposed('One'), proposed('Two')]);
  first.log.append('gone', 'no_stream', [proposed('Gone')]);
  first.log.tombstone('gone');
  first.close();
  await appendFile(file, '{"stream":"a","revision":"2"');

  const again = logInFile(file);
  expect(again.log.all).toEqual(first.log.all);
  expect(again.log.readStream('gone')).toBe('deleted');
  expect(again.log.append('a', 1n, [proposed('Three')])).toMatchObject({ outcome: 'appended', last: { revision: 2n } });
  again.close();
  const third = logInFile(file);
  expect(third.log.all.map(({ type }) => type)).toEqual(['One', 'Two', 'Gone', '$streamDeleted', 'Three']);
  third.close();
});
