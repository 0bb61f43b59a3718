import { erasureEvents } from '@rondo/contracts/events/erasures.ts';
import { readEvent } from '@rondo/contracts/events/event.ts';
import { sql, type Kysely, type Transaction } from 'kysely';
import { BatchRows } from './fold.ts';
import type { Generation } from './catalogue.ts';
import type { Handled, ReadModel, Table } from './read-model.ts';
import type { Position, SourceEvent } from './source.ts';

type Db = Kysely<unknown>;
type Tx = Transaction<unknown>;

/** Another process moved this generation's checkpoint: begin again from where it stands. */
export class CheckpointMoved extends Error {}

type Batch = { readonly events: readonly SourceEvent[]; readonly upTo: Position; readonly after: Position | null };

/** What the batch meant beyond its rows; the runner keeps these sets for the batches that follow. */
export type Excluded = { readonly erased: ReadonlySet<string>; readonly parked: ReadonlySet<string> };
export type Applied = { readonly erased: readonly string[]; readonly parked: readonly Parked[] };
export type Parked = { readonly studioId: string; readonly position: Position; readonly error: string };

type Plan = { readonly event: SourceEvent; readonly handled: Handled | null };

const erasuresStream = 'erasures';

/**
 * Applies one batch: rows and checkpoint in ONE transaction, which a compare-and-set on the checkpoint opens, so that a
 * second or a revived process cannot apply it twice. Each table is read once and written once.
 * @throws CheckpointMoved
 */
export const applyBatch = async (
  db: Db,
  model: ReadModel,
  generation: Generation,
  batch: Batch,
  excluded: Excluded,
): Promise<Applied> =>
  db.transaction().execute(async (tx) => {
    await moveCheckpoint(tx, model, generation, batch);
    const erased = batch.events.flatMap(erasedStudio);
    const parked = new Map<string, Parked>();
    const planned: Plan[] = [];
    const skipped = (studioId: string) =>
      excluded.erased.has(studioId) ||
      excluded.parked.has(studioId) ||
      parked.has(studioId) ||
      erased.includes(studioId);
    const park = (event: SourceEvent, error: unknown): void => {
      const { studioId } = event.metadata;
      parked.set(studioId, { studioId, position: event.position, error: String(error) });
    };

    for (const event of batch.events) {
      if (event.stream !== erasuresStream && skipped(event.metadata.studioId)) continue;
      try {
        const handled = event.stream === erasuresStream ? null : model.on(event);
        if (handled || model.react) planned.push({ event, handled });
      } catch (error) {
        park(event, error);
      }
    }
    const rows = await loadRows(tx, model, generation, planned);
    for (const { event, handled } of planned) {
      if (parked.has(event.metadata.studioId)) continue;
      try {
        if (handled) rows.fold(handled);
      } catch (error) {
        park(event, error);
        continue;
      }
      await model.react?.(event, rows);
    }
    for (const table of model.tables) {
      await deleteStudios(tx, generation, table, erased);
      await writeTable(tx, generation, table, rows);
    }
    await keepExclusions(tx, generation, erased, [...parked.values()]);
    return { erased, parked: [...parked.values()] };
  });

const erasedStudio = (event: SourceEvent): string[] => {
  if (event.stream !== erasuresStream) return [];
  const { data } = readEvent(erasureEvents, { ...event, schemaVersion: event.metadata.schemaVersion });
  return [data.studioId];
};

const moveCheckpoint = async (tx: Tx, model: ReadModel, generation: Generation, batch: Batch): Promise<void> => {
  const moved = await sql`
    with moved as (
      update projections.read_models set position = ${batch.upTo}
       where schema_name = ${generation.schema} and position is not distinct from ${batch.after} returning position)
    select pg_notify('read_model_moved', ${`${model.name} ${generation.schema} ${batch.upTo}`}) from moved`.execute(tx);
  if (moved.rows.length !== 1) throw new CheckpointMoved(`${generation.schema} no longer stands at ${batch.after}.`);
};

const target = (generation: Generation, table: Table) => sql.table(`${generation.schema}.${table.name}`);

const recordset = (columns: readonly string[], table: Table) => {
  const types: Readonly<Record<string, string>> = table.columns;
  return sql.join(columns.map((column) => sql`${sql.ref(column)} ${sql.raw(types[column] ?? 'text')}`));
};

const loadRows = async (
  tx: Tx,
  model: ReadModel,
  generation: Generation,
  planned: readonly Plan[],
): Promise<BatchRows> => {
  const rows = new BatchRows();
  for (const table of model.tables) {
    const keys = new Map<string, Record<string, string>>();
    for (const { handled } of planned)
      for (const read of handled?.reads ?? [])
        if (read.table === table)
          keys.set(read.key.join('\0'), Object.fromEntries(table.key.map((column, i) => [column, read.key[i] ?? ''])));
    if (keys.size === 0) continue;
    const wanted = JSON.stringify([...keys.values()]);
    const found = await sql`
      select t.* from ${target(generation, table)} t
        join jsonb_to_recordset(${wanted}::jsonb) as k(${recordset(table.key, table)}) using (${sql.join(table.key.map((c) => sql.ref(c)))})`.execute(
      tx,
    );
    rows.load(table, found.rows);
  }
  return rows;
};

const writeTable = async (tx: Tx, generation: Generation, table: Table, rows: BatchRows): Promise<void> => {
  const changes = rows.changesOf(table);
  const gone = changes.filter(({ row }) => row === null);
  const kept = changes.filter(({ row }) => row !== null);
  const columns = Object.keys(table.columns);
  const list = sql.join(columns.map((column) => sql.ref(column)));
  const keyList = sql.join(table.key.map((column) => sql.ref(column)));
  if (gone.length > 0) {
    const keys = JSON.stringify(
      gone.map(({ key }) => Object.fromEntries(table.key.map((column, i) => [column, key[i]]))),
    );
    await sql`delete from ${target(generation, table)} t using jsonb_to_recordset(${keys}::jsonb) as k(${recordset(table.key, table)})
      where ${sql.join(
        table.key.map((column) => sql`t.${sql.ref(column)} = k.${sql.ref(column)}`),
        sql` and `,
      )}`.execute(tx);
  }
  if (kept.length > 0) {
    const set = sql.join(columns.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`));
    await sql`insert into ${target(generation, table)} (${list})
      select ${list} from jsonb_to_recordset(${JSON.stringify(kept.map(({ row }) => row))}::jsonb) as r(${recordset(columns, table)})
      on conflict (${keyList}) do update set ${set}`.execute(tx);
  }
};

const deleteStudios = async (
  tx: Tx,
  generation: Generation,
  table: Table,
  studios: readonly string[],
): Promise<void> => {
  if (studios.length === 0) return;
  await sql`delete from ${target(generation, table)} where studio_id = any(${studios}::text[])`.execute(tx);
};

const keepExclusions = async (
  tx: Tx,
  generation: Generation,
  erased: readonly string[],
  parked: readonly Parked[],
): Promise<void> => {
  if (erased.length > 0) {
    await sql`insert into projections.erased_studios (schema_name, studio_id)
      select ${generation.schema}, unnest(${erased}::text[]) on conflict do nothing`.execute(tx);
    await sql`delete from projections.parked_studios
      where schema_name = ${generation.schema} and studio_id = any(${erased}::text[])`.execute(tx);
  }
  for (const { studioId, position, error } of parked)
    await sql`insert into projections.parked_studios (schema_name, studio_id, position, error)
      values (${generation.schema}, ${studioId}, ${position}, ${error}) on conflict do nothing`.execute(tx);
};
