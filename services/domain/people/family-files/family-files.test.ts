import type { FileField } from '@rondo/contracts/people/family-file.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InvalidInput } from '../../../platform/kit/errors.ts';
import { amountIn, styleOf } from './amounts.ts';
import { familyGroups } from './family-groups.ts';
import { columnsIn, type CsvTable, readCsv } from './read-csv.ts';
import { formatOf } from './headers.ts';
import { hasBelowZero, readRows, type BelowZero, type FileRow } from './read-rows.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const rowsOf = (text: string, belowZero?: BelowZero, currency = 'USD'): FileRow[] => {
  const table = readCsv(bytesOf(text));
  return readRows(table, { columns: columnsIn(table), currency, belowZero });
};

/** Single bytes, as Windows writes them. */
const windows = (text: string): Uint8Array =>
  Uint8Array.from(text.replaceAll('−', '-'), (letter) => letter.charCodeAt(0));
const utf16 = (text: string, isBig: boolean): Uint8Array => {
  const units = [0xfeff, ...Array.from({ length: text.length }, (_, i) => text.charCodeAt(i))];
  return Uint8Array.from(units.flatMap((unit) => (isBig ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8])));
};

describe('any table', () => {
  const encodings = {
    'UTF-8': bytesOf,
    'UTF-8 with a mark': (text: string) => bytesOf(`\uFEFF${text}`),
    'UTF-16, little end first': (text: string) => utf16(text, false),
    'UTF-16, big end first': (text: string) => utf16(text, true),
    'Windows-1252': windows,
  };
  const word = fc.stringMatching(/^[A-Za-zÀ-ÖØ-öø-ÿ]{1,8}$/);
  const anyCell = fc.oneof(
    word,
    fc.tuple(word, fc.constantFrom(', ', '; ', '"', '\n', ' '), word).map((w) => w.join('')),
  );
  const student = fc.record({
    first: word,
    last: word,
    city: anyCell,
    cents: fc.integer({ min: -1_000_000, max: 1_000_000 }),
  });
  const style = fc.constantFrom('plain', 'point', 'comma', 'brackets', 'sign');
  const thousands = (whole: string, by: string): string => whole.replaceAll(/\B(?=(\d{3})+$)/g, by);
  const written = (cents: number, how: string): string => {
    const [whole = '', part = ''] = (Math.abs(cents) / 100).toFixed(2).split('.');
    const minus = cents < 0;
    if (how === 'comma') return `${minus ? '-' : ''}${thousands(whole, '.')},${part}`;
    const point = how === 'plain' ? `${whole}.${part}` : `${thousands(whole, ',')}.${part}`;
    if (how === 'brackets') return minus ? `($${point})` : `$${point}`;
    return `${minus ? (how === 'sign' ? '−' : '-') : ''}${point}`;
  };
  const quoted = (cell: string, delimiter: string): string =>
    /["\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell;

  test('is read as the rows that it was made of, whatever its encoding, separator, order of columns and amounts', () => {
    fc.assert(
      fc.property(
        fc.array(student, { minLength: 1, maxLength: 8 }),
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom(...Object.values(encodings)),
        fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
        style,
        fc.constantFrom('\n', '\r\n'),
        (students, delimiter, encode, order, how, lineEnd) => {
          const headers = ['First Name', 'LAST NAME', 'City', 'Balance'];
          const line = (cells: readonly string[]): string =>
            order.map((at) => quoted(cells[at] ?? '', delimiter)).join(delimiter);
          const text = [headers, ...students.map((one) => [one.first, one.last, one.city, written(one.cents, how)])]
            .map(line)
            .join(lineEnd);
          const table = readCsv(encode(text));
          const rows = readRows(table, { columns: columnsIn(table), currency: 'USD', belowZero: 'credit' });
          const tidy = (cell: string): string => cell.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
          expect(rows.map((row) => [row.firstName, row.lastName, row.city, row.balanceCents, row.problem])).toEqual(
            students.map(({ first, last, city, cents }) => [tidy(first), tidy(last), tidy(city), cents, null]),
          );
        },
      ),
      { numRuns: 300, seed: 20261127 },
    );
  });
});

describe('a file is refused with one sentence:', () => {
  const excel = 'This is an Excel file. Save it as CSV (comma separated) and try again.';
  test.each<[string, Uint8Array, string]>([
    ['an empty one', bytesOf(''), 'This file is empty.'],
    ['one of spaces', bytesOf(' \n \n'), 'This file is empty.'],
    ['only a header', bytesOf('First Name,Last Name\n'), 'This file is empty.'],
    [
      '5,001 rows',
      bytesOf(`First Name,Last Name\n${'A,B\n'.repeat(5001)}`),
      'This file has more than 5,000 rows. Please split it.',
    ],
    ['an Excel file', Uint8Array.of(0x50, 0x4b, 3, 4, 20), excel],
    ['an old Excel file', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0), excel],
    ['a PDF file', bytesOf('%PDF-1.7\nFirst Name,Last Name\n'), 'This is not a CSV file.'],
    ['a NUL', bytesOf('First Name,Last Name\nA\0,B\n'), 'This is not a CSV file.'],
    ['one column', bytesOf('First Name\nAda\n'), 'This is not a CSV file.'],
    ['quotes that are never closed', bytesOf('First Name,Last Name\n"Ada,B\nC,D\n'), 'This is not a CSV file.'],
    ['10,000 columns', bytesOf(`First Name,${'x,'.repeat(10_000)}\nAda\n`), 'This is not a CSV file.'],
  ])('%s', (_, bytes, sentence) => {
    expect(() => readCsv(bytes)).toThrow(new InvalidInput(sentence));
  });
});

