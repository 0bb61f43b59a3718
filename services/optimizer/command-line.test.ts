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

/** The file of a plan from few attempts, as a week that is in force. */
const weekInForce = (): { readonly file: string; readonly lessons: readonly Lesson[] } => {
  const { lessons } = JSON.parse(run(stored, '--mode=core', '--iterations=1', '--seed=2').stdout);
  return { lessons, file: fileWith('base.json', JSON.stringify(lessons)) };
};
type Lesson = { readonly studentId: string; readonly dayOfWeek: number; readonly startTime: number };

test('no more families move from a week in force than are allowed, and each point of the curve is such a plan', () => {
  const { file, lessons: before } = weekInForce();
  const within = (most: number, ...more: string[]) =>
    JSON.parse(run(stored, `--base=${file}`, `--max-moved=${most}`, ...more).stdout);
  const places = (list: readonly Lesson[]): string[] =>
    list.map(({ studentId, dayOfWeek, startTime }) => `${studentId} ${dayOfWeek} ${startTime}`).toSorted();
  const still = within(0);
  expect(still).toMatchObject({ name: 'pub-small-1', maxMoved: 0, moved: [] });
  expect(places(still.lessons)).toEqual(expect.arrayContaining(places(before)));
  const free = within(before.length);
  expect(free.moved.length).toBeGreaterThan(0);
  expect(check(storedInstance('pub-small-1'), free.lessons).violations).toEqual([]);
  const { points, suggested, sentence } = JSON.parse(run(stored, `--base=${file}`, '--curve').stdout);
  expect(points[0]).toMatchObject({ n: 0, moved: 0, placed: still.scheduled, driveMinutes: still.driveMinutes });
  expect(points.at(-1)).toMatchObject({ placed: free.scheduled, driveMinutes: free.driveMinutes });
  for (const { n, moved } of points) expect(moved).toBeLessThanOrEqual(n ?? before.length);
  expect(points.flatMap(({ n, moved }: { n: number | null; moved: number }) => n ?? moved)).toContain(suggested);
  expect(sentence).not.toBe('');
  // All who move in one family are one call.
  const family = Object.fromEntries(before.map(({ studentId }) => [studentId, 'the Lees']));
  const households = `--households=${fileWith('households.json', JSON.stringify(family))}`;
  expect(within(1, households)).toMatchObject({ moved: ['the Lees'], driveMinutes: free.driveMinutes });
  // A lesson that is fifteen minutes later has not moved.
  const [first] = before;
  const later = before.map((one) => (one === first ? { ...one, startTime: one.startTime + 15 } : one));
  const shifted = fileWith('shifted.json', JSON.stringify(later));
  expect(JSON.parse(run(stored, `--base=${shifted}`, '--max-moved=0', '--tolerance=15').stdout).moved).toEqual([]);
});

test.each([
  ['a number and the curve', ['--max-moved=1', '--curve'], 'Give --max-moved or --curve, not both.'],
  ['a number without a week', ['--max-moved=1'], '--max-moved and --curve need --base=FILE.'],
  ['a curve from what is no plan', ['--curve', `--base=${stored}`], 'is not a list of lessons.'],
  ['half a family', ['--curve', '--max-moved=0.5'], '--max-moved is "0.5"; it must be a whole number from 0 up.'],
])('%s is refused with one sentence', (_, args, sentence) => {
  const { status, stdout, stderr } = run(stored, ...args);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain(sentence);
});

test('a tolerance that the product does not offer, and households that are no object, are refused', () => {
  const base = `--base=${fileWith('empty.json', '[]')}`;
  expect(run(stored, base, '--curve', '--tolerance=7').stderr).toBe('--tolerance is "7"; it must be 0, 5, 10 or 15.\n');
  const households = fileWith('list.json', '[1]');
  expect(run(stored, base, '--curve', `--households=${households}`).stderr).toContain('is not an object of households');
});

test('invalid JSON, or an invalid instance, is rejected with a message that names the location', () => {
  expect(run(fileWith('text.json', '{')).stderr).toContain('it is not JSON');
  const instance = { ...storedInstance('pub-small-1'), driveMinutes: [[0]] };
  const { status, stderr } = run(fileWith('short.json', JSON.stringify(instance)));
  expect(status).toBe(1);
  expect(stderr).toBe('driveMinutes has 1 rows, but home and 10 students need 11.\n');
});
