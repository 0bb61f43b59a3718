import type { z } from 'zod';
import type { Handled, RowChange, RowKey, RowReader, Table } from './read-model.ts';

type Held = { readonly table: Table; readonly key: RowKey; row: Record<string, unknown> | null; changed: boolean };

const nameOf = (table: Table, key: RowKey): string => `${table.name}\0${key.join('\0')}`;

/** The rows of one batch in memory: loaded once, folded event by event, written once. */
export class BatchRows implements RowReader {
  readonly #held = new Map<string, Held>();

  /** Takes rows as the database has them. */
  load(table: Table, rows: readonly unknown[]): void {
    for (const found of rows) {
      const row: Record<string, unknown> = table.row.parse(found);
      const key = table.key.map((column) => String(row[column]));
      this.#held.set(nameOf(table, key), { table, key, row, changed: false });
    }
  }

  get<Shape extends z.ZodObject>(table: Table<Shape>, key: RowKey): z.output<Shape> | undefined {
    const held = this.#held.get(nameOf(table, key));
    return held?.row ? table.row.parse(held.row) : undefined;
  }

  /** Lets one event change the rows; throws what its handler throws and then has changed nothing. */
  fold(handled: Handled): void {
    for (const { table, key, row } of handled.changes(this)) {
      this.#held.set(nameOf(table, key), {
        table,
        key,
        row: row === null ? null : table.row.parse(row),
        changed: true,
      });
    }
  }

  /** Forgets what the batch did to an erased studio's rows: they are deleted as a whole. */
  dropStudio(studioId: string): void {
    for (const [name, { key }] of this.#held) if (key[0] === studioId) this.#held.delete(name);
  }

  changesOf(table: Table): RowChange[] {
    return [...this.#held.values()].filter((held) => held.table === table && held.changed);
  }
}
