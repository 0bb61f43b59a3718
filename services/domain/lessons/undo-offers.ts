/** What the history of a lesson offers for a batch. */
export type UndoOffer = 'undo' | 'redo';

/**
 * The batches of a history that can be undone or redone next: the newest one in effect, and, if the newest of all is an undo, that one. The
 * server still refuses one whose other rows have changed since. `batches`: newest first. `undoes`: the batch that each undo undoes.
 */
export const undoOffers = (
  batches: readonly string[],
  undoes: ReadonlyMap<string, string>,
): ReadonlyMap<string, UndoOffer> => {
  const offers = new Map<string, UndoOffer>();
  const undone = new Set<string>();
  for (const batchId of batches) {
    if (undone.has(batchId)) continue;
    const target = undoes.get(batchId);
    if (target === undefined) return offers.set(batchId, 'undo');
    undone.add(target);
    if (batchId === batches[0] && !undoes.has(target)) offers.set(batchId, 'redo');
  }
  return offers;
};
