// Signs at the edge of a map for places beyond it.
import { farPlaces, type Far } from './far.ts';
import { textWidth } from './labels.ts';
import type { Box, Frame, Sized } from './layout.ts';
import type { MapPoint } from './model.ts';

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
