// The layout of schematic maps. Pure geometry: places in, pixels out, deterministic.

export type Place = { readonly latitude: number; readonly longitude: number };
export type Point = { readonly x: number; readonly y: number };
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

const milesPerDegree = 69.1;

export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

const shrinkAt = ({ latitude }: Place): number => Math.cos((latitude * Math.PI) / 180);

/** Miles east (x) and south (y) of an origin. */
export const milesFrom = (origin: Place, { latitude, longitude }: Place): Point => ({
  x: (longitude - origin.longitude) * shrinkAt(origin) * milesPerDegree,
  y: (origin.latitude - latitude) * milesPerDegree,
});

/** The place some miles east and south of an origin. */
export const movedBy = (origin: Place, { x, y }: Point): Place => ({
  latitude: origin.latitude - y / milesPerDegree,
  longitude: origin.longitude + x / (shrinkAt(origin) * milesPerDegree),
});

export type Frame = {
  readonly width: number;
  readonly height: number;
  /** The padding at the left and right, and at the top and bottom. */
  readonly marginX: number;
  readonly marginY: number;
};

/** The maximum scale of a map, however close together the places are. */
const leastMiles = 1.5;

/** How places lie in a frame, north up, as large as possible. `scale`: pixels per mile. */
export type Projection = {
  readonly scale: number;
  readonly toPoint: (place: Place) => Point;
  readonly toPlace: (point: Point) => Place;
};

/** Fits places into a frame. */
export const projectionOf = (places: readonly Place[], frame: Frame): Projection => {
  const origin = places[0] ?? { latitude: 0, longitude: 0 };
  const miles = places.map((place) => milesFrom(origin, place));
  const [left, right] = [Math.min(...miles.map(({ x }) => x)), Math.max(...miles.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...miles.map(({ y }) => y)), Math.max(...miles.map(({ y }) => y))];
  const scale = Math.min(
    (frame.width - 2 * frame.marginX) / Math.max(right - left, leastMiles),
    (frame.height - 2 * frame.marginY) / Math.max(bottom - top, leastMiles),
  );
  return {
    scale,
    toPoint: (place) => {
      const { x, y } = milesFrom(origin, place);
      return {
        x: frame.width / 2 + (x - (left + right) / 2) * scale,
        y: frame.height / 2 + (y - (top + bottom) / 2) * scale,
      };
    },
    toPlace: ({ x, y }) =>
      movedBy(origin, {
        x: (x - frame.width / 2) / scale + (left + right) / 2,
        y: (y - frame.height / 2) / scale + (top + bottom) / 2,
      }),
  };
};

/** The points of places in a frame. */
export const project = (
  places: readonly Place[],
  frame: Frame,
): { readonly points: Point[]; readonly scale: number } => {
  if (places.length === 0) return { points: [], scale: 1 };
  const { scale, toPoint } = projectionOf(places, frame);
  return { points: places.map(toPoint), scale };
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

/** Points on top of each other as a round cluster, as the seeds of a sunflower are: pushing alone would make rows of them. */
const unstacked = (points: readonly Point[], apart: number): { x: number; y: number }[] => {
  const aside = stackOffsets(
    points.map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`),
    apart,
  );
  return points.map(({ x, y }, i) => ({ x: x + (aside[i]?.x ?? 0), y: y + (aside[i]?.y ?? 0) }));
};

/** By how many pixels points with the same key stand aside of each other. The first one stays. */
export const stackOffsets = (keys: readonly string[], apart: number): Point[] => {
  const stacks = new Map<string, number>();
  return keys.map((key) => {
    const below = stacks.get(key) ?? 0;
    stacks.set(key, below + 1);
    const [angle, radius] = [below * partingAngle, 0.6 * apart * Math.sqrt(below)];
    return { x: Math.cos(angle) * radius, y: Math.sin(angle) * radius };
  });
};

const mostRounds = 120;
/** Comparisons of two points that a layout may cost: with more points than fit, the spreading ends earlier. */
const mostComparisons = 6_000_000;

/** Separates points that are on or near each other; the first stays where it is if `anchored` (home). */
export const spread = (points: readonly Point[], apart: number, frame: Frame, anchored: boolean): Point[] => {
  const placed = unstacked(points, apart);
  const rounds = Math.min(mostRounds, Math.ceil(mostComparisons / Math.max(1, placed.length ** 2)));
  for (let round = 0; round < rounds; round += 1) {
    let moved = false;
    for (const [i, a] of placed.entries())
      for (let j = i + 1; j < placed.length; j += 1) {
        const b = placed[j];
        if (!b || Math.abs(a.x - b.x) >= apart || Math.abs(a.y - b.y) >= apart || distance(a, b) >= apart) continue;
        const { dx, dy } = pushApart(a, b, i + j, apart);
        const fixed = anchored && i === 0;
        moved = true;
        if (!fixed) {
          a.x -= dx;
          a.y -= dy;
        }
        b.x += fixed ? 2 * dx : dx;
        b.y += fixed ? 2 * dy : dy;
      }
    if (!moved) break;
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
const stopSize: Sized = { width: markerRadius * 2, height: markerRadius * 2 };
const markerBox = ({ size = stopSize, ...point }: Marker): Box => centered(point, size.width + 4, size.height + 4);

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

/** Candidate positions for a marker's name: right, left, below, above, then the corners. */
const namePlaces = ({ x, y, size: mark = stopSize }: Marker, { width, height }: Sized): Box[] => {
  const [across, down] = [mark.width / 2 + 5, mark.height / 2 + 5];
  const side = (dx: number, dy: number): Box => ({
    x: x + (dx > 0 ? across * dx : dx < 0 ? -across * -dx - width : -width / 2),
    y: y + (dy > 0 ? down * dy - 2 : dy < 0 ? -down * -dy - height + 2 : -height / 2),
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

export type Sized = { readonly width: number; readonly height: number };

/** The center of a marker, and its size unless it is a stop's. */
type Marker = Point & { readonly size?: Sized };

export type LabelsInput = {
  readonly markers: readonly Marker[];
  /** Legs without a pill have no minutes on the map. */
  readonly legs: readonly { readonly curve: Curve; readonly pill: Sized | null }[];
  readonly names: readonly { readonly at: Marker; readonly size: Sized }[];
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
 * Every leg with a pill has its minutes. A name is null if every position would cover too much: the list next to the map has the same text.
 */
export const placeLabels = ({ markers, legs, names, rings = [], frame }: LabelsInput): PlacedLabels => {
  const taken: Box[] = markers.map(markerBox);
  const cover = (box: Box): number =>
    taken.reduce((sum, other) => sum + touching(shared(box, other)), 0) + 4 * outside(box, frame);
  const pills = new Map<number, Box>();
  // The widest first, because it has the fewest possible positions.
  const widest = [...legs.entries()].toSorted(([, a], [, b]) => (b.pill?.width ?? 0) - (a.pill?.width ?? 0));
  for (const [i, { curve, pill }] of widest) {
    if (!pill) continue;
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
    const box = cheapest(namePlaces(at, size), (place, rank) => cover(place) + crossing(place) + rank * 2);
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
