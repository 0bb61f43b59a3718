// The layout of schematic maps. Pure geometry: places in, pixels out, deterministic.

export type Place = { readonly latitude: number; readonly longitude: number };
export type Point = { readonly x: number; readonly y: number };
export type Sized = { readonly width: number; readonly height: number };
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

const milesPerDegree = 69.1;

/** Pixels. `Math.hypot` is several times slower. */
export const distance = (a: Point, b: Point): number => Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2);

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

/** The part of a map that places are fitted into; `below`: pixels at the bottom that belong to the caption. */
export const frameOf = ({ width, height }: Sized, below: number): Frame => ({
  width,
  height: height - below,
  marginX: Math.min(64, width / 6),
  marginY: 48,
});

/** The maximum scale of a map, however close together the places are. */
const leastMiles = 1.5;

/** How places lie in a frame, north up, as large as possible. `scale`: pixels per mile. */
export type Projection = {
  readonly scale: number;
  readonly toPoint: (place: Place) => Point;
  readonly toPlace: (point: Point) => Place;
};

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

/** A mark while it is moved: a pill, or a circle, whose middle line is no longer than a point. */
type Pill = { x: number; y: number; readonly halfLine: number; readonly radius: number };

/** The way from one pill to another, from the nearest points of their middle lines. */
const between = (a: Pill, b: Pill): Point => {
  const [dx, lines] = [b.x - a.x, a.halfLine + b.halfLine];
  return { x: Math.sign(dx) * Math.max(0, Math.abs(dx) - lines), y: b.y - a.y };
};

/** How far one above the other also gives way sideways: at the edge of the map it cannot go up or down. */
const sideways = 0.25;

/** How far one beside the other also gives way up or down, in turn: at the edge of the map it cannot go aside. */
const upOrDown = 0.1;

/** The direction in which two pills part. */
const parting = (a: Pill, b: Pill, index: number, { x, y }: Point): Point => {
  const inTurn = index % 2 === 0 ? 1 : -1;
  if (x === 0) return { x: (b.x - a.x) * sideways, y: y === 0 && a.x !== b.x ? inTurn : y };
  if (Math.abs(y) >= 1) return { x, y };
  return { x, y: (Math.sign(y) || inTurn) * Math.abs(x) * upOrDown };
};

/** By how much each of two pills that are too near has to give way. `nearest`: the way between their middle lines. */
const pushApart = (a: Pill, b: Pill, index: number, nearest: Point, lacking: number): Point => {
  const { x, y } = parting(a, b, index, nearest);
  const way = Math.sqrt(x ** 2 + y ** 2);
  const push = lacking / 2;
  if (way >= 0.01) return { x: (x / way) * push, y: (y / way) * push };
  const angle = index * partingAngle;
  return { x: Math.cos(angle) * push, y: Math.sin(angle) * push };
};

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** Points on top of each other as a round cluster, as the seeds of a sunflower are: pushing alone would make rows of them. */
const unstacked = (points: readonly Point[], shapes: readonly Sized[]): Pill[] => {
  const aside = stackOffsets(points.map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`));
  return points.map(({ x, y }, i) => {
    const { width, height } = shapes[i] ?? { width: 0, height: 0 };
    const [dx, dy] = [aside[i]?.x ?? 0, aside[i]?.y ?? 0];
    return { x: x + dx * width, y: y + dy * height, halfLine: (width - height) / 2, radius: height / 2 };
  });
};

/** How far to move each of the points with the same key, in multiples of its own size. The first one stays. */
const stackOffsets = (keys: readonly string[]): Point[] => {
  const stacks = new Map<string, number>();
  return keys.map((key) => {
    const below = stacks.get(key) ?? 0;
    stacks.set(key, below + 1);
    const [angle, radius] = [below * partingAngle, 0.6 * Math.sqrt(below)];
    return { x: Math.cos(angle) * radius, y: Math.sin(angle) * radius };
  });
};

const mostRounds = 120;
/** Pixels that points may lack: to separate a crowd to the last bit takes many rounds, and nobody sees it. */
const slack = 0.5;
/** Pixels between marks and the edge of the map. */
const edge = 6;
/** Comparisons of two points that a layout may cost: with more points than fit, the spreading ends earlier. */
const mostComparisons = 6_000_000;

/**
 * Separates marks that are on or near each other; the first stays where it is if `anchored` (home). All stay inside the frame, if there
 * is one.
 * @param shapes the room of each mark: as high as wide for a circle, wider for a pill
 */
export const spread = (
  points: readonly Point[],
  shapes: readonly Sized[],
  frame: Frame | null,
  anchored: boolean,
): Point[] => {
  const placed = unstacked(points, shapes);
  const rounds = Math.min(mostRounds, Math.ceil(mostComparisons / Math.max(1, placed.length ** 2)));
  for (let round = 0; round < rounds; round += 1) {
    let moved = false;
    for (const [i, a] of placed.entries())
      for (let j = i + 1; j < placed.length; j += 1) {
        const b = placed[j];
        if (!b) continue;
        const apart = a.radius + b.radius;
        const enough = apart - slack;
        if (Math.abs(a.y - b.y) >= enough || Math.abs(a.x - b.x) >= enough + a.halfLine + b.halfLine) continue;
        const way = between(a, b);
        const near = Math.sqrt(way.x ** 2 + way.y ** 2);
        if (near >= enough) continue;
        const push = pushApart(a, b, i + j, way, apart - near);
        const fixed = anchored && i === 0;
        moved = true;
        if (!fixed) {
          a.x -= push.x;
          a.y -= push.y;
        }
        b.x += fixed ? 2 * push.x : push.x;
        b.y += fixed ? 2 * push.y : push.y;
      }
    if (!moved) break;
    if (frame === null) continue;
    for (const pill of placed) {
      const [side, end] = [pill.halfLine + pill.radius + edge, pill.radius + edge];
      pill.x = clamp(pill.x, side, frame.width - side);
      pill.y = clamp(pill.y, end, frame.height - end);
    }
  }
  return placed.map(({ x, y }) => ({ x, y }));
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
