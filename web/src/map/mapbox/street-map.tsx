import type { Map as StreetsMap } from 'mapbox-gl/esm';
import { Minus, Plus } from 'lucide-react';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { cn } from '../../ui/cn.ts';
import { IconButton } from '../../ui/button.tsx';
import { FarSigns, PlacedMark, type MovablePin } from '../marks.tsx';
import { farPoints } from '../far.ts';
import { frameOf, type Sized } from '../layout.ts';
import type { MapContent } from '../model.ts';
import { At, Minutes, Pin, Stem } from './at.tsx';
import { addLines, resolvedColors } from './lines.ts';
import { streetLabels, streetSigns, type StreetMark } from './street-labels.ts';
import { useMoves, useStreetsMap, type StreetsOpening } from './streets-map.ts';
import { logoHeight, viewOf } from './view.ts';

export type StreetMapProps = MapContent &
  Omit<StreetsOpening, 'view' | 'onStyle'> & {
    readonly zoom: 10 | 12;
    /** Pixels at the bottom that belong to the caption. */
    readonly below: number;
    /** Places that would make the rest too small stand at the edge, unless the map is moved there. */
    readonly withFar: boolean;
    readonly onSelect?: ((id: string, add: boolean) => void) | undefined;
    readonly info?: { readonly id: string; readonly content: ReactNode } | null | undefined;
    readonly pin?: MovablePin | undefined;
  };

/** The room that an info window takes: half its width, and its height above the mark. */
const infoRoom = { aside: 124, above: 200 };

/** Moves the map so far that an info window is inside it. */
const showInfo = (map: StreetsMap, { point, aside }: StreetMark, { width }: Sized): void => {
  const { x, y } = map.project([point.place.longitude, point.place.latitude]);
  const at = { x: x + aside.x, y: y + aside.y };
  const dx = Math.min(0, at.x - infoRoom.aside) + Math.max(0, at.x - (width - infoRoom.aside));
  const dy = Math.min(0, at.y - infoRoom.above);
  if (dx !== 0 || dy !== 0) map.panBy([dx, dy], { duration: 140 });
};

export const StreetMap = (props: StreetMapProps) => {
  const { points, lines, roads, extent, size, below, withFar, zoom, onSelect, info, pin } = props;
  const [container, setContainer] = useState<HTMLElement | null>(null);
  // A selection moves nothing; other places do.
  const away = useMemo(() => (withFar ? farPoints(points, frameOf(size, 0)) : []), [points, size, withFar]);
  const view = useMemo(() => {
    const near = points.filter((_, i) => away.every(({ index }) => index !== i));
    return viewOf([...near.map(({ place }) => place), ...(extent ?? [])], size, zoom, below);
  }, [points, away, extent, size, zoom, below]);
  const content = useMemo(() => ({ points, lines, roads }), [points, lines, roads]);
  const draw = (map: StreetsMap): void => {
    if (container) addLines(map, content, resolvedColors(container));
  };
  const map = useStreetsMap(container, { ...props, view, onStyle: draw });
  useEffect(() => {
    if (map && container) addLines(map, content, resolvedColors(container));
  }, [map, container, content]);
  const moves = useMoves(map);
  const signs = useMemo(
    () =>
      map
        ? streetSigns(points, away, { size, below: below + logoHeight }, ({ longitude, latitude }) =>
            map.project([longitude, latitude]),
          )
        : [],
    // oxlint-disable-next-line react/exhaustive-deps
    [map, points, away, size, below, moves],
  );
  const { marks, minutes } = useMemo(
    () =>
      map
        ? streetLabels(
            content,
            size,
            ({ longitude, latitude }) => map.project([longitude, latitude]),
            signs.map(({ box }) => box),
          )
        : { marks: [], minutes: [] },
    // `moves`: labels are placed again where the map has stopped.
    // oxlint-disable-next-line react/exhaustive-deps
    [map, content, size.width, size.height, moves, signs],
  );
  // A place has its mark or its sign.
  const visible = marks.filter(({ point }) => signs.every(({ id }) => id !== point.id));
  const opened = visible.find(({ point }) => point.id === info?.id);
  useEffect(() => {
    if (map && opened) showInfo(map, opened, size);
    // Once when it opens: after that the user may move the map.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [map, opened?.point.id]);
  return (
    // A mark's info window, which is in the map, is above the signs; a sign's own is above the caption.
    <div className={cn('size-full', opened && 'isolate')}>
      <div className={cn('size-full', !opened && 'isolate')}>
        <div ref={setContainer} className="size-full" />
      </div>
      {map && (
        <>
          <div className="absolute top-2 right-2 z-2 grid overflow-hidden rounded-control border border-line bg-raised">
            <IconButton icon={Plus} label="Zoom in" onClick={() => map.zoomIn({ duration: 140 })} />
            <IconButton icon={Minus} label="Zoom out" onClick={() => map.zoomOut({ duration: 140 })} />
          </div>
          <Minutes map={map} minutes={minutes} />
          <div className={cn('absolute top-0 left-0', opened && 'z-2')}>
            <FarSigns signs={signs} {...size} onSelect={onSelect} info={info} />
          </div>
          {visible.map(
            ({ point, aside, isAway }) =>
              isAway && (
                <At key={`to ${point.id}`} map={map} place={point.place} level="line">
                  <Stem to={aside} />
                </At>
              ),
          )}
          {visible.map(({ point, aside, name }) => (
            <At
              key={point.id}
              map={map}
              place={point.place}
              aside={aside}
              level={point.faint === true ? 'line' : 'mark'}
              className="relative"
            >
              <PlacedMark point={point} onSelect={onSelect} open={info?.id === point.id} />
              {name && (
                <span
                  aria-hidden
                  style={{ left: name.x, top: name.y }}
                  className="pointer-events-none absolute text-small font-strong whitespace-nowrap [text-shadow:0_0_3px_var(--color-paper),0_0_3px_var(--color-paper),0_0_3px_var(--color-paper)]"
                >
                  {point.name}
                </span>
              )}
            </At>
          ))}
          {opened && info && (
            <At
              key={`info ${info.id}`}
              map={map}
              place={opened.point.place}
              anchor="bottom"
              aside={{ x: opened.aside.x, y: opened.aside.y - 16 }}
              level="front"
              className="relative w-58"
            >
              {info.content}
            </At>
          )}
          {pin && <Pin map={map} pin={pin} />}
        </>
      )}
    </div>
  );
};
