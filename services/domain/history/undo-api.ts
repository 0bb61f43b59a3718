import type { ResponseOf, WaitingEndpoint } from '@rondo/contracts/api/endpoint.ts';
import { undo } from '@rondo/contracts/api/undo.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import { underWay, withBatch } from '../../platform/http/answer.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { batchOfUndo, type undoCommands, type UndoneStream } from '../../platform/commands/undo/undo-commands.ts';

export type UndoRouteDependencies = {
  readonly undoing: ReturnType<typeof undoCommands>;
  /** Undoes the restore that a batch is: whether it has ended. Null for any other batch. */
  readonly undoRestore: (context: CommandContext, batchId: string) => Promise<boolean | null>;
  /** Resolves once the read models that a call declares show everything written so far. */
  readonly shown: (endpoint: WaitingEndpoint) => Promise<unknown>;
  /** What the lessons that an undo brought back overlap. */
  readonly conflictsOf: (
    studioId: string,
    undone: readonly UndoneStream[],
  ) => Promise<ResponseOf<typeof undo>['conflicts']>;
};

/** Undoes batches. */
export const undoRoutes = ({ undoing, undoRestore, shown, conflictsOf }: UndoRouteDependencies): Route[] => [
  route(undo, async ({ body }, { command, endpoint, actor }) => {
    const hasEnded = await undoRestore(command, body.batchId);
    if (hasEnded !== null) {
      if (hasEnded) await shown(endpoint);
      const answer = { success: true, batchId: command.commandId, conflicts: [] };
      return hasEnded ? withBatch(command.commandId, answer) : underWay(command.commandId, answer);
    }
    const undone = await undoing.undo(command, body.batchId);
    const batchId = batchOfUndo(undone) ?? command.commandId;
    await shown(endpoint);
    return withBatch(batchId, { success: true, batchId, conflicts: await conflictsOf(actor.studioId, undone) });
  }),
];
