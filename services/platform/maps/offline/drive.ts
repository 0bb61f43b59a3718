import { greatCircleMiles } from '@rondo/contracts/people/distance.ts';
import { normalizeAddress } from '../address.ts';
import type { Drive, Place, Point } from '../provider.ts';

/**
 * Road miles per mile of great circle. Figures for the US are between 1.20 on long roads (Ballou, Rahardja, Sakai, 2002,
 * "Selected country circuity factors") and 1.4 for short everyday trips (Boscoe, Henry, Zdeb, 2012, "A nationwide
 * comparison of driving distance versus straight-line distance to hospitals"); drives to lessons are between the two.
 */
const detour = 1.3;

/**
 * How fast the road miles of one drive are driven, band by band: the first two on residential streets (limits of 25 mph,
 * and stops), up to eight on arterials (35 to 45 mph with signals), up to twenty on fast roads, the rest on highways.
 * Fitted to two US figures: the commute of 12.1 miles and 23.3 minutes (FHWA, Highway Statistics 2006, table NT-3; this gives
 * 23.5), and the mean trip of 14.2 miles and 23 minutes at all hours (AAA American Driving Survey 2016-2017; this gives 26.3,
 * because lessons are driven to in the after-school rush). 2 miles take 6 minutes, 8 take 18, 20 take 34, 50 take 64.
 */
const bands = [
  { upToMiles: 2, mph: 20 },
  { upToMiles: 8, mph: 30 },
  { upToMiles: 20, mph: 45 },
  { upToMiles: Infinity, mph: 60 },
] as const;

/**
 * The shortest drive between two addresses of which one is known by its ZIP code or city only: the points may coincide, the homes do not. Five minutes are 1.7 miles in town, half the way across a city's ZIP code.
 */
const leastMinutesWithinZip = 5;
const leastMinutes = 1;

/** The road miles between two points, estimated from the distance. */
export const roadMilesBetween = (a: Point, b: Point): number => greatCircleMiles(a, b) * detour;

/** The minutes, with fractions, for a distance on the road. Strictly increasing, with less and less time per mile. */
export const minutesForRoadMiles = (miles: number): number => {
  let minutes = 0;
  let from = 0;
  for (const { upToMiles, mph } of bands) {
    if (miles <= from) break;
    minutes += ((Math.min(miles, upToMiles) - from) / mph) * 60;
    from = upToMiles;
  }
  return minutes;
};

/** A place with the key of its address; computed once per place, not per pair. */
export type KeyedPlace = { readonly place: Place; readonly key: string };
export const keyed = (place: Place): KeyedPlace => ({ place, key: normalizeAddress(place.address) });

/** The shortest drive between two places that are not the same address, in minutes. */
export const leastMinutesBetween = (a: Place, b: Place): number =>
  a.precision === 'exact' && b.precision === 'exact' ? leastMinutes : leastMinutesWithinZip;

const isSamePoint = (a: Point, b: Point): boolean => a.latitude === b.latitude && a.longitude === b.longitude;

/** The drive between two places: 0 minutes for one and the same address, else whole minutes, rounded up. Symmetric. */
export const estimateDrive = (from: KeyedPlace, to: KeyedPlace): Drive => {
  if (from.key === to.key && (from.key !== '' || isSamePoint(from.place, to.place))) return { minutes: 0, miles: 0 };
  const roadMiles = roadMilesBetween(from.place, to.place);
  const least = leastMinutesBetween(from.place, to.place);
  const miles = Math.max(roadMiles, (least / 60) * bands[0].mph);
  return { minutes: Math.max(least, Math.ceil(minutesForRoadMiles(roadMiles))), miles: Math.round(miles * 10) / 10 };
};
