import { dateText } from '@rondo/contracts/api/shapes.ts';
import { parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import { foldInto, memoryRows, type MemoryRows } from '@rondo/projections/moments/memory-rows.ts';
import type { ReadModel, Table } from '@rondo/projections/runner/read-model.ts';
import { Refused, lineOf, type EventInFile } from './event-line.ts';

// A file from a stranger may hold what no Rondo records. Everybody's events go through the same read models, and one that cannot write its rows stops
// for all studios. So the events are folded in memory first.

/** Texts that PostgreSQL does not store: a zero character, and half of a surrogate pair. JSON escapes nothing else in this way. */
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/;
const largestInteger = 2 ** 31 - 1;
/** Below what an index takes of a row. */
const longestName = 200;

const isDate = /^\d{4}-\d{2}-\d{2}$/;

/** Whether it has a day beyond those that calls take: weeks are counted from the first day of a series to its last. */
const hasFarDay = (value: unknown): boolean => {
  if (typeof value === 'string') return isDate.test(value) && !dateText.safeParse(value).success;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasFarDay);
};

const isInstant = (value: unknown): boolean => {
  const milliseconds = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return milliseconds > 0 && milliseconds < Date.parse('2200-01-01T00:00:00Z');
};

/** Whether PostgreSQL takes a row into its table. */
const isStorable = ({ columns, key, indexes = [] }: Table, row: Readonly<Record<string, unknown>>): boolean => {
  const indexed = new Set<string>([...key, ...indexes.flat()]);
  return Object.entries(columns).every(([name, type]) => {
    const value = row[name];
    if (value === null) return true;
    if (type === 'integer') return Number.isInteger(value) && Math.abs(Number(value)) <= largestInteger;
    if (type === 'timestamptz') return isInstant(value);
    return !indexed.has(name) || typeof value !== 'string' || value.length <= longestName;
  });
};

/** The rows that read models make of a file, in memory. */
export type Trial = readonly { readonly model: ReadModel; readonly rows: MemoryRows }[];

export const openTrial = (models: readonly ReadModel[]): Trial =>
  models.map((model) => ({ model, rows: memoryRows() }));

/** Folds a file's next event as the read models will, before anything is written. @throws Refused naming the line */
export const tryEvent = async (trial: Trial, event: EventInFile, number: number): Promise<void> => {
  const refuse = (why: string): Refused => new Refused(`Line ${number} holds a ${event.type} ${why}.`);
  const odd = 'with a value that Rondo does not record';
  if (event.stream.length > longestName || unstorable.test(lineOf(event)) || hasFarDay(event.data)) throw refuse(odd);
  const { category } = parseStreamName(event.stream);
  const metadata = { ...event.metadata, importedRecordedAt: event.recordedAt };
  const source = { ...event, metadata, position: String(number) };
  for (const { model, rows } of trial) {
    if (!model.categories.includes(category)) continue;
    const prepared = await foldInto(rows, model, [source]);
    if (!prepared) continue;
    if (prepared.parked.length > 0) throw refuse('that does not fit the events before it');
    const changes = model.tables.flatMap((table) => prepared.rows.changesOf(table));
    if (changes.some(({ table, row }) => row !== null && !isStorable(table, row))) throw refuse(odd);
  }
};

/** A model's rows after the events so far. */
export const triedRows = (trial: Trial, { name }: Pick<ReadModel, 'name'>): MemoryRows =>
  trial.find(({ model }) => model.name === name)?.rows ?? memoryRows();
