// Signs at the edge of a map for places beyond it.
import { farPlaces, type Far } from './far.ts';
import type { Box, Frame, Sized } from './layout.ts';
import type { MapPoint } from './model.ts';

/** A point beyond the edge of the map; its sign stands at the edge, in its direction. */
export type FarSign = MapPoint & { readonly miles: number; readonly angle: number; readonly box: Box };

/** The points that would make a map of the others too small. */
export const farPoints = (points: readonly MapPoint[], frame: Frame): Far[] =>
  farPlaces(
    points.map(({ place }) => place),
    frame,
  );

// Estimated text widths at 12 pixels, slightly generous.
export const textWidth = (text: string, perLetter: number): number => text.length * perLetter;

export const farText = ({ name, title }: MapPoint, miles: number): string =>
  `${name || title}, ${Math.round(miles).toLocaleString('en-US')} mi`;

/** Where a sign at the edge stands: on the line from the middle towards its place. */
const edgeBox = (text: string, angle: number, { width, height }: Sized, taken: readonly Box[]): Box => {
  const size = { width: textWidth(text, 6.6) + 40, height: 28 };
  const [reachX, reachY] = [width / 2 - size.width / 2 - 12, height / 2 - size.height / 2 - 12];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const along = Math.min(reachX / Math.max(Math.abs(cos), 1e-6), reachY / Math.max(Math.abs(sin), 1e-6));
  const box = {
    x: width / 2 + cos * along - size.width / 2,
    y: height / 2 + sin * along - size.height / 2,
    ...size,
  };
  const covers = (other: Box): boolean =>
    box.x < other.x + other.width &&
    other.x < box.x + box.width &&
    box.y < other.y + other.height + 4 &&
    other.y < box.y + box.height + 4;
  let step = 0;
  const down = box.y < height / 2 ? 34 : -34;
  while (taken.some(covers) && step < 6) {
    box.y += down;
    step += 1;
  }
  return box;
};

/** The signs of far points, none on another or on what is `taken`. */
export const farSigns = (
  points: readonly MapPoint[],
  away: readonly Far[],
  size: Sized,
  taken: readonly Box[] = [],
): FarSign[] =>
  away.reduce<FarSign[]>((placed, { index, miles, angle }) => {
    const point = points[index];
    if (!point) return placed;
    const box = edgeBox(farText(point, miles), angle, size, [...taken, ...placed.map((other) => other.box)]);
    return [...placed, { ...point, miles, angle, box }];
  }, []);
