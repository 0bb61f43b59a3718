import { erasureEvents } from '@rondo/contracts/events/erasures.ts';
import { streamName, streamPrefix } from '@rondo/contracts/events/stream-name.ts';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { SourceEvent } from './source.ts';

type ColumnType = 'text' | 'integer' | 'bigint' | 'boolean' | 'timestamptz' | 'jsonb' | 'double precision';

/** A read model's table: the row's shape, the SQL type of each column, what names a row. Every key begins with `studio_id`. */
export type Table<Shape extends z.ZodObject = z.ZodObject> = {
  readonly name: string;
  readonly row: Shape;
  readonly columns: Readonly<Record<Extract<keyof z.output<Shape>, string>, ColumnType>>;
  readonly key: readonly [Extract<keyof z.output<Shape>, string>, ...Extract<keyof z.output<Shape>, string>[]];
  readonly indexes?: readonly (readonly Extract<keyof z.output<Shape>, string>[])[];
};

export const defineTable = <Shape extends z.ZodObject>(table: Table<Shape>): Table<Shape> => table;

export type RowOf<T extends Table> = T extends Table<infer Shape> ? z.output<Shape> : never;
export type RowKey = readonly string[];

/** What a handler wants done to one row. */
export type RowChange = { readonly table: Table; readonly key: RowKey; readonly row: Record<string, unknown> | null };

/** The rows that a handler asked for, as they stand after the events before. */
export interface RowReader {
  get<Shape extends z.ZodObject>(table: Table<Shape>, key: RowKey): z.output<Shape> | undefined;
}

export type Handled = {
  /** Every row that `changes` looks at. */
  readonly reads: readonly { readonly table: Table; readonly key: RowKey }[];
  readonly changes: (rows: RowReader) => readonly RowChange[];
};

/** One read model: the streams it follows, the tables it owns, and what each event does to their rows. */
export type ReadModel = {
  readonly name: string;
  /** Raised with the shape of its tables or the meaning of its handlers: a new version builds its own rows from the log. */
  readonly version: number;
  /** Stream categories it follows. Erasures come by themselves. */
  readonly categories: readonly string[];
  readonly tables: readonly Table[];
  /** `null` for an event that changes nothing here. Pure: no clock, no I/O. */
  readonly on: (event: SourceEvent) => Handled | null;
  /**
   * A reactor's part, asked for the events that `on` handles: what the event must cause elsewhere, with the rows as they stand after it. Awaited before rows and checkpoint are
   * committed, so a process killed in between does it again: it must have one effect however often it runs. What it throws parks the studio, as when a handler throws;
   * but after a `TransientError` or a database that is away (also as a cause) it is asked again until that is over.
   */
  readonly react?: (event: SourceEvent, rows: RowReader) => Promise<void>;
};

/** A model that acts on what it reads. */
export type Reactor<Name extends string> = ReadModel & Required<Pick<ReadModel, 'react'>> & { readonly name: Name };

/** Where the rows of the live generations are. @throws ModelNotReady from `schemaOf` */
export type LiveRows = { readonly db: Kysely<unknown>; readonly schemaOf: (model: string) => string };

/** The row type of every table. */
type Rows = Record<string, Record<string, unknown>>;

/** A read model whose tables have row types that queries know. */
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

/** The stream-name prefixes that a model follows. */
export const prefixesOf = (model: ReadModel): string[] => [
  ...model.categories.map((name) => streamPrefix({ name })),
  streamName(erasureEvents),
];
