import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { MinuteOfDay } from '@rondo/contracts/calendar/times.ts';
import { epochMillisecondsOf, type Instant } from '@rondo/contracts/calendar/instants.ts';
import { openingSettings, type StudioSettings } from '@rondo/contracts/events/studio.ts';
import { localTimeZone, wallClock } from '@rondo/contracts/calendar/zones.ts';
import { findSettings, findStudio } from '@rondo/projections/studios/queries.ts';
import { studiosModel } from '@rondo/projections/studios/project.ts';
import { studiosTable } from '@rondo/projections/studios/table.ts';
import type { Moment } from '../../platform/models/moments/moments.ts';
import type { ReadModels } from '../../platform/models/read-models.ts';
import { defaultStartGrid } from './studio.ts';

/** The current local date and time of a studio. */
export type StudioNow = { readonly today: IsoDate; readonly minute: MinuteOfDay; readonly timeZone: string };

const nowIn = (timeZone = localTimeZone(), epochMilliseconds: number): StudioNow => {
  const { date, minute } = wallClock(epochMilliseconds, timeZone);
  return { today: date, minute, timeZone };
};

const defaults = () => openingSettings({ timeZone: localTimeZone(), startGrid: defaultStartGrid });

export const studioClock = (models: ReadModels, now: () => number) => ({
  today: async (studioId: string): Promise<StudioNow> => {
    const studio = await findStudio(studiosModel.read(models), studioId);
    return nowIn(studio?.timeZone, now());
  },
  /** What the studio's clock showed at a moment of the past. */
  todayAt: async (moment: Moment, instant: Instant): Promise<StudioNow> => {
    const [studio] = (await moment.of(studiosModel)).rows(studiosTable);
    return nowIn(studio?.settings.timeZone, epochMillisecondsOf(instant));
  },
  settings: async (studioId: string): Promise<StudioSettings> =>
    (await findStudio(studiosModel.read(models), studioId)) ?? defaults(),
  /** The settings with the revision of their last change. */
  savedSettings: async (studioId: string): Promise<{ settings: StudioSettings; revision: number }> =>
    (await findSettings(studiosModel.read(models), studioId)) ?? { settings: defaults(), revision: 0 },
});
export type StudioClock = ReturnType<typeof studioClock>;
