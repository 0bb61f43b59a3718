import type { Kysely } from 'kysely';
import { keepInMind, prepareBatch, rowsInSql, writePrepared, type Applied, type Prepared } from './apply.ts';
import type { Batch } from '../rows/row-storage.ts';
import type { Generation } from './registry.ts';
import { KnownRows } from '../rows/fold.ts';
import type { ReadModel } from './read-model.ts';

/** How many rows of one batch may be unwritten while the next is prepared: far fewer than the rows cached between batches. */
const mostRowsAhead = 5000;

/** Whether the next batch can be prepared while this one is written, since it then needs this one's rows cached. */
const leavesRoom = ({ rows, erased, parked }: Prepared): boolean =>
  erased.length === 0 && parked.length === 0 && rows.all().length <= mostRowsAhead;

/**
 * Applies batches to a generation in order. With `pipelined`, a batch returns once its write has begun, and the next is prepared in the meantime: it
 * sees every row being written, and is itself written only afterwards. A reactor is never pipelined: its effects follow what is
 * committed. After a failure nothing more can be applied; start again from the stored checkpoint.
 *
 * @param excluded studios that the generation excludes; kept up to date
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
    /** The generation after the batches given so far. */
    generation: (): Generation => generation,
    /** Resolves when every batch given so far is written. @throws CheckpointMoved */
    settled: (): Promise<void> => writing,
    /**
     * @param onWritten called once the batch, and everything before it, is committed
     * @throws CheckpointMoved for this batch or the previous one
     */
    apply: async (
      delivery: Omit<Batch, 'after'>,
      { pipelined, onWritten }: { pipelined: boolean; onWritten?: (applied: Applied) => void },
    ): Promise<void> => {
      const batch = { ...delivery, after: generation.position };
      const prepared = await prepareBatch(storage, model, generation, batch, excluded, known);
      await writing;
      if (!prepared) {
        onWritten?.({ written: false, erased: [], parked: [] });
        return;
      }
      exclude(prepared);
      writing = writePrepared(storage, model, generation, batch, prepared, known).then(onWritten);
      // The error is rethrown to the caller that gives the next batch or waits for the last.
      writing.catch(() => undefined);
      generation = { ...generation, position: batch.upTo };
      if (!pipelined || model.react || !leavesRoom(prepared)) await writing;
      keepInMind(known, prepared);
    },
  };
};
