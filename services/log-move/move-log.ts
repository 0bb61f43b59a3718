import type { ReadModel } from '@rondo/projections/runner/read-model.ts';
import { switchLog } from '@rondo/projections/runner/registry.ts';
import type { Delivery, Position, SourceEvent } from '@rondo/projections/runner/source.ts';
import { type Kysely, sql } from 'kysely';
import type { EventStore } from '../platform/log/event-store.ts';
import { identityStream } from '../platform/log/identity.ts';
import { capitalized, makeCurrent, type IdentifiedLog } from '../platform/log/known-logs.ts';
import { copyEvents } from './copy.ts';
import { compareRows, idleReactors, modelsFrom, upToDate, type Built } from './models.ts';
import { goesOn, MoveStopped, type Progress } from './progress.ts';
import { createHash } from 'node:crypto';
import { inFile, lineOf } from '../domain/studio/transfer/event-line.ts';

type Db = Kysely<unknown>;

/** Where the events that rows name by their position are, in the old log and in the new one. Filled again by each run. */
export const placesSchema = `
create schema if not exists logs;
create unlogged table if not exists logs.places (was_at text primary key, event_id text, is_at text);
create index if not exists places_event_id on logs.places (event_id);
`;

/** A model's tables, with the schema that they are in. */
type InSchema = { readonly model: ReadModel; readonly schema: string };

/** Collects the positions in the given tables and of their parked studios. */
const collectPlaces = async (db: Db, generations: readonly InSchema[]): Promise<void> => {
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
const noteEvents = async (db: Db, events: readonly SourceEvent[]): Promise<void> => {
  const { positions, ids } = columns(events);
  await sql`update logs.places set event_id = given.id
    from unnest(${positions}::text[], ${ids}::text[]) as given (at, id) where was_at = given.at`.execute(db);
};

/** Notes where these events are in the new log. */
const notePlaces = async (db: Db, events: readonly SourceEvent[]): Promise<void> => {
  const { positions, ids } = columns(events);
  await sql`update logs.places set is_at = given.at
    from unnest(${positions}::text[], ${ids}::text[]) as given (at, id) where event_id = given.id`.execute(db);
};

/** How many positions there are to translate. */
const countPlaces = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ places: number }>`select count(*)::integer as places from logs.places`.execute(db);
  return rows[0]?.places ?? 0;
};

