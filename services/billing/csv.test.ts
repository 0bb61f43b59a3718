import { expect, test } from 'vitest';
import { invoicesAsCsv } from './csv.ts';

test('a CSV file begins with a byte order mark, so that spreadsheets read names right', () => {
  expect(invoicesAsCsv([]).codePointAt(0)).toBe(0xfeff);
});
