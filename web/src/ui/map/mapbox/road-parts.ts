// Roads of tours in pixels, for what is written beside them.
import { distance, type Curve, type Point } from '../layout.ts';

/** How far along a line each of its points is, in pixels. */
const lengths = (line: readonly Point[]): number[] => {
  let sum = 0;
  return line.map((point, i) => (sum += distance(line[i - 1] ?? point, point)));
};

const between = (a: Point, b: Point, part: number): Point => ({
  x: a.x + (b.x - a.x) * part,
  y: a.y + (b.y - a.y) * part,
});

/** The point of a line at a distance from its start, in pixels. */
const pointAt = (line: readonly Point[], along: readonly number[], pixels: number): Point => {
  const next = along.findIndex((length) => length >= pixels);
  const [before, after] = [line[next - 1], line[next]];
  if (!after) return line.at(-1) ?? { x: 0, y: 0 };
  if (!before) return after;
  const [from = 0, to = 0] = [along[next - 1], along[next]];
  return between(before, after, to === from ? 0 : (pixels - from) / (to - from));
};

/** Points along a line, in equal steps. */
export const dotsAlong = (line: readonly Point[], step: number): Point[] => {
  const along = lengths(line);
  const count = Math.floor((along.at(-1) ?? 0) / step);
  return Array.from({ length: count + 1 }, (_, i) => pointAt(line, along, i * step));
};

/** The parts of a road between the stops that it passes, in their order: each ends where the road is nearest to its stop. */
export const partsOf = (road: readonly Point[], stops: readonly Point[]): Point[][] => {
  let start = 0;
  return stops.map((stop) => {
    const far = road.map((point, i) => (i < start ? Infinity : distance(point, stop)));
    const end = far.indexOf(Math.min(...far));
    const part = road.slice(start, end + 1);
    start = end;
    return part;
  });
};

/** A curve through the middle of a line, where its text belongs; null for a line without length. */
export const middleOf = (line: readonly Point[]): Curve | null => {
  const along = lengths(line);
  const whole = along.at(-1) ?? 0;
  if (whole === 0) return null;
  const [from, middle, to] = [
    pointAt(line, along, whole * 0.2),
    pointAt(line, along, whole / 2),
    pointAt(line, along, whole * 0.8),
  ];
  return { from, to, bend: { x: 2 * middle.x - (from.x + to.x) / 2, y: 2 * middle.y - (from.y + to.y) / 2 } };
};
