import { House, MapPin, ArrowRight } from 'lucide-react';
import { cn } from '../ui/cn.ts';
import { sizeOf, teacherColor, toneColor, type MapMark, type MapPoint, type TeacherSign } from './model.ts';
import { type ReactNode, useRef, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';
import { farText, type FarSign } from './far.ts';
import { InfoAt } from './info-window.tsx';
import { movedBy, type Place, type Point } from './layout.ts';

const stopFill = { first: 'bg-stop-first', last: 'bg-stop-last', between: 'bg-stop' } as const;

/** The sign of a student: whose they are, by color and initials. */
export const StudentSign = (props: { readonly of: TeacherSign | null; readonly approximate?: boolean | undefined }) => {
  const { of, approximate = false } = props;
  if (of === null)
    return (
      <i className="grid size-5 place-items-center rounded-full border-2 border-bad bg-paper text-small leading-none font-title text-bad not-italic">
        !
      </i>
    );
  return (
    <i
      style={{ '--tone': teacherColor(of) }}
      className={cn(
        'grid size-5 place-items-center rounded-full text-[9px] leading-none font-title whitespace-nowrap not-italic',
        approximate
          ? 'border-[1.5px] border-dashed border-(--tone) bg-card text-ink'
          : 'bg-(--tone) text-on-accent ring-1 ring-paper',
      )}
    >
      {of.initials}
    </i>
  );
};

/** What marks a place, as large as `sizeOf` says. */
const Mark = ({ mark }: { readonly mark: MapMark }) => {
  const { width, height } = sizeOf(mark);
  const size = { width, height };
  switch (mark.kind) {
    case 'home':
      return (
        <span
          style={{ ...size, '--tone': mark.of ? teacherColor(mark.of) : 'var(--color-ink)' }}
          className={cn(
            'grid place-items-center bg-(--tone) ring-paper',
            mark.of === undefined ? 'rounded-[9px] text-paper ring-3' : 'rounded-[7px] text-on-accent ring-2',
          )}
        >
          {mark.of === undefined || mark.of.initials === '' ? (
            <House aria-hidden className={mark.of === undefined ? 'size-4' : 'size-3'} strokeWidth={2.25} />
          ) : (
            <span className="grid justify-items-center text-[9px] leading-[9px] font-title">
              <House aria-hidden className="size-2.5" strokeWidth={2.5} />
              {mark.of.initials}
            </span>
          )}
        </span>
      );
    case 'stop':
      return (
        <span
          style={size}
          className={cn(
            'grid place-items-center rounded-full text-body font-title text-on-accent tabular-nums ring-3 ring-paper',
            stopFill[mark.position],
          )}
        >
          {mark.number}
        </span>
      );
    case 'tour':
      return <TourSign text={mark.text} day={mark.day} pending={mark.pending} style={size} />;
    case 'student':
      return (
        <span style={size} className="relative grid place-items-center">
          {mark.selected && <i className="absolute -inset-1 rounded-full border-2 border-accent" />}
          <StudentSign of={mark.of} approximate={mark.approximate} />
        </span>
      );
    case 'cluster':
      return (
        <span
          style={size}
          className={cn(
            'grid place-items-center rounded-full border-[1.5px] border-dashed border-control bg-card text-small font-title whitespace-nowrap text-ink tabular-nums',
            mark.selected && 'outline-2 outline-offset-1 outline-accent',
          )}
        >
          {mark.text}
        </span>
      );
    case 'middle':
      return <i style={size} className="block rounded-full border-2 border-dashed border-control" />;
    case 'pin':
      return (
        <MapPin
          aria-hidden
          style={size}
          className="fill-accent-fill stroke-paper text-on-accent [stroke-width:1.5]"
          preserveAspectRatio="none"
        />
      );
  }
};

/** A stop of a tour, the same on the map and in the list; one that is pending is hollow. */
export const TourSign = (props: {
  readonly text: string;
  readonly day: Extract<MapMark, { kind: 'tour' }>['day'];
  readonly pending?: boolean;
  readonly style?: { readonly width: number; readonly height: number };
}) => (
  <span
    style={{ ...props.style, '--tone': toneColor[props.day] }}
    className={cn(
      'inline-grid h-[22px] min-w-10 place-items-center rounded-full px-1 text-small font-title whitespace-nowrap tabular-nums',
      props.style && 'ring-2 ring-paper',
      props.pending === true
        ? 'border-[1.5px] border-dashed border-(--tone) bg-card text-ink'
        : 'bg-(--tone) text-on-accent',
    )}
  >
    {props.text}
  </span>
);

type MarkProps = {
  readonly point: MapPoint;
  readonly onSelect?: ((id: string, add: boolean) => void) | undefined;
  readonly open?: boolean;
};

/** True for a click that adds to what is selected, or takes out of it. */
export const isAdding = ({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean => ctrlKey || metaKey || shiftKey;

const isSelectable = ({ kind }: MapMark): boolean =>
  kind === 'student' || kind === 'cluster' || kind === 'tour' || kind === 'stop';

/** A mark on a map: a button if places can be selected, else only seen, because the list next to the map says the same. */
export const PlacedMark = ({ point, onSelect, open = false }: MarkProps) => {
  const { id, mark, title, faint = false } = point;
  if (faint)
    return <i aria-hidden style={sizeOf(mark, true)} className="block rounded-full bg-line ring-2 ring-paper" />;
  if (!onSelect || !isSelectable(mark))
    return (
      <span aria-hidden title={title} className="block">
        <Mark mark={mark} />
      </span>
    );
  return (
    <button
      type="button"
      data-place={id}
      title={title}
      aria-label={title}
      {...(mark.kind === 'student' ? { 'aria-pressed': mark.selected } : { 'aria-expanded': open })}
      onClick={(event) => onSelect(id, isAdding(event))}
      // The area that reacts is larger than the mark.
      className="relative block rounded-full after:absolute after:-inset-2 after:rounded-full"
    >
      <Mark mark={mark} />
    </button>
  );
};

/** At the edge of a map, who lives beyond it, how far away and in which direction. */
export const FarSigns = (props: {
  readonly signs: readonly FarSign[];
  readonly width: number;
  readonly height: number;
  readonly onSelect?: ((id: string, add: boolean) => void) | undefined;
  readonly info?: { readonly id: string; readonly content: ReactNode } | null | undefined;
}) =>
  props.signs.map((point) => (
    <div key={point.id}>
      <button
        type="button"
        data-place={point.id}
        title={point.title}
        aria-pressed={point.mark.kind === 'student' && point.mark.selected}
        style={{ left: point.box.x, top: point.box.y, width: point.box.width, height: point.box.height }}
        onClick={(event) => props.onSelect?.(point.id, isAdding(event))}
        className="absolute flex items-center justify-center gap-1.5 rounded-control border border-line bg-raised text-small font-control aria-pressed:border-accent"
      >
        <ArrowRight
          aria-hidden
          className="size-3.5 shrink-0"
          strokeWidth={2}
          style={{ transform: `rotate(${point.angle}rad)` }}
        />
        {farText(point, point.miles)}
      </button>
      {props.info?.id === point.id && (
        <InfoAt
          at={{ x: point.box.x + point.box.width / 2, y: point.box.y + 14 }}
          width={props.width}
          height={props.height}
        >
          {props.info.content}
        </InfoAt>
      )}
    </div>
  ));

/** A place that the user is choosing by moving a pin. */
export type MovablePin = {
  readonly place: Place;
  /** The accessible name: what the pin is for. */
  readonly label: string;
  readonly onMove: (place: Place) => void;
};

const stepMiles = 0.05;
const farStepMiles = 0.5;

const directions: Readonly<Record<string, Point>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/** Moves a place by the arrow keys: a twentieth of a mile, with Shift half a mile. Null for other keys. */
export const movedByKey = (place: Place, { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): Place | null => {
  const direction = directions[key];
  const step = shiftKey ? farStepMiles : stepMiles;
  return direction ? movedBy(place, { x: direction.x * step, y: direction.y * step }) : null;
};

/** The pin: its tip is the place. Dragging says by how many pixels it was moved; without `onDrag` the map moves it. */
export const PinButton = (props: { readonly pin: MovablePin; readonly onDrag?: (from: Place, by: Point) => void }) => {
  const { pin, onDrag } = props;
  const start = useRef<{ readonly place: Place; readonly at: Point } | null>(null);
  const move = ({ clientX, clientY }: PointerEvent): void => {
    if (!start.current) return;
    const { place, at } = start.current;
    onDrag?.(place, { x: clientX - at.x, y: clientY - at.y });
  };
  return (
    <button
      type="button"
      aria-label={pin.label}
      title="Drag the pin, or move it with the arrow keys"
      className="relative block cursor-grab touch-none rounded-control after:absolute after:-inset-2 active:cursor-grabbing"
      onKeyDown={(event) => {
        const moved = movedByKey(pin.place, event);
        if (!moved) return;
        event.preventDefault();
        // A map that scrolls with the arrow keys stays where it is.
        event.stopPropagation();
        pin.onMove(moved);
      }}
      {...(onDrag && {
        onPointerDown: (event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          start.current = { place: pin.place, at: { x: event.clientX, y: event.clientY } };
        },
        onPointerMove: move,
        onPointerUp: () => {
          start.current = null;
        },
        onPointerCancel: () => {
          start.current = null;
        },
      })}
    >
      <Mark mark={{ kind: 'pin' }} />
    </button>
  );
};
