import { closedInRows } from '@rondo/contracts/calendar/closures/closures.ts';
import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { assumedDrive, homeToHome } from '@rondo/contracts/calendar/legs.ts';
import { isCounted, isStop, spanOf } from '@rondo/contracts/calendar/rows.ts';
import { calendarOf } from '@rondo/contracts/calendar/week.ts';
import type { DrivenLeg } from '@rondo/contracts/events/schedule/day.ts';
import { waitingIn } from '@rondo/contracts/lessons/road-day.ts';
import { calendarLesson, type CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { measuredTenths, tenthsIn, thousandths } from '@rondo/contracts/mileage/figures.ts';
import { rateOn, type DistanceUnit, type MileageRate } from '@rondo/contracts/mileage/rates.ts';
import { dayModel } from '@rondo/projections/day/project.ts';
import { drivesBetween, type DrivesRow } from '@rondo/projections/day/queries.ts';
import type { PersonRow } from '@rondo/projections/lessons/queries.ts';
import type { Stop } from '../../../../platform/maps/drive-time.ts';
import { lessonPlaces, personStop } from '../../../../platform/maps/drives/places.ts';
import { lessonList, type LessonListServices } from '../../../schedule/lookup/lessons.ts';
import { piecesOfLeg, piecesOfWait, type Leg, type Piece } from './parts.ts';

export type TeacherPeriod = { readonly teacherId: string; readonly from: IsoDate; readonly to: IsoDate };

/** How drives count: at which rates, in their unit. */
export type DriveRates = { readonly unit: DistanceUnit; readonly rates: readonly MileageRate[] };

/** What was taught, driven and waited on the dates of a period, and how many drives have no known distance. */
export type DayPieces = { readonly pieces: readonly Piece[]; readonly unknown: number };

/** Whose time a row takes. */
const ownerOf = ({ entryType, studentId }: CalendarLesson): string | null =>
  entryType === 'lesson' ? studentId : null;

const datesFrom = (from: IsoDate, to: IsoDate): IsoDate[] => {
  const dates: IsoDate[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date);
  return dates;
};

const teachingOn = (date: IsoDate, entries: readonly CalendarLesson[]): Piece[] =>
  entries.filter(isCounted).map((row) => ({ date, studentId: ownerOf(row), teaching: row.duration, lessons: 1 }));

/** The wait before each stop but the first. @param driveTo minutes from the stop before */
const waitsOn = (date: IsoDate, stops: readonly CalendarLesson[], driveTo: (at: number) => number): Piece[] =>
  stops.flatMap((row, i): Piece[] => {
    const before = stops[i - 1];
    if (!before) return [];
    const gap = [
      { ...spanOf(before), drive: null },
      { ...spanOf(row), drive: driveTo(i) },
    ];
    const minutes = waitingIn(gap);
    return minutes === 0 ? [] : piecesOfWait(date, [ownerOf(before), ownerOf(row)], minutes);
  });

/** Who a place that was driven to belongs to; undefined: home. */
const ownerAt = ({ kind, id }: DrivenLeg['from']): string | null | undefined =>
  kind === 'home' ? undefined : kind === 'student' ? id : null;

const keptLeg = (leg: DrivenLeg, tenths: number | null): Leg => ({
  stops: [ownerAt(leg.from), ownerAt(leg.to)].filter((owner) => owner !== undefined),
  minutes: leg.minutes ?? assumedDrive,
  tenths,
});

/** What a row is called as an end of a drive. */
const placeIdOf = ({ studentId, lessonId }: CalendarLesson): string => studentId ?? lessonId;

/** Minutes of the kept drives from each stop to the next one that still takes place; null where they lead elsewhere. */
const keptMinutes = (legs: readonly DrivenLeg[], stops: readonly CalendarLesson[]): (number | null)[] => {
  let from = 0;
  return stops.map((row, i) => {
    const before = stops[i - 1];
    if (!before) return null;
    const start = legs.findIndex((leg, at) => at >= from && leg.from.id === placeIdOf(before));
    const end = start < 0 ? -1 : legs.findIndex((leg, at) => at >= start && leg.to.id === placeIdOf(row));
    if (end < 0) return null;
    from = end + 1;
    return legs.slice(start, from).reduce((sum, { minutes }) => sum + (minutes ?? assumedDrive), 0);
  });
};

/** Drives as the calendar has them: the figures of its days. */
type Ways = {
  readonly placesOf: (stops: readonly CalendarLesson[]) => readonly Stop[];
  readonly minutes: (from: Stop, to: Stop) => number;
  readonly tenths: (from: Stop, to: Stop) => Promise<number | null>;
};

const placeKey = (stop: Stop): string =>
  stop === null ? '' : `${stop.address}@${stop.precision === null ? '' : `${stop.latitude},${stop.longitude}`}`;

/** The distance between two places, each pair measured once. */
const distancesIn = (drive: (from: Stop, to: Stop) => Promise<number | null>): Ways['tenths'] => {
  const known = new Map<string, Promise<number | null>>();
  return (from, to) => {
    const pair = `${placeKey(from)}>${placeKey(to)}`;
    const found = known.get(pair) ?? drive(from, to);
    known.set(pair, found);
    return found;
  };
};

/** What a date's drives and waits are by the calendar. */
const standingOn = async (
  date: IsoDate,
  stops: readonly CalendarLesson[],
  ways: Ways,
  rate: number | null,
): Promise<DayPieces> => {
  const places = ways.placesOf(stops);
  // Home is both ends of the way where it is known.
  const hasHome = places.length > stops.length;
  const owners = stops.map(ownerOf);
  const ends: (string | null | undefined)[] = hasHome ? [undefined, ...owners, undefined] : owners;
  const pieces: Piece[] = [];
  let unknown = 0;
  const driveMinutes: number[] = [];
  for (const [i, to] of places.slice(1).entries()) {
    const from = places[i] ?? null;
    const minutes = ways.minutes(from, to);
    driveMinutes.push(minutes);
    const tenths = rate === null ? 0 : await ways.tenths(from, to);
    if (tenths === null) unknown += 1;
    const own = [ends[i], ends[i + 1]].filter((owner) => owner !== undefined);
    pieces.push(...piecesOfLeg(date, { stops: own, minutes, tenths }, rate ?? 0));
  }
  const waits = waitsOn(date, stops, (at) => driveMinutes[hasHome ? at : at - 1] ?? 0);
  return { pieces: [...pieces, ...waits], unknown };
};

/** The same of a date whose drives are kept. */
const keptOn = (
  { date, drives }: DrivesRow,
  stops: readonly CalendarLesson[],
  ways: Ways,
  { unit, rate }: { readonly unit: DistanceUnit; readonly rate: number | null },
): DayPieces => {
  const legs = drives.legs.map((leg) =>
    keptLeg(leg, leg.tenths === null ? null : tenthsIn(leg.tenths, drives.unit, unit)),
  );
  const drivenTo = keptMinutes(drives.legs, stops);
  const places = ways.placesOf(stops);
  const first = places.length > stops.length ? 1 : 0;
  const byMap = (at: number): number => ways.minutes(places[first + at - 1] ?? null, places[first + at] ?? null);
  return {
    pieces: [
      ...legs.flatMap((leg) => piecesOfLeg(date, leg, rate ?? 0)),
      ...waitsOn(date, stops, (at) => drivenTo[at] ?? byMap(at)),
    ],
    unknown: rate === null ? 0 : legs.filter(({ tenths }) => tenths === null).length,
  };
};

/** What a teacher taught, drove and waited on each date of a period: the drives that were kept, else those of the calendar. */
export const dayPieces = async (
  services: LessonListServices,
  studioId: string,
  period: TeacherPeriod,
  { people, unit, rates }: DriveRates & { readonly people: ReadonlyMap<string, PersonRow> },
): Promise<DayPieces> => {
  const [listed, driven] = await Promise.all([
    lessonList(services, studioId, period),
    drivesBetween(dayModel.read(services.models), studioId, period),
  ]);
  const rows = listed.map(calendarLesson);
  const maps = services.maps.mapsFor(studioId);
  const placeOf = await lessonPlaces(maps, people, rows);
  const home = personStop(people.get(period.teacherId));
  const calendar = calendarOf(rows, closedInRows);
  const days = datesFrom(period.from, period.to).map((date) => {
    const entries = calendar.on(date);
    return { date, entries, stops: entries.filter(isStop) };
  });
  const placesOf: Ways['placesOf'] = (stops) => homeToHome(home, stops.map(placeOf));
  const drives = days.map(({ stops }) => placesOf(stops));
  const ways: Ways = {
    placesOf,
    minutes: await services.legs.table(studioId, [], drives),
    tenths: distancesIn(async (from, to) => measuredTenths((await maps.drive(from, to)).miles, unit)),
  };
  const keptOf = new Map(driven.map((row) => [row.date, row]));
  const pieces: Piece[] = [];
  let unknown = 0;
  for (const { date, entries, stops } of days) {
    const rated = rateOn(rates, date);
    const rate = rated === null ? null : thousandths(rated.rate);
    const row = keptOf.get(date);
    const day = row ? keptOn(row, stops, ways, { unit, rate }) : await standingOn(date, stops, ways, rate);
    pieces.push(...teachingOn(date, entries), ...day.pieces);
    unknown += day.unknown;
  }
  return { pieces, unknown };
};
