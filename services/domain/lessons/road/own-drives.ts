import { closedInRows } from '@rondo/contracts/calendar/closures/closures.ts';
import { minutesPerDay, type MinuteOfDay } from '@rondo/contracts/calendar/times.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isStop } from '@rondo/contracts/calendar/rows.ts';
import { calendarOf } from '@rondo/contracts/calendar/week.ts';
import { bandOf, measuresDrive, ownDrive, type OwnDrive } from '@rondo/contracts/lessons/own-drives.ts';
import { calendarLesson, type CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { dayModel } from '@rondo/projections/day/project.ts';
import { drivenDates } from '@rondo/projections/day/queries.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { listLessons, peopleById } from '@rondo/projections/lessons/queries.ts';
import type { Services } from '../../../platform/kit/services.ts';
import type { Stop } from '../../../platform/maps/drive-time.ts';
import { lessonPlaces } from '../../../platform/maps/drives/places.ts';
import { notesOnDays, type RowsOn } from '../../schedule/lookup/road-notes.ts';
import { withClosedDates } from '../../schedule/lookup/closed-rows.ts';
import { lessonView, noDrive } from '../../schedule/lookup/views.ts';
import { closuresNow } from '../../schedule/time-off/closures.ts';
import { studioNow } from '../../studio/clock.ts';
import { minuteOn } from './stops.ts';

type OwnDriveServices = Pick<Services, 'models' | 'settingsOf' | 'now' | 'maps'>;

/** A drive from one place to another, the map's minutes for it, and when it begins. */
type Drive = { readonly from: Stop; readonly to: Stop; readonly map: number; readonly departure: MinuteOfDay };

/** Null where the place is not located. With its address: two of one ZIP code may have the same coordinates. */
const placeKey = (stop: Stop): string | null =>
  stop === null || stop.precision === null ? null : `${stop.address}@${stop.latitude},${stop.longitude}`;

const pairOf = (from: Stop, to: Stop): string | null => {
  const [start, end] = [placeKey(from), placeKey(to)];
  return start === null || end === null ? null : `${start}>${end}`;
};

/** Enough dates to find eight drives of a pair in each band. */
const datesOfPair = 40;

type Pairs = ReadonlyMap<string, number>;
type Legs = {
  readonly key: string;
  readonly map: number;
  readonly from: CalendarLesson;
  readonly to: CalendarLesson;
}[];

/** The drives of some pairs on the dates that were stamped, newest first. */
const legsOn = async (
  services: OwnDriveServices,
  studioId: string,
  about: { readonly teacherId: string; readonly dates: readonly IsoDate[]; readonly pairs: Pairs },
): Promise<(RowsOn & { readonly legs: Legs })[]> => {
  const { teacherId, dates, pairs } = about;
  const db = lessonsModel.read(services.models);
  const filter = { from: dates.at(-1), to: dates[0], teacherId };
  const [found, people, { today }, closures] = await Promise.all([
    listLessons(db, studioId, filter),
    peopleById(db, studioId),
    studioNow(services, studioId),
    closuresNow(services, studioId),
  ]);
  const listed = withClosedDates(found, closures, { today, filter });
  const placeOf = await lessonPlaces(
    services.maps.mapsFor(studioId),
    people,
    listed.map(({ lesson }) => lesson),
  );
  const rows = listed.map((row) => calendarLesson(lessonView(row, people, noDrive)));
  const calendar = calendarOf(rows, closedInRows);
  const known = new Map<string, number>();
  return dates.flatMap((date) => {
    const stops = calendar.on(date).filter((row) => row.useInOptimization && isStop(row));
    const legs = stops.slice(1).flatMap((to, i): Legs => {
      const from = stops[i];
      const key = from ? pairOf(placeOf(from), placeOf(to)) : null;
      const map = key === null ? undefined : pairs.get(key);
      if (!from || key === null || map === undefined || (known.get(key) ?? 0) >= datesOfPair) return [];
      known.set(key, (known.get(key) ?? 0) + 1);
      return [{ key, map, from, to }];
    });
    return legs.length === 0 ? [] : [{ date, rows: stops, legs }];
  });
};

const ofBand = (pair: string, date: IsoDate, departure: MinuteOfDay): string => `${pair} ${bandOf(date, departure)}`;

/** Nothing is known of the teacher's own drives. */
const none = (): null => null;

/**
 * What a teacher's own drives say of some drives of a day, from the stamps of all days up to that one.
 * @returns null for a drive of which too few are known
 */
export const ownDrives = async (
  services: OwnDriveServices,
  studioId: string,
  about: { readonly teacherId: string; readonly date: IsoDate; readonly drives: readonly Drive[] },
): Promise<(drive: Drive) => OwnDrive | null> => {
  const { teacherId, date, drives } = about;
  const pairs = new Map(
    drives.flatMap(({ from, to, map }): [string, number][] => {
      const pair = pairOf(from, to);
      return pair === null ? [] : [[pair, map]];
    }),
  );
  const dates = pairs.size === 0 ? [] : await drivenDates(dayModel.read(services.models), studioId, date);
  if (dates.length === 0) return none;
  const [{ timeZone }, days] = await Promise.all([
    studioNow(services, studioId),
    legsOn(services, studioId, { teacherId, dates, pairs }),
  ]);
  const [newest, ...more] = days;
  if (!newest) return none;
  const notes = await notesOnDays(services, studioId, [newest, ...more]);
  const measured = days.flatMap((day, i) =>
    day.legs.flatMap(({ key, map, from, to }) => {
      const [done, arrived] = [notes[i]?.get(from.lessonId)?.done, notes[i]?.get(to.lessonId)?.arrived];
      if (!done || !arrived) return [];
      const left = minuteOn(day.date, done, timeZone);
      const minutes = minuteOn(day.date, arrived, timeZone) - left;
      const gap = to.start - (from.start + from.duration);
      return measuresDrive(minutes, { gap, map })
        ? [{ name: ofBand(key, day.date, left % minutesPerDay), minutes, at: done }]
        : [];
    }),
  );
  const oldestFirst = measured.toSorted((a, b) => (a.at < b.at ? -1 : 1));
  const byName = Map.groupBy(oldestFirst, ({ name }) => name);
  return ({ from, to, map, departure }) => {
    const pair = pairOf(from, to);
    const known = pair === null ? [] : (byName.get(ofBand(pair, date, departure)) ?? []);
    return ownDrive(
      known.map(({ minutes }) => minutes),
      map,
    );
  };
};

type DrivenDay = { readonly teacherId: string; readonly date: IsoDate; readonly listed: readonly CalendarLesson[] };

/** What the teacher's own drives say of the drives of a day, by the row that each leads to. From home nothing is measured. */
export const ownDrivesOn = async (
  services: OwnDriveServices,
  studioId: string,
  { teacherId, date, listed }: DrivenDay,
  placeOf: (row: CalendarLesson) => Stop,
): Promise<ReadonlyMap<string, OwnDrive>> => {
  const stops = listed.filter(isStop);
  const legs = stops.slice(1).flatMap((to, i): [string, Drive][] => {
    const from = stops[i];
    if (!from || to.driveTime === null) return [];
    const departure = from.start + from.duration;
    return [[to.lessonId, { from: placeOf(from), to: placeOf(to), map: to.driveTime, departure }]];
  });
  const ownOf = await ownDrives(services, studioId, { teacherId, date, drives: legs.map(([, drive]) => drive) });
  return new Map(
    legs.flatMap(([id, drive]): [string, OwnDrive][] => {
      const own = ownOf(drive);
      return own === null ? [] : [[id, own]];
    }),
  );
};

/** The own drives that take the place of the map's on a day, by the row that each leads to: none while the studio does not want that. */
export const drivesInPlace = async (
  services: OwnDriveServices,
  studioId: string,
  day: DrivenDay,
): Promise<ReadonlyMap<string, number>> => {
  const { settings } = await services.settingsOf(studioId);
  if (!settings.ownDriveTimes) return new Map();
  const people = await peopleById(lessonsModel.read(services.models), studioId);
  const placeOf = await lessonPlaces(services.maps.mapsFor(studioId), people, day.listed);
  const own = await ownDrivesOn(services, studioId, day, placeOf);
  return new Map([...own].map(([id, { minutes }]) => [id, minutes]));
};
