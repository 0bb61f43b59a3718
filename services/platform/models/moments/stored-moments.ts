import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { rowsFrom } from '@rondo/projections/moments/memory-rows.ts';
import type { ReadModel } from '@rondo/projections/runner/read-model.ts';
import type { Position } from '@rondo/projections/runner/source.ts';
import { z } from 'zod';
import type { EventStore } from '../../log/event-store.ts';
import { pauses } from '@rondo/projections/pacing/pauses.ts';
import { eventsIn, isAfter, mostOnTheWay, type At, type Place, type RowsThen } from './fold-moment.ts';
import type { MomentStorage, RowsOf } from './moment-storage.ts';

const placeInLog = z.object({
  position: z.string(),
  stream: z.string(),
  revision: z.number(),
  eventId: z.string(),
  recordedAt: z.string(),
}) satisfies z.ZodType<Place>;

const storedPlace = z.object({ last: placeInLog, next: placeInLog });

const revisionsPart = z.object({ revisions: z.array(z.tuple([z.string(), z.number()])) });
const rowsPart = z.object({ table: z.string(), rows: z.array(z.unknown()) });

/** How many rows are written or read at once. */
const rowsAtOnce = 100;

/** At most this many moments are stored of a studio's read model, spread over its past. */
const mostStored = mostOnTheWay;

/** Rows with both neighbors in the log known: they never change. */
type Waypoint = RowsThen & { readonly last: Place; readonly next: Place };

const isWaypoint = (rows: RowsThen): rows is Waypoint => rows.last !== null && rows.next !== null;

const shapes = new WeakMap<ReadModel, string>();

/**
 * A model's version and the shape of its tables. Rows were validated by their tables before they were stored, and are read as they are: only
 * those of the same shape count.
 */
const shapeOf = (model: ReadModel): string => {
  const known = shapes.get(model);
  if (known !== undefined) return known;
  const tables = model.tables.map(({ name, key, row }) => [name, key, z.toJSONSchema(row, { unrepresentable: 'any' })]);
  const shape = createHash('sha256')
    .update(JSON.stringify([model.version, tables]))
    .digest('base64url')
    .slice(0, 22);
  shapes.set(model, shape);
  return shape;
};

type Row = Readonly<Record<string, unknown>>;

const isRow = (row: unknown): row is Row => typeof row === 'object' && row !== null;

const partsOf = (model: ReadModel, { rows, revisions }: RowsThen): unknown[] => {
  const parts: unknown[] = [{ revisions: [...revisions] } satisfies z.input<typeof revisionsPart>];
  for (const table of model.tables) {
    const all = rows.of(table);
    for (let done = 0; done < all.length; done += rowsAtOnce)
      parts.push({ table: table.name, rows: all.slice(done, done + rowsAtOnce) } satisfies z.input<typeof rowsPart>);
  }
  return parts;
};

/** @throws z.ZodError when the parts are not what this code stores */
const rowsOfParts = async (
  model: ReadModel,
  [first, ...rest]: readonly unknown[],
  place: z.output<typeof storedPlace>,
) => {
  const { revisions } = revisionsPart.parse(first);
  const all: Parameters<typeof rowsFrom>[0][number][] = [];
  const pause = pauses();
  for (const part of rest) {
    const { table: name, rows } = rowsPart.parse(part);
    const table = model.tables.find((one) => one.name === name);
    if (!table) throw new Error(`${model.name} has no table ${name}.`);
    all.push(...rows.filter(isRow).map((row) => ({ table, row })));
    await pause();
  }
  const { last, next } = place;
  return { rows: rowsFrom(all, last.position), last, next, readUpTo: null, revisions: new Map(revisions) };
};

/** What a read of the past needs: the moment, the log's end, and the rows that it has already. */
type Need = {
  readonly at: At;
  readonly head: Position;
  readonly has: RowsThen | undefined;
  /** The number of events that loading rows must save; loading costs about as much as folding a few hundred events. */
  readonly saves: number;
};

