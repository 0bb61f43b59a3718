import type { z } from 'zod';
import { seenKeys } from './seen-keys.ts';
import type { Handled, RowChange, RowKey, RowReader, Table } from './read-model.ts';

type Row = Record<string, unknown>;
type Held = { readonly table: Table; readonly key: RowKey; readonly row: Row | null; readonly changed: boolean };

const nameOf = (table: Table, key: RowKey): string => `${table.name}\0${key.join('\0')}`;

/** Rows kept in memory between batches. */
const kept = 20_000;

/**
 * Rows as a generation's checkpoint left them. Rows change only together with the checkpoint, so whoever moved it last knows them and
 * need not read them again; when another process moved it, they are forgotten. Who wrote a generation from its first row on
 * also knows which rows were never in it.
 */
export class KnownRows {
  readonly #rows = new Map<string, Row | null>();
  /** Every row that was ever there. */
  #ever: ReturnType<typeof seenKeys> | undefined;

  /** @param fromNothing the generation has no row yet, and all that it will have is learnt or noted here */
  constructor(fromNothing = false) {
    this.#ever = fromNothing ? seenKeys() : undefined;
  }

  /** `null` for a row that is known not to be there, undefined for one that is not known. */
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
      if (this.#rows.size <= kept) break;
      this.#rows.delete(eldest);
    }
  }

  /** Studios were erased with this batch: what it wrote of others was there, and no row is known any more. */
  forgetRows(changes: readonly RowChange[]): void {
    for (const { table, key, row } of changes) if (row !== null) this.#ever?.add(nameOf(table, key));
    this.#rows.clear();
  }

  /** Somebody else wrote. */
  forget(): void {
    this.#rows.clear();
    this.#ever = undefined;
  }
}

// A row is held only as its own table's schema gave it out, which a predicate may state.
const isRowOf = <Shape extends z.ZodObject>(table: Table<Shape>, held: Held, _row: Row): _row is z.output<Shape> =>
  held.table === table;

/**
 * The rows of one batch in memory: loaded once, folded event by event, written once. Each is checked where it comes in, from the
 * database or from a handler, and shared from then on: nobody changes one in place.
 */
export class BatchRows implements RowReader {
  readonly #held = new Map<string, Held>();

  /** Takes a row as the database has it; null for none. */
  load(table: Table, key: RowKey, row: unknown): void {
    this.keep(table, key, row === null ? null : table.row.parse(row));
  }

  /** Takes a row that the database has under the key that stands in it. */
  find(table: Table, found: unknown): void {
    const row = table.row.parse(found);
    const key = table.key.map((column) => String(row[column]));
    this.keep(table, key, row);
  }

  /** Takes a row that was checked before: one that an earlier batch held. */
  keep(table: Table, key: RowKey, row: Row | null): void {
    this.#held.set(nameOf(table, key), { table, key, row, changed: false });
  }

  get<Shape extends z.ZodObject>(table: Table<Shape>, key: RowKey): z.output<Shape> | undefined {
    const held = this.#held.get(nameOf(table, key));
    return held?.row && isRowOf(table, held, held.row) ? held.row : undefined;
  }

  /**
   * Lets one event change the rows; throws what its handler throws and then has changed nothing.
   * @returns takes the change back, as long as no other event was folded
   */
  fold(handled: Handled): () => void {
    const changes = handled
      .changes(this)
      .map(({ table, key, row }) => ({ table, key, row: row && table.row.parse(row), changed: true }));
    const before = changes.map(({ table, key }) => [nameOf(table, key), this.#held.get(nameOf(table, key))] as const);
    for (const change of changes) this.#held.set(nameOf(change.table, change.key), change);
    return () => {
      for (const [name, held] of before)
        if (held) this.#held.set(name, held);
        else this.#held.delete(name);
    };
  }

  /** Every row that was loaded or changed, as it stands now. */
  all(): RowChange[] {
    return [...this.#held.values()];
  }

  changesOf(table: Table): RowChange[] {
    return [...this.#held.values()].filter((held) => held.table === table && held.changed);
  }
}
