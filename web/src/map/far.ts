// What a schematic says about distances: rings around home, and places beyond the map's edge.
import { distance, milesFrom, project, type Frame, type Place, type Box, type Sized } from './layout.ts';
import { textWidth } from './labels.ts';
import type { MapPoint } from './model.ts';

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

/** A point beyond the edge of the map. Its sign is at the edge, in the point's direction. */
export type FarSign = MapPoint & { readonly miles: number; readonly angle: number; readonly box: Box };

/** The points that would make a map of the others too small. */
export const farPoints = (points: readonly MapPoint[], frame: Frame): Far[] =>
  farPlaces(
    points.map(({ place }) => place),
    frame,
  );

export const farText = ({ name, title }: MapPoint, miles: number): string =>
  `${name || title}, ${Math.round(miles).toLocaleString('en-US')} mi`;

/** Pixels between two signs. */
const gap = 4;

const covers = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width + gap && b.x < a.x + a.width + gap && a.y < b.y + b.height + gap && b.y < a.y + a.height + gap;

/** The box of a sign at the edge: on the line from the middle to its place, clear of the buttons and the other signs. */
const edgeBox = (
  text: string,
  angle: number,
  { width, height }: Sized,
  { buttons, signs }: { readonly buttons: Box | null; readonly signs: readonly Box[] },
): Box => {
  const size = { width: textWidth(text, 6.6) + 40, height: 28 };
  const [reachX, reachY] = [width / 2 - size.width / 2 - 12, height / 2 - size.height / 2 - 12];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const along = Math.min(reachX / Math.max(Math.abs(cos), 1e-6), reachY / Math.max(Math.abs(sin), 1e-6));
  const box = {
    x: width / 2 + cos * along - size.width / 2,
    y: height / 2 + sin * along - size.height / 2,
    ...size,
  };
  if (buttons && covers(box, buttons)) {
    const left = box.x + size.width + gap - buttons.x;
    const below = buttons.y + buttons.height + gap - box.y;
    if (left < below) box.x -= left;
    else box.y += below;
  }
  let step = 0;
  const down = box.y < height / 2 ? 34 : -34;
  while (signs.some((other) => covers(box, other)) && step < 6) {
    box.y += down;
    step += 1;
  }
  return box;
};

/** The signs of far points, none on another or on the buttons. */
export const farSigns = (
  points: readonly MapPoint[],
  away: readonly Far[],
  size: Sized,
  buttons: Box | null = null,
): FarSign[] =>
  away.reduce<FarSign[]>((placed, { index, miles, angle }) => {
    const point = points[index];
    if (!point) return placed;
    const signs = placed.map((other) => other.box);
    const box = edgeBox(farText(point, miles), angle, size, { buttons, signs });
    return [...placed, { ...point, miles, angle, box }];
  }, []);
