import type { Response } from 'express';
import { mapWithPauses } from '@rondo/projections/pacing/pauses.ts';
import { streamed } from '../answer.ts';

/** What a spreadsheet would run as a formula, also behind spaces: some spreadsheets strip them. */
const formula = /^\s*[=+\-@\t\r\n＝＋－＠]/u;

/** A cell: text, which people typed; or a number, date or word that we wrote. */
export type Cell = { readonly text: string } | number | string | null;

/** Also what has another separator: programs that split at several of them, such as LibreOffice, then keep the text in its cell. */
const quoted = (text: string): string => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Typed text that begins like a formula is preceded by an apostrophe: spreadsheets show it and never compute it. */
const cellOf = (cell: Cell): string => {
  if (cell === null) return '';
  if (typeof cell !== 'object') return quoted(String(cell));
  return quoted(formula.test(cell.text) ? `'${cell.text}` : cell.text);
};

/** A typed text as a cell. */
export const typed = (text: string | null): Cell => (text === null ? null : { text });

/** An amount of money in dollars, with two decimals. */
export const amount = (dollars: number | null): Cell => (dollars === null ? null : dollars.toFixed(2));

export type Column<Row> = readonly [title: string, cell: (row: Row) => Cell];

/** Spreadsheets read a file without it in the encoding of their computer, which garbles names. */
const byteOrderMark = '\uFEFF';

const lineOf = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

/** Rows as a CSV file (RFC 4180), with a header line. */
export const csvOf = async <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Promise<string> => {
  const head = lineOf(columns.map(([title]) => title));
  const lines = await mapWithPauses(rows, (row) => lineOf(columns.map(([, cell]) => cellOf(cell(row)))));
  return byteOrderMark + head + lines.join('');
};

/** Answers with a CSV file. */
export const sendCsv = (response: Response, name: string, csv: string): typeof streamed => {
  response
    .set('Content-Disposition', `attachment; filename="${name}"`)
    .set('Cache-Control', 'no-store')
    .type('text/csv')
    .send(csv);
  return streamed;
};
