// What a schematic says about distances: rings around home, and places beyond the map's edge.
import { distance, milesFrom, project, type Frame, type Place } from './layout.ts';

const ringSteps = [0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 200];

/** Distances of the rings around home, in miles: round numbers, at least 52 pixels apart, at most four. */
export const ringsFor = (scale: number, reach: number): number[] => {
  const step = ringSteps.find((miles) => miles * scale >= 52) ?? 500;
  return [1, 2, 3, 4].map((times) => times * step).filter((miles) => (miles - step) * scale < reach);
};

/** A place beyond the edge of a map, in miles and as an angle from the middle (clockwise, 0 is east). */
export type Far = { readonly index: number; readonly miles: number; readonly angle: number };

const mostFar = 4;
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The scale without a far place: the others get more than twice the area, and more than twice the scale without a second one. */
const shrinks = { first: Math.SQRT2, more: 2 } as const;
/** Far is at least so many times as far as half of all. */
const timesAsFar = 3;
/** Several that live far away leave the map together if they are about equally far. */
const aboutAsFar = 0.7;

/** The places that would shrink a map of the others to less than half its area, farthest first. */
export const farPlaces = (places: readonly Place[], frame: Frame): Far[] => {
  const miles = places.map((place) => milesFrom(places[0] ?? place, place));
  const middle = { x: median(miles.map(({ x }) => x)), y: median(miles.map(({ y }) => y)) };
  const byDistance = miles
    .map((at, index) => ({
      index,
      miles: distance(at, middle),
      angle: Math.atan2(at.y - middle.y, at.x - middle.x),
    }))
    .toSorted((a, b) => b.miles - a.miles);
  const scaleWithout = (count: number): number =>
    project(
      byDistance.slice(count).flatMap(({ index }) => places[index] ?? []),
      frame,
    ).scale;
  const usual = median(byDistance.map(({ miles: away }) => away));
  let away = 0;
  for (let count = 1; count <= Math.min(mostFar, places.length - 3); count += 1) {
    const [first, last] = [byDistance[away], byDistance[count - 1]];
    if (!first || !last || last.miles < Math.max(aboutAsFar * first.miles, timesAsFar * usual)) break;
    if (scaleWithout(count) > (away === 0 ? shrinks.first : shrinks.more) * scaleWithout(away)) away = count;
  }
  return byDistance.slice(0, away);
};
