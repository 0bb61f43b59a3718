import { sql, type Kysely } from 'kysely';
import { applyBatch } from './apply.ts';
import { exclusions, liveGeneration, type Generation, type RowsAndLog } from './registry.ts';
import { prefixesOf, type ReadModel } from './read-model.ts';
import type { EventSource, Position, SourceEvent } from './source.ts';

/** A studio whose event a model could not handle. */
export type ParkedStudio = {
  readonly studioId: string;
  readonly position: Position;
  readonly error: string;
  /** The position before the event; null for the beginning of the log. */
  readonly after: Position | null;
};

export const parkedStudios = async (db: Kysely<unknown>, { schema }: Generation): Promise<ParkedStudio[]> => {
  const found = await sql<ParkedStudio>`select studio_id as "studioId", position, error, after
    from projections.parked_studios where schema_name = ${schema} order by parked_at`.execute(db);
  return found.rows;
};

/**
 * Resumes every parked studio of a model where it stopped, up to the model's current position, each in one transaction that locks the
 * checkpoint; a follower whose batch was prepared without the studio must start again. A studio that fails again stays parked, at the event that now fails.
 * @returns the studios that resume and those that stay parked
 */
export const retryParked = async (
  { db, source }: RowsAndLog,
  model: ReadModel,
): Promise<{ released: ParkedStudio[]; stillParked: ParkedStudio[] }> => {
  const generation = await liveGeneration(db, model);
  if (!generation) return { released: [], stillParked: [] };
  const parked = await parkedStudios(db, generation);
  for (const studio of parked)
    await db.transaction().execute((tx) => retryOne({ db: tx, source }, model, generation, studio));
  await sql`select pg_notify('read_model_live', ${model.name})`.execute(db);
  const stillParked = await parkedStudios(db, generation);
  const still = new Set(stillParked.map(({ studioId }) => studioId));
  return { released: parked.filter(({ studioId }) => !still.has(studioId)), stillParked };
};

const retryOne = async (
  { db, source }: RowsAndLog,
  model: ReadModel,
  { schema }: Generation,
  studio: ParkedStudio,
): Promise<void> => {
  const locked = await sql<{ generation: number; position: Position | null; releases: number }>`
    update projections.read_models set releases = releases + 1 where schema_name = ${schema}
    returning generation, position, releases`.execute(db);
  const [checkpoint] = locked.rows;
  if (!checkpoint || checkpoint.position === null) return;
  await sql`delete from projections.parked_studios
    where schema_name = ${schema} and studio_id = ${studio.studioId}`.execute(db);
  const generation = { ...checkpoint, schema };
  const { erased, parked } = await exclusions(db, generation);
  for await (const events of missedEvents(source, model, studio, checkpoint.position)) {
    const batch = { events, after: checkpoint.position, upTo: checkpoint.position };
    const applied = await applyBatch(db, model, generation, batch, { erased, parked });
    if (applied.parked.length === 0) continue;
    await sql`update projections.parked_studios set after = ${studio.after}
      where schema_name = ${schema} and studio_id = ${studio.studioId}`.execute(db);
    return;
  }
};

/** The studio's events from the one it was parked at up to a position. */
async function* missedEvents(
  source: EventSource,
  model: ReadModel,
  { studioId, position: from, after }: ParkedStudio,
  upTo: Position,
): AsyncGenerator<SourceEvent[]> {
  const done = new AbortController();
  for await (const delivery of source.subscribe({ after, prefixes: prefixesOf(model), signal: done.signal })) {
    yield delivery.events.filter(
      ({ metadata, position }) =>
        metadata.studioId === studioId && source.compare(position, from) >= 0 && source.compare(position, upTo) <= 0,
    );
    if (source.compare(delivery.upTo, upTo) >= 0) done.abort();
  }
}
