import { studioEvents, type SettingsChanges } from '@rondo/contracts/events/studio.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import { studiosModel } from '@rondo/projections/studios/project.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import { derivedId } from '../../platform/commands/ids.ts';
import { commandHandler, type CommandDependencies, type Executed } from '../../platform/commands/command-handler.ts';
import type { ReadModels } from '../../platform/models/read-models.ts';
import { changeSettings, forgetSample, loadSample, openStudio, studioAggregate, tellFamilies } from './studio.ts';

/** The commands on a studio's settings. */
export const studioCommands = (dependencies: CommandDependencies, models: ReadModels) => {
  const handler = commandHandler(studioAggregate, dependencies);
  return {
    handler,
    open: async (context: CommandContext, timeZone: string): Promise<void> => {
      const stream = streamName(studioEvents, context.studioId);
      const executed = await handler.execute(stream, context, { input: { timeZone }, decide: openStudio(timeZone) });
      await models.wait(executed, [studiosModel]);
    },
    /** @param revision of the settings that the change was made to, if it is known */
    change: (
      context: CommandContext,
      changes: SettingsChanges,
      revision?: string,
    ): Promise<Executed<typeof studioEvents>> =>
      handler.execute(streamName(studioEvents, context.studioId), context, {
        input: changes,
        decide: changeSettings(changes, revision),
      }),
    /** The seed of the studio's sample: the loaded one, or else a new one, recorded first. The seed is also the batch of the whole load. */
    sampleSeed: async (context: CommandContext): Promise<string> => {
      const stream = streamName(studioEvents, context.studioId);
      const seed = derivedId(context.commandId, 'sample');
      const command = { input: 'load the sample', decide: loadSample(seed) };
      await handler.execute(stream, { ...context, batchId: seed }, command);
      const { state } = await handler.load(stream);
      return state.sample ?? seed;
    },
    tellFamilies: (
      context: CommandContext,
      informed: { studentIds: string[]; until: string },
    ): Promise<Executed<typeof studioEvents>> =>
      handler.execute(streamName(studioEvents, context.studioId), context, {
        input: informed,
        decide: tellFamilies(informed),
      }),
    forgetSample: (context: CommandContext) => {
      const stream = streamName(studioEvents, context.studioId);
      return handler.execute(stream, context, { input: 'forget the sample', decide: forgetSample });
    },
  };
};
export type StudioCommands = ReturnType<typeof studioCommands>;
