import { Marker, type Map as StreetsMap } from 'mapbox-gl/esm';
import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { cn } from '../../ui/cn.ts';
import type { Place, Point } from '../layout.ts';
import { PinButton, type MovablePin } from '../marks.tsx';
import type { StreetLabels } from './street-labels.ts';

const here: Point = { x: 0, y: 0 };

/** What is above what on the map. The focused mark is above the others. */
const levels = { line: 'z-0', mark: 'z-1 has-focus-visible:z-2', front: 'z-3' } as const;

/** React content at a place of the map. */
export const At = (props: {
  readonly map: StreetsMap;
  readonly place: Place;
  readonly anchor?: 'center' | 'bottom';
  /** Pixels aside of the place. */
  readonly aside?: Point;
  readonly level: keyof typeof levels;
  readonly className?: string;
  readonly children: ReactNode;
}) => {
  const { map, place, anchor = 'center', aside = here, level, className, children } = props;
  const [element] = useState(() => document.createElement('div'));
  const [marker] = useState(() => new Marker({ element, anchor }));
  useLayoutEffect(() => {
    marker.setLngLat([place.longitude, place.latitude]).setOffset([aside.x, aside.y]);
  }, [marker, place.longitude, place.latitude, aside.x, aside.y]);
  useLayoutEffect(() => {
    const names = levels[level].split(' ');
    element.classList.add(...names);
    return () => element.classList.remove(...names);
  }, [element, level]);
  useLayoutEffect(() => {
    marker.addTo(map);
    // The library calls it an image, which has no buttons in it.
    element.removeAttribute('role');
    element.removeAttribute('aria-label');
    return () => {
      marker.remove();
    };
  }, [marker, element, map]);
  // The library's style sheet has a font of its own.
  return createPortal(
    <div className={cn('font-sans text-body tracking-normal text-ink', className)}>{children}</div>,
    element,
  );
};

/** A pin that is dragged on the map or moved by keys. */
export const Pin = ({ map, pin }: { readonly map: StreetsMap; readonly pin: MovablePin }) => {
  const drag = (from: Place, by: { readonly x: number; readonly y: number }): void => {
    const { x, y } = map.project([from.longitude, from.latitude]);
    const { lng, lat } = map.unproject([x + by.x, y + by.y]);
    pin.onMove({ longitude: lng, latitude: lat });
  };
  useEffect(() => {
    const moveTo = ({ lngLat: { lng, lat } }: { lngLat: { lng: number; lat: number } }): void =>
      pin.onMove({ longitude: lng, latitude: lat });
    map.on('click', moveTo);
    return () => {
      map.off('click', moveTo);
    };
  }, [map, pin]);
  return (
    <At map={map} place={pin.place} anchor="bottom" level="front">
      <PinButton pin={pin} onDrag={drag} />
    </At>
  );
};

/** The place of a mark that was moved away from it: a dot, and a line to the mark. */
export const Stem = ({ to }: { readonly to: Point }) => (
  <svg aria-hidden width={0} height={0} className="pointer-events-none block overflow-visible stroke-ink-2">
    <line x2={to.x} y2={to.y} />
    <circle r={2.5} className="fill-ink-2 stroke-paper" />
  </svg>
);

/** The minutes of drives, on their drives. */
export const Minutes = ({ map, minutes }: { readonly map: StreetsMap; readonly minutes: StreetLabels['minutes'] }) =>
  minutes.map(({ line, place, aside }) => (
    <At key={line.id} map={map} place={place} aside={aside} level="line" className="pointer-events-none">
      <span
        aria-hidden
        className={cn(
          'rounded-full border px-1.5 text-small tabular-nums',
          line.tone === 'short'
            ? 'border-transparent bg-bad-fill font-strong text-on-accent'
            : 'border-line bg-raised font-medium text-ink-2',
        )}
      >
        {line.text}
      </span>
    </At>
  ));
