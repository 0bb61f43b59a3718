import { erasureEvents } from '@rondo/contracts/events/erasures.ts';
import { streamName, streamPrefix } from '@rondo/contracts/events/stream-name.ts';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { SourceEvent } from './source.ts';

type ColumnType = 'text' | 'integer' | 'boolean' | 'timestamptz' | 'jsonb' | 'double precision';

/** The SQL types that zod does not tell. A registry of our own: stored moments are found by the JSON schema of their rows. */
const sqlTypes = z.registry<{ readonly sql: ColumnType }>();

/** A column with an instant as the log records it. */
export const timestamp = z.string().register(sqlTypes, { sql: 'timestamptz' });

/** A column with a number that need not be an integer. */
export const decimal = z.number().register(sqlTypes, { sql: 'double precision' });

const columnType = (schema: z.core.$ZodType): ColumnType => {
  if (schema instanceof z.ZodNullable) return columnType(schema.unwrap());
  if (schema instanceof z.ZodNumber) return sqlTypes.get(schema)?.sql ?? 'integer';
  if (schema instanceof z.ZodString) return sqlTypes.get(schema)?.sql ?? 'text';
  if (schema instanceof z.ZodEnum) return 'text';
  return schema instanceof z.ZodBoolean ? 'boolean' : 'jsonb';
};

/** A read model's table: the row's shape, the SQL type of each column, and the primary key. Every key begins with `studio_id`. */
export type Table<Shape extends z.ZodObject = z.ZodObject> = {
  readonly name: string;
  readonly row: Shape;
  readonly columns: Readonly<Record<string, ColumnType>>;
  readonly key: readonly [Extract<keyof z.output<Shape>, string>, ...Extract<keyof z.output<Shape>, string>[]];
  /** Columns with lists to which each event may add: validated when they are read from the database, not at every event. */
  readonly growing?: readonly Extract<keyof z.output<Shape>, string>[];
  /** Columns with positions of events in the log. */
  readonly positions?: readonly Extract<keyof z.output<Shape>, string>[];
  readonly indexes?: readonly (readonly Extract<keyof z.output<Shape>, string>[])[];
};

export const defineTable = <Shape extends z.ZodObject>(table: Omit<Table<Shape>, 'columns'>): Table<Shape> => ({
  ...table,
  columns: Object.fromEntries(Object.entries(table.row.shape).map(([name, schema]) => [name, columnType(schema)])),
});

export type RowOf<T extends Table> = T extends Table<infer Shape> ? z.output<Shape> : never;
export type RowKey = readonly string[];

/** A handler's change to one row. */
export type RowChange = { readonly table: Table; readonly key: RowKey; readonly row: Record<string, unknown> | null };

/** The rows that a handler asks for, as of the preceding events. */
export interface RowReader {
  get<Shape extends z.ZodObject>(table: Table<Shape>, key: RowKey): z.output<Shape> | undefined;
}

export type Handled = {
  /** The key of every row that `changes` reads. */
  readonly reads: readonly { readonly table: Table; readonly key: RowKey }[];
  readonly changes: (rows: RowReader) => readonly RowChange[];
};

/** One read model: the streams it follows, the tables it owns, and what each event does to their rows. */
export type ReadModel = {
  readonly name: string;
  /** Increased when the shape of the tables or the meaning of the handlers changes: a new version builds its own rows from the log. */
  readonly version: number;
  /** Stream categories it follows. Erasures are always included. */
  readonly categories: readonly string[];
  readonly tables: readonly Table[];
  /** `null` for an event that changes nothing here. Pure: no clock, no I/O. */
  readonly on: (event: SourceEvent) => Handled | null;
  /**
   * For reactors, called for the events that `on` handles: produces the effects of the event elsewhere, with the rows as of that event. Awaited before rows and
   * checkpoint are committed, so a process killed in between runs it again: it must be idempotent. Throwing parks the studio, as with a handler,
   * but after a `TransientError` or a database outage (also as a cause) it is retried until it succeeds.
   */
  readonly react?: (event: SourceEvent, rows: RowReader) => Promise<void>;
  /**
   * For reactors without tables: the same for several events in the order of the log, in fewer appends than one each. When it throws, each event is
   * reacted to by itself.
   */
  readonly reactTogether?: (events: readonly SourceEvent[]) => Promise<void>;
  /** `react` is also called for imported events. Usually it is not: what reactors did about them was imported with them. */
  readonly answersImported?: true;
};

/** A read model that acts on the events it reads. */
export type Reactor<Name extends string> = ReadModel & Required<Pick<ReadModel, 'react'>> & { readonly name: Name };

/** Where the rows of the live generations are. @throws ModelNotReady from `schemaOf` */
export type LiveRows = { readonly db: Kysely<unknown>; readonly schemaOf: (model: string) => string };

/** The row type of every table. */
type Rows = Record<string, Record<string, unknown>>;

/** A read model with typed rows for queries. */
export type QueriedModel<Db extends Rows, Name extends string> = ReadModel & {
  readonly name: Name;
  /** Its live generation. @throws ModelNotReady */
  readonly read: (rows: LiveRows) => Kysely<Db>;
};

export const queriedModel = <Db extends Rows, Name extends string>(
  model: ReadModel & { readonly name: Name },
): QueriedModel<Db, Name> => ({
  ...model,
  read: ({ db, schemaOf }) => db.withSchema(schemaOf(model.name)).withTables<Db>(),
});

export const put = <Shape extends z.ZodObject>(table: Table<Shape>, row: z.output<Shape>): RowChange => {
  const values: Record<string, unknown> = row;
  return { table, key: table.key.map((column) => String(values[column])), row: values };
};

export const remove = (table: Table, key: RowKey): RowChange => ({ table, key, row: null });

/** A handler that reads the rows of the given keys of one table. */
export const reading = (table: Table, keys: readonly RowKey[], changes: Handled['changes']): Handled => ({
  reads: keys.map((key) => ({ table, key })),
  changes,
});

/** A handler that changes one row. `change` returns the next row, null to remove it, or undefined to leave it alone. */
export const changing = <Shape extends z.ZodObject>(
  table: Table<Shape>,
  key: RowKey,
  change: (row: z.output<Shape> | undefined) => z.output<Shape> | null | undefined,
): Handled =>
  reading(table, [key], (rows) => {
    const row = change(rows.get(table, key));
    if (row === undefined) return [];
    return [row === null ? remove(table, key) : put(table, row)];
  });

/** The stream-name prefixes that a model follows. */
export const prefixesOf = (model: ReadModel): string[] => [
  ...model.categories.map((name) => streamPrefix({ name })),
  streamName(erasureEvents),
];
