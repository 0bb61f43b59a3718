import type { z } from 'zod';
import { prepareBatch, type Prepared } from '../runner/apply.ts';
import { pauses } from '../pacing/pauses.ts';
import { BatchRows, KnownRows } from '../rows/fold.ts';
import type { ReadModel, Table } from '../runner/read-model.ts';
import type { RowStorage } from '../rows/row-storage.ts';
import type { Position, SourceEvent } from '../runner/source.ts';

/** What V8 needs for a property, a list's element or a number, and for the head of an object, a list or a text; rounded up. */
const [slot, head] = [16, 32];

/** An estimate of the memory that a JSON value takes, in bytes. */
export const sizeOf = (value: unknown): number => {
  if (typeof value === 'string') return head + 2 * value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let bytes = head;
  for (const part of Object.values(value)) bytes += slot + sizeOf(part);
  return bytes;
};

type Row = Readonly<Record<string, unknown>>;

const sizes = new WeakMap<Row, number>();

/** The same of a row, measured once: rows are never mutated. */
const sizeOfRow = (row: Row): number => {
  const size = sizes.get(row) ?? sizeOf(row);
  sizes.set(row, size);
  return size;
};
type StoredRow = { readonly table: Table; readonly studioId: string; readonly row: Row };
type Tables = Map<string, Map<string, StoredRow>>;
type Checkpoint = { position: Position | null; readonly erased: Set<string>; readonly parked: Set<string> };

/** What a row's place in a table takes. */
const entrySize = 64;

/** One generation's rows and checkpoint in memory. Rows are shared, never mutated. */
export type MemoryRows = {
  readonly storage: RowStorage;
  readonly position: () => Position | null;
  /** The studios that are left out: erased ones, and ones with an event that cannot be handled. */
  readonly excluded: () => { readonly erased: Set<string>; readonly parked: Set<string> };
  /** The rows of a table by name, in the order of their keys. */
  readonly rows: (table: string) => Row[];
  /** The rows of a table, in no particular order. */
  readonly of: <Shape extends z.ZodObject>(table: Table<Shape>) => z.output<Shape>[];
  /** An estimate of the bytes that these rows take beside other ones, which were folded further from them: what both share is not counted. */
  readonly sizeBeside: (others: MemoryRows | undefined) => Promise<number>;
  /** Whether exactly this row is there. */
  readonly has: (table: string, name: string, row: Row) => boolean;
  /** The same rows and checkpoint, to be folded further without changing these. */
  readonly copy: () => MemoryRows;
};

// A row is only stored after its own table's schema parsed it, so the predicate is sound.
const isRowOf = <Shape extends z.ZodObject>(
  table: Table<Shape>,
  stored: StoredRow,
  _row: Row,
): _row is z.output<Shape> => stored.table === table;

const rowsIn = (tables: Tables, checkpoint: Checkpoint): MemoryRows => {
  const storedIn = (table: string): Map<string, StoredRow> => {
    const stored = tables.get(table) ?? new Map<string, StoredRow>();
    tables.set(table, stored);
    return stored;
  };

  const storage: RowStorage = {
    load: async (_model, _generation, planned) => {
      const rows = new BatchRows();
      for (const { table, key } of planned.flatMap(({ handled }) => handled.reads))
        rows.keep(table, key, storedIn(table.name).get(key.join('\0'))?.row ?? null);
      return rows;
    },
    write: async (model, _generation, { after, upTo }, { rows, erased, parked }) => {
      if (checkpoint.position !== after) return false;
      checkpoint.position = upTo;
      for (const table of model.tables) {
        const stored = storedIn(table.name);
        for (const { key, row } of rows.changesOf(table))
          if (row === null) stored.delete(key.join('\0'));
          else stored.set(key.join('\0'), { table, studioId: key[0] ?? '', row });
        if (erased.length > 0)
          for (const [name, { studioId }] of stored) if (erased.includes(studioId)) stored.delete(name);
      }
      for (const { studioId } of parked) checkpoint.parked.add(studioId);
      for (const studioId of erased) {
        checkpoint.erased.add(studioId);
        checkpoint.parked.delete(studioId);
      }
      return true;
    },
  };

  return {
    storage,
    position: () => checkpoint.position,
    excluded: () => ({ erased: new Set(checkpoint.erased), parked: new Set(checkpoint.parked) }),
    rows: (table) => [...storedIn(table)].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, { row }]) => row),
    of: (table) =>
      [...storedIn(table.name).values()].flatMap((stored) => (isRowOf(table, stored, stored.row) ? [stored.row] : [])),
    sizeBeside: async (others) => {
      const pause = pauses();
      let [bytes, counted] = [0, 0];
      for (const [table, stored] of tables)
        for (const [name, { row }] of stored) {
          bytes += entrySize + (others?.has(table, name, row) ? 0 : sizeOfRow(row));
          counted += 1;
          if (counted % 50 === 0) await pause();
        }
      return bytes;
    },
    has: (table, name, row) => tables.get(table)?.get(name)?.row === row,
    copy: () =>
      rowsIn(new Map([...tables].map(([table, stored]) => [table, new Map(stored)])), {
        position: checkpoint.position,
        erased: new Set(checkpoint.erased),
        parked: new Set(checkpoint.parked),
      }),
  };
};

/** No rows yet, before the first event. */
export const memoryRows = (): MemoryRows => rowsFrom([], null);

/** Rows that were folded before, up to a position; each was validated by its table. */
export const rowsFrom = (
  folded: readonly { readonly table: Table; readonly row: Row }[],
  position: Position | null,
): MemoryRows => {
  const tables: Tables = new Map();
  for (const { table, row } of folded) {
    const key = table.key.map((column) => String(row[column]));
    const stored = tables.get(table.name) ?? new Map<string, StoredRow>();
    tables.set(table.name, stored.set(key.join('\0'), { table, studioId: key[0] ?? '', row }));
  }
  return rowsIn(tables, { position, erased: new Set(), parked: new Set() });
};

/** Rows in memory need no cache. */
const nothingKnown = new KnownRows();

const generation = { schema: 'memory', generation: 1, releases: 0 };

/**
 * Folds a model's next events into rows in memory, exactly as the runner folds them into tables.
 * @returns the batch as it was folded; null when nothing was
 */
export const foldInto = async (
  rows: MemoryRows,
  model: ReadModel,
  events: readonly SourceEvent[],
): Promise<Prepared | null> => {
  const upTo = events.at(-1)?.position;
  if (upTo === undefined) return null;
  const after = rows.position();
  const from = { ...generation, position: after };
  const part = { events, upTo, after, evenIfEmpty: true };
  const prepared = await prepareBatch(rows.storage, model, from, part, rows.excluded(), nothingKnown);
  if (prepared) await rows.storage.write(model, from, part, prepared);
  return prepared;
};
