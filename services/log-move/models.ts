import { isFence } from '@rondo/contracts/events/fence.ts';
import { parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import { batchesInOrder } from '@rondo/projections/runner/batches.ts';
import { compareGenerations } from '@rondo/projections/runner/compare-generations.ts';
import { parkedStudios } from '@rondo/projections/runner/parked.ts';
import { prefixesOf, type ReadModel } from '@rondo/projections/runner/read-model.ts';
import { catchUp, rebuild } from '@rondo/projections/runner/rebuild.ts';
import {
  createGeneration,
  liveGeneration,
  retireFromOtherLogs,
  type Generation,
} from '@rondo/projections/runner/registry.ts';
import type { Position, SourceEvent } from '@rondo/projections/runner/source.ts';
import type { Kysely } from 'kysely';
import type { EventStore } from '../platform/log/event-store.ts';
import { MoveStopped } from './progress.ts';

type Db = Kysely<unknown>;

/** A model with one of its generations. */
export type Built = { readonly model: ReadModel; readonly generation: Generation };

/** The read models as they are at the end of the old log; those that lag behind catch up first. */
export const upToDate = async (
  db: Db,
  { source, models, say }: { source: EventStore; models: readonly ReadModel[]; say: (line: string) => void },
): Promise<Built[]> => {
  const head = await source.head();
  const built: Built[] = [];
  for (const model of models) {
    const live = await liveGeneration(db, model);
    if (live && head !== null) await catchUp({ db, source }, model, live, head);
    if (!live) await rebuild({ db, source, say }, model);
    const generation = await liveGeneration(db, model);
    if (!generation) throw new Error(`${model.name} has no rows.`);
    built.push({ model, generation });
  }
  return built;
};

/** The first event that a reactor has yet to handle. Its checkpoint may be older: it is not saved for events that do not concern the reactor. */
const nextFor = async (source: EventStore, model: ReadModel, after: Position | null): Promise<SourceEvent | null> => {
  const stop = new AbortController();
  let found: SourceEvent | null = null;
  for await (const { events, caughtUp } of source.subscribe({
    after,
    prefixes: prefixesOf(model),
    signal: stop.signal,
  })) {
    const own = events.filter(({ stream }) => model.categories.includes(parseStreamName(stream).category));
    found ??= own.find((event) => !isFence(event) && model.on(event) !== null) ?? null;
    if (found || caughtUp) stop.abort();
  }
  return found;
};

/**
 * The reactors with their rows, which stay: what they have done is not done again.
 * @throws MoveStopped when one has not handled the whole log
 */
export const idleReactors = async (
  db: Db,
  { source, reactors }: { source: EventStore; reactors: readonly ReadModel[] },
): Promise<Built[]> => {
  const idle = await Promise.all(
    reactors.map(async (model): Promise<Built[]> => {
      const generation = await liveGeneration(db, model);
      if (await nextFor(source, model, generation?.position ?? null))
        throw new MoveStopped(
          `Rondo has not finished what follows from the last changes (${model.name}): start it on the log that it has, wait until /readyz answers 200, stop it and run this again.`,
        );
      return generation ? [{ model, generation }] : [];
    }),
  );
  return idle.flat();
};

/** Builds read models from another log, beside those of this one, in one pass over it. */
export const modelsFrom = async (db: Db, models: readonly ReadModel[], logId: string) => {
  await retireFromOtherLogs(db);
  const building = await Promise.all(
    models.map(async (model) => {
      const generation = await createGeneration(db, model, 'building', logId);
      return {
        model,
        prefixes: prefixesOf(model),
        batches: batchesInOrder(db, model, generation, { erased: new Set(), parked: new Set() }),
      };
    }),
  );
  return {
    apply: async (events: readonly SourceEvent[], upTo: Position): Promise<void> => {
      await Promise.all(
        building.map(async ({ prefixes, batches }) => {
          const own = events.filter(({ stream }) => prefixes.some((prefix) => stream.startsWith(prefix)));
          if (own.length > 0) await batches.apply({ events: own, upTo }, { pipelined: true });
        }),
      );
    },
    /** The generations, once everything is written. */
    end: async (upTo: Position): Promise<Built[]> => {
      const built: Built[] = [];
      for (const { model, batches } of building) {
        if (batches.generation().position !== upTo)
          await batches.apply({ events: [], upTo, evenIfEmpty: true }, { pipelined: false });
        await batches.settled();
        built.push({ model, generation: batches.generation() });
      }
      return built;
    },
    /** Waits for the writes under way after a failure. */
    abandon: async (): Promise<void> => {
      await Promise.allSettled(building.map(({ batches }) => batches.settled()));
    },
  };
};

/** The studios that a model does not show. */
const parkedIn = async (db: Db, { generation }: Built): Promise<string[]> =>
  (await parkedStudios(db, generation)).map(({ studioId }) => studioId);

/**
 * Compares the rows of every model built from the old log with those from the new one.
 * @returns the number of rows, and the studios that were left out because a model has parked them
 * @throws MoveStopped naming the first model that differs
 */
export const compareRows = async (
  db: Db,
  before: readonly Built[],
  after: readonly Built[],
): Promise<{ rows: number; leftOut: string[] }> => {
  const leftOut = new Set<string>();
  let rows = 0;
  for (const was of before) {
    const is = after.find(({ model }) => model === was.model);
    if (!is) throw new Error(`${was.model.name} was not built.`);
    const parked = [...(await parkedIn(db, was)), ...(await parkedIn(db, is))];
    for (const studioId of parked) leftOut.add(studioId);
    const schemas = [was.generation.schema, is.generation.schema] as const;
    for (const one of await compareGenerations(db, was.model, schemas, parked)) {
      rows += one.rows;
      if (one.onlyBefore + one.onlyAfter > 0)
        throw new MoveStopped(
          `The read model ${was.model.name} built from the new log differs from the one built from the old log: ${one.onlyBefore} rows of the table ${one.table} are missing or different, ${one.onlyAfter} are new or different. Run npm run rebuild -- ${was.model.name} on the old log, and then this again.`,
        );
    }
  }
  return { rows, leftOut: [...leftOut] };
};