/**
 * A studio's rows at some moments of its past, stored so that a process that has just started need not fold the whole log. Best effort: a
 * failure is reported, and the log is folded. Rows count only while the log has the event that followed them at its place, so those of
 * another log are dropped.
 * @param gap the least number of events between two stored moments
 */
export const storedMoments = (
  storage: MomentStorage,
  { store, report, gap }: { store: EventStore; report: (error: Error) => void; gap: number },
) => {
  const rowsOf = (studioId: string, model: ReadModel): RowsOf => ({
    studioId,
    model: model.name,
    shape: shapeOf(model),
  });

  const placesOf = async (of: RowsOf) =>
    (await storage.places(of)).map(({ events, place }) => ({ events, ...storedPlace.parse(place) }));

  const find = async (studioId: string, model: ReadModel, need: Need): Promise<RowsThen | undefined> => {
    const { at, head, has, saves } = need;
    const of = rowsOf(studioId, model);
    const places = await placesOf(of);
    const least = (has ? eventsIn(has) : 0) + saves;
    const [nearest] = places
      .filter(
        ({ events, last, next }) =>
          events >= least && !isAfter(store, last, at) && store.compare(next.position, head) <= 0,
      )
      .toSorted((a, b) => b.events - a.events);
    if (!nearest) return undefined;
    const [parts, [next]] = await Promise.all([
      storage.parts(of, nearest.events),
      store.readStream(nearest.next.stream, { from: nearest.next.revision, limit: 1 }),
    ]);
    if (next?.eventId !== nearest.next.eventId || next.position !== nearest.next.position) {
      const beyond = places.map(({ events }) => events).filter((events) => events >= nearest.events);
      await storage.remove(of, beyond);
      return find(studioId, model, need);
    }
    // Removed in the meantime.
    if (parts.length === 0) return undefined;
    return rowsOfParts(model, parts, nearest);
  };

  const save = async (studioId: string, model: ReadModel, offered: readonly Waypoint[]): Promise<void> => {
    const of = rowsOf(studioId, model);
    const stored = (await placesOf(of)).map(({ events }) => events);
    for (const rows of offered) {
      const events = eventsIn(rows);
      const spread = Math.max(gap, Math.max(events, ...stored) / mostStored);
      if (stored.some((other) => Math.abs(other - events) < spread)) continue;
      const { last, next } = rows;
      const place: z.input<typeof storedPlace> = { last, next };
      await storage.save(of, { events, stream: last.stream, place, parts: partsOf(model, rows) });
      stored.push(events);
      await turn();
    }
    if (stored.length > mostStored)
      await storage.remove(
        of,
        stored.toSorted((a, b) => a - b).filter((_, i) => i % 2 === 0),
      );
  };

  let writing: Promise<void> = Promise.resolve();

  return {
    /** The latest stored rows up to a moment, when they are well beyond those that the caller has. */
    find: async (studioId: string, model: ReadModel, need: Need): Promise<RowsThen | undefined> => {
      try {
        return await find(studioId, model, need);
      } catch (error) {
        report(new Error(`Stored moments of ${model.name} could not be read.`, { cause: error }));
        return undefined;
      }
    },
    /** Stores rows later, one after another, after the answers that they were folded for. */
    offer: (studioId: string, model: ReadModel, rows: readonly RowsThen[]): void => {
      const waypoints = rows.filter(isWaypoint).filter((one) => !one.rows.excluded().parked.has(studioId));
      if (waypoints.length === 0) return;
      writing = writing.then(async () => {
        await turn();
        try {
          await save(studioId, model, waypoints);
        } catch (error) {
          report(new Error(`Moments of ${model.name} could not be stored.`, { cause: error }));
        }
      });
    },
    /** Resolves when every pending write is done. */
    settled: async (): Promise<void> => {
      await writing;
    },
  };
};
