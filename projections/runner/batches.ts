import type { Kysely } from 'kysely';
import {
  keepInMind,
  prepareBatch,
  rowsInSql,
  writePrepared,
  type Applied,
  type Batch,
  type Prepared,
} from './apply.ts';
import type { Generation } from './catalogue.ts';
import { KnownRows } from './fold.ts';
import type { ReadModel } from './read-model.ts';

/** Rows of one batch that may be unwritten while the next is prepared: far fewer than are known from batch to batch. */
const mostRowsAhead = 5000;

/** Whether the next batch can be prepared while this one is written: it then knows this one's rows. */
const leavesRoom = ({ rows, erased, parked }: Prepared): boolean =>
  erased.length === 0 && parked.length === 0 && rows.all().length <= mostRowsAhead;

/**
 * Applies batches to a generation in order. With `ahead` a batch returns when its writing has begun, and the next is prepared meanwhile: that one
 * knows every row that is being written, and is written only after it. A reactor is never ahead: what it causes follows what was
 * committed. After a failure nothing more can be applied; begin again from where the checkpoint stands.
 *
 * @param excluded studios that the generation leaves out; kept up to date
 */
export const batchesInOrder = (
  db: Kysely<unknown>,
  model: ReadModel,
  from: Generation,
  excluded: { readonly erased: Set<string>; readonly parked: Set<string> },
) => {
  const storage = rowsInSql(db);
  const known = new KnownRows(from.position === null);
  let generation = from;
  let writing = Promise.resolve();

  const exclude = ({ erased, parked }: Prepared): void => {
    for (const studioId of erased) {
      excluded.erased.add(studioId);
      excluded.parked.delete(studioId);
    }
    for (const { studioId } of parked) excluded.parked.add(studioId);
  };

  return {
    /** As the batches given so far leave it. */
    generation: (): Generation => generation,
    /** Resolves when everything given so far is written. @throws CheckpointMoved */
    settled: (): Promise<void> => writing,
    /**
     * @param onWritten told once the batch, and with it everything before, is committed
     * @throws CheckpointMoved for this batch or the one before
     */
    apply: async (
      given: Omit<Batch, 'after'>,
      { ahead, onWritten }: { ahead: boolean; onWritten?: (applied: Applied) => void },
    ): Promise<void> => {
      const batch = { ...given, after: generation.position };
      const prepared = await prepareBatch(storage, model, generation, batch, excluded, known);
      await writing;
      if (!prepared) {
        onWritten?.({ written: false, erased: [], parked: [] });
        return;
      }
      exclude(prepared);
      writing = writePrepared(storage, model, generation, batch, prepared, known).then(onWritten);
      // Whoever gives the next batch, or waits for the last, is told.
      writing.catch(() => undefined);
      generation = { ...generation, position: batch.upTo };
      if (!ahead || model.react || !leavesRoom(prepared)) await writing;
      keepInMind(known, prepared);
    },
  };
};
