import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { MinuteOfDay } from '@rondo/contracts/calendar/times.ts';
import { localTimeZone, wallClock } from '@rondo/contracts/calendar/zones.ts';
import { findStudio } from '@rondo/projections/studios/queries.ts';
import { studiosModel } from '@rondo/projections/studios/project.ts';
import type { ReadModels } from '../read-side/read-models.ts';
import { defaultStartGrid } from './studio.ts';

/** The current local date and time of a studio. */
export type StudioNow = { readonly today: IsoDate; readonly minute: MinuteOfDay; readonly timeZone: string };

export const studioClock = (models: ReadModels, now: () => number) => ({
  today: async (studioId: string): Promise<StudioNow> => {
    const studio = await findStudio(studiosModel.read(models), studioId);
    const timeZone = studio?.time_zone ?? localTimeZone();
    const { date, minute } = wallClock(now(), timeZone);
    return { today: date, minute, timeZone };
  },
  /** Minutes between the starts that the optimizer may choose from. */
  startGrid: async (studioId: string): Promise<number> =>
    (await findStudio(studiosModel.read(models), studioId))?.start_grid ?? defaultStartGrid,
});
export type StudioClock = ReturnType<typeof studioClock>;
