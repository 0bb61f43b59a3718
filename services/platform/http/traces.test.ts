import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { traceEvents } from './traces.ts';

const page = await readFile(path.resolve(import.meta.dirname, '../../../docs/security.md'), 'utf8');
const firstCells = [...page.matchAll(/^\| (.+?) \|/gm)].map(([, cell = '']) => cell);

test('docs/security.md says of every event that is traced when it is', () => {
  expect(firstCells.filter((cell) => /^`[a-z-]+`$/.test(cell) && cell !== '`event`')).toEqual(
    traceEvents.map((event) => `\`${event}\``),
  );
});

test('docs/security.md has every chapter of the standard, met or with a reason, and a test where there is something to test', () => {
  const rows = page.split('\n').filter((line) => /^\| V\d/.test(line));
  expect(rows.map((row) => /^\| V(\d+) /.exec(row)?.[1])).toEqual(Array.from({ length: 16 }, (_, i) => `${i + 1}`));
  for (const row of rows) {
    const [, , state = '', how = '', tests = ''] = row.split('|').map((cell) => cell.trim());
    expect(['met', 'exceptions', 'none used']).toContain(state);
    expect(how).not.toBe('');
    expect([row, /\]\(\.\.\/.+\.test\.ts\)/.test(tests)]).toEqual([row, state !== 'none used']);
    if (state === 'exceptions') expect(how).toMatch(/\d+\.\d+\.\d+: /);
  }
});
