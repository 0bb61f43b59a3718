import { useMemo, type ReactNode } from 'react';
import { cn } from '../ui/cn.ts';
import { FarSigns, PlacedMark, PinButton, type MovablePin } from './marks.tsx';
import { InfoAt } from './info-window.tsx';
import type { Box, Curve, Frame, Point, Projection } from './layout.ts';
import { lineWidth, sizeOf, toneColor, type MapContent } from './model.ts';
import type { PlacedLabels } from './labels.ts';
import { drawingOf, labelsOf, type Drawing } from './schematic-layout.ts';

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

const Rings = ({ center, rings }: Drawing) =>
  center &&
  rings.map(({ miles, radius }) => (
    <circle key={miles} cx={center.x} cy={center.y} r={radius} className="fill-none stroke-line" />
  ));

type Labeled = { readonly drawing: Drawing; readonly labels: PlacedLabels };

const Miles = ({ drawing, labels }: Labeled) =>
  drawing.rings.map(({ miles }, i) => {
    const box = labels.rings[i];
    return (
      box && (
        <Text key={miles} box={box} className={cn('fill-ink-3 stroke-6', halo)}>
          {`${miles} mi`}
        </Text>
      )
    );
  });

const Lines = ({ lines }: Drawing) =>
  lines.map((line) => (
    <path
      key={line.id}
      d={path(line.curve)}
      style={{ '--tone': line.faint === true ? 'var(--color-line)' : toneColor[line.tone] }}
      strokeWidth={lineWidth(line)}
      className={cn('fill-none stroke-(--tone)', line.dotted && '[stroke-dasharray:1_4] [stroke-linecap:round]')}
    />
  ));

const Minutes = ({ drawing, labels }: Labeled) =>
  drawing.lines.map(({ id, tone, text }, i) => {
    const box = labels.pills[i];
    if (!box || text === null) return null;
    const short = tone === 'short';
    return (
      <g key={id}>
        <rect {...box} rx={10} className={short ? 'fill-bad-fill' : 'fill-raised stroke-line'} />
        <Text box={box} className={short ? 'fill-on-accent font-strong' : 'fill-ink-2 font-medium'}>
          {text}
        </Text>
      </g>
    );
  });

const Names = ({ drawing, labels }: Labeled) =>
  drawing.named.map(({ id, name }, i) => {
    const box = labels.names[i];
    return (
      box && (
        <Text key={id} box={box} className={cn('fill-ink font-strong stroke-4', halo)}>
          {name}
        </Text>
      )
    );
  });

/** All texts on the map: a component of its own, because finding room for them takes about as long as the rest of the map. */
const Labels = ({ drawing }: { readonly drawing: Drawing }) => {
  const labels = useMemo(() => labelsOf(drawing), [drawing]);
  return (
    <>
      <Miles drawing={drawing} labels={labels} />
      <Minutes drawing={drawing} labels={labels} />
      <Names drawing={drawing} labels={labels} />
    </>
  );
};

type SchematicProps = MapContent & {
  readonly width: number;
  readonly height: number;
  readonly below: number;
  readonly withFar: boolean;
  readonly onSelect?: ((id: string, add: boolean) => void) | undefined;
  readonly info?: { readonly id: string; readonly content: ReactNode } | null | undefined;
  readonly pin?: MovablePin | undefined;
};

/** The pin on the schematic. The map stays where it is while the pin moves; a click on the map moves the pin there. */
const Pin = (props: { readonly pin: MovablePin; readonly projection: Projection; readonly frame: Frame }) => {
  const { pin, projection, frame } = props;
  const at = projection.toPoint(pin.place);
  const moveTo = ({ x, y }: Point): void =>
    pin.onMove(
      projection.toPlace({
        x: Math.min(Math.max(8, x), frame.width - 8),
        y: Math.min(Math.max(8, y), frame.height - 8),
      }),
    );
  const { width, height } = sizeOf({ kind: 'pin' });
  return (
    <>
      {/* For pointers only: the pin itself is moved by keys. */}
      <div
        aria-hidden
        className="absolute inset-0 cursor-crosshair"
        onPointerDown={({ nativeEvent: { offsetX, offsetY } }) => moveTo({ x: offsetX, y: offsetY })}
      />
      <div style={{ left: at.x - width / 2, top: at.y - height }} className="absolute z-1">
        <PinButton
          pin={pin}
          onDrag={(from, by) => {
            const start = projection.toPoint(from);
            moveTo({ x: start.x + by.x, y: start.y + by.y });
          }}
        />
      </div>
    </>
  );
};

/** Places at their relative positions, without streets. */
export const Schematic = (props: SchematicProps) => {
  const { points, lines, extent, width, height, below, withFar, onSelect, info, pin } = props;
  const drawing = useMemo(
    () => drawingOf({ points, lines, extent, width, height, below, withFar }),
    [points, lines, extent, width, height, below, withFar],
  );
  return (
    <>
      <svg aria-hidden viewBox={`0 0 ${width} ${height}`} width={width} height={height} className="block">
        <Rings {...drawing} />
        <Lines {...drawing} />
        <Labels drawing={drawing} />
      </svg>
      {drawing.points.map((point) => {
        const { width: across, height: down } = sizeOf(point.mark, point.faint);
        return (
          <div key={point.id}>
            <div
              style={{ left: point.at.x - across / 2, top: point.at.y - down / 2 }}
              className="absolute has-focus-visible:z-1"
            >
              <PlacedMark point={point} onSelect={onSelect} open={info?.id === point.id} />
            </div>
            {info?.id === point.id && (
              <InfoAt at={point.at} width={width} height={height}>
                {info.content}
              </InfoAt>
            )}
          </div>
        );
      })}
      <FarSigns signs={drawing.far} width={width} height={height} onSelect={onSelect} info={info} />
      {pin && drawing.projection && <Pin pin={pin} projection={drawing.projection} frame={drawing.frame} />}
    </>
  );
};
