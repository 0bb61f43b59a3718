import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import { leasesSchema } from './leases.ts';
import type { ReadModel, Table } from './read-model.ts';
import type { EventSource, Position } from './source.ts';

type Db = Kysely<unknown>;

/** The database that has the rows, and the log that they are built from. */
export type RowsAndLog = { readonly db: Db; readonly source: EventSource };

/** One or two parked studios point to bad data; three point to a fault in the read model. A reactor continues for the others. */
export const parkedStudiosThatStop = 3;

/** The runner's own tables: the generations and their checkpoints, and the erased and parked studios. */
export const registrySchema = `
create schema if not exists projections;
create table if not exists projections.read_models (
  schema_name text primary key,
  model text not null,
  version integer not null,
  generation integer not null,
  state text not null check (state in ('building', 'live', 'retired')),
  position text,
  retired_at timestamptz,
  unique (model, version, generation)
);
alter table projections.read_models add column if not exists releases integer not null default 0;
-- Of a generation that is built from a log to which the database does not belong yet.
alter table projections.read_models add column if not exists other_log text;
create unique index if not exists one_live_generation on projections.read_models (model, version) where state = 'live';
create table if not exists projections.erased_studios (
  schema_name text not null references projections.read_models on delete cascade,
  studio_id text not null,
  primary key (schema_name, studio_id)
);
create table if not exists projections.parked_studios (
  schema_name text not null references projections.read_models on delete cascade,
  studio_id text not null,
  position text not null,
  after text,
  error text not null,
  parked_at timestamptz not null default now(),
  primary key (schema_name, studio_id)
);
alter table projections.parked_studios add column if not exists after text;
${leasesSchema}`;

/** One set of a model's tables, built from the log; at most one per version is live. */
export type Generation = {
  readonly schema: string;
  readonly generation: number;
  readonly position: Position | null;
  /**
   * How often parked studios were released. A batch prepared before the last release excluded their events and may no longer be written. Read
   * before the exclusions.
   */
  readonly releases: number;
};

const generationRow = z.object({
  schema_name: z.string(),
  generation: z.number(),
  position: z.string().nullable(),
  releases: z.number(),
});

const toGeneration = (row: unknown): Generation => {
  const { schema_name: schema, ...rest } = generationRow.parse(row);
  return { schema, ...rest };
};

const createTable = (schema: string, table: Table): string => {
  const columns = Object.entries(table.columns).map(([name, type]) => `${name} ${type}`);
  const indexes = (table.indexes ?? []).map(
    (on, i) => `create index ${table.name}_${i} on ${schema}.${table.name} (${on.join(', ')});`,
  );
  return `create table ${schema}.${table.name} (${columns.join(', ')}, primary key (${table.key.join(', ')})); ${indexes.join(' ')}`;
};

/**
 * Creates the next generation of a model's tables, empty and in the given state.
 * @param otherLog the log that it is built from, when the database does not belong to it
 */