/** Replaces the old log's positions in a reactor's tables and parked studios. @throws MoveStopped for one without a place in the new log */
const translatePlaces = async (tx: Db, { model, schema }: InSchema): Promise<void> => {
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

type Digest = { readonly events: number; readonly sha256: Buffer };

const nothing: Digest = { events: 0, sha256: Buffer.alloc(0) };

/** An event in one digest with those before it in its stream. */
const after = ({ events, sha256 }: Digest, event: SourceEvent): Digest => ({
  events: events + 1,
  sha256: createHash('sha256')
    .update(sha256)
    .update(lineOf(inFile(event)))
    .digest(),
});

/**
 * The number of events and the SHA-256 of every stream of a log: of each event's line as an export writes it (stream, revision, id, type, first
 * recorded time, data and metadata), chained, so that a log of any length needs a few bytes per stream.
 */
const streamDigests = () => {
  const digests = new Map<string, Digest>();
  return {
    add: (event: SourceEvent): void => {
      digests.set(event.stream, after(digests.get(event.stream) ?? nothing, event));
    },
    streams: (): number => digests.size,
    events: (): number => digests.values().reduce((sum, { events }) => sum + events, 0),
    of: (stream: string): Digest => digests.get(stream) ?? nothing,
    names: (): Iterable<string> => digests.keys(),
  };
};
type StreamDigests = ReturnType<typeof streamDigests>;

/** How the first stream that differs does so, in one sentence; null when all streams of two logs are equal. */
const differenceOf = (source: StreamDigests, target: StreamDigests): string | null => {
  for (const stream of new Set([...source.names(), ...target.names()])) {
    const [here, there] = [source.of(stream), target.of(stream)];
    if (here.events !== there.events)
      return `${stream} has ${here.events} events in the old log and ${there.events} in the new one.`;
    if (!here.sha256.equals(there.sha256)) return `${stream} has other events in the new log than in the old one.`;
  }
  return null;
};

export type OpenLog = IdentifiedLog & { readonly store: EventStore };

export type Move = {
  /** Its commits are on disk. */
  readonly db: Kysely<unknown>;
  /** For rows that can be built again. */
  readonly projecting: Kysely<unknown>;
  readonly source: OpenLog;
  readonly target: OpenLog & { readonly isFresh: boolean };
  readonly models: readonly ReadModel[];
  readonly reactors: readonly ReadModel[];
  readonly progress: Progress;
  /** @throws when other processes are no longer kept away */
  readonly checkAlone: () => Promise<void>;
  /** Part of the transaction after which the database belongs to the new log. */
  readonly alsoInSwitch: (tx: Kysely<unknown>) => Promise<void>;
};

export type Moved = {
  readonly events: number;
  readonly streams: number;
  /** Events that the target did not have. */
  readonly appended: number;
  readonly deletedStreams: number;
  readonly rows: number;
  /** Studios whose rows were not compared, because a read model has parked them. */
  readonly leftOut: readonly string[];
};

/** Events that are folded into the read models at once. */
const eventsABatch = 1000;

/** Deliveries put together until they have this many events: a log far away delivers few at a time, and every batch costs a statement per read model. */
async function* inBatches(deliveries: AsyncIterable<Delivery>, size: number): AsyncGenerator<Delivery> {
  let waiting: Delivery['events'][number][] = [];
  for await (const { events, upTo, caughtUp } of deliveries) {
    waiting.push(...events);
    if (waiting.length < size && !caughtUp) continue;
    yield { events: waiting, upTo, caughtUp };
    waiting = [];
  }
}

const inSchema = ({ model, generation: { schema } }: Built): InSchema => ({ model, schema });

/** Makes the target's list of deleted streams include the source's. @returns how many there are */
const copyDeletions = async ({ source, target, progress }: Move): Promise<number> => {
  const deleted = await source.store.deletedStreams();
  const known = new Set(await target.store.deletedStreams());
  const missing = deleted.filter((stream) => !known.has(stream));
  await target.store.deleteStreams(missing);
  if (missing.length > 0) progress.say(`The names of ${missing.length} deleted streams are closed in the new log.`);
  return deleted.length;
};

/** Reads the whole target once: digests of its streams, the places of events, and the read models. */
const readTarget = async ({ target, projecting, models, progress }: Move, expected: number) => {
  const digests = streamDigests();
  const built = await modelsFrom(projecting, models, target.logId);
  const placed = (await countPlaces(projecting)) > 0;
  const head = await target.store.head();
  const stop = new AbortController();
  let end: Position | null = null;
  let read = 0;
  try {
    const deliveries = target.store.subscribe({ after: null, prefixes: [''], signal: stop.signal });
    for await (const { events, upTo, caughtUp } of inBatches(deliveries, eventsABatch)) {
      const own = events.filter(({ stream }) => stream !== identityStream);
      own.forEach(digests.add);
      await Promise.all([built.apply(own, upTo), placed ? notePlaces(projecting, own) : undefined]);
      read += own.length;
      progress.reached('Verified', expected === 0 ? 1 : Math.min(1, read / expected), read);
      end = upTo;
      if (caughtUp && (head === null || target.store.compare(upTo, head) >= 0)) stop.abort();
    }
    if (end === null) throw new MoveStopped(`The new log did not say where it ends. ${goesOn}`);
    return { digests, end, models: await built.end(end) };
  } catch (error) {
    await built.abandon();
    throw error;
  }
};

/** @throws MoveStopped when the old log was written to in the meantime */
const refuseWrites = async ({ source, checkAlone }: Move, head: Position | null): Promise<void> => {
  await checkAlone();
  const now = await source.store.head();
  if (now !== head && source.store.compare(now, head) !== 0)
    throw new MoveStopped(
      `A process has written to the old log while it was moved: end every Rondo process on this database. ${goesOn}`,
    );
};

/** The source's events with their digests, copied to the target. */
const copy = async (move: Move, generations: readonly InSchema[]) => {
  const { projecting, source, target, progress } = move;
  const digests: StreamDigests = streamDigests();
  await collectPlaces(projecting, generations);
  const placed = (await countPlaces(projecting)) > 0;
  const onEvents = async (events: readonly SourceEvent[]): Promise<void> => {
    events.forEach(digests.add);
    if (placed) await noteEvents(projecting, events);
  };
  const { isFresh } = target;
  const parts = { source: source.store, target: target.store, isFresh, progress, onEvents };
  return { ...(await copyEvents(parts)), digests };
};

/** From here on the database belongs to the new log. */
const switchTo = (
  { db, target, alsoInSwitch }: Move,
  { models, reactors, end }: { models: readonly Built[]; reactors: readonly Built[]; end: Position },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    for (const reactor of reactors) await translatePlaces(tx, inSchema(reactor));
    await switchLog(
      tx,
      models.map(({ generation }) => generation),
      reactors.map(({ generation: { schema } }) => ({ schema, position: end })),
    );
    await alsoInSwitch(tx);
    await makeCurrent(tx, target);
  });

/**
 * Moves a database to another log: copies what that one lacks, compares every stream and every row of the read models built from both, and
 * only then makes the database belong to it. The old log is only read. After an interruption the same call goes on.
 * @throws MoveStopped while nothing has changed for the old log
 */
export const moveLog = async (move: Move): Promise<Moved> => {
  const { db, projecting, source, target, models, reactors, progress } = move;
  const before = await upToDate(projecting, { source: source.store, models, say: progress.say });
  const idle = await idleReactors(projecting, { source: source.store, reactors });
  const deletedStreams = await copyDeletions(move);
  const { digests, appended, head } = await copy(move, [...before, ...idle].map(inSchema));
  progress.say(
    `${digests.events()} events in ${digests.streams()} streams are copied; the new log lacked ${appended} of them.`,
  );
  const read = await readTarget(move, digests.events());
  const difference = differenceOf(digests, read.digests);
  if (difference !== null)
    throw new MoveStopped(`${difference} ${capitalized(target.name)} holds other events: move to one that is empty.`);
  progress.say(`The number and the SHA-256 of the events of every stream are the same in both logs.`);
  const { rows, leftOut } = await compareRows(db, before, read.models);
  progress.say(`The read models built from the new log have the same ${rows} rows as those of the old log.`);
  await refuseWrites(move, head);
  await switchTo(move, { models: read.models, reactors: idle, end: read.end });
  return { events: digests.events(), streams: digests.streams(), appended, deletedStreams, rows, leftOut };
};
