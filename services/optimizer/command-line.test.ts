import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { check } from './week/check.ts';
import { storedInstance } from './testing/stored-instances.ts';

const command = fileURLToPath(new URL('../cli/optimize.ts', import.meta.url));
const stored = fileURLToPath(new URL('instances/pub-small-1.json', import.meta.url));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rondo-optimize-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
};

const fileWith = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};

test('a week is printed as one JSON object and nothing else', () => {
  const { status, stdout, stderr } = run(stored, '--iterations=500', '--seed=3');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const printed = JSON.parse(stdout);
  expect(printed).toMatchObject({
    name: 'pub-small-1',
    scheduled: 10,
    bound: 10,
    proven: { students: true },
  });
  expect(printed.seconds).toBeGreaterThan(0);
  expect(check(storedInstance('pub-small-1'), printed.lessons).violations).toEqual([]);
});

test('mode, seconds and days are applied', () => {
  const { stdout } = run(stored, '--mode=core', '--seconds=0.05', '--days=1');
  const { lessons } = JSON.parse(stdout);
  expect(lessons.length).toBeGreaterThan(0);
  for (const { dayOfWeek } of lessons) expect(dayOfWeek).toBe(2);
});

test.each([
  ['no file', [], 'Usage: npm run --silent optimize -- FILE.json'],
  ['a file that is not there', ['nowhere.json'], 'nowhere.json cannot be read: it does not exist'],
  ['an unknown mode', [stored, '--mode=fast'], '--mode is "fast"; it must be core or preferred.'],
  ['a budget that is no number', [stored, '--seconds=soon'], '--seconds is "soon"; it must be a number from 0 up.'],
  ['an unknown option', [stored, '--speed=9'], '--speed'],
])('%s is refused with one sentence', (_, args, sentence) => {
  const { status, stdout, stderr } = run(...args);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain(sentence);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

test('invalid JSON, or an invalid instance, is rejected with a message that names the location', () => {
  expect(run(fileWith('text.json', '{')).stderr).toContain('it is not JSON');
  const instance = { ...storedInstance('pub-small-1'), driveMinutes: [[0]] };
  const { status, stderr } = run(fileWith('short.json', JSON.stringify(instance)));
  expect(status).toBe(1);
  expect(stderr).toBe('driveMinutes has 1 rows, but home and 10 students need 11.\n');
});
