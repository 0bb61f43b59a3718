import { BatchRows } from '../runner/fold.ts';
import type { RowStorage } from '../runner/row-storage.ts';
import type { Position } from '../runner/source.ts';

type Row = Record<string, unknown>;

/** One generation's rows and checkpoint in memory, for tests that deliver thousands of batches. */
export const memoryRows = () => {
  const tables = new Map<string, Map<string, { key: readonly string[]; row: Row }>>();
  const excluded = { erased: new Set<string>(), parked: new Set<string>() };
  let position: Position | null = null;

  const rowsOf = (table: string) => {
    const rows = tables.get(table) ?? new Map<string, { key: readonly string[]; row: Row }>();
    tables.set(table, rows);
    return rows;
  };

  const storage: RowStorage = {
    load: async (_model, _generation, planned, known) => {
      const rows = new BatchRows();
      for (const { table, key } of planned.flatMap(({ handled }) => handled.reads))
        rows.load(
          table,
          key,
          known.get(table, key) ?? structuredClone(rowsOf(table.name).get(key.join('\0'))?.row ?? null),
        );
      return rows;
    },
    write: async (model, _generation, { after, upTo }, { rows, erased, parked }) => {
      if (position !== after) return false;
      position = upTo;
      for (const table of model.tables) {
        const held = rowsOf(table.name);
        for (const { key, row } of rows.changesOf(table))
          if (row === null) held.delete(key.join('\0'));
          else held.set(key.join('\0'), { key, row: structuredClone(row) });
        for (const [name, { key }] of held) if (erased.includes(key[0] ?? '')) held.delete(name);
      }
      for (const { studioId } of parked) excluded.parked.add(studioId);
      for (const studioId of erased) {
        excluded.erased.add(studioId);
        excluded.parked.delete(studioId);
      }
      return true;
    },
  };

  return {
    storage,
    position: () => position,
    excluded: () => ({ erased: new Set(excluded.erased), parked: new Set(excluded.parked) }),
    /** The rows of a table in the order of their keys. */
    rows: (table: string): Row[] =>
      [...rowsOf(table)].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, { row }]) => structuredClone(row)),
  };
};
