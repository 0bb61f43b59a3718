import type { Batch, Parked } from './apply.ts';
import type { Generation } from './registry.ts';
import type { BatchRows, KnownRows } from './fold.ts';
import type { Handled, ReadModel } from './read-model.ts';

type Outcome = { readonly rows: BatchRows; readonly erased: readonly string[]; readonly parked: readonly Parked[] };

/** Storage for a generation's rows and checkpoint. */
export interface RowStorage {
  /** The rows that a batch's handlers ask for: cached ones, and the others as stored. */
  load(
    model: ReadModel,
    generation: Generation,
    planned: readonly { readonly handled: Handled }[],
    known: KnownRows,
  ): Promise<BatchRows>;
  /**
   * Writes rows, exclusions and checkpoint together.
   * @returns false when the checkpoint is not where the batch begins; nothing is then written
   */
  write(model: ReadModel, generation: Generation, batch: Batch, outcome: Outcome): Promise<boolean>;
}
