// The layout of the schematic of a day's route. Pure geometry: places in, pixels out, deterministic.

export type Place = { readonly latitude: number; readonly longitude: number };
export type Point = { readonly x: number; readonly y: number };
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

const milesPerDegree = 69.1;

export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Places as miles east and south of the first one. */
const inMiles = (places: readonly Place[]): Point[] => {
  const [origin] = places;
  if (!origin) return [];
  const shrink = Math.cos((origin.latitude * Math.PI) / 180);
  return places.map(({ latitude, longitude }) => ({
    x: (longitude - origin.longitude) * shrink * milesPerDegree,
    y: (origin.latitude - latitude) * milesPerDegree,
  }));
};

export type Frame = {
  readonly width: number;
  readonly height: number;
  /** The padding at the left and right, and at the top and bottom. */
  readonly marginX: number;
  readonly marginY: number;
};

/** The maximum scale of a map, however close together the places are. */
const leastMiles = 1.5;

/** Fits places into a frame, north up, as large as possible. `scale`: pixels per mile. */
export const project = (
  places: readonly Place[],
  frame: Frame,
): { readonly points: Point[]; readonly scale: number } => {
  const miles = inMiles(places);
  const [left, right] = [Math.min(...miles.map(({ x }) => x)), Math.max(...miles.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...miles.map(({ y }) => y)), Math.max(...miles.map(({ y }) => y))];
  const scale = Math.min(
    (frame.width - 2 * frame.marginX) / Math.max(right - left, leastMiles),
    (frame.height - 2 * frame.marginY) / Math.max(bottom - top, leastMiles),
  );
  const points = miles.map(({ x, y }) => ({
    x: frame.width / 2 + (x - (left + right) / 2) * scale,
    y: frame.height / 2 + (y - (top + bottom) / 2) * scale,
  }));
  return { points, scale };
};

/** The golden angle: spreads points at the same position in all directions. */
const partingAngle = 2.399963;

const pushApart = (a: Point, b: Point, index: number, apart: number): { dx: number; dy: number } => {
  const between = distance(a, b);
  const angle = between < 0.01 ? index * partingAngle : Math.atan2(b.y - a.y, b.x - a.x);
  const push = (apart - between) / 2;
  return { dx: Math.cos(angle) * push, dy: Math.sin(angle) * push };
};

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** Separates points that are on or near each other; the first stays where it is if `anchored` (home). */
export const spread = (points: readonly Point[], apart: number, frame: Frame, anchored: boolean): Point[] => {
  const placed = points.map((point) => ({ ...point }));
  const pairs = placed.flatMap((a, i) => placed.slice(i + 1).map((b, j) => ({ a, b, i, j: i + 1 + j })));
  for (let round = 0; round < 120; round += 1) {
    for (const { a, b, i, j } of pairs) {
      if (distance(a, b) >= apart) continue;
      const { dx, dy } = pushApart(a, b, i + j, apart);
      const fixed = anchored && i === 0;
      if (!fixed) {
        a.x -= dx;
        a.y -= dy;
      }
      b.x += fixed ? 2 * dx : dx;
      b.y += fixed ? 2 * dy : dy;
    }
    for (const point of placed) {
      point.x = clamp(point.x, frame.marginX / 2, frame.width - frame.marginX / 2);
      point.y = clamp(point.y, frame.marginY / 2, frame.height - frame.marginY / 2);
    }
  }
  return placed;
};

/** A leg as a shallow curve; legs back and forth between two places do not overlap. */
export type Curve = { readonly from: Point; readonly bend: Point; readonly to: Point };

export const curveOf = (from: Point, to: Point): Curve => {
  const bend = 0.09;
  return {
    from,
    to,
    bend: {
      x: (from.x + to.x) / 2 + (to.y - from.y) * bend,
      y: (from.y + to.y) / 2 - (to.x - from.x) * bend,
    },
  };
};

/** The point of a curve at 0 (start) to 1 (end). */
const along = ({ from, bend, to }: Curve, t: number): Point => ({
  x: (1 - t) ** 2 * from.x + 2 * t * (1 - t) * bend.x + t ** 2 * to.x,
  y: (1 - t) ** 2 * from.y + 2 * t * (1 - t) * bend.y + t ** 2 * to.y,
});

/** Square pixels of the intersection of two boxes. */
const shared = (a: Box, b: Box): number => {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
};

const dotsOn = (curve: Curve): Point[] => Array.from({ length: 19 }, (_, i) => along(curve, (i + 1) / 20));

/** The number of points inside a box. */
const within = (points: readonly Point[], { x, y, width, height }: Box): number =>
  points.filter((point) => point.x > x && point.x < x + width && point.y > y && point.y < y + height).length;

/** Even a small overlap has a high cost. */
const touching = (area: number): number => (area > 0 ? 120 + 3 * area : 0);

const centered = ({ x, y }: Point, width: number, height: number): Box => ({
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
});

/** The part of a box outside the frame costs more than any overlap. */
const outside = (box: Box, { width, height }: Frame): number =>
  box.width * box.height - shared(box, { x: 4, y: 4, width: width - 8, height: height - 8 });

