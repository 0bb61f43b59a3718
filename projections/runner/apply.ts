import { erasureEvents } from '@rondo/contracts/events/erasures.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import type { Kysely } from 'kysely';
import type { Generation } from './catalogue.ts';
import { eventReader } from './events.ts';
import { KnownRows, type BatchRows } from './fold.ts';
import type { Handled, ReadModel } from './read-model.ts';
import { loadRows, writeBatch } from './rows-sql.ts';
import type { RowStorage } from './row-storage.ts';
import type { Position, SourceEvent } from './source.ts';
import { isTransient } from './transient.ts';

/** Another process moved this generation's checkpoint or released a parked studio: begin again from where it stands. */
export class CheckpointMoved extends Error {}

export type Batch = {
  readonly events: readonly SourceEvent[];
  readonly upTo: Position;
  /** Where the generation stands before it. */
  readonly after: Position | null;
  /** Write the checkpoint though no event concerns the model. */
  readonly evenIfEmpty?: boolean;
};

/** Studios that a generation leaves out; the runner keeps the sets for the batches that follow. */
export type Excluded = { readonly erased: ReadonlySet<string>; readonly parked: ReadonlySet<string> };
export type Parked = { readonly studioId: string; readonly position: Position; readonly error: string };
export type Applied = {
  /** False when nothing concerned the model and the checkpoint stayed where it was. */
  readonly written: boolean;
  readonly erased: readonly string[];
  readonly parked: readonly Parked[];
};

type Planned = { readonly event: SourceEvent; readonly handled: Handled };

const erasuresStream = streamName(erasureEvents);
const readErasure = eventReader(erasureEvents);

const erasedBy = (event: SourceEvent): string[] =>
  event.stream === erasuresStream ? [readErasure(event).data.studioId] : [];

/**
 * Applies one batch. The rows that its events concern are read with one SELECT a table, folded in memory, and written together with the
 * checkpoint in ONE statement that does nothing unless the checkpoint still stands where it was. Rows change only together with the
 * checkpoint, so what was read is what stands; a second or a revived process cannot apply a batch twice.
 *
 * A handler or reactor that throws parks its studio: position and error are kept, its later events are left out, the others go on. A reactor
 * that met a part that is away fails the batch, which comes again.
 * @throws CheckpointMoved
 */
export const applyBatch = (
  db: Kysely<unknown>,
  model: ReadModel,
  generation: Generation,
  batch: Batch,
  excluded: Excluded,
  known: KnownRows = new KnownRows(),
): Promise<Applied> => applyBatchIn(rowsInSql(db), model, generation, batch, excluded, known);

/** Rows in PostgreSQL. */
export const rowsInSql = (db: Kysely<unknown>): RowStorage => ({
  load: (...load) => loadRows(db, ...load),
  write: (...write) => writeBatch(db, ...write),
});

/** A batch folded and not yet written. */
export type Prepared = {
  readonly rows: BatchRows;
  readonly erased: readonly string[];
  readonly parked: readonly Parked[];
};

/** The same wherever rows and checkpoint are kept. @throws CheckpointMoved */
export const applyBatchIn = async (
  storage: RowStorage,
  model: ReadModel,
  generation: Generation,
  batch: Batch,
  excluded: Excluded,
  known: KnownRows = new KnownRows(),
): Promise<Applied> => {
  const prepared = await prepareBatch(storage, model, generation, batch, excluded, known);
  if (!prepared) return { written: false, erased: [], parked: [] };
  const applied = await writePrepared(storage, model, generation, batch, prepared, known);
  keepInMind(known, prepared);
  return applied;
};

/** The part before anything is written; null when nothing in the batch concerns the model. */
export const prepareBatch = async (
  storage: RowStorage,
  model: ReadModel,
  generation: Generation,
  batch: Batch,
  excluded: Excluded,
  known: KnownRows,
): Promise<Prepared | null> => {
  const erased = batch.events.flatMap(erasedBy);
  const parked = new Map<string, Parked>();
  const park = ({ metadata: { studioId }, position }: SourceEvent, error: unknown): void => {
    parked.set(studioId, { studioId, position, error: String(error) });
  };
  const planned = planBatch(model, batch, { ...excluded, erasedNow: new Set(erased), parkedNow: parked }, park);
  if (planned.length === 0 && erased.length === 0 && parked.size === 0 && batch.evenIfEmpty !== true) return null;
  const rows = await storage.load(model, generation, planned, known);
  await foldBatch(model, planned, rows, park);
  return { rows, erased, parked: [...parked.values()] };
};

/** Writes it, with the checkpoint. @throws CheckpointMoved */
export const writePrepared = async (
  storage: RowStorage,
  model: ReadModel,
  generation: Generation,
  batch: Batch,
  prepared: Prepared,
  known: KnownRows,
): Promise<Applied> => {
  const { erased, parked } = prepared;
  const written = await storage.write(model, generation, batch, prepared);
  if (!written) {
    known.forget();
    throw new CheckpointMoved(
      `${generation.schema} no longer stands at ${batch.after}, or a parked studio was released.`,
    );
  }
  return { written, erased, parked };
};

/** What is known once a batch is written, or is being written with nobody else writing. */
export const keepInMind = (known: KnownRows, { rows, erased }: Prepared): void => {
  if (erased.length > 0) known.forgetRows(rows.all());
  else known.learn(rows.all());
};

/** Asks the model about each event that is not left out. A studio's events before the one that parks it are handled. */
const planBatch = (
  model: ReadModel,
  batch: Batch,
  left: Excluded & { readonly erasedNow: ReadonlySet<string>; readonly parkedNow: ReadonlyMap<string, Parked> },
  park: (event: SourceEvent, error: unknown) => void,
): Planned[] => {
  const isLeftOut = ({ stream, metadata: { studioId } }: SourceEvent): boolean =>
    stream !== erasuresStream &&
    (left.erased.has(studioId) ||
      left.erasedNow.has(studioId) ||
      left.parked.has(studioId) ||
      left.parkedNow.has(studioId));
  return batch.events.flatMap((event) => {
    if (isLeftOut(event)) return [];
    try {
      // An erasure concerns every model by itself; only who follows erasures is asked.
      if (event.stream === erasuresStream && !model.categories.includes(erasuresStream)) return [];
      const handled = model.on(event);
      return handled ? [{ event, handled }] : [];
    } catch (error) {
      park(event, error);
      return [];
    }
  });
};

const foldBatch = async (
  model: ReadModel,
  planned: readonly Planned[],
  rows: BatchRows,
  park: (event: SourceEvent, error: unknown) => void,
): Promise<void> => {
  const failed = new Set<string>();
  for (const { event, handled } of planned) {
    if (failed.has(event.metadata.studioId)) continue;
    try {
      await handle(model, event, handled, rows);
    } catch (error) {
      if (model.react && isTransient(error)) throw error;
      failed.add(event.metadata.studioId);
      park(event, error);
    }
  }
};

/** Folds an event and lets a reactor react; what throws has changed no row. */
const handle = async (model: ReadModel, event: SourceEvent, handled: Handled, rows: BatchRows): Promise<void> => {
  const takeBack = rows.fold(handled);
  try {
    await model.react?.(event, rows);
  } catch (error) {
    takeBack();
    throw error;
  }
};
