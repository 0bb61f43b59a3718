import type { EventOf } from '@rondo/contracts/events/event.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import { studioEvents } from '@rondo/contracts/events/studio.ts';
import { studiosModel } from '@rondo/projections/studios/project.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import type { CommandHandler, Executed } from '../../platform/commands/command-handler.ts';
import { derivedId } from '../../platform/commands/ids.ts';
import type { Services } from '../../platform/kit/services.ts';
import { loadSample, opening, type StudioState } from './studio.ts';

declare module '../../platform/kit/services.ts' {
  interface ServerSettings {
    /** Minutes between lessons, besides the drive, that a new studio begins with. */
    readonly NEW_STUDIO_MINUTES_BETWEEN: number;
  }
}
declare module '../../platform/commands/command-handler.ts' {
  interface CommandHandlers {
    readonly studio: CommandHandler<typeof studioEvents, StudioState>;
  }
}

/** Executes a command on the studio's own stream. */
export const onStudio = (
  { handlers }: Pick<Services, 'handlers'>,
  context: CommandContext,
  input: unknown,
  decide: (state: StudioState) => EventOf<typeof studioEvents>[],
): Promise<Executed<typeof studioEvents>> =>
  handlers.studio.execute(streamName(studioEvents, context.studioId), context, { input, decide });

export const openStudio = async (
  services: Pick<Services, 'handlers' | 'models' | 'settings'>,
  context: CommandContext,
  timeZone: string,
): Promise<void> => {
  const executed = await onStudio(
    services,
    context,
    { timeZone },
    opening(timeZone, services.settings.NEW_STUDIO_MINUTES_BETWEEN),
  );
  await services.models.wait(executed, [studiosModel]);
};

/** The seed of the studio's sample: the loaded one, or else a new one, recorded first. The seed is also the batch of the whole load. */
export const sampleSeed = async (services: Pick<Services, 'handlers'>, context: CommandContext): Promise<string> => {
  const seed = derivedId(context.commandId, 'sample');
  await onStudio(services, { ...context, batchId: seed }, 'load the sample', loadSample(seed));
  return (await seedOf(services, context.studioId)) ?? seed;
};

/** The seed of the sample that is loaded; null without one. */
export const seedOf = async ({ handlers }: Pick<Services, 'handlers'>, studioId: string): Promise<string | null> =>
  (await handlers.studio.load(streamName(studioEvents, studioId))).state.sample;