test('5,000 rows are read, and a header below a title, with its lines as rows', () => {
  expect(readCsv(bytesOf(`First Name,Last Name\n${'A,B\n'.repeat(5000)}`)).lines).toHaveLength(5000);
  const rows = rowsOf('Contacts of 2026\n\nName,Email\n"Park, Theo",\n\n"Ada\nLovelace",\n,\nIda,');
  expect(rows.map(({ row, firstName, lastName }) => [row, firstName, lastName])).toEqual([
    [4, 'Theo', 'Park'],
    [6, 'Ada', 'Lovelace'],
    [9, 'Ida', ''],
  ]);
});

test('headers say which program wrote the file, and two equal ones are told apart', () => {
  expect(formatOf(['My Music Staff Student ID', 'First Name'])).toBe('My Music Staff');
  expect(formatOf(['tutorbird family id'])).toBe('TutorBird');
  expect(formatOf(['Name', 'Balance'])).toBe('Other');
  const table: CsvTable = readCsv(bytesOf('Name,Email,Email,\nAda,a@b.com,c@d.com,x\n'));
  expect(table.headers).toEqual(['Name', 'Email', 'Email (2)', 'Column 4']);
  expect(columnsIn(table, { email: 'Email (2)' }).get('email')).toBe(2);
  expect(columnsIn(table).get('email')).toBe(1);
});

test('a file without a header has no column with names', () => {
  expect(readCsv(bytesOf('Ada,a@b.com\nBea,b@c.com\n')).hasNames).toBe(false);
});

test.each<[readonly string[], string, number | null]>([
  [['1,234.50'], 'USD', 123_450],
  [['$1,234.50'], 'USD', 123_450],
  [['1.234,50'], 'USD', 123_450],
  [['(30.00)'], 'USD', -3000],
  [['-30'], 'USD', -3000],
  [['−30'], 'USD', -3000],
  [['1.234'], 'EUR', 123_400],
  [['1,50'], 'USD', 150],
  [['1.234', '5,50'], 'USD', 123_400],
  [['12O.00'], 'USD', null],
  [['1.234'], 'USD', null],
])('amounts of a column are read in the style that fits it: %j in %s', (cells, currency, cents) => {
  const read = amountIn(cells[0] ?? '', styleOf(cells, currency), currency);
  expect('cents' in read ? read.cents : null).toBe(cents);
});

