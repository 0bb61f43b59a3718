import { formatTime } from '@rondo/contracts/calendar/times.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';

/** The zones of the United States that have most of its people, listed first. */
const common = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
];

/** "Central Time". */
const zoneName = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;

/** "Berlin, Europe", "Buenos Aires, Argentina, America". */
const placeName = (timeZone: string): string => timeZone.split('/').toReversed().join(', ').replaceAll('_', ' ');

/** "Chicago". */
const cityName = (timeZone: string): string => placeName(timeZone).split(', ')[0] ?? timeZone;

const commonLabel = (timeZone: string): string => `${zoneName(timeZone)}, ${cityName(timeZone)}`;

/** The time zones to choose from: common ones first, named as people name them, then all others by their place. */
export const zoneOptions = (own: string): { value: string; label: string }[] => {
  const others = [...new Set([...Intl.supportedValuesOf('timeZone'), own])].filter((zone) => !common.includes(zone));
  return [
    ...common.map((value) => ({ value, label: commonLabel(value) })),
    ...others.map((value) => ({ value, label: placeName(value) })).toSorted((a, b) => a.label.localeCompare(b.label)),
  ];
};

/** "It is 8:10 PM there." */
export const timeThere = (timeZone: string, at: number): string =>
  `It is ${formatTime(wallClock(at, timeZone).minute)} there.`;
