import { farPlaces, ringsFor } from './far.ts';
import { placeLabels, type PlacedLabels } from './labels.ts';
import {
  curveOf,
  projectionOf,
  spread,
  type Box,
  type Curve,
  type Frame,
  type Point,
  type Projection,
} from './layout.ts';
import { roomOf, shapeOf, type MapContent, type MapLine, type MapPoint } from './model.ts';

type DrawnPoint = MapPoint & { readonly at: Point };
type DrawnLine = MapLine & { readonly curve: Curve };
/** A point beyond the edge of the map; its sign stands at the edge, in its direction. */
type DrawnFar = MapPoint & { readonly miles: number; readonly angle: number; readonly box: Box };

export type Drawing = {
  /** What the rings are around; null without a home. */
  readonly center: Point | null;
  readonly points: readonly DrawnPoint[];
  readonly lines: readonly DrawnLine[];
  readonly rings: readonly { readonly miles: number; readonly radius: number }[];
  readonly far: readonly DrawnFar[];
  readonly named: readonly DrawnPoint[];
  readonly frame: Frame;
  /** Null on a map without places. */
  readonly projection: Projection | null;
};

export type SchematicInput = MapContent & {
  readonly width: number;
  readonly height: number;
  /** Pixels at the bottom that belong to the caption. */
  readonly below: number;
  /** Places that would make the rest too small stand at the edge. */
  readonly withFar: boolean;
};

// Estimated text widths at 12 pixels, slightly generous.
export const textWidth = (text: string, perLetter: number): number => text.length * perLetter;

export const farText = ({ name, title }: MapPoint, miles: number): string =>
  `${name || title}, ${Math.round(miles).toLocaleString('en-US')} mi`;

/** Where a sign at the edge stands: on the line from the middle towards its place. */
const edgeBox = (text: string, angle: number, { width, height }: Frame, taken: readonly Box[]): Box => {
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
    box.x < other.x + other.width && other.x < box.x + box.width && Math.abs(box.y - other.y) < 32;
  let step = 0;
  const down = box.y < height / 2 ? 34 : -34;
  while (taken.some(covers) && step < 6) {
    box.y += down;
    step += 1;
  }
  return box;
};

/** The geometry of a schematic map, in pixels, without its labels. */
export const drawingOf = (input: SchematicInput): Drawing => {
  const { points: all, lines, extent = [], width, height, below, withFar } = input;
  const frame: Frame = { width, height: height - below, marginX: Math.min(64, width / 6), marginY: 48 };
  const away = withFar
    ? farPlaces(
        all.map(({ place }) => place),
        frame,
      )
    : [];
  const isAway = new Set(away.map(({ index }) => index));
  // A home comes first: it stays where it is when marks are separated.
  const points = all
    .filter((_, i) => !isAway.has(i))
    .toSorted((a, b) => Number(b.mark.kind === 'home') - Number(a.mark.kind === 'home'));
  const located = points.map(({ place }) => place);
  const projection = located.length === 0 ? null : projectionOf([...located, ...extent], frame);
  const scale = projection?.scale ?? 1;
  const anchored = points[0]?.mark.kind === 'home';
  const shapes = points.map(({ mark }) => shapeOf(mark));
  const places = spread(projection ? located.map(projection.toPoint) : [], shapes, frame, anchored);
  const drawn = points.flatMap((point, i): DrawnPoint[] => {
    const at = places[i];
    return at ? [{ ...point, at }] : [];
  });
  const far = away.reduce<DrawnFar[]>((placed, { index, miles, angle }) => {
    const point = all[index];
    if (!point) return placed;
    const box = edgeBox(
      farText(point, miles),
      angle,
      frame,
      placed.map((other) => other.box),
    );
    return [...placed, { ...point, miles, angle, box }];
  }, []);
  const spotOf = new Map(drawn.map(({ id, at }) => [id, at]));
  const drawnLines = lines.flatMap((line): DrawnLine[] => {
    const [from, to] = [spotOf.get(line.from), spotOf.get(line.to)];
    return from && to ? [{ ...line, curve: curveOf(from, to) }] : [];
  });
  const center = anchored ? (places[0] ?? null) : null;
  const reach = center ? Math.max(60, ...drawn.map(({ at }) => Math.hypot(at.x - center.x, at.y - center.y))) : 0;
  const rings = center ? ringsFor(scale, reach).map((miles) => ({ miles, radius: miles * scale })) : [];
  const named = drawn.filter(({ name, faint }) => name !== '' && faint !== true);
  return { center, points: drawn, lines: drawnLines, rings, far, named, frame, projection };
};

const markerOf = ({ at, mark, faint }: DrawnPoint) => ({ ...at, size: roomOf(mark, faint) });

/** Where its labels are: in the order of the lines, the named points, and the rings. */
export const labelsOf = ({ center, points, lines, rings, far, named, frame }: Drawing): PlacedLabels =>
  placeLabels({
    markers: [
      ...points.map(markerOf),
      ...far.map(({ box }) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2, size: box })),
    ],
    legs: lines.map(({ curve, text }) => ({
      curve,
      pill: text === null ? null : { width: textWidth(text, 6) + 14, height: 20 },
    })),
    names: named.map((point) => ({
      at: markerOf(point),
      size: { width: textWidth(point.name, 6.8) + 4, height: 16 },
    })),
    rings: center
      ? rings.map(({ miles, radius }) => ({
          center,
          radius,
          size: { width: textWidth(`${miles} mi`, 6.4) + 6, height: 16 },
        }))
      : [],
    frame,
  });
