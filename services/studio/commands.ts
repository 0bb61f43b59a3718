import { studioEvents } from '@rondo/contracts/events/studio.ts';
import { streamName, type CommandContext } from '../commands/aggregate.ts';
import { commandHandler, type CommandParts } from '../commands/command-handler.ts';
import type { ReadModels } from '../read-models.ts';
import { openStudio, studioAggregate } from './studio.ts';

/** The commands on a studio's settings. */
export const studioCommands = (parts: CommandParts, models: ReadModels) => {
  const handler = commandHandler(studioAggregate, parts);
  return {
    open: async (context: CommandContext, timeZone: string): Promise<void> => {
      const stream = streamName(studioEvents, context.studioId);
      const executed = await handler.execute(stream, context, { input: { timeZone }, decide: openStudio(timeZone) });
      await models.caughtUp(executed, ['studios']);
    },
  };
};
export type StudioCommands = ReturnType<typeof studioCommands>;
