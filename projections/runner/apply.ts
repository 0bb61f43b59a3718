import { isFence } from '@rondo/contracts/events/fence.ts';
import { erasureEvents } from '@rondo/contracts/events/erasures.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import type { Kysely } from 'kysely';
import type { Generation } from './registry.ts';
import { eventReader } from './events.ts';
import { KnownRows, type BatchRows } from '../rows/fold.ts';
import type { Handled, ReadModel } from './read-model.ts';
import { loadRows, writeBatch } from '../rows/rows-sql.ts';
import { pauses } from '../pacing/pauses.ts';
import type { Batch, Parked, RowStorage } from '../rows/row-storage.ts';
import type { SourceEvent } from './source.ts';
import { isTransient } from './transient.ts';

/** Another process moved this generation's checkpoint or released a parked studio: start again from the stored checkpoint. */
export class CheckpointMoved extends Error {}

/** Studios that a generation excludes; the runner keeps these sets for later batches. */
export type Excluded = { readonly erased: ReadonlySet<string>; readonly parked: ReadonlySet<string> };
export type Applied = {
  /** False when nothing concerned the model and the checkpoint was not written. */
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
 * Applies one batch. Reads the rows its events concern with one SELECT per table, folds them in memory, and writes them together with the
 * checkpoint in ONE statement that does nothing unless the checkpoint is unchanged. Rows change only together with the checkpoint, so
 * the rows read are current, and a second or revived process cannot apply a batch twice.
 *
 * A handler or reactor that throws parks its studio: position and error are kept, its later events are skipped, other studios continue. A
 * reactor that fails because a dependency is unavailable fails the batch, which is retried.
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

/** A batch that is folded and not yet written. */
export type Prepared = {
  readonly rows: BatchRows;
  readonly erased: readonly string[];
  readonly parked: readonly Parked[];
};

/** Works the same wherever rows and checkpoint are kept. @throws CheckpointMoved */
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

/** Prepares the batch without writing anything; null when nothing in it concerns the model. */
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
  const pause = pauses();
  const left = { ...excluded, erasedNow: new Set(erased), parkedNow: parked };
  const planned = await planBatch(model, batch, { left, park, pause });
  if (planned.length === 0 && erased.length === 0 && parked.size === 0 && batch.evenIfEmpty !== true) return null;
  const rows = await storage.load(model, generation, planned, known);
  await foldBatch(model, planned, rows, { park, pause });
  return { rows, erased, parked: [...parked.values()] };
};

/** Writes the batch with its checkpoint. @throws CheckpointMoved */
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
    throw new CheckpointMoved(`${generation.schema} is no longer at ${batch.after}, or a parked studio was released.`);
  }
  return { written, erased, parked };
};

/** The state once a batch is written, or while it is being written and no other process writes. */
export const keepInMind = (known: KnownRows, { rows, erased }: Prepared): void => {
  if (erased.length > 0) known.forgetRows(rows.all());
  else known.learn(rows.all());
};

/** What preparing a batch needs. */
type Working = {
  readonly park: (event: SourceEvent, error: unknown) => void;
  readonly pause: () => Promise<void>;
};

type LeftOut = Excluded & { readonly erasedNow: ReadonlySet<string>; readonly parkedNow: ReadonlyMap<string, Parked> };

/** Passes the model each event that is not excluded. A studio's events before the one that parks it are handled. */
const planBatch = async (
  model: ReadModel,
  batch: Batch,
  { left, park, pause }: Working & { readonly left: LeftOut },
): Promise<Planned[]> => {
  const isLeftOut = ({ stream, metadata: { studioId } }: SourceEvent): boolean =>
    stream !== erasuresStream &&
    (left.erased.has(studioId) ||
      left.erasedNow.has(studioId) ||
      left.parked.has(studioId) ||
      left.parkedNow.has(studioId));
  const planned: Planned[] = [];
  for (const event of batch.events) {
    await pause();
    if (isLeftOut(event) || isFence(event)) continue;
    // An erasure always concerns every model; only models that follow erasures handle it.
    if (event.stream === erasuresStream && !model.categories.includes(erasuresStream)) continue;
    try {
      const handled = model.on(event);
      if (handled) planned.push({ event, handled });
    } catch (error) {
      park(event, error);
    }
  }
  return planned;
};

const foldBatch = async (
  model: ReadModel,
  planned: readonly Planned[],
  rows: BatchRows,
  { park, pause }: Working,
): Promise<void> => {
  const failed = new Set<string>();
  let alone = 0;
  for (let i = 0; i < planned.length; i += 1) {
    if (i >= alone) {
      const handled = await reactToSeveral(model, planned.slice(i, i + together), failed);
      if (handled > 0) {
        i += handled - 1;
        continue;
      }
      alone = i + together;
    }
    const one = planned[i];
    if (!one) continue;
    const { event, handled } = one;
    await pause();
    if (failed.has(event.metadata.studioId)) continue;
    try {
      if (model.react) await handle(model, event, handled, rows);
      else rows.fold(handled);
    } catch (error) {
      if (model.react && isTransient(error)) throw error;
      failed.add(event.metadata.studioId);
      park(event, error);
    }
  }
};

/** Events that are reacted to together. */
const together = 50;

/** Lets a reactor react to an event and those after it together, where it can. @returns how many it has handled; 0 where each needs its own turn */
const reactToSeveral = async (
  { reactTogether, ...model }: ReadModel,
  planned: readonly Planned[],
  failed: ReadonlySet<string>,
): Promise<number> => {
  const events = planned.map(({ event }) => event);
  if (!reactTogether || events.length < 2) return 0;
  const due = events.filter((event) => !failed.has(event.metadata.studioId) && !isAnswered(model, event));
  try {
    await reactTogether(due);
    return events.length;
  } catch (error) {
    if (isTransient(error)) throw error;
    return 0;
  }
};

/**
 * What reactors did about an event in another log came with it, at once or a little later. Doing it again could end what began since, or write
 * between events that are still to come.
 */
const isAnswered = ({ answersImported }: ReadModel, { metadata }: SourceEvent): boolean =>
  metadata.importedRecordedAt !== undefined && answersImported !== true;

/** Folds an event and lets a reactor react; if either throws, no row has changed. */
const handle = async (model: ReadModel, event: SourceEvent, handled: Handled, rows: BatchRows): Promise<void> => {
  const takeBack = rows.fold(handled);
  try {
    if (model.react && !isAnswered(model, event)) await model.react(event, rows);
  } catch (error) {
    takeBack();
    throw error;
  }
};
