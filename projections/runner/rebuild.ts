import { sql, type Kysely } from 'kysely';
import { prepareBatch, rowsInSql, writePrepared, type Applied, type Prepared } from './apply.ts';
import { createGeneration, exclusions, findBuilding, goLive, type Generation } from './catalogue.ts';
import { KnownRows } from './fold.ts';
import { prefixesOf, type ReadModel } from './read-model.ts';
import type { Delivery, EventSource, Position } from './source.ts';

export type RebuildParts = {
  readonly db: Kysely<unknown>;
  readonly source: EventSource;
  readonly say: (line: string) => void;
};

/** Rows of one batch that may be unwritten while the next is prepared: far fewer than are known from batch to batch. */
const mostRowsAhead = 5000;

/** Whether the next batch can be prepared while this one is written: it then knows this one's rows, and leaves out whom this one leaves out. */
const leavesRoom = ({ rows, erased, parked }: Prepared): boolean =>
  erased.length === 0 && parked.length === 0 && rows.all().length <= mostRowsAhead;

/** Applies the log to a generation, each batch prepared while the one before is written, until the position is reached (and the log's end, when none is given). */
const catchUp = async (
  { db, source }: RebuildParts,
  model: ReadModel,
  from: Generation,
  until: Position | null,
): Promise<Generation> => {
  const excluded = await exclusions(db, from);
  let generation = from;
  const known = new KnownRows();
  const storage = rowsInSql(db);
  let writing: Promise<Applied> | undefined;
  const stop = new AbortController();
  const enough = (position: Position, caughtUp: boolean) =>
    caughtUp && (until === null || source.compare(position, until) >= 0);
  if (until !== null && generation.position !== null && source.compare(generation.position, until) >= 0)
    return generation;
  const subscription = { after: generation.position, prefixes: prefixesOf(model), signal: stop.signal };
  const apply = async (delivery: Delivery): Promise<void> => {
    const batch = { ...delivery, after: generation.position, evenIfEmpty: true };
    const prepared = await prepareBatch(storage, model, generation, batch, excluded, known);
    await writing;
    if (!prepared) return;
    writing = writePrepared(storage, model, generation, batch, prepared, known);
    // It is awaited before the next is written.
    writing.catch(() => undefined);
    if (leavesRoom(prepared)) known.learn(prepared.rows.all());
    else await writing;
    for (const studioId of prepared.erased) excluded.erased.add(studioId);
    for (const { studioId } of prepared.parked) excluded.parked.add(studioId);
    generation = { ...generation, position: delivery.upTo };
  };
  try {
    for await (const delivery of source.subscribe(subscription)) {
      if (delivery.upTo !== generation.position) await apply(delivery);
      if (enough(delivery.upTo, delivery.caughtUp)) stop.abort();
    }
  } finally {
    await writing;
  }
  return generation;
};

/**
 * Builds a new generation of a read model from the log, beside the live one, and makes it live in one transaction. The server may run
 * meanwhile or stand still; an interrupted rebuild is taken up where it stopped.
 */
export const rebuild = async (parts: RebuildParts, model: ReadModel): Promise<void> => {
  const { db, say } = parts;
  const started = performance.now();
  const begun = (await findBuilding(db, model)) ?? (await createGeneration(db, model, 'building'));
  say(`${model.name}: building ${begun.schema} ...`);
  const built = await catchUp(parts, model, begun, null);
  await db.transaction().execute(async (tx) => {
    // Holding the live row keeps its checkpoint where it is while the new generation draws level.
    const live = await sql<{ position: string | null }>`select position from projections.read_models
      where model = ${model.name} and version = ${model.version} and state = 'live' for update`.execute(tx);
    await catchUp(parts, model, built, live.rows[0]?.position ?? null);
    await goLive(tx, model, built);
  });
  say(`${model.name}: ${built.schema} is live after ${((performance.now() - started) / 1000).toFixed(1)} s.`);
};
