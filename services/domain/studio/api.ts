import { getSettings, updateSettings, type Settings } from '@rondo/contracts/api/settings.ts';
import { answerFrom } from '../../platform/http/answer.ts';
import { route, type Route } from '../../platform/http/route.ts';
import type { ReadModels } from '../../platform/models/read-models.ts';
import type { StudioClock } from './clock.ts';
import type { StudioCommands } from './commands.ts';
import { refuseCurrency } from './studio.ts';

export type SettingsRouteDependencies = {
  readonly studios: StudioCommands;
  readonly clock: StudioClock;
  /** Every rate of the studio’s students. */
  readonly ratesOf: (studioId: string) => Promise<readonly number[]>;
  readonly models: ReadModels;
  /** How long planning a week takes at most where the studio has not decided. */
  readonly optimizerSeconds: number;
};

/** The studio's settings. */
export const settingsRoutes = ({
  studios,
  clock,
  ratesOf,
  models,
  optimizerSeconds,
}: SettingsRouteDependencies): Route[] => {
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
      const { currency } = changes;
      if (currency !== undefined && currency !== (await clock.settings(studioId)).currency)
        refuseCurrency(currency, await ratesOf(studioId));
      const executed = await studios.change(context.command, changes, revision);
      return answerFrom(context, models, { executed, id: studioId, read: () => read(studioId) });
    }),
  ];
};
