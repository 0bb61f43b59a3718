// The labels of a map: texts that cover neither marks nor each other, as far as possible.
import { distance, type Box, type Curve, type Frame, type Point, type Sized } from './layout.ts';

/** The width of a text at 12 pixels, estimated, slightly generous. */
export const textWidth = (text: string, perLetter: number): number => text.length * perLetter;

export const nameSize = (name: string): Sized => ({ width: textWidth(name, 6.8) + 4, height: 16 });

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

const within = (points: readonly Point[], { x, y, width, height }: Box): number => {
  let count = 0;
  for (const point of points) if (point.x > x && point.x < x + width && point.y > y && point.y < y + height) count += 1;
  return count;
};

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

/** Pixels between the given points of a line: as many as a straight drive has. */
export const dotStep = 14;

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

/** The center of a marker, and its size unless it is a stop's. */
type Marker = Point & { readonly size?: Sized };

export type LabelsInput = {
  readonly markers: readonly Marker[];
  /** Legs without a pill have no minutes on the map. */
  readonly legs: readonly { readonly curve: Curve; readonly pill: Sized | null }[];
  /** Points on other lines that names keep clear of, `dotStep` apart. */
  readonly dots?: readonly Point[];
  /** Each beside one of the markers. */
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
export const placeLabels = ({
  markers,
  legs,
  dots: others = [],
  names,
  rings = [],
  frame,
}: LabelsInput): PlacedLabels => {
  const occupied: Box[] = markers.map(markerBox);
  const cover = (box: Box): number =>
    occupied.reduce((sum, other) => sum + touching(shared(box, other)), 0) + 4 * outside(box, frame);
  const pills = new Map<number, Box>();
  const dots = legs.map(({ curve }) => dotsOn(curve));
  // The widest first, because it has the fewest possible positions.
  const widest = [...legs.entries()].toSorted(([, a], [, b]) => (b.pill?.width ?? 0) - (a.pill?.width ?? 0));
  for (const [i, { curve, pill }] of widest) {
    if (!pill) continue;
    const crossed = dots.toSpliced(i, 1).flat();
    const box = cheapest(
      pillPlaces(curve, pill.width, pill.height),
      (at, rank) => cover(at) + 12 * within(crossed, at) + rank * 4,
    );
    if (!box) continue;
    occupied.push(box);
    pills.set(i, box);
  }
  const lines = [...dots.flat(), ...others];
  const crossing = (box: Box): number => 14 * within(lines, box);
  // One road along a whole name can be read through its outline; more cannot.
  const isCrossedOut = (box: Box): boolean => within(others, box) * dotStep > box.width + 2 * dotStep;
  const placedNames = names.map(({ at, size }) => {
    // A name at a corner of its own mark's box is not on the mark, which is round.
    const own = markerBox(at);
    const onOthers = (place: Box): number => cover(place) - touching(shared(place, own));
    const box = cheapest(namePlaces(at, size), (place, rank) => onOthers(place) + crossing(place) + rank * 2);
    if (!box || onOthers(box) > 120 + size.width * size.height * 0.4 || isCrossedOut(box)) return null;
    occupied.push(box);
    return box;
  });
  const miles = rings.map(({ center, radius, size }) => {
    const box = cheapest(ringPlaces(center, radius, size), (place, rank) => cover(place) + crossing(place) + rank);
    if (!box || cover(box) > 0) return null;
    occupied.push(box);
    return box;
  });
  return { pills: legs.map((_, i) => pills.get(i) ?? null), names: placedNames, rings: miles };
};
