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

export const dotsAlong = (line: readonly Point[], step: number): Point[] => {
  const along = lengths(line);
  const count = Math.floor((along.at(-1) ?? 0) / step);
  return Array.from({ length: count + 1 }, (_, i) => pointAt(line, along, i * step));
};

/**
 * Where a road passes its stops, as indexes of its points, none before the one of the stop before. Of all such ways the one that is
 * nearest to all stops together: a road that passes a stop twice is nearest to it on one pass, and may stop there on the other.
 */
const passesOf = (road: readonly Point[], stops: readonly Point[]): number[] => {
  /** For each stop and point: the pass of this stop up to there that makes the sum of the distances so far least. */
  const passes: Int32Array[] = [];
  let least = new Float64Array(road.length);
  for (const stop of stops) {
    const sums = new Float64Array(road.length);
    const best = new Int32Array(road.length);
    for (const [i, point] of road.entries()) {
      const here = (least[i] ?? 0) + distance(point, stop);
      const before = i === 0 ? Infinity : (sums[i - 1] ?? Infinity);
      sums[i] = Math.min(here, before);
      best[i] = here < before ? i : (best[i - 1] ?? 0);
    }
    least = sums;
    passes.push(best);
  }
  let last = road.length - 1;
  return passes
    .toReversed()
    .map((best) => (last = best[last] ?? 0))
    .toReversed();
};

/** The parts of a road between the stops that it passes, in their order: each ends where the road passes its stop. */
export const partsOf = (road: readonly Point[], stops: readonly Point[]): Point[][] => {
  const passes = passesOf(road, stops);
  return passes.map((end, i) => road.slice(passes[i - 1] ?? 0, end + 1));
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
