import { getSettings, updateSettings, type Settings } from '@rondo/contracts/api/studio/settings.ts';
import type { Services } from '../../platform/kit/services.ts';
import { answered } from '../../platform/http/answer.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { onStudio } from './commands.ts';
import { studioNow } from './clock.ts';
import {
  changeSettings,
  refuseCurrency,
  refuseMileage,
  refuseSwitches,
  refuseUntold,
  mailTurnedOn,
  tellFamilies,
  type Untold,
} from './studio.ts';

declare module '../../platform/kit/services.ts' {
  interface ServerSettings {
    /** How long planning a week takes at most where the studio has not decided. */
    readonly OPTIMIZER_SECONDS: number;
  }
}

const viewSettings = async (
  { settingsOf, settings: server }: Pick<Services, 'settingsOf' | 'settings'>,
  studioId: string,
): Promise<Settings> => {
  const { settings, revision } = await settingsOf(studioId);
  const optimizerSeconds = settings.optimizerSeconds ?? server.OPTIMIZER_SECONDS;
  return { ...settings, optimizerSeconds, revision: String(revision) };
};

/**
 * The studio's settings.
 * @param ratesOf every rate of the studio’s students
 * @param turnMailOn mail to families counts from now; throws where a studio may not turn it on
 * @param untoldOf the students whose families do not know of changes
 */
export const settingsRoutes = (
  services: Pick<Services, 'settingsOf' | 'settings' | 'handlers' | 'models' | 'mailer' | 'now'>,
  ratesOf: (studioId: string) => Promise<readonly number[]>,
  turnMailOn: (studioId: string, kinds: ReturnType<typeof mailTurnedOn>) => Promise<void>,
  untoldOf: (studioId: string) => Promise<Untold>,
): Route[] => {
  return [
    route(getSettings, (_, { actor }) => viewSettings(services, actor.studioId)),
    route(updateSettings, async ({ body: { revision, untold, ...changes } }, context) => {
      const { studioId } = context.actor;
      const { currency } = changes;
      const { settings } = await services.settingsOf(studioId);
      if (currency !== undefined && currency !== settings.currency) refuseCurrency(currency, await ratesOf(studioId));
      const before = (await services.settingsOf(studioId)).settings;
      refuseSwitches(before, changes, services.mailer);
      const turnedOn = mailTurnedOn(before, changes);
      const toTell = turnedOn.includes('changes') && untold !== 'send' ? await untoldOf(studioId) : null;
      if (toTell && untold === undefined) refuseUntold(toTell);
      await turnMailOn(studioId, turnedOn);
      refuseMileage(changes, settings.mileage, (await studioNow(services, studioId)).today);
      const change = changeSettings(changes, revision);
      const executed = await onStudio(services, context.command, { ...changes, untold }, (state) => [
        ...change(state),
        ...(toTell ? tellFamilies(toTell, toTell.familyOf)(state) : []),
      ]);
      return answered(services, context, { executed, id: studioId, read: () => viewSettings(services, studioId) });
    }),
  ];
};
