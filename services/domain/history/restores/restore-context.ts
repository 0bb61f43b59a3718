import type { CommandContext } from '../../../platform/commands/aggregate.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import type { Restore } from './restore-stream.ts';

/** The commands of a restore; each part of it has an id of its own. */
export const contextOf = ({ restoreId, metadata }: Restore, part: string): CommandContext => {
  const { studioId, actor, correlationId, batchId, undoes } = metadata;
  return {
    studioId,
    actor,
    correlationId,
    batchId,
    commandId: derivedId(restoreId, part),
    causationId: restoreId,
    undoes,
    passesFences: true,
  };
};
