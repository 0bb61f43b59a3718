import * as history from '@rondo/projections/history/queries.ts';
import { historyModel } from '@rondo/projections/history/project.ts';
import type { Services } from '../../platform/kit/services.ts';
import { actorNameOf, authorIn } from '../accounts/users.ts';
import { familyAuthor } from '../people/households/family-author.ts';
import { teacherOfLesson } from '../schedule/lookup/lessons.ts';

/** What the history of a lesson offers for a batch. */
type UndoOffer = 'undo' | 'redo';

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

/** What happened to a lesson, oldest first, with what can be undone of it. @throws NotFound */
export const historyOf = async (services: Pick<Services, 'models' | 'db'>, studioId: string, lessonId: string) => {
  await teacherOfLesson(services, studioId, lessonId);
  const db = historyModel.read(services.models);
  const entries = await history.lessonHistory(db, studioId, lessonId);
  const names = new Map<string, string>();
  for (const { actor } of entries)
    if (!names.has(actor))
      names.set(
        actor,
        (await familyAuthor(services, studioId, actor)) ?? actorNameOf(await authorIn(services, studioId, actor)),
      );
  const batches = [...new Set(entries.toReversed().map((entry) => entry.batch_id))];
  const offers = undoOffers(batches, await history.undosAmong(db, studioId, batches));
  const newest = new Map(entries.map((entry) => [entry.batch_id, entry.event_id]));
  return entries.map((entry) => ({
    eventId: entry.event_id,
    type: entry.type,
    recordedAt: entry.recorded_at,
    actor: names.get(entry.actor) ?? 'Rondo',
    text: entry.text,
    batchId: entry.batch_id,
    offer: newest.get(entry.batch_id) === entry.event_id ? (offers.get(entry.batch_id) ?? null) : null,
  }));
};
