import {
  dayOfWeekOf,
  longDayName,
  shortDayName,
  type DayOfWeek,
  type IsoDate,
} from '@rondo/contracts/calendar/dates.ts';
import { homeToHome } from '@rondo/contracts/calendar/legs.ts';
import { formatDuration } from '@rondo/contracts/calendar/times.ts';
import { placeholderCity } from '@rondo/contracts/api/placeholders.ts';
import type { Student } from '@rondo/contracts/api/people/students.ts';
import type { KnownPlace } from '../../calendar/maps.ts';
import { wholeSum, type Day } from '../../calendar/days/day.ts';
import type { DayEntry } from '../../calendar/days/entry.ts';
import { stopsOf, type Leg } from '../../calendar/days/legs.ts';
import { streetOf } from '../../lib/address.ts';
import type { MapLine, MapPoint } from '../../map/model.ts';

export type TourStop = {
  readonly entry: DayEntry;
  readonly number: number;
  /** "Tu 3", of one of several teachers "Tu D3": the same on the map and in the list. */
  readonly sign: string;
  /** "1905 S 5th St, Austin"; '' if there is no address. */
  readonly where: string;
  readonly place: KnownPlace | null;
};

export type Driver = {
  readonly id: string;
  readonly name: string;
  /** "D", where several teachers are shown: a part of each sign. */
  readonly initials: string;
  readonly home: KnownPlace | null;
};

/** A teacher's drive of one day, home to home. */
export type Tour = {
  readonly id: string;
  readonly driver: Driver;
  readonly date: IsoDate;
  readonly day: DayOfWeek;
  /** "Tuesday", "Tue" and "Tu". */
  readonly names: { readonly long: string; readonly short: string; readonly letters: string };
  readonly stops: readonly TourStop[];
  readonly legs: readonly Leg[];
  readonly lessons: number;
  /** Minutes of driving; null while they are not known. */
  readonly driving: number | null;
  /** The places in driving order, home at both ends; null if a stop could not be located: then the miles are not known either. */
  readonly driven: readonly KnownPlace[] | null;
};

/** "1905 S 5th St, Austin". */
const whereOf = (entry: DayEntry, students: ReadonlyMap<string, Student>): string => {
  const student = entry.details.customAddress === null ? students.get(entry.studentId ?? '') : undefined;
  const address = student ? student.address : entry.address;
  const city = student && student.city !== placeholderCity ? (student.city ?? '') : cityIn(entry.address ?? '');
  return [streetOf({ address, city: null, zipCode: null }), city]
    .filter((part, i, parts) => part !== '' && parts.indexOf(part) === i)
    .join(', ');
};

/** "Austin" of "1905 S 5th St, Austin, TX 78704". */
const cityIn = (address: string): string => address.split(',')[1]?.trim() ?? '';

/** The fewest letters that tell a name from the others; the place in the list for one that has the same name as another. */
const initialsOf = (name: string, index: number, names: readonly string[]): string => {
  const isAlone = (length: number): boolean =>
    names.every((other, i) => i === index || other.slice(0, length) !== name.slice(0, length));
  const length = [1, 2, 3].find(isAlone);
  return length === undefined ? `${name.slice(0, 1)}${index + 1}.` : name.slice(0, length);
};

export const driversOf = (
  teachers: readonly { readonly id: string; readonly name: string; readonly home: KnownPlace | null }[],
): Driver[] => {
  const names = teachers.map(({ name }) => name.trim());
  return teachers.map(({ id, name, home }, i) => ({
    id,
    name,
    home,
    initials: teachers.length > 1 ? initialsOf(name.trim(), i, names) : '',
  }));
};

/** The tours of a week's days that have stops, of one teacher. */
export const toursOf = (
  days: readonly Day[],
  known: {
    readonly driver: Driver;
    readonly places: ReadonlyMap<string, KnownPlace>;
    readonly students: readonly Student[];
  },
): Tour[] => {
  const students = new Map(known.students.map((student) => [student.id, student]));
  const { driver } = known;
  return days.flatMap((day): Tour[] => {
    const dayOfWeek = dayOfWeekOf(day.date);
    const long = longDayName(dayOfWeek);
    const names = { long, short: shortDayName(dayOfWeek), letters: long.slice(0, 2) };
    const stops = stopsOf(day.entries).map((entry, i): TourStop => ({
      entry,
      number: i + 1,
      sign: `${names.letters} ${driver.initials}${i + 1}`,
      where: whereOf(entry, students),
      place: known.places.get(entry.id) ?? null,
    }));
    if (stops.length === 0) return [];
    const places = stops.flatMap(({ place }) => place ?? []);
    return [
      {
        id: `${day.date} ${driver.id}`,
        driver,
        date: day.date,
        day: dayOfWeek,
        names,
        stops,
        legs: day.legs,
        lessons: stops.filter(({ entry }) => entry.kind !== 'appointment').length,
        driving: day.driving,
        driven: places.length === stops.length ? homeToHome(driver.home, places) : null,
      },
    ];
  });
};

