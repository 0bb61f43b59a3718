import { getSettings, updateSettings, type Settings } from '@rondo/contracts/api/settings.ts';
import { answerFrom } from '../http/answer.ts';
import { route, type Route } from '../http/route.ts';
import type { ReadModels } from '../read-side/read-models.ts';
import type { StudioClock } from './clock.ts';
import type { StudioCommands } from './commands.ts';

export type SettingsRouteDependencies = {
  readonly studios: StudioCommands;
  readonly clock: StudioClock;
  readonly models: ReadModels;
  /** How long planning a week takes at most where the studio has not decided. */
  readonly optimizerSeconds: number;
};

/** The studio's settings. */
export const settingsRoutes = ({ studios, clock, models, optimizerSeconds }: SettingsRouteDependencies): Route[] => {
  const read = async (studioId: string): Promise<Settings> => {
    const { settings, revision } = await clock.savedSettings(studioId);
    return {
      ...settings,
      optimizerSeconds: settings.optimizerSeconds ?? optimizerSeconds,
      revision: String(revision),
    };
  };
  return [
    route(getSettings, (_, { actor }) => read(actor.studioId)),
    route(updateSettings, async ({ body: { revision, ...changes } }, context) => {
      const { studioId } = context.actor;
      const executed = await studios.change(context.command, changes, revision);
      return answerFrom(context, models, { executed, id: studioId, read: () => read(studioId) });
    }),
  ];
};
