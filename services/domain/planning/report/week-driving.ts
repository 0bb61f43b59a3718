import { weekOrder, type DayOfWeek } from '@rondo/contracts/calendar/dates.ts';
import { homeToHome } from '@rondo/contracts/calendar/legs.ts';
import { byStart } from '@rondo/contracts/calendar/rows.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { PersonRow } from '@rondo/projections/lessons/queries.ts';
import { lessonPlaces, personStop } from '../../../platform/maps/drives/places.ts';
import type { Services } from '../../../platform/kit/services.ts';

/** An entry of a standing week that is a stop of its day's drive. */
export type WeekStop = Pick<Lesson, 'lessonId' | 'dayOfWeek' | 'start' | 'customAddress' | 'studentId'>;

/** The drives of one weekday: home, its stops by start, home. One chain, however many windows the teacher has that day. */
export type DayDriving = {
  readonly minutes: number;
  readonly isApproximate: boolean;
  /** To each stop, by lesson; 0 for the first one without a known home. */
  readonly driveTimes: ReadonlyMap<string, number>;
  readonly last: string;
  /** From the last stop; 0 without a known home. */
  readonly driveHome: number;
};

export type WeekDriving = {
  readonly minutes: number;
  /** True when one of the drives is approximate. */
  readonly isApproximate: boolean;
  readonly days: ReadonlyMap<DayOfWeek, DayDriving>;
};

/** Minutes of driving of standing weeks, home to home, as the calendar shows them. */
export type WeekDriver = (stops: readonly WeekStop[]) => Promise<WeekDriving>;

type Driven = {
  readonly studioId: string;
  readonly teacherId: string;
  readonly placed: readonly WeekStop[];
  /** Where students and teachers live. */
  readonly people: ReadonlyMap<string, PersonRow>;
};

/** @param driven.placed entries whose own addresses are located in advance; the driver takes these and entries without such an address */
export const weekDriver = async (
  { maps, legs }: Pick<Services, 'maps' | 'legs'>,
  { studioId, teacherId, placed, people }: Driven,
): Promise<WeekDriver> => {
  const placeOf = await lessonPlaces(maps.mapsFor(studioId), people, placed);
  const home = personStop(people.get(teacherId));

  const dayDriving = async (stops: readonly WeekStop[]): Promise<DayDriving> => {
    const drives = await legs.noted(studioId, homeToHome(home, stops.map(placeOf)));
    const minutes = drives.map((drive) => drive.minutes);
    const toStops = home ? minutes : [0, ...minutes];
    return {
      minutes: minutes.reduce((sum, leg) => sum + leg, 0),
      isApproximate: drives.some(({ approximate }) => approximate),
      driveTimes: new Map(stops.map(({ lessonId }, i) => [lessonId, toStops[i] ?? 0])),
      last: stops.at(-1)?.lessonId ?? '',
      driveHome: home ? (minutes.at(-1) ?? 0) : 0,
    };
  };

  return async (stops) => {
    const days = new Map<DayOfWeek, DayDriving>();
    for (const day of weekOrder) {
      const own = stops.filter(({ dayOfWeek }) => dayOfWeek === day).toSorted(byStart);
      if (own.length > 0) days.set(day, await dayDriving(own));
    }
    const each = [...days.values()];
    return {
      minutes: each.reduce((sum, day) => sum + day.minutes, 0),
      isApproximate: each.some(({ isApproximate }) => isApproximate),
      days,
    };
  };
};
