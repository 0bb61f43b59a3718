import { weekOrder, type DayOfWeek } from '@rondo/contracts/calendar/dates.ts';
import { homeToHome } from '@rondo/contracts/calendar/legs.ts';
import { byStart } from '@rondo/contracts/calendar/rows.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { peopleById } from '@rondo/projections/lessons/queries.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { lessonPlaces, personStop } from '../../../platform/maps/drives/places.ts';
import type { Services } from '../../../platform/kit/services.ts';

/** An entry of a standing week that is a stop of its day's drive. */
export type WeekStop = Pick<Lesson, 'lessonId' | 'dayOfWeek' | 'start' | 'customAddress' | 'studentId'>;

/** The drives of one weekday: home, its stops by start, home. One chain, however many windows the teacher has that day. */
type DayDriving = {
  readonly minutes: number;
  /** To each stop, by lesson; 0 for the first one without a known home. */
  readonly driveTimes: ReadonlyMap<string, number>;
  readonly last: string;
  /** From the last stop; 0 without a known home. */
  readonly driveHome: number;
};

export type WeekDriving = { readonly minutes: number; readonly days: ReadonlyMap<DayOfWeek, DayDriving> };

/** Minutes of driving of standing weeks, home to home, as the calendar shows them. */
export type WeekDriver = (stops: readonly WeekStop[]) => Promise<WeekDriving>;

/** @param placed entries whose own addresses are located in advance; the driver takes these and entries without such an address */
export const weekDriver = async (
  { models, maps, legs }: Pick<Services, 'models' | 'maps' | 'legs'>,
  { studioId, teacherId, placed }: { studioId: string; teacherId: string; placed: readonly WeekStop[] },
): Promise<WeekDriver> => {
  const people = await peopleById(lessonsModel.read(models), studioId);
  const placeOf = await lessonPlaces(maps.mapsFor(studioId), people, placed);
  const home = personStop(people.get(teacherId));

  const dayDriving = async (stops: readonly WeekStop[]): Promise<DayDriving> => {
    const minutes = await legs(studioId, homeToHome(home, stops.map(placeOf)));
    const toStops = home ? minutes : [0, ...minutes];
    return {
      minutes: minutes.reduce((sum, leg) => sum + leg, 0),
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
    return { minutes: [...days.values()].reduce((sum, day) => sum + day.minutes, 0), days };
  };
};
