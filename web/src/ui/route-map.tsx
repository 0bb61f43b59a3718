import { formatDuration } from '@rondo/contracts/calendar/times.ts';
import { House } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { cn } from './cn.ts';
import {
  curveOf,
  markerRadius,
  placeLabels,
  project,
  ringsFor,
  spread,
  type Box,
  type Curve,
  type Frame,
  type Place,
  type PlacedLabels,
  type Point,
} from './route-map-layout.ts';

type MapStop = {
  readonly id: string;
  /** As in the list next to the map. */
  readonly number: number;
  readonly name: string;
  /** Null for an address that could not be located: the stop is not on the map. */
  readonly place: Place | null;
};

type MapLeg = {
  /** Stop ids; null is home. */
  readonly from: string | null;
  readonly to: string | null;
  readonly minutes: number;
  /** Minutes by which the gap is too short. */
  readonly short: number;
};

type RouteMapProps = {
  readonly stops: readonly MapStop[];
  readonly legs: readonly MapLeg[];
  readonly home: Place | null;
  /** Places are known by ZIP code only. */
  readonly approximate: boolean;
};

type DrawnStop = MapStop & { readonly at: Point };
type DrawnLeg = MapLeg & { readonly curve: Curve; readonly text: string };
type Drawing = {
  readonly home: Point | null;
  readonly stops: readonly DrawnStop[];
  readonly legs: readonly DrawnLeg[];
  readonly rings: readonly { readonly miles: number; readonly radius: number }[];
  readonly labels: PlacedLabels;
};

const height = 400;
const apart = 36;
const frameOf = (width: number, below: number): Frame => ({ width, height: height - below, marginX: 64, marginY: 48 });

// Estimated text widths at 12 pixels, slightly generous.
const textWidth = (text: string, perLetter: number): number => text.length * perLetter;
const legText = ({ minutes, short }: MapLeg): string =>
  short > 0 ? `${formatDuration(minutes)}, short by ${short}` : formatDuration(minutes);

/** The geometry of the whole map, in pixels. */
const draw = ({ stops, legs, home }: Omit<RouteMapProps, 'approximate'>, width: number, below: number): Drawing => {
  const frame = frameOf(width, below);
  const located = stops.flatMap((stop) => (stop.place ? [{ ...stop, place: stop.place }] : []));
  const { points, scale } = project([...(home ? [home] : []), ...located.map(({ place }) => place)], frame);
  const spots = spread(points, apart, frame, home !== null);
  const homeSpot = home ? (spots[0] ?? null) : null;
  const drawn = located.flatMap((stop, i): DrawnStop[] => {
    const at = spots[home ? i + 1 : i];
    return at ? [{ ...stop, at }] : [];
  });
  const spotOf = (id: string | null): Point | null =>
    id === null ? homeSpot : (drawn.find((stop) => stop.id === id)?.at ?? null);
  const drawnLegs = legs.flatMap((leg): DrawnLeg[] => {
    const [from, to] = [spotOf(leg.from), spotOf(leg.to)];
    return from && to && leg.minutes > 0 ? [{ ...leg, curve: curveOf(from, to), text: legText(leg) }] : [];
  });
  const reach = homeSpot ? Math.max(60, ...drawn.map(({ at }) => Math.hypot(at.x - homeSpot.x, at.y - homeSpot.y))) : 0;
  const rings = homeSpot ? ringsFor(scale, reach).map((miles) => ({ miles, radius: miles * scale })) : [];
  const labels = placeLabels({
    markers: spots,
    legs: drawnLegs.map(({ curve, text }) => ({
      curve,
      pill: { width: textWidth(text, 6) + 14, height: 20 },
    })),
    names: drawn.map(({ at, name }) => ({ at, size: { width: textWidth(name, 6.8) + 4, height: 16 } })),
    rings: homeSpot
      ? rings.map(({ miles, radius }) => ({
          center: homeSpot,
          radius,
          size: { width: textWidth(`${miles} mi`, 6.4) + 6, height: 16 },
        }))
      : [],
    frame,
  });
  return { home: homeSpot, stops: drawn, legs: drawnLegs, rings, labels };
};

const path = ({ from, bend, to }: Curve): string => `M${from.x} ${from.y}Q${bend.x} ${bend.y} ${to.x} ${to.y}`;

const halo = '[paint-order:stroke] stroke-paper [stroke-linejoin:round]';

const Text = (props: { readonly box: Box; readonly className: string; readonly children: string }) => (
  <text
    x={props.box.x + props.box.width / 2}
    y={props.box.y + props.box.height / 2 + 4}
    textAnchor="middle"
    className={cn('text-small tabular-nums', props.className)}
  >
    {props.children}
  </text>
);

