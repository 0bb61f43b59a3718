import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Generation } from './registry.ts';
import { BatchRows, type KnownRows } from './fold.ts';
import type { Handled, ReadModel, Table } from './read-model.ts';
import type { Batch, Parked } from './row-storage.ts';

type Fragment = RawBuilder<unknown>;

const target = (generation: Generation, table: Table) => sql.table(`${generation.schema}.${table.name}`);

const columnList = (columns: readonly string[]): Fragment => sql.join(columns.map((column) => sql.ref(column)));

/** `column type, ...` for jsonb_to_recordset. */
const typedColumns = (columns: readonly string[], table: Table): Fragment =>
  sql.join(columns.map((column) => sql`${sql.ref(column)} ${sql.raw(table.columns[column] ?? 'text')}`));

const named = (table: Table, key: readonly string[]): Record<string, string> =>
  Object.fromEntries(table.key.map((column, i) => [column, key[i] ?? '']));

/** The rows that a batch's handlers ask for: cached ones, and one SELECT per table for the others. */
export const loadRows = async (
  db: Kysely<unknown>,
  model: ReadModel,
  generation: Generation,
  planned: readonly { readonly handled: Handled }[],
  known: KnownRows,
): Promise<BatchRows> => {
  const rows = new BatchRows();
  const reads = planned.flatMap(({ handled }) => handled.reads);
  await Promise.all(
    model.tables.map(async (table) => {
      const missing = new Map<string, Record<string, string>>();
      for (const { key } of reads.filter((read) => read.table === table)) {
        const row = known.get(table, key);
        rows.keep(table, key, row ?? null);
        if (row === undefined) missing.set(key.join('\0'), named(table, key));
      }
      if (missing.size === 0) return;
      const found = await sql`
        select t.* from ${target(generation, table)} t
          join jsonb_to_recordset(${JSON.stringify([...missing.values()])}::jsonb) as k(${typedColumns(table.key, table)})
         using (${columnList(table.key)})`.execute(db);
      for (const row of found.rows) rows.find(table, row);
    }),
  );
  return rows;
};

const upsert = (generation: Generation, table: Table, kept: readonly unknown[]): Fragment => {
  const columns = Object.keys(table.columns);
  const set = sql.join(columns.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`));
  return sql`insert into ${target(generation, table)} (${columnList(columns)})
    select ${columnList(columns)} from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as r(${typedColumns(columns, table)})
     where exists (select from moved)
    on conflict (${columnList(table.key)}) do update set ${set}`;
};

const removal = (generation: Generation, table: Table, keys: readonly unknown[]): Fragment =>
  sql`delete from ${target(generation, table)} t using jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k(${typedColumns(table.key, table)})
    where ${sql.join(
      table.key.map((column) => sql`t.${sql.ref(column)} = k.${sql.ref(column)}`),
      sql` and `,
    )} and exists (select from moved)`;

const tableWrites = (generation: Generation, table: Table, rows: BatchRows, erased: readonly string[]): Fragment[] => {
  const changes = rows.changesOf(table).filter(({ key }) => !erased.includes(key[0] ?? ''));
  const kept = changes.flatMap(({ row }) => (row === null ? [] : [row]));
  const gone = changes.flatMap(({ key, row }) => (row === null ? [named(table, key)] : []));
  return [
    ...(kept.length > 0 ? [upsert(generation, table, kept)] : []),
    ...(gone.length > 0 ? [removal(generation, table, gone)] : []),
    ...(erased.length > 0
      ? [
          sql`delete from ${target(generation, table)} where studio_id = any(${erased}::text[]) and exists (select from moved)`,
        ]
      : []),
  ];
};

const exclusionWrites = (
  { schema }: Generation,
  after: Batch['after'],
  erased: readonly string[],
  parked: readonly Parked[],
): Fragment[] => [
  ...(erased.length > 0
    ? [
        sql`insert into projections.erased_studios (schema_name, studio_id)
          select ${schema}, studio_id from unnest(${erased}::text[]) as studio_id where exists (select from moved) on conflict do nothing`,
        sql`delete from projections.parked_studios
          where schema_name = ${schema} and studio_id = any(${erased}::text[]) and exists (select from moved)`,
      ]
    : []),
  ...parked.map(
    ({
      studioId,
      position,
      error,
    }) => sql`insert into projections.parked_studios (schema_name, studio_id, position, after, error)
      select ${schema}, ${studioId}, ${position}, ${after}::text, ${error} where exists (select from moved) on conflict do nothing`,
  ),
];

/**
 * Writes rows, exclusions and checkpoint in one statement, hence one transaction.
 * @returns false when the checkpoint is not where the batch begins, or studios were released in the meantime; nothing is then written
 */
export const writeBatch = async (
  db: Kysely<unknown>,
  model: ReadModel,
  generation: Generation,
  { upTo, after }: Batch,
  { rows, erased, parked }: { rows: BatchRows; erased: readonly string[]; parked: readonly Parked[] },
): Promise<boolean> => {
  const writes = [
    ...model.tables.flatMap((table) => tableWrites(generation, table, rows, erased)),
    ...exclusionWrites(generation, after, erased, parked),
  ];
  const parts = [
    sql`moved as (update projections.read_models set position = ${upTo}
      where schema_name = ${generation.schema} and position is not distinct from ${after}
        and releases = ${generation.releases} returning 1)`,
    ...writes.map((write, i) => sql`${sql.raw(`w${i}`)} as (${write})`),
  ];
  const moved = await sql`with ${sql.join(parts)} select 1 from moved`.execute(db);
  return moved.rows.length === 1;
};