export const createGeneration = async (
  db: Db,
  model: ReadModel,
  state: 'building' | 'live',
  otherLog: string | null = null,
): Promise<Generation> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`read model ${model.name}`}))`.execute(tx);
    const newest = await sql<{
      newest: number;
    }>`select coalesce(max(generation), 0) as newest from projections.read_models
      where model = ${model.name} and version = ${model.version}`.execute(tx);
    const generation = (newest.rows[0]?.newest ?? 0) + 1;
    const schema = `${model.name}_${model.version}_${generation}`;
    await sql.raw(`create schema ${schema}`).execute(tx);
    for (const table of model.tables) await sql.raw(createTable(schema, table)).execute(tx);
    await sql`insert into projections.read_models (schema_name, model, version, generation, state, other_log)
      values (${schema}, ${model.name}, ${model.version}, ${generation}, ${state}, ${otherLog})`.execute(tx);
    return { schema, generation, position: null, releases: 0 };
  });

/** The live generation of the version this code is written for, if there is one. */
export const liveGeneration = async (db: Db, model: ReadModel): Promise<Generation | undefined> => {
  const found = await sql`select schema_name, generation, position, releases from projections.read_models
    where model = ${model.name} and version = ${model.version} and state = 'live'`.execute(db);
  return found.rows.map(toGeneration)[0];
};

/** A generation of this version whose build was interrupted. */
export const findBuilding = async (db: Db, model: ReadModel): Promise<Generation | undefined> => {
  const found = await sql`select schema_name, generation, position, releases from projections.read_models
    where model = ${model.name} and version = ${model.version} and state = 'building'
      and other_log is null order by generation limit 1`.execute(db);
  return found.rows.map(toGeneration)[0];
};

/**
 * The names of the models that were read from another kind of log: their positions mean nothing in this one. For databases that do not know
 * yet which log they belong to.
 */
export const modelsFromOtherKind = async <Tables>(
  db: Kysely<Tables>,
  source: Pick<EventSource, 'isPosition'>,
  models: readonly Pick<ReadModel, 'name' | 'version'>[],
): Promise<string[]> => {
  const found = await sql<{ model: string; version: number; position: string }>`
    select model, version, position from projections.read_models
     where state <> 'retired' and position is not null`.execute(db);
  const foreign = found.rows.filter(({ position }) => !source.isPosition(position));
  return models
    .filter(({ name, version }) => foreign.some((one) => one.model === name && one.version === version))
    .map(({ name }) => name);
};

/** Retires what an interrupted build from another log has left. */
export const retireFromOtherLogs = async <Tables>(db: Kysely<Tables>): Promise<void> => {
  await sql`update projections.read_models set state = 'retired', retired_at = now()
    where other_log is not null and state = 'building'`.execute(db);
};

/**
 * Makes the database's read models those of another log: the given generations are live, the given reactors continue after a position of
 * that log, and everything else is retired.
 */
export const switchLog = async (
  tx: Db,
  models: readonly Pick<Generation, 'schema'>[],
  reactors: readonly { readonly schema: string; readonly position: Position }[],
): Promise<void> => {
  const schemas = models.map(({ schema }) => schema);
  const current = [...schemas, ...reactors.map(({ schema }) => schema)];
  await sql`update projections.read_models set state = 'retired', retired_at = now()
    where state <> 'retired' and schema_name <> all(${current}::text[])`.execute(tx);
  await sql`update projections.read_models set state = 'live', other_log = null
    where schema_name = any(${schemas}::text[])`.execute(tx);
  for (const { schema, position } of reactors)
    await sql`update projections.read_models set position = ${position} where schema_name = ${schema}`.execute(tx);
};

/** The studios that a generation excludes. */
export const exclusions = async (
  db: Db,
  generation: Generation,
): Promise<{ erased: Set<string>; parked: Set<string> }> => {
  const rows = async (table: 'erased_studios' | 'parked_studios') => {
    const found = await sql<{ studio_id: string }>`select studio_id from ${sql.table(`projections.${table}`)}
      where schema_name = ${generation.schema}`.execute(db);
    return new Set(found.rows.map(({ studio_id }) => studio_id));
  };
  return { erased: await rows('erased_studios'), parked: await rows('parked_studios') };
};

/** Makes a caught-up generation live and retires the previous one, in one transaction. */
export const goLive = async (db: Db, model: ReadModel, generation: Generation): Promise<void> => {
  await sql`update projections.read_models set state = 'retired', retired_at = now()
    where model = ${model.name} and version = ${model.version} and state = 'live'`.execute(db);
  await sql`update projections.read_models set state = 'live' where schema_name = ${generation.schema}`.execute(db);
  await sql`select pg_notify('read_model_live', ${model.name})`.execute(db);
};

/** Drops generations that were retired more than ten minutes ago, when no query reads them any more. */
export const dropRetired = async (db: Db): Promise<void> => {
  const retired = await sql<{ schema_name: string }>`select schema_name from projections.read_models
    where state = 'retired' and retired_at < now() - interval '10 minutes'`.execute(db);
  for (const { schema_name: schema } of retired.rows) {
    await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(db);
    await sql`delete from projections.read_models where schema_name = ${schema}`.execute(db);
  }
};

/** Deletes a studio's rows from generations that do not follow the log to its end: building, retired and stopped ones. */
export const deleteFromIdleGenerations = async (db: Db, studioId: string): Promise<void> => {
  const idle = await sql<{ schema_name: string }>`
    select m.schema_name from projections.read_models m
     where m.state <> 'live'
        or (select count(*) from projections.parked_studios p where p.schema_name = m.schema_name) >= ${parkedStudiosThatStop}`.execute(
    db,
  );
  const schemas = idle.rows.map(({ schema_name }) => schema_name);
  const tables = await sql<{ table_schema: string; table_name: string }>`
    select table_schema, table_name from information_schema.columns
     where table_schema = any(${schemas}::text[]) and column_name = 'studio_id'`.execute(db);
  for (const { table_schema: schema, table_name: name } of tables.rows)
    await sql`delete from ${sql.table(`${schema}.${name}`)} where studio_id = ${studioId}`.execute(db);
  // An error may quote the event it failed on. A locked row is being retried by the process that holds the lock.
  await sql`delete from projections.parked_studios
    where (schema_name, studio_id) in (select schema_name, studio_id from projections.parked_studios
      where studio_id = ${studioId} and schema_name = any(${schemas}::text[]) for update skip locked)`.execute(db);
};
