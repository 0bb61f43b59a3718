import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { MinuteOfDay } from '@rondo/contracts/calendar/times.ts';
import { epochMillisecondsOf, type Instant } from '@rondo/contracts/calendar/instants.ts';
import { openingSettings, type StudioSettings } from '@rondo/contracts/events/studio.ts';
import { localTimeZone, wallClock } from '@rondo/contracts/calendar/zones.ts';
import { findSettings } from '@rondo/projections/studios/queries.ts';
import { studiosModel } from '@rondo/projections/studios/project.ts';
import { studiosTable } from '@rondo/projections/studios/table.ts';
import type { Services } from '../../platform/kit/services.ts';
import type { Moment } from '../../platform/models/moments/moments.ts';
import { defaultStartGrid } from './studio.ts';

declare module '../../platform/kit/services.ts' {
  interface Services {
    readonly settingsOf: SettingsOf;
  }
}

/** A studio's settings with the revision of their last change. */
export type SettingsOf = (
  studioId: string,
) => Promise<{ readonly settings: StudioSettings; readonly revision: number }>;

/** The settings that the read model has; the defaults for a studio that was never opened. */
export const savedSettings =
  (models: Services['models']): SettingsOf =>
  async (studioId) =>
    (await findSettings(studiosModel.read(models), studioId)) ?? {
      settings: openingSettings({ timeZone: localTimeZone(), startGrid: defaultStartGrid }),
      revision: 0,
    };

/** The local date and time of a studio. */
export type StudioNow = { readonly today: IsoDate; readonly minute: MinuteOfDay; readonly timeZone: string };

/** The day of an instant in a time zone. */
export const dayIn =
  (timeZone: string) =>
  (instant: Instant): IsoDate =>
    wallClock(epochMillisecondsOf(instant), timeZone).date;

const wallClockIn = (timeZone: string, epochMilliseconds: number): StudioNow => {
  const { date, minute } = wallClock(epochMilliseconds, timeZone);
  return { today: date, minute, timeZone };
};

export const studioNow = async (
  { settingsOf, now }: Pick<Services, 'settingsOf' | 'now'>,
  studioId: string,
): Promise<StudioNow> => wallClockIn((await settingsOf(studioId)).settings.timeZone, now());

/** A studio's settings at a moment of the past; undefined before it was opened. */
export const settingsThen = async (moment: Moment): Promise<StudioSettings | undefined> =>
  (await moment.of(studiosModel)).rows(studiosTable)[0]?.settings;

/** What the studio's clock showed at a moment of the past. */
export const studioThen = async (moment: Moment, instant: Instant): Promise<StudioNow> => {
  return wallClockIn((await settingsThen(moment))?.timeZone ?? localTimeZone(), epochMillisecondsOf(instant));
};
