import type { z } from 'zod';
import type { Handled, RowChange, RowKey, RowReader, Table } from '../runner/read-model.ts';

type Row = Record<string, unknown>;
type BatchRow = { readonly table: Table; readonly key: RowKey; readonly row: Row | null; readonly changed: boolean };

const nameOf = (table: Table, key: RowKey): string => `${table.name}\0${key.join('\0')}`;

/** How many rows are cached between batches. */
const cachedRows = 20_000;

/** The number of keys that are kept exactly. Most servers never have more, and a filter takes 4 MiB for each read model. */
const exactKeys = 20_000;

/** A power of two, in bits: 4 MiB, at which a million keys give a false positive rate of one in three thousand. */
const bits = 2 ** 25;
const probes = 4;

/** FNV-1a from two seeds yields any number of positions. */
const hash = (text: string, seed: number): number => {
  let value = seed;
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 16_777_619);
  value ^= value >>> 15;
  return Math.imul(value, 0x2c1b3c6d) >>> 0;
};

/** Keys in constant space, with rare false positives and no false negatives (a Bloom filter, Kirsch and Mitzenmacher 2006). */
const keysInBits = () => {
  const bitmap = new Uint32Array(bits / 32);
  return {
    add: (key: string): void => {
      let place = hash(key, 0x811c9dc5);
      const step = hash(key, 0x01234567) | 1;
      for (let i = 0; i < probes; i += 1, place += step) {
        const word = (place & (bits - 1)) >>> 5;
        bitmap[word] = (bitmap[word] ?? 0) | (1 << (place & 31));
      }
    },
    has: (key: string): boolean => {
      let place = hash(key, 0x811c9dc5);
      const step = hash(key, 0x01234567) | 1;
      for (let i = 0; i < probes; i += 1, place += step)
        if (((bitmap[(place & (bits - 1)) >>> 5] ?? 0) & (1 << (place & 31))) === 0) return false;
      return true;
    },
  };
};

/** Which keys were ever added, in bounded space: few exactly, many with rare false positives and no false negatives. */
export const seenKeys = () => {
  let keys: { add(key: string): unknown; has(key: string): boolean } = new Set<string>();
  const becomeBits = (exact: ReadonlySet<string>): void => {
    keys = keysInBits();
    for (const key of exact) keys.add(key);
  };
  return {
    add: (key: string): void => {
      keys.add(key);
      if (keys instanceof Set && keys.size > exactKeys) becomeBits(keys);
    },
    mayHave: (key: string): boolean => keys.has(key),
  };
};

/**
 * A cache of rows as of a generation's checkpoint. Rows change only together with the checkpoint, so the process that last moved it can use them
 * without reading them again; when another process moves it, the cache is cleared. A process that wrote a generation from its first row on
 * also knows which rows never existed.
 */
export class KnownRows {
  readonly #rows = new Map<string, Row | null>();
  /** The keys of every row that ever existed. */
  #ever: ReturnType<typeof seenKeys> | undefined;

  /** @param fromNothing the generation has no rows yet, and all rows it gets are cached or noted here */
  constructor(fromNothing = false) {
    this.#ever = fromNothing ? seenKeys() : undefined;
  }

  /** `null` for a row known not to exist, undefined for one that is not cached. */
  get(table: Table, key: RowKey): Row | null | undefined {
    const name = nameOf(table, key);
    const row = this.#rows.get(name);
    return row === undefined && this.#ever?.mayHave(name) === false ? null : row;
  }

  learn(changes: readonly RowChange[]): void {
    for (const { table, key, row } of changes) {
      const name = nameOf(table, key);
      this.#rows.delete(name);
      this.#rows.set(name, row);
      if (row !== null) this.#ever?.add(name);
    }
    for (const [eldest] of this.#rows) {
      if (this.#rows.size <= cachedRows) break;
      this.#rows.delete(eldest);
    }
  }

  /** Studios were erased in this batch: keys written for others are noted, and no row stays cached. */
  forgetRows(changes: readonly RowChange[]): void {
    for (const { table, key, row } of changes) if (row !== null) this.#ever?.add(nameOf(table, key));
    this.#rows.clear();
  }

  /** Clears the cache after another process has written. */
  forget(): void {
    this.#rows.clear();
    this.#ever = undefined;
  }
}

// A row is only stored after its own table's schema parsed it, so the predicate is sound.
const isRowOf = <Shape extends z.ZodObject>(table: Table<Shape>, entry: BatchRow, _row: Row): _row is z.output<Shape> =>
  entry.table === table;

/** A row from a handler. Its growing lists have the types that the compiler checked, and their beginnings were validated when they were read. */
const validated = ({ row: schema, growing = [] }: Table, row: Row): Row => {
  if (growing.length === 0) return schema.parse(row);
  const lists = Object.fromEntries(growing.map((column) => [column, row[column]]));
  return { ...schema.parse({ ...row, ...Object.fromEntries(growing.map((column) => [column, []])) }), ...lists };
};

/**
 * The rows of one batch in memory: loaded once, folded event by event, written once. Each is validated on entry, from the
 * database or from a handler, and shared afterwards: rows are never mutated.
 */
export class BatchRows implements RowReader {
  readonly #entries = new Map<string, BatchRow>();

  /** Adds a row as read from the database; null when there is none. */
  load(table: Table, key: RowKey, row: unknown): void {
    this.keep(table, key, row === null ? null : table.row.parse(row));
  }

  /** Adds a row read from the database under its own key. */
  find(table: Table, found: unknown): void {
    const row = table.row.parse(found);
    const key = table.key.map((column) => String(row[column]));
    this.keep(table, key, row);
  }

  /** Adds a row that was validated before, in an earlier batch. */
  keep(table: Table, key: RowKey, row: Row | null): void {
    this.#entries.set(nameOf(table, key), { table, key, row, changed: false });
  }

  get<Shape extends z.ZodObject>(table: Table<Shape>, key: RowKey): z.output<Shape> | undefined {
    const entry = this.#entries.get(nameOf(table, key));
    return entry?.row && isRowOf(table, entry, entry.row) ? entry.row : undefined;
  }

  /**
   * Lets one event change the rows. If its handler throws, the error is rethrown and nothing changes.
   * @returns a function that reverts the change, valid until another event is folded
   */
  fold(handled: Handled): () => void {
    const changes = handled
      .changes(this)
      .map(({ table, key, row }) => ({ table, key, row: row && validated(table, row), changed: true }));
    const before = changes.map(
      ({ table, key }) => [nameOf(table, key), this.#entries.get(nameOf(table, key))] as const,
    );
    for (const change of changes) this.#entries.set(nameOf(change.table, change.key), change);
    return () => {
      for (const [name, entry] of before)
        if (entry) this.#entries.set(name, entry);
        else this.#entries.delete(name);
    };
  }

  /** Every row that was loaded or changed, in its current state. */
  all(): RowChange[] {
    return [...this.#entries.values()];
  }

  changesOf(table: Table): RowChange[] {
    return [...this.#entries.values()].filter((entry) => entry.table === table && entry.changed);
  }
}
