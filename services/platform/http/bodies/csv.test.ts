import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvOf, typed } from './csv.ts';

const cells = async (...texts: string[]): Promise<string> => csvOf([['Text', (text: string) => typed(text)]], texts);

test('a CSV file begins with a byte order mark, so that spreadsheets read names right', async () => {
  expect((await cells()).codePointAt(0)).toBe(0xfeff);
});

test('a text that a spreadsheet would compute is preceded by an apostrophe', async () => {
  for (const start of ['=', '+', '-', '@', '\t=', '\r', '\n', ' =', '\u00a0=', '＝'])
    expect((await cells(`${start}1+1`)).split('\n')[1]).toMatch(/^"?'/);
  expect(await cells('Ann-Marie =)', "O'Neil", '1-2')).toBe("\uFEFFText\r\nAnn-Marie =)\r\nO'Neil\r\n1-2\r\n");
});

test('a text with a semicolon or a tab stays in one cell where these separate cells, too', async () => {
  expect(await cells('a;=1', 'b\t=1')).toBe('\uFEFFText\r\n"a;=1"\r\n"b\t=1"\r\n');
});

/** The lines of a CSV file by RFC 4180: separated by CRLF, cells by commas, quoted if they must be. */
const read = (csv: string): string[][] => {
  const lines: string[][] = [[]];
  for (const [, quoted, plain, end] of csv.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    lines.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === '\r\n') lines.push([]);
  }
  return lines.slice(0, -1);
};

test('any texts are read back as they were, but for the apostrophe', async () => {
  const text = fc.string({
    unit: fc.constantFrom('a', ' ', ',', '"', '\r', '\n', '=', '+', '-', '@', "'", '\t', '＝', 'é'),
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(text, text)), async (rows) => {
      const csv = await csvOf(
        [
          ['One', ([one]: [string, string]) => typed(one)],
          ['Two', ([, two]: [string, string]) => typed(two)],
        ],
        rows,
      );
      const [, ...lines] = read(csv);
      expect(lines).toHaveLength(rows.length);
      for (const [i, line] of lines.entries())
        for (const [j, cell] of line.entries()) {
          const given = rows[i]?.[j];
          expect([given, `'${given}`]).toContain(cell);
          expect(cell).not.toMatch(/^[=+\-@\t\r]/);
        }
    }),
  );
});
