import type { ResponseOf } from '@rondo/contracts/api/endpoint.ts';
import { undo } from '@rondo/contracts/api/undo.ts';
import { route, type Route } from '../http/route.ts';
import type { ReadModels } from '../read-side/read-models.ts';
import type { undoCommands, UndoneStream } from './undo-commands.ts';

export type UndoRouteDependencies = {
  readonly undoing: ReturnType<typeof undoCommands>;
  readonly models: ReadModels;
  /** What the lessons that an undo brought back overlap. */
  readonly conflictsOf: (
    studioId: string,
    undone: readonly UndoneStream[],
  ) => Promise<ResponseOf<typeof undo>['conflicts']>;
};

/** Undoes batches. */
export const undoRoutes = ({ undoing, models, conflictsOf }: UndoRouteDependencies): Route[] => [
  route(undo, async ({ body }, { command, endpoint, response, actor }) => {
    const undone = await undoing.undo(command, body.batchId);
    const batchId = undone.find(({ executed }) => executed.batchId !== null)?.executed.batchId ?? command.commandId;
    response.set('Rondo-Batch', batchId);
    // The streams are undone one after the other: the last position is the newest.
    const positions = undone.flatMap(({ executed }) => executed.position ?? []);
    await models.settled(positions.at(-1) ?? null, endpoint);
    return { success: true, batchId, conflicts: await conflictsOf(actor.studioId, undone) };
  }),
];
