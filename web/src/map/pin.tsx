import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { movedBy, type Place, type Point } from './layout.ts';
import { Mark } from './marks.tsx';

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
