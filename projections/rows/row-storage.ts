import type { Generation } from '../runner/registry.ts';
import type { BatchRows, KnownRows } from './fold.ts';
import type { Handled, ReadModel } from '../runner/read-model.ts';
import type { Position, SourceEvent } from '../runner/source.ts';

/** Events to apply, and where the log then is. */
export type Batch = {
  readonly events: readonly SourceEvent[];
  readonly upTo: Position;
  /** The generation's checkpoint before the batch. */
  readonly after: Position | null;
  /** Write the checkpoint even though no event concerns the model. */
  readonly evenIfEmpty?: boolean;
};

/** A studio that the model stops handling, with the event that it could not handle. */
export type Parked = { readonly studioId: string; readonly position: Position; readonly error: string };

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