export type TourDay = Pick<Tour, 'date' | 'day' | 'names' | 'driving'>;

/** The days on which somebody drives, with what all drive together. */
export const daysOfTours = (tours: readonly Tour[]): TourDay[] =>
  [...Map.groupBy(tours, ({ date }) => date).values()].flatMap((own) => {
    const [first] = own;
    return first ? [{ ...first, driving: wholeSum(own.map(({ driving }) => driving)) }] : [];
  });

/** Stops of a tour at one address share a pin. */
type Pin = { readonly id: string; readonly stops: readonly TourStop[]; readonly place: KnownPlace };

const addressKey = ({ entry }: TourStop): string => entry.address?.trim().toLowerCase() ?? entry.id;

const pinsOf = ({ stops }: Tour): Pin[] =>
  [...Map.groupBy(stops, addressKey).values()].flatMap((own) => {
    const [first] = own;
    return first?.place ? [{ id: first.entry.id, stops: own, place: first.place }] : [];
  });

const firstName = ({ entry: { title, kind } }: TourStop): string => {
  const name = kind === 'appointment' ? title : (title.split(' ')[0] ?? title);
  return name.length > 18 ? `${name.slice(0, 17).trimEnd()}…` : name;
};

/** "Mo 2, 3", of one of several teachers "Mo D2, 3". */
const pinText = ({ names, driver }: Tour, { stops }: Pin): string =>
  `${names.letters} ${driver.initials}${stops.map(({ number }) => number).join(', ')}`;

/** The stops that share a pin with one. */
export const stopsAtPin = (tours: readonly Tour[], id: string): readonly TourStop[] =>
  tours.flatMap(pinsOf).find(({ stops }) => stops.some(({ entry }) => entry.id === id))?.stops ?? [];

const homeId = ({ id }: Driver): string => `home ${id}`;

/** Each teacher's home, named where there are several. */
const homesOf = (tours: readonly Tour[]): MapPoint[] => {
  const drivers = new Map(tours.map(({ driver }) => [driver.id, driver]));
  return [...drivers.values()].flatMap((driver): MapPoint[] => {
    if (!driver.home) return [];
    const several = driver.initials !== '';
    const name = several ? (driver.name.trim().split(' ')[0] ?? '') : '';
    const title = several ? `${driver.name}’s home` : 'Home';
    return [{ id: homeId(driver), place: driver.home, mark: { kind: 'home' }, name, title }];
  });
};

const linesOf = (tour: Tour, pins: readonly Pin[], chosen: boolean, faint: boolean): MapLine[] => {
  const pinOf = new Map(pins.flatMap((pin) => pin.stops.map(({ entry }) => [entry.id, pin.id] as const)));
  const endOf = (id: string | null): string | undefined => (id === null ? homeId(tour.driver) : pinOf.get(id));
  return tour.legs.flatMap((leg): MapLine[] => {
    const [from, to] = [endOf(leg.from), endOf(leg.to)];
    if (from === undefined || to === undefined || from === to) return [];
    return [
      {
        id: `${tour.id} ${leg.from}>${leg.to}`,
        from,
        to,
        tone: chosen && leg.short > 0 ? 'short' : tour.day,
        dotted: leg.from === null || leg.to === null,
        faint,
        text: chosen && leg.minutes > 0 ? formatDuration(leg.minutes) : null,
        tour: tour.id,
      },
    ];
  });
};

/** Pins and lines of the tours; while one day is chosen, the others fade and its minutes appear. */
export const tourContent = (
  tours: readonly Tour[],
  chosen: IsoDate | null,
): { readonly points: MapPoint[]; readonly lines: MapLine[] } => {
  // Faded ones first: they are below the others.
  const drawn = tours.toSorted((a, b) => Number(a.date === chosen) - Number(b.date === chosen));
  const isFaint = ({ date }: Tour): boolean => chosen !== null && date !== chosen;
  const pinned = drawn.map((tour) => ({ tour, pins: pinsOf(tour) }));
  const points = pinned.flatMap(({ tour, pins }) =>
    pins.map((pin): MapPoint => ({
      id: pin.id,
      place: pin.place,
      mark: {
        kind: 'tour',
        text: pinText(tour, pin),
        day: tour.day,
        pending: pin.stops.some(({ entry }) => entry.state === 'pending'),
      },
      name: pin.stops.map(firstName).join(', '),
      title: `${pinText(tour, pin)}: ${pin.stops.map(({ entry }) => entry.title).join(', ')}`,
      faint: isFaint(tour),
    })),
  );
  if (points.length === 0) return { points: [], lines: [] };
  return {
    points: [...homesOf(tours), ...points],
    lines: pinned.flatMap(({ tour, pins }) => linesOf(tour, pins, tour.date === chosen, isFaint(tour))),
  };
};