test('what a row says wrongly is its problem, and not that of the others', () => {
  const text = [
    'First Name,Last Name,Email,Balance,Duration,Rate',
    'Luca,Ortiz,,abc,,',
    'Ida,Moss,,1.005,,',
    'Ben,Ito,parent@,,,',
    ',,,,,',
    ',,ana@example.com,,,',
    `${'x'.repeat(300)},Long,,,,`,
    'Amy,Fox,,10,20,30; 45',
    'Joe,Fox,,10,60 min,x',
  ].join('\n');
  const rows = rowsOf(text, 'owes');
  expect(rows.map(({ row, problem }) => [row, problem])).toEqual([
    [2, '“abc” is not an amount.'],
    [3, 'the amount must have at most two decimals.'],
    [4, '“parent@” is not an e-mail address.'],
    [6, 'a first or last name is required.'],
    [7, 'the first name is longer than 100 characters.'],
    [8, null],
    [9, '“x” is not an amount.'],
  ]);
  expect(rows[5]).toMatchObject({
    balanceCents: -1000,
    lessonDuration: 45,
    rateCents: 3000,
    notes: ['Lesson length 20: 45 minutes are taken', 'Rates 30; 45: the first is taken'],
  });
});

test('what a balance below zero means has to be said only where there is one', () => {
  const isAsked = (cell: string): boolean => {
    const table = readCsv(bytesOf(`Name,Balance\nAda,${cell}\n`));
    return hasBelowZero(table, { columns: columnsIn(table), currency: 'USD' });
  };
  expect(['-1', '(2.00)', '−3', '-0', '4', ''].map(isAsked)).toEqual([true, true, true, false, false, false]);
  expect(rowsOf('Name,Balance\nAda,-80')[0]?.balanceCents).toBe(-8000);
  expect(rowsOf('Name,Balance\nAda,-80', 'owes')[0]?.balanceCents).toBe(8000);
  expect(rowsOf('Name,Owes,Credit\nAda,80,\nBea,,45')).toMatchObject([{ balanceCents: 8000 }, { balanceCents: -4500 }]);
});

describe('rows are one family', () => {
  const groups = (text: string): string[] =>
    familyGroups(rowsOf(text)).map((group) => group.map(({ firstName }) => firstName).join(' '));

  test.each([
    ['by id', 'First Name,Last Name,My Music Staff Family ID\nA,X,1\nB,Y,1\nC,Z,2', ['A B', 'C']],
    ['by name and email', 'Name,Family,Email\nA,Park,k@e.com\nB,park family,K@E.com\nC,Park,z@e.com', ['A B', 'C']],
    ['by name and phone', 'Name,Family,Phone\nA,Park,(512) 555-0100\nB,Park,+1 512 555 0100', ['A B']],
    ['by name and address', 'Name,Family,Address\nA,Park,1 Elm St.\nB,Park,1 elm st', ['A B']],
    ['not by name alone', 'Name,Family\nA,Park\nB,Park', ['A', 'B']],
    ['not by an email alone', 'Name,Family,Email\nA,Park,k@e.com\nB,Lee,k@e.com', ['A', 'B']],
    [
      'in a circle',
      'Name,Family,Email,Phone\nA,Park,a@e.com,5125550100\nB,Park,b@e.com,5125550100\nC,Park,b@e.com,5125550199\nD,Park,a@e.com,5125550199',
      ['A B C D'],
    ],
  ])('%s', (_, text, expected) => {
    expect(groups(text)).toEqual(expected);
  });
});

test('columns can be chosen', () => {
  const table = readCsv(bytesOf('Who,Owed\nAda Fox,5\n'));
  const chosen: Partial<Record<FileField, string>> = { name: 'Who', owes: 'Owed' };
  const rows = readRows(table, { columns: columnsIn(table, chosen), currency: 'USD', belowZero: undefined });
  expect(rows).toMatchObject([{ firstName: 'Ada', lastName: 'Fox', balanceCents: 500, problem: null }]);
});
