import type { ResponseOf } from '@rondo/contracts/api/endpoint.ts';
import { undo } from '@rondo/contracts/api/history/undo.ts';
import { underWay, withBatch } from '../../../platform/http/answer.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import {
  batchOfUndo,
  undoInStreams,
  type Undoing,
  type UndoneStream,
} from '../../../platform/commands/undo/undo-commands.ts';
import { undoRestore, type Requesting } from '../restores/requests.ts';

/** What the lessons that an undo brought back overlap. */
type ConflictsOf = (studioId: string, undone: readonly UndoneStream[]) => Promise<ResponseOf<typeof undo>['conflicts']>;

/** Undoes batches: a restore by another restore, anything else stream by stream. */
export const undoRoutes = (services: Requesting, undoing: Undoing, conflictsOf: ConflictsOf): Route[] => [
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
];
