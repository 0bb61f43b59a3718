import { getSettings, updateSettings, type Settings } from '@rondo/contracts/api/settings.ts';
import { rateProblem } from '@rondo/contracts/money/money.ts';
import { RuleBroken } from '../../platform/kit/errors.ts';
import { answerFrom } from '../../platform/http/answer.ts';
import { route, type Route } from '../../platform/http/route.ts';
import type { ReadModels } from '../../platform/models/read-models.ts';
import type { StudioClock } from './clock.ts';
import type { StudioCommands } from './commands.ts';

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
  /** @throws RuleBroken when rates have decimals that a new currency does not have */
  const refuseCurrency = async (studioId: string, currency: string): Promise<void> => {
    if ((await clock.settings(studioId)).currency === currency) return;
    const count = (await ratesOf(studioId)).filter((rate) => rateProblem(rate, currency) !== null).length;
    if (count > 0)
      throw new RuleBroken(
        `${currency} has no decimals, but ${count === 1 ? '1 rate has' : `${count} rates have`} some. Change ${count === 1 ? 'it' : 'them'} to whole numbers first.`,
      );
  };
  return [
    route(getSettings, (_, { actor }) => read(actor.studioId)),
    route(updateSettings, async ({ body: { revision, ...changes } }, context) => {
      const { studioId } = context.actor;
      if (changes.currency !== undefined) await refuseCurrency(studioId, changes.currency);
      const executed = await studios.change(context.command, changes, revision);
      return answerFrom(context, models, { executed, id: studioId, read: () => read(studioId) });
    }),
  ];
};
