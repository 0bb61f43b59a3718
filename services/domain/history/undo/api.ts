import type { ResponseOf } from '@rondo/contracts/api/endpoint.ts';
import { previewUndo, undo } from '@rondo/contracts/api/history/undo.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { underWay, withBatch } from '../../../platform/http/answer.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import {
  batchOfUndo,
  previewUndo as previewInStreams,
  undoInStreams,
  type Undoing,
  type UndoneStream,
} from '../../../platform/commands/undo/undo-commands.ts';
import { entryOf } from '../entries/entries.ts';
import { previewRestoreUndo, undoRestore, type Requesting } from '../restores/requests.ts';

/** What the lessons that an undo brought back overlap. */
type ConflictsOf = (studioId: string, undone: readonly UndoneStream[]) => Promise<ResponseOf<typeof undo>['conflicts']>;

/** Undoes batches: a restore by another restore, anything else stream by stream. */
export const undoRoutes = (
  services: Requesting & Pick<Services, 'db'>,
  undoing: Undoing,
  conflictsOf: ConflictsOf,
): Route[] => [
  route(undo, async ({ body }, { command, endpoint, actor }) => {
    const { models, store } = services;
    const catchUp = async () => models.settled(await store.head(), endpoint);
    const restore = await undoRestore(services, command, body.batchId);
    if (restore) {
      const answer = { success: true, batchId: command.commandId, conflicts: [] };
      if (restore.status === 'running') return underWay(command.commandId, answer);
      await catchUp();
      return withBatch(command.commandId, answer);
    }
    const undone = await undoInStreams(undoing, command, body.batchId);
    const batchId = batchOfUndo(undone) ?? command.commandId;
    await catchUp();
    return withBatch(batchId, { success: true, batchId, conflicts: await conflictsOf(actor.studioId, undone) });
  }),
  route(previewUndo, async ({ body: { batchId } }, { command, actor: { studioId } }) => {
    const { effects, refusal } =
      (await previewRestoreUndo(services, studioId, batchId)) ?? (await previewInStreams(undoing, command, batchId));
    const count = (of: (typeof effects)[number]['kind']): number =>
      new Set(effects.flatMap(({ kind, id }) => (kind === of ? [id] : []))).size;
    return {
      sentence: (await entryOf(services, studioId, batchId))?.sentence ?? 'This change',
      counts: {
        lessons: count('lessons'),
        students: count('students'),
        teachers: count('teachers'),
        families: count('families'),
        invoices: count('invoices'),
        reports: count('reports'),
      },
      first: [...new Set(effects.map(({ sentence }) => sentence))].slice(0, 10),
      refusal,
    };
  }),
];
