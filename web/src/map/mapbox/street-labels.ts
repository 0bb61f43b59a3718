import { type Far, farSigns, type FarSign } from '../far.ts';
import { dotStep, nameSize, placeLabels, textWidth } from '../labels.ts';
import { spread, type Box, type Curve, type Point, type Sized, distance } from '../layout.ts';
import { roomOf, shapeOf, sizeOf, type MapContent, type MapLine, type MapPoint } from '../model.ts';

// Roads of tours in pixels, for what is written beside them.

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

/** A mark on the streets. */
export type StreetMark = {
  readonly point: MapPoint;
  /** Pixels from its place: marks that would cover each other are moved apart. */
  readonly aside: Point;
  /** It no longer covers its place. */
  readonly isAway: boolean;
  /** Where its name is, from the upper left corner of the mark; null if there is no room for it. */
  readonly name: Point | null;
};

/** The minutes of a drive: where they are, in pixels from the place where the drive begins. */
type StreetMinutes = { readonly line: MapLine; readonly place: MapPoint['place']; readonly aside: Point };

export type StreetLabels = { readonly marks: readonly StreetMark[]; readonly minutes: readonly StreetMinutes[] };

const pillSize = (text: string): Sized => ({ width: textWidth(text, 6) + 16, height: 20 });

/** The buttons at the upper right, as large as a finger needs them. */
const zoomButtons = ({ width }: Sized) => ({ x: width - 30, y: 52, size: { width: 44, height: 88 } });

type PlacedMark = Point & { readonly point: MapPoint; readonly aside: Point; readonly size: Sized };

type At = (place: MapPoint['place']) => Point;

const here: Point = { x: 0, y: 0 };
/** How far each mark is moved from its place. A home is not moved, nor are the dots in the background, under the others. */
const asidesOf = (points: readonly MapPoint[], at: At): ReadonlyMap<string, Point> => {
  const marks = points
    .filter(({ faint }) => faint !== true)
    .toSorted((a, b) => Number(b.mark.kind === 'home') - Number(a.mark.kind === 'home'));
  const [first] = marks;
  if (!first) return new Map();
  // From the first mark, so that marks stay as they are while the map is moved.
  const origin = at(first.place);
  const spots = marks.map(({ place }) => {
    const { x, y } = at(place);
    return { x: x - origin.x, y: y - origin.y };
  });
  const shapes = marks.map(({ mark }) => shapeOf(mark));
  const placed = spread(spots, shapes, null, first.mark.kind === 'home');
  return new Map(
    marks.map(({ id }, i) => {
      const [spot, own] = [spots[i] ?? here, placed[i] ?? here];
      return [id, { x: Math.round(own.x - spot.x), y: Math.round(own.y - spot.y) }];
    }),
  );
};

/** The curve that each drive's minutes are on: in the middle of its part of the road, of a straight line where the road is not known. */
const curvesOf = (
  drives: readonly { readonly line: MapLine; readonly from: PlacedMark; readonly to: PlacedMark }[],
  roads: ReadonlyMap<string, readonly Point[]>,
  at: At,
): Curve[] => {
  const middles = new Map<string, Curve | null>();
  for (const [tour, road] of roads) {
    const own = drives.filter(({ line }) => line.tour === tour);
    const parts = partsOf(
      road,
      own.map(({ to }) => at(to.point.place)),
    );
    for (const [i, { line }] of own.entries()) middles.set(line.id, middleOf(parts[i] ?? []));
  }
  return drives.map(
    ({ line, from, to }) =>
      middles.get(line.id) ?? { from, to, bend: { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 } },
  );
};

/** Marks next to each other; names and minutes that cover neither marks nor each other nor `signs`. `at`: the pixels of a place. */
export const streetLabels = (
  { points, lines, roads = [] }: MapContent,
  size: Sized,
  at: At,
  signs: readonly Box[] = [],
): StreetLabels => {
  const asides = asidesOf(points, at);
  const placed = points.map((point): PlacedMark => {
    const { x, y } = at(point.place);
    const aside = asides.get(point.id) ?? here;
    return { point, aside, x: x + aside.x, y: y + aside.y, size: roomOf(point.mark, point.faint) };
  });
  const spots = new Map(placed.map((mark) => [mark.point.id, mark]));
  const drives = lines.flatMap((line) => {
    const [from, to] = [spots.get(line.from), spots.get(line.to)];
    return from && to ? [{ line, from, to }] : [];
  });
  const isNamed = ({ point, x, y }: PlacedMark): boolean =>
    point.name !== '' && point.faint !== true && x > 0 && y > 0 && x < size.width && y < size.height;
  const named = placed.filter(isNamed);
  const ways = new Map(
    roads.map(({ tour, line }) => [tour, line.map(([longitude, latitude]) => at({ longitude, latitude }))]),
  );
  const curves = curvesOf(drives, ways, at);
  const { names, pills } = placeLabels({
    markers: [
      ...placed,
      zoomButtons(size),
      ...signs.map((sign) => ({ x: sign.x + sign.width / 2, y: sign.y + sign.height / 2, size: sign })),
    ],
    legs: drives.map(({ line, from, to }, i) => ({
      curve: curves[i] ?? { from, to, bend: from },
      pill: line.text === null ? null : pillSize(line.text),
    })),
    dots: roads.flatMap(({ tour, faint }) => (faint === true ? [] : dotsAlong(ways.get(tour) ?? [], dotStep))),
    names: named.map((mark) => ({ at: mark, size: nameSize(mark.point.name) })),
    frame: { ...size, marginX: 0, marginY: 0 },
  });
  const boxes = new Map(named.map(({ point: { id } }, i) => [id, names[i] ?? null]));
  const marks = placed.map(({ point, aside, x, y }) => {
    const box = boxes.get(point.id);
    const mark = sizeOf(point.mark, point.faint);
    const name = box ? { x: box.x - x + mark.width / 2, y: box.y - y + mark.height / 2 } : null;
    const isAway = Math.abs(aside.x) > mark.width / 2 || Math.abs(aside.y) > mark.height / 2;
    return { point, aside, isAway, name };
  });
  const minutes = drives.flatMap(({ line, from: { point, aside, x, y } }, i): StreetMinutes[] => {
    const box = pills[i];
    if (!box) return [];
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    return [{ line, place: point.place, aside: { x: middle.x - x + aside.x, y: middle.y - y + aside.y } }];
  });
  return { marks, minutes };
};

/** What is at the edges of a map with streets. */
type Edges = {
  readonly size: Sized;
  /** Pixels at the bottom that belong to the caption and to the name of the maps service. */
  readonly below: number;
};

/** The signs of far points, in the direction in which the map has to be moved to see them; none for one that it shows. */
export const streetSigns = (
  points: readonly MapPoint[],
  away: readonly Far[],
  { size, below }: Edges,
  at: At,
): FarSign[] => {
  const { width, height } = size;
  const beyond = away.flatMap((far): Far[] => {
    const place = points[far.index]?.place;
    if (!place) return [];
    const { x, y } = at(place);
    const isShown = x > 0 && y > 0 && x < width && y < height;
    return isShown ? [] : [{ ...far, angle: Math.atan2(y - height / 2, x - width / 2) }];
  });
  const buttons = zoomButtons(size);
  const buttonBox = { ...buttons.size, x: buttons.x - buttons.size.width / 2, y: buttons.y - buttons.size.height / 2 };
  return farSigns(points, beyond, { width, height: height - below }, buttonBox);
};
