import { getSettings, updateSettings, type Settings } from '@rondo/contracts/api/studio/settings.ts';
import type { SettingsChanges, StudioSettings } from '@rondo/contracts/events/studio.ts';
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

type SettingsServices = Pick<Services, 'settingsOf' | 'settings' | 'handlers' | 'models' | 'mailer' | 'now'>;

const viewSettings = async (
  { settingsOf, settings: server }: Pick<Services, 'settingsOf' | 'settings'>,
  studioId: string,
  { own }: Pick<OwnForm, 'own'>,
): Promise<Settings> => {
  const { settings: saved, revision } = await settingsOf(studioId);
  const settings = await own(studioId, saved);
  const optimizerSeconds = settings.optimizerSeconds ?? server.OPTIMIZER_SECONDS;
  return { ...settings, optimizerSeconds, revision: String(revision) };
};

/** What settings need of other rooms. */
type FromOtherRooms = {
  /** Every rate of the studio’s students. */
  readonly ratesOf: (studioId: string) => Promise<readonly number[]>;
  /** Mail to families counts from now; throws where a studio may not turn it on. */
  readonly turnMailOn: (studioId: string, kinds: ReturnType<typeof mailTurnedOn>) => Promise<void>;
  /** The students whose families do not know of changes. */
  readonly untoldOf: (studioId: string) => Promise<Untold>;
  readonly form: OwnForm;
};

/** The question form of a studio, whose address no other studio of this server has. */
type OwnForm = {
  /** Throws where the studio may not have the form that it chooses. */
  readonly prepare: (studioId: string, before: StudioSettings, after: SettingsChanges) => Promise<void>;
  /** Notes which addresses the studio uses no longer. */
  readonly noteLeft: (studioId: string) => Promise<void>;
  /** The settings, without a form whose address is another studio’s. */
  readonly own: (studioId: string, settings: StudioSettings) => Promise<StudioSettings>;
};

/** The studio's settings. */
export const settingsRoutes = (
  services: SettingsServices,
  { ratesOf, turnMailOn, untoldOf, form }: FromOtherRooms,
): Route[] => {
  const view = (studioId: string) => viewSettings(services, studioId, form);
  return [
    route(getSettings, (_, { actor }) => view(actor.studioId)),
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
      await form.prepare(studioId, before, changes);
      refuseMileage(changes, settings.mileage, (await studioNow(services, studioId)).today);
      const change = changeSettings(changes, revision);
      const executed = await onStudio(services, context.command, { ...changes, untold }, (state) => [
        ...change(state),
        ...(toTell ? tellFamilies(toTell, toTell.familyOf)(state) : []),
      ]);
      const read = async () => {
        await form.noteLeft(studioId);
        return view(studioId);
      };
      return answered(services, context, { executed, id: studioId, read });
    }),
  ];
};
