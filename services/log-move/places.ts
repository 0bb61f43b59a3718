import type { ReadModel } from '@rondo/projections/runner/read-model.ts';
import type { SourceEvent } from '@rondo/projections/runner/source.ts';
import { sql, type Kysely } from 'kysely';
import { MoveStopped } from './progress.ts';

type Db = Kysely<unknown>;

/** Where the events that rows name by their position are, in the old log and in the new one. Filled again by each run. */
export const placesSchema = `
create schema if not exists logs;
create unlogged table if not exists logs.places (was_at text primary key, event_id text, is_at text);
create index if not exists places_event_id on logs.places (event_id);
`;

/** A model's tables, with the schema that they are in. */
export type InSchema = { readonly model: ReadModel; readonly schema: string };

/** Collects the positions in the given tables and of their parked studios. */
export const collectPlaces = async (db: Db, generations: readonly InSchema[]): Promise<void> => {
  await sql`truncate logs.places`.execute(db);
  for (const { model, schema } of generations) {
    for (const { name, positions = [] } of model.tables)
      for (const column of positions)
        await sql`insert into logs.places (was_at) select distinct ${sql.ref(column)} from ${sql.table(`${schema}.${name}`)}
          on conflict do nothing`.execute(db);
    await sql`insert into logs.places (was_at) select position from projections.parked_studios
      where schema_name = ${schema} on conflict do nothing`.execute(db);
  }
  await sql`analyze logs.places`.execute(db);
};

const columns = (events: readonly SourceEvent[]) => ({
  positions: events.map(({ position }) => position),
  ids: events.map(({ eventId }) => eventId),
});

/** Notes which events are at the collected positions of the old log. */
export const noteEvents = async (db: Db, events: readonly SourceEvent[]): Promise<void> => {
  const { positions, ids } = columns(events);
  await sql`update logs.places set event_id = given.id
    from unnest(${positions}::text[], ${ids}::text[]) as given (at, id) where was_at = given.at`.execute(db);
};

/** Notes where these events are in the new log. */
export const notePlaces = async (db: Db, events: readonly SourceEvent[]): Promise<void> => {
  const { positions, ids } = columns(events);
  await sql`update logs.places set is_at = given.at
    from unnest(${positions}::text[], ${ids}::text[]) as given (at, id) where event_id = given.id`.execute(db);
};

/** How many positions there are to translate. */
export const countPlaces = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ places: number }>`select count(*)::integer as places from logs.places`.execute(db);
  return rows[0]?.places ?? 0;
};

/** Replaces the old log's positions in a reactor's tables and parked studios. @throws MoveStopped for one without a place in the new log */
export const translatePlaces = async (tx: Db, { model, schema }: InSchema): Promise<void> => {
  for (const { name, positions = [] } of model.tables)
    for (const column of positions) {
      const table = sql.table(`${schema}.${name}`);
      const { rows } = await sql`select 1 from ${table} where not exists (
        select from logs.places where was_at = ${sql.ref(column)} and is_at is not null) limit 1`.execute(tx);
      if (rows.length > 0) throw new MoveStopped(`${schema}.${name} names a position that the new log does not have.`);
      await sql`update ${table} set ${sql.ref(column)} = is_at from logs.places where was_at = ${sql.ref(column)}`.execute(
        tx,
      );
    }
  // From the beginning of the log: a retry skips what comes before the event.
  await sql`update projections.parked_studios set position = is_at, after = null from logs.places
    where schema_name = ${schema} and was_at = position and is_at is not null`.execute(tx);
};
