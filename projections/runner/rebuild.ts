import { sql } from 'kysely';
import { batchesInOrder } from './batches.ts';
import { createGeneration, exclusions, findBuilding, goLive, type Generation, type RowsAndLog } from './registry.ts';
import { prefixesOf, type ReadModel } from './read-model.ts';
import type { Position } from './source.ts';

/** Applies the log to a generation until the position is reached (or the log's end, when none is given). */
export const catchUp = async (
  { db, source }: RowsAndLog,
  model: ReadModel,
  from: Generation,
  until: Position | null,
): Promise<Generation> => {
  const batches = batchesInOrder(db, model, from, await exclusions(db, from));
  const stop = new AbortController();
  const enough = (position: Position, caughtUp: boolean) =>
    caughtUp && (until === null || source.compare(position, until) >= 0);
  if (until !== null && from.position !== null && source.compare(from.position, until) >= 0) return from;
  const subscription = { after: from.position, prefixes: prefixesOf(model), signal: stop.signal };
  try {
    for await (const delivery of source.subscribe(subscription)) {
      if (delivery.upTo !== batches.generation().position)
        await batches.apply({ ...delivery, evenIfEmpty: true }, { pipelined: true });
      if (enough(delivery.upTo, delivery.caughtUp)) stop.abort();
    }
  } finally {
    await batches.settled();
  }
  return batches.generation();
};

/**
 * Builds a new generation of a read model from the log, beside the live one, and makes it live in one transaction. The server may keep running
 * or be stopped; an interrupted rebuild resumes where it stopped.
 */
export const rebuild = async (
  { db, source, say }: RowsAndLog & { readonly say: (line: string) => void },
  model: ReadModel,
): Promise<void> => {
  const started = performance.now();
  const begun = (await findBuilding(db, model)) ?? (await createGeneration(db, model, 'building'));
  say(`${model.name}: building ${begun.schema} ...`);
  const built = await catchUp({ db, source }, model, begun, null);
  await db.transaction().execute(async (tx) => {
    // Locking the live row freezes its checkpoint while the new generation catches up.
    const live = await sql<{ position: string | null }>`select position from projections.read_models
      where model = ${model.name} and version = ${model.version} and state = 'live' for update`.execute(tx);
    await catchUp({ db, source }, model, built, live.rows[0]?.position ?? null);
    await goLive(tx, model, built);
  });
  say(`${model.name}: ${built.schema} is live after ${((performance.now() - started) / 1000).toFixed(1)} s.`);
};
