import { ringsFor, farPoints, farSigns, type FarSign } from './far.ts';
import { nameSize, placeLabels, textWidth, type PlacedLabels } from './labels.ts';
import {
  curveOf,
  frameOf,
  projectionOf,
  spread,
  type Curve,
  type Frame,
  type Point,
  type Projection,
} from './layout.ts';
import { roomOf, shapeOf, type MapContent, type MapLine, type MapPoint } from './model.ts';

type DrawnPoint = MapPoint & { readonly at: Point };
type DrawnLine = MapLine & { readonly curve: Curve };

export type Drawing = {
  /** What the rings are around; null without a home. */
  readonly center: Point | null;
  readonly points: readonly DrawnPoint[];
  readonly lines: readonly DrawnLine[];
  readonly rings: readonly { readonly miles: number; readonly radius: number }[];
  readonly far: readonly FarSign[];
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

/** The geometry of a schematic map, in pixels, without its labels. */
export const drawingOf = (input: SchematicInput): Drawing => {
  const { points: all, lines, extent = [], width, height, below, withFar } = input;
  const frame = frameOf({ width, height }, below);
  const away = withFar ? farPoints(all, frame) : [];
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
  const far = farSigns(all, away, frame);
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
    names: named.map((point) => ({ at: markerOf(point), size: nameSize(point.name) })),
    rings: center
      ? rings.map(({ miles, radius }) => ({
          center,
          radius,
          size: { width: textWidth(`${miles} mi`, 6.4) + 6, height: 16 },
        }))
      : [],
    frame,
  });
