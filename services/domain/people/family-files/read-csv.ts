import { CsvError, parse } from 'csv-parse/sync';
import { fileFields, maxFileRows, type FileField } from '@rondo/contracts/people/family-file.ts';
import { InvalidInput } from '../../../platform/kit/errors.ts';
import { fieldOf, isNameField } from './headers.ts';

// Reads a table of text from a file, whatever program wrote it.

/** A header is among the first lines: some programs begin with a title. */
const headerWithin = 10;
/** More columns than any list of students has. */
const mostColumns = 500;

const empty = 'This file is empty.';
const notCsv = 'This is not a CSV file.';
const excel = 'This is an Excel file. Save it as CSV (comma separated) and try again.';
const tooLong = 'This file has more than 5,000 rows. Please split it.';

type Line = {
  /** The line of the file on which it begins. */
  readonly row: number;
  readonly cells: readonly string[];
};

export type CsvTable = {
  /** No two are equal. */
  readonly headers: readonly string[];
  readonly lines: readonly Line[];
  readonly hasNames: boolean;
};

const startsWith = (bytes: Uint8Array, ...start: readonly number[]): boolean =>
  start.every((byte, i) => bytes[i] === byte);

/** @throws InvalidInput */
const textIn = (bytes: Uint8Array): string => {
  if (bytes.length === 0) throw new InvalidInput(empty);
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) || startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    throw new InvalidInput(excel);
  const decoded = (encoding: string): string => new TextDecoder(encoding).decode(bytes);
  if (startsWith(bytes, 0xff, 0xfe)) return decoded('utf-16le');
  if (startsWith(bytes, 0xfe, 0xff)) return decoded('utf-16be');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decoded('windows-1252');
  }
};

/** A text that would be a formula has an apostrophe before it. */
const withoutApostrophe = (cell: string): string => (/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);

const lineBreaks = /\r\n|\r|\n/g;

const linesIn = (text: string, delimiter: string, most: number): Line[] => {
  const lines: Line[] = [];
  parse(text, {
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    to: most,
    on_record: (cells: readonly string[], { lines: last }) => {
      const within = cells.reduce((sum, cell) => sum + (cell.match(lineBreaks)?.length ?? 0), 0);
      lines.push({ row: last - within, cells: cells.map((cell) => withoutApostrophe(cell).trim()) });
      return null;
    },
  });
  return lines;
};

type Head = {
  readonly delimiter: string;
  readonly columns: number;
  readonly known: number;
  /** Of the header among the lines; null where no line has a column with names. */
  readonly at: number | null;
};

const knownIn = (cells: readonly string[]): number => new Set(cells.flatMap((cell) => fieldOf(cell) ?? [])).size;

const headWith = (text: string, delimiter: string): Head | null => {
  try {
    const lines = linesIn(text, delimiter, headerWithin);
    const at = lines.findIndex(({ cells }) => cells.length > 1 && cells.some((cell) => isNameField(fieldOf(cell))));
    const columns = Math.max(0, ...lines.map(({ cells }) => cells.length));
    const line = lines[at];
    return { delimiter, columns, known: line ? knownIn(line.cells) : 0, at: at === -1 ? null : at };
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
};

/** Two equal headers are told apart by a number. */
const distinct = (cells: readonly string[]): string[] => {
  const seen = new Map<string, number>();
  return cells.map((cell, i) => {
    const name = cell === '' ? `Column ${i + 1}` : cell;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
};

/** @throws InvalidInput */
export const readCsv = (bytes: Uint8Array): CsvTable => {
  const text = textIn(bytes);
  if (text.includes('\0') || text.startsWith('%PDF')) throw new InvalidInput(notCsv);
  if (text.trim() === '') throw new InvalidInput(empty);
  const heads = [',', ';', '\t'].flatMap((delimiter) => headWith(text, delimiter) ?? []);
  const [best] = heads.toSorted((a, b) => b.known - a.known || b.columns - a.columns);
  if (!best || best.columns < 2 || best.columns > mostColumns) throw new InvalidInput(notCsv);
  try {
    const before = best.at ?? 0;
    const all = linesIn(text, best.delimiter, before + maxFileRows + 2);
    const lines = all.slice(before + 1).filter(({ cells }) => cells.some((cell) => cell !== ''));
    if (lines.length > maxFileRows) throw new InvalidInput(tooLong);
    if (lines.length === 0) throw new InvalidInput(empty);
    const width = Math.max(all[before]?.cells.length ?? 0, ...lines.map(({ cells }) => cells.length));
    if (width > mostColumns) throw new InvalidInput(notCsv);
    const headers = distinct(Array.from({ length: width }, (_, i) => all[before]?.cells[i] ?? ''));
    return { headers, lines, hasNames: best.at !== null };
  } catch (error) {
    if (error instanceof CsvError) throw new InvalidInput(notCsv);
    throw error;
  }
};

/** The column of each field, by the headers unless somebody chose another one. */
export const columnsIn = (
  { headers }: Pick<CsvTable, 'headers'>,
  chosen: Readonly<Partial<Record<FileField, string>>> = {},
): ReadonlyMap<FileField, number> => {
  const columns = new Map<FileField, number>();
  const used = new Set<number>();
  for (const field of fileFields) {
    const header = chosen[field];
    const at = header === undefined ? -1 : headers.indexOf(header);
    if (at === -1) continue;
    used.add(at);
    columns.set(field, at);
  }
  headers.forEach((header, at) => {
    const field = fieldOf(header);
    if (field && !used.has(at) && !columns.has(field) && !(field in chosen)) columns.set(field, at);
  });
  return columns;
};
