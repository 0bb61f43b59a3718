import { formatTime } from '@rondo/contracts/calendar/times.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';

/** The zones of the United States that have most of its people, listed first. `Intl` knows their names, too, but takes 50 ms to load them all. */
const common: Readonly<Record<string, string>> = {
  'America/New_York': 'Eastern Time, New York',
  'America/Chicago': 'Central Time, Chicago',
  'America/Denver': 'Mountain Time, Denver',
  'America/Phoenix': 'Mountain Standard Time, Phoenix',
  'America/Los_Angeles': 'Pacific Time, Los Angeles',
  'America/Anchorage': 'Alaska Time, Anchorage',
  'Pacific/Honolulu': 'Hawaii-Aleutian Standard Time, Honolulu',
};

/** "Berlin, Europe", "Buenos Aires, Argentina, America". */
const placeName = (timeZone: string): string => timeZone.split('/').toReversed().join(', ').replaceAll('_', ' ');

type ZoneOption = { readonly value: string; readonly label: string };

/** A time zone as a choice: a common one as people name it, any other by its place. */
export const zoneOption = (value: string): ZoneOption => ({ value, label: common[value] ?? placeName(value) });

/** The time zones to choose from, common ones first. The browser takes a while to list them, so ask when someone is about to choose. */
export const zoneOptions = (own: string): ZoneOption[] => {
  const others = [...new Set([...Intl.supportedValuesOf('timeZone'), own])].filter((zone) => !(zone in common));
  return [
    ...Object.keys(common).map(zoneOption),
    ...others.map(zoneOption).toSorted((a, b) => a.label.localeCompare(b.label)),
  ];
};

/** "It is 8:10 PM there." */
export const timeThere = (timeZone: string, at: number): string =>
  `It is ${formatTime(wallClock(at, timeZone).minute)} there.`;