const Rings = ({ home, rings, labels }: Drawing) =>
  home &&
  rings.map(({ miles, radius }, i) => {
    const box = labels.rings[i];
    return (
      <g key={miles}>
        <circle cx={home.x} cy={home.y} r={radius} className="fill-none stroke-line" />
        {box && (
          <Text box={box} className={cn('fill-ink-3 stroke-6', halo)}>
            {`${miles} mi`}
          </Text>
        )}
      </g>
    );
  });

const LegLines = ({ legs }: Drawing) =>
  legs.map(({ from, to, curve, short }) => (
    <path
      key={`${from}>${to}`}
      d={path(curve)}
      className={cn(
        'fill-none',
        short > 0
          ? 'stroke-bad stroke-3'
          : from === null || to === null
            ? 'stroke-ink-2 stroke-2 [stroke-dasharray:1_4] [stroke-linecap:round]'
            : 'stroke-ink-2 stroke-[1.5]',
      )}
    />
  ));

const LegMinutes = ({ legs, labels }: Drawing) =>
  legs.map(({ from, to, short, text }, i) => {
    const box = labels.pills[i];
    if (!box) return null;
    return (
      <g key={`${from}>${to}`}>
        <rect {...box} rx={10} className={short > 0 ? 'fill-bad-fill' : 'fill-raised stroke-line'} />
        <Text box={box} className={short > 0 ? 'fill-on-accent font-strong' : 'fill-ink-2 font-medium'}>
          {text}
        </Text>
      </g>
    );
  });

const HomeMark = ({ at }: { readonly at: Point }) => (
  <g transform={`translate(${at.x - 15},${at.y - 15})`}>
    <rect width={30} height={30} rx={9} className="fill-ink stroke-paper stroke-3" />
    <House x={7} y={7} width={16} height={16} className="text-paper" strokeWidth={2.25} />
  </g>
);

/** The color of a stop's number, on the map and in the list: the first green, the last red, others blue. */
export const stopColor = (index: number, count: number): 'first' | 'last' | 'between' => {
  if (index === 0) return 'first';
  return index === count - 1 ? 'last' : 'between';
};

const markerFill = { first: 'fill-stop-first', last: 'fill-stop-last', between: 'fill-stop' } as const;

const StopMarks = ({ stops, labels, count }: Drawing & { readonly count: number }) =>
  stops.map(({ id, number, name, at }, i) => {
    const box = labels.names[i];
    return (
      <g key={id}>
        <circle
          cx={at.x}
          cy={at.y}
          r={markerRadius}
          className={cn('stroke-paper stroke-3', markerFill[stopColor(number - 1, count)])}
        />
        <text x={at.x} y={at.y + 5} textAnchor="middle" className="fill-on-accent text-body font-title">
          {number}
        </text>
        {box && (
          <Text box={box} className={cn('fill-ink font-strong stroke-4', halo)}>
            {name}
          </Text>
        )}
      </g>
    );
  });

/** The height of the map's caption, in pixels. */
const captionHeight = (caption: string, width: number): number =>
  caption === '' ? 0 : 12 + 16 * Math.ceil(textWidth(caption, 6.2) / Math.max(1, width - 24));

/** The width of an element, updated when it changes. */
const useWidth = () => {
  const ref = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(Math.round(element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
};

/** A schematic of a day's route: home, stops and drives at their relative positions, without streets. */
export const RouteMap = ({ stops, legs, home, approximate }: RouteMapProps) => {
  const { ref, width } = useWidth();
  const missing = stops.filter(({ place }) => place === null);
  const caption = [
    ...(approximate ? ['Locations are approximate (ZIP code).'] : []),
    ...(missing.length > 0 ? [`Not on the map: ${missing.map(({ name }) => name).join(', ')}.`] : []),
    'Places: GeoNames, CC BY 4.0.',
  ].join(' ');
  const below = captionHeight(caption, width);
  const drawing = useMemo(
    () => (width > 0 ? draw({ stops, legs, home }, width, below) : null),
    [stops, legs, home, width, below],
  );
  const count = stops.length;
  return (
    <figure
      ref={ref}
      aria-label={`Route Map: ${home ? 'home, ' : ''}${count} ${count === 1 ? 'stop' : 'stops'}${home ? ', home' : ''}`}
      className="relative h-[400px] overflow-hidden rounded-card border border-line bg-paper"
    >
      {drawing && drawing.stops.length > 0 && (
        <svg aria-hidden viewBox={`0 0 ${width} ${height}`} className="block size-full">
          <Rings {...drawing} />
          <LegLines {...drawing} />
          <LegMinutes {...drawing} />
          {drawing.home && <HomeMark at={drawing.home} />}
          <StopMarks {...drawing} count={count} />
        </svg>
      )}
      {drawing?.stops.length === 0 && (
        <p className="grid h-full place-items-center px-6 text-center text-ink-3">
          None of this day’s addresses could be located.
        </p>
      )}
      {caption !== '' && <p className="absolute right-3 bottom-2 left-3 text-small text-ink-3">{caption}</p>}
    </figure>
  );
};