const cheapest = (candidates: readonly Box[], cost: (box: Box, rank: number) => number): Box | null => {
  const priced = candidates.map((box, rank) => ({ box, cost: cost(box, rank) }));
  return (
    priced.reduce<{ box: Box; cost: number } | null>(
      (best, next) => (best === null || next.cost < best.cost ? next : best),
      null,
    )?.box ?? null
  );
};

/** Half the size of a stop's marker. */
export const markerRadius = 14.5;
const markerBox = (point: Point): Box => centered(point, markerRadius * 2 + 4, markerRadius * 2 + 4);

/** Candidate positions for the minutes of a leg: on the curve, then next to it. */
const pillPlaces = (curve: Curve, width: number, height: number): Box[] => {
  const { from, to } = curve;
  const length = Math.max(1, distance(from, to));
  const aside = (by: number, t: number): Point => {
    const at = along(curve, t);
    return { x: at.x + ((to.y - from.y) / length) * by, y: at.y - ((to.x - from.x) / length) * by };
  };
  return [0, 14, -14, 24, -24, 34, -34, 48, -48, 62, -62].flatMap((by) =>
    [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74].map((t) => centered(aside(by, t), width, height)),
  );
};

/** Candidate positions for a stop's name: right, left, below, above, then the corners. */
const namePlaces = ({ x, y }: Point, width: number, height: number): Box[] => {
  const gap = markerRadius + 5;
  const side = (dx: number, dy: number): Box => ({
    x: x + (dx > 0 ? gap * dx : dx < 0 ? -gap * -dx - width : -width / 2),
    y: y + (dy > 0 ? gap * dy - 2 : dy < 0 ? -gap * -dy - height + 2 : -height / 2),
    width,
    height,
  });
  return [
    side(1, 0),
    side(-1, 0),
    side(0, 1),
    side(0, -1),
    side(0.75, -0.75),
    side(0.75, 0.75),
    side(-0.75, -0.75),
    side(-0.75, 0.75),
  ];
};

type Sized = { readonly width: number; readonly height: number };

export type LabelsInput = {
  readonly markers: readonly Point[];
  readonly legs: readonly { readonly curve: Curve; readonly pill: Sized }[];
  readonly names: readonly { readonly at: Point; readonly size: Sized }[];
  /** Rings around home, labeled with their miles. */
  readonly rings?: readonly { readonly center: Point; readonly radius: number; readonly size: Sized }[];
  readonly frame: Frame;
};

export type PlacedLabels = {
  readonly pills: readonly (Box | null)[];
  readonly names: readonly (Box | null)[];
  readonly rings: readonly (Box | null)[];
};

/** Candidate positions for a ring's label: lower right first. */
const ringPlaces = (center: Point, radius: number, { width, height }: Sized): Box[] =>
  [20, 40, 160, 140, -20, -40, 200, 220, 60, 120, 90, -90].map((degrees) => {
    const angle = (degrees * Math.PI) / 180;
    return centered({ x: center.x + Math.cos(angle) * radius, y: center.y + Math.sin(angle) * radius }, width, height);
  });

/**
 * Boxes for the minutes of each leg and the name of each stop, placed so that they cover neither markers nor each other as far as possible.
 * Every leg has its minutes. A name is null if every position would cover too much: the list next to the map has the same text.
 */
export const placeLabels = ({ markers, legs, names, rings = [], frame }: LabelsInput): PlacedLabels => {
  const taken: Box[] = markers.map(markerBox);
  const cover = (box: Box): number =>
    taken.reduce((sum, other) => sum + touching(shared(box, other)), 0) + 4 * outside(box, frame);
  const pills = new Map<number, Box>();
  // The widest first, because it has the fewest possible positions.
  for (const [i, { curve, pill }] of [...legs.entries()].toSorted(([, a], [, b]) => b.pill.width - a.pill.width)) {
    const others = legs.filter((_, other) => other !== i).flatMap((leg) => dotsOn(leg.curve));
    const box = cheapest(
      pillPlaces(curve, pill.width, pill.height),
      (at, rank) => cover(at) + 12 * within(others, at) + rank * 4,
    );
    if (!box) continue;
    taken.push(box);
    pills.set(i, box);
  }
  const lines = legs.flatMap(({ curve }) => dotsOn(curve));
  const crossing = (box: Box): number => 14 * within(lines, box);
  const placedNames = names.map(({ at, size }) => {
    const box = cheapest(
      namePlaces(at, size.width, size.height),
      (place, rank) => cover(place) + crossing(place) + rank * 2,
    );
    if (!box || cover(box) > 120 + size.width * size.height * 0.4) return null;
    taken.push(box);
    return box;
  });
  const miles = rings.map(({ center, radius, size }) => {
    const box = cheapest(ringPlaces(center, radius, size), (place, rank) => cover(place) + crossing(place) + rank);
    if (!box || cover(box) > 0) return null;
    taken.push(box);
    return box;
  });
  return { pills: legs.map((_, i) => pills.get(i) ?? null), names: placedNames, rings: miles };
};

const ringSteps = [0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 200];

/** Distances of the rings around home, in miles: round numbers, at least 52 pixels apart, at most four. */
export const ringsFor = (scale: number, reach: number): number[] => {
  const step = ringSteps.find((miles) => miles * scale >= 52) ?? 500;
  return [1, 2, 3, 4].map((times) => times * step).filter((miles) => (miles - step) * scale < reach);
};
