import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { homeToHome } from '@rondo/contracts/calendar/legs.ts';
import { isStop } from '@rondo/contracts/calendar/rows.ts';
import type { DrivenLeg } from '@rondo/contracts/events/schedule/day.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { kindOf, measuredTenths } from '@rondo/contracts/mileage/figures.ts';
import type { DistanceUnit } from '@rondo/contracts/mileage/rates.ts';
import { listed } from '@rondo/contracts/people/family-name.ts';
import { normalizeAddress } from '../../../../platform/maps/address.ts';
import { isInexact, type Stop } from '../../../../platform/maps/drive-time.ts';
import { lessonPlaces, personStop } from '../../../../platform/maps/drives/places.ts';
import type { LessonListServices } from '../../../schedule/lookup/lessons.ts';
import { titleOf } from '../day.ts';
import { minuteOn, notedRows, type NotedRows } from '../stops.ts';
import type { PeopleThen } from './places.ts';

type Place = DrivenLeg['from'];

/** A stop of the drive: where it is, as what it is arrived at and left, and the row that it leads to. */
type DrivenStop = {
  readonly at: Stop;
  readonly arrive: Place;
  readonly leave: Place;
  readonly lessonId: string | null;
};

const addressOf = (at: Stop): string => at?.address ?? '';

const isSameAddress = (one: Stop, other: Stop): boolean =>
  one !== null && other !== null && normalizeAddress(one.address) === normalizeAddress(other.address);

/** The rows that are driven to: what takes place, and where the teacher arrived although it was cancelled. Closed ones are not. */
const drivenRows = ({ listed: rows, notes }: NotedRows, date: IsoDate, timeZone: string): CalendarLesson[] => {
  const minuteOf = (row: CalendarLesson): number => {
    const arrived = notes.get(row.lessonId)?.arrived ?? null;
    return arrived === null ? row.start : minuteOn(date, arrived, timeZone);
  };
  return rows
    .filter((row) => row.closedBy === null && (isStop(row) || (notes.get(row.lessonId)?.arrived ?? null) !== null))
    .toSorted((a, b) => minuteOf(a) - minuteOf(b));
};

/** Rows at one address after each other are one stop. */
const stopsOf = (rows: readonly CalendarLesson[], placeOf: (row: CalendarLesson) => Stop): DrivenStop[] => {
  const groups: { readonly at: Stop; readonly rows: CalendarLesson[] }[] = [];
  for (const row of rows) {
    const at = placeOf(row);
    const last = groups.at(-1);
    if (last && isSameAddress(last.at, at)) last.rows.push(row);
    else groups.push({ at, rows: [row] });
  }
  return groups.map(({ at, rows: own }): DrivenStop => {
    const students = own.filter(({ studentId }) => studentId !== null);
    const name = listed([...new Set((students.length > 0 ? students : own).map(titleOf))]);
    const placeIn = (row: CalendarLesson | undefined): Place => ({
      kind: row?.studentId == null ? 'other' : 'student',
      id: row?.studentId ?? row?.lessonId ?? null,
      name,
      address: addressOf(at),
    });
    return { at, arrive: placeIn(own[0]), leave: placeIn(own.at(-1)), lessonId: own[0]?.lessonId ?? null };
  });
};

type Day = { readonly teacherId: string; readonly date: IsoDate };

/**
 * What a teacher drove on a date by the calendar, from home to home; null without a stop. `isAway`: the maps service did not answer, so
 * that some of it is estimated.
 */
export const driving = async (
  services: LessonListServices,
  studioId: string,
  { teacherId, date }: Day,
  {
    unit,
    timeZone,
    peopleOn,
  }: { readonly unit: DistanceUnit; readonly timeZone: string; readonly peopleOn: PeopleThen },
): Promise<{ readonly legs: DrivenLeg[]; readonly isAway: boolean } | null> => {
  const maps = services.maps.mapsFor(studioId);
  const rows = drivenRows(await notedRows(services, studioId, { teacherId, date }), date, timeZone);
  if (rows.length === 0) return null;
  const people = await peopleOn(date, teacherId, [...new Set(rows.flatMap(({ studentId }) => studentId ?? []))]);
  const placeOf = await lessonPlaces(maps, people, rows);
  const home = personStop(people.get(teacherId));
  const homePlace: Place = { kind: 'home', id: null, name: 'Home', address: addressOf(home) };
  const atHome: DrivenStop | null = home && { at: home, arrive: homePlace, leave: homePlace, lessonId: null };
  const way = homeToHome(atHome, stopsOf(rows, placeOf));
  const minutes = await services.legs(
    studioId,
    way.map(({ at }) => at),
  );
  let isAway = false;
  const legs: DrivenLeg[] = [];
  for (const [i, to] of way.slice(1).entries()) {
    const from = way[i];
    if (!from || isSameAddress(from.at, to.at)) continue;
    const { miles, failure } = await maps.drive(from.at, to.at);
    isAway ||= failure !== null;
    legs.push({
      from: from.leave,
      to: to.arrive,
      tenths: measuredTenths(miles, unit),
      minutes: minutes[i] ?? null,
      lessonId: to.lessonId,
      kind: kindOf(from.leave.kind, to.arrive.kind),
      exact: maps.provider === 'mapbox' && failure === null && !isInexact(from.at) && !isInexact(to.at),
    });
  }
  return { legs, isAway };
};
