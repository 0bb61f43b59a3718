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
import type { Student } from '@rondo/contracts/api/students.ts';
import type { KnownPlace } from '../../calendar/day-view/places.ts';
import type { Day } from '../../calendar/days/day.ts';
import type { DayEntry } from '../../calendar/days/entry.ts';
import { stopsOf, type Leg } from '../../calendar/days/legs.ts';
import { streetOf } from '../../lib/address.ts';
import type { MapLine, MapPoint } from '../../ui/map/model.ts';

/** One stop of a tour, as the list and the map show it. */
export type TourStop = {
  readonly entry: DayEntry;
  /** In driving order, from 1. */
  readonly number: number;
  /** "Tu 3": the same on the map and in the list. */
  readonly sign: string;
  /** "1905 S 5th St, Austin"; '' if there is no address. */
  readonly where: string;
  readonly place: KnownPlace | null;
};

/** A teacher's drive of one day, home to home. */
export type Tour = {
  readonly date: IsoDate;
  readonly day: DayOfWeek;
  /** "Tuesday", "Tue" and "Tu". */
  readonly names: { readonly long: string; readonly short: string; readonly letters: string };
  readonly stops: readonly TourStop[];
  readonly legs: readonly Leg[];
  /** Stops that are lessons. */
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

/** The tours of a week's days that have stops. */
export const toursOf = (
  days: readonly Day[],
  known: {
    readonly home: KnownPlace | null;
    readonly places: ReadonlyMap<string, KnownPlace>;
    readonly students: readonly Student[];
  },
): Tour[] => {
  const students = new Map(known.students.map((student) => [student.id, student]));
  return days.flatMap((day): Tour[] => {
    const dayOfWeek = dayOfWeekOf(day.date);
    const long = longDayName(dayOfWeek);
    const names = { long, short: shortDayName(dayOfWeek), letters: long.slice(0, 2) };
    const stops = stopsOf(day.entries).map((entry, i): TourStop => ({
      entry,
      number: i + 1,
      sign: `${names.letters} ${i + 1}`,
      where: whereOf(entry, students),
      place: known.places.get(entry.id) ?? null,
    }));
    if (stops.length === 0) return [];
    const places = stops.flatMap(({ place }) => place ?? []);
    return [
      {
        date: day.date,
        day: dayOfWeek,
        names,
        stops,
        legs: day.legs,
        lessons: stops.filter(({ entry }) => entry.kind !== 'appointment').length,
        driving: day.driving,
        driven: places.length === stops.length ? homeToHome(known.home, places) : null,
      },
    ];
  });
};

/** A sum of which no part is missing; null otherwise. */
export const wholeSum = (parts: readonly (number | null)[]): number | null =>
  parts.reduce<number | null>((sum, part) => (sum === null || part === null ? null : sum + part), 0);

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

/** "Mo 2, 3". */
const pinText = ({ letters }: Tour['names'], { stops }: Pin): string =>
  `${letters} ${stops.map(({ number }) => number).join(', ')}`;

const atHome = 'home';

const linesOf = (tour: Tour, pins: readonly Pin[], chosen: boolean, faint: boolean): MapLine[] => {
  const pinOf = new Map(pins.flatMap((pin) => pin.stops.map(({ entry }) => [entry.id, pin.id] as const)));
  const endOf = (id: string | null): string | undefined => (id === null ? atHome : pinOf.get(id));
  return tour.legs.flatMap((leg): MapLine[] => {
    const [from, to] = [endOf(leg.from), endOf(leg.to)];
    if (from === undefined || to === undefined || from === to) return [];
    return [
      {
        id: `${tour.date} ${leg.from}>${leg.to}`,
        from,
        to,
        tone: chosen && leg.short > 0 ? 'short' : tour.day,
        dotted: leg.from === null || leg.to === null,
        faint,
        text: chosen && leg.minutes > 0 ? formatDuration(leg.minutes) : null,
        tour: tour.date,
      },
    ];
  });
};

/** Pins and lines of the tours; while one day is chosen, the others fade and its minutes appear. */
export const tourContent = (
  tours: readonly Tour[],
  home: KnownPlace | null,
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
        text: pinText(tour.names, pin),
        day: tour.day,
        pending: pin.stops.some(({ entry }) => entry.state === 'pending'),
      },
      name: pin.stops.map(firstName).join(', '),
      title: `${pinText(tour.names, pin)}: ${pin.stops.map(({ entry }) => entry.title).join(', ')}`,
      faint: isFaint(tour),
    })),
  );
  if (points.length === 0) return { points: [], lines: [] };
  return {
    points: [
      ...(home ? [{ id: atHome, place: home, mark: { kind: 'home' as const }, name: '', title: 'Home' }] : []),
      ...points,
    ],
    lines: pinned.flatMap(({ tour, pins }) => linesOf(tour, pins, tour.date === chosen, isFaint(tour))),
  };
};
