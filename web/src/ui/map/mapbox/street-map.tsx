import 'mapbox-gl/dist/mapbox-gl.css';
import {
  Map as StreetsMap,
  Marker,
  setBaseApiUrl,
  supported,
  type ErrorEvent,
  type LineLayerSpecification,
} from 'mapbox-gl/esm';
import { Minus, Plus } from 'lucide-react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from '../../button.tsx';
import type { Place, Point, Sized } from '../layout.ts';
import { PlacedMark } from '../marks.tsx';
import type { MapContent } from '../model.ts';
import { PinButton, type MovablePin } from '../pin.tsx';
import { cn } from '../../cn.ts';
import { isDark, linesOf, resolvedColors } from './lines.ts';
import { streetLabels, type StreetLabels, type StreetMark } from './street-labels.ts';
import { viewOf } from './view.ts';

/** Why there are no streets: the key is refused, WebGL is missing, or nobody answers. */
export type StreetsTrouble = 'refused' | 'unsupported' | 'silent';

export type StreetMapProps = MapContent & {
  readonly access: { readonly apiKey: string; readonly apiUrl: string };
  readonly zoom: 10 | 12;
  readonly size: Sized;
  readonly onSelect?: ((id: string, add: boolean) => void) | undefined;
  readonly info?: { readonly id: string; readonly content: ReactNode } | null | undefined;
  readonly pin?: MovablePin | undefined;
  /** True once streets, lines and marks are visible. */
  readonly onDrawn: (drawn: boolean) => void;
  /** A sign of life of the maps service. */
  readonly onAlive: () => void;
  readonly onTrouble: (why: StreetsTrouble) => void;
};

const source = 'drives';

const styleUrl = (dark: boolean): string => `mapbox://styles/mapbox/${dark ? 'dark' : 'light'}-v11`;

/** What an error of the map means for the user; null if the map goes on without what failed. */
const troubleOf = ({ error }: ErrorEvent, drawn: boolean): StreetsTrouble | null => {
  const status = 'status' in error ? error.status : undefined;
  if (status === 401 || status === 403 || error.message.includes('access token')) return 'refused';
  return drawn ? null : 'silent';
};

/** The lines on the map, above its streets: dotted ones to and from home. */
const addLines = (map: StreetsMap, data: ReturnType<typeof linesOf>): void => {
  const held = map.getSource(source);
  if (held?.type === 'geojson') {
    held.setData(data);
    return;
  }
  map.addSource(source, { type: 'geojson', data });
  const layer = (dotted: boolean): LineLayerSpecification => ({
    id: dotted ? 'drives-dotted' : 'drives-solid',
    type: 'line',
    source,
    filter: ['==', ['get', 'dotted'], dotted],
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: {
      'line-color': ['get', 'color'],
      'line-width': ['get', 'width'],
      'line-opacity': ['get', 'opacity'],
      ...(dotted ? { 'line-dasharray': [0, 2] } : {}),
    },
  });
  map.addLayer(layer(false));
  map.addLayer(layer(true));
};

const here: Point = { x: 0, y: 0 };

/** React content at a place of the map. */
const At = (props: {
  readonly map: StreetsMap;
  readonly place: Place;
  readonly anchor?: 'center' | 'bottom';
  /** Pixels aside of the place. */
  readonly aside?: Point;
  readonly className?: string;
  readonly children: ReactNode;
}) => {
  const { map, place, anchor = 'center', aside = here, className, children } = props;
  const [element] = useState(() => document.createElement('div'));
  const [marker] = useState(() => new Marker({ element, anchor }));
  useLayoutEffect(() => {
    marker.setLngLat([place.longitude, place.latitude]).setOffset([aside.x, aside.y]);
  }, [marker, place.longitude, place.latitude, aside.x, aside.y]);
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
const Pin = ({ map, pin }: { readonly map: StreetsMap; readonly pin: MovablePin }) => {
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
    <At map={map} place={pin.place} anchor="bottom" className="z-1">
      <PinButton pin={pin} onDrag={drag} />
    </At>
  );
};

const Minutes = ({ map, minutes }: { readonly map: StreetsMap; readonly minutes: StreetLabels['minutes'] }) =>
  minutes.map(({ line, place, aside }) => (
    <At key={line.id} map={map} place={place} aside={aside} className="pointer-events-none">
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

/** The map of the maps service, opened once per key and color scheme. Null until its style is there. */
const useStreetsMap = (container: HTMLElement | null, props: StreetMapProps): StreetsMap | null => {
  const [map, setMap] = useState<StreetsMap | null>(null);
  const first = useRef(props);
  const { apiKey, apiUrl } = props.access;
  useEffect(() => {
    if (!container) return;
    const { points, extent = [], size, zoom, onAlive, onDrawn, onTrouble } = first.current;
    if (!supported()) {
      onTrouble('unsupported');
      return;
    }
    if (apiUrl !== '') setBaseApiUrl(apiUrl);
    const view = viewOf([...points.map(({ place }) => place), ...extent], size, zoom);
    let opened: StreetsMap;
    try {
      opened = new StreetsMap({
        container,
        accessToken: apiKey,
        style: styleUrl(isDark(container)),
        center: [view.center.longitude, view.center.latitude],
        zoom: view.zoom,
        projection: 'mercator',
        // The page scrolls past the map: two fingers or Ctrl move it.
        cooperativeGestures: true,
        dragRotate: false,
        pitchWithRotate: false,
        touchPitch: false,
        performanceMetricsCollection: false,
      });
    } catch {
      onTrouble('unsupported');
      return;
    }
    let drawn = false;
    opened.on('error', (event) => {
      const why = troubleOf(event, drawn);
      if (why) onTrouble(why);
    });
    opened.on('data', () => drawn || onAlive());
    opened.once('style.load', () => setMap(opened));
    opened.once('load', () => {
      drawn = true;
      onDrawn(true);
    });
    return () => {
      setMap(null);
      onDrawn(false);
      opened.remove();
    };
  }, [container, apiKey, apiUrl]);
  return map;
};

/** Counts how often the map has come to a stop. */
const useMoves = (map: StreetsMap | null): number => {
  const [moves, setMoves] = useState(0);
  useEffect(() => {
    const count = (): void => setMoves((now) => now + 1);
    map?.on('moveend', count);
    return () => {
      map?.off('moveend', count);
    };
  }, [map]);
  return moves;
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

/** Places and drives on the streets of Mapbox. */
export const StreetMap = (props: StreetMapProps) => {
  const { points, lines, roads, extent, size, zoom, onSelect, info, pin } = props;
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const map = useStreetsMap(container, props);
  const content = useMemo(() => ({ points, lines, roads }), [points, lines, roads]);
  useEffect(() => {
    if (map && container) addLines(map, linesOf(content, resolvedColors(container)));
  }, [map, container, content]);
  // A selection moves nothing; other places do.
  const view = useMemo(
    () => viewOf([...points.map(({ place }) => place), ...(extent ?? [])], size, zoom),
    [points, extent, size, zoom],
  );
  const {
    center: { longitude, latitude },
    zoom: fitted,
  } = view;
  useEffect(() => {
    map?.resize();
    map?.jumpTo({ center: [longitude, latitude], zoom: fitted });
  }, [map, longitude, latitude, fitted]);
  const moves = useMoves(map);
  const { marks, minutes } = useMemo(
    () =>
      map
        ? streetLabels(content, size, ({ longitude, latitude }) => map.project([longitude, latitude]))
        : { marks: [], minutes: [] },
    // `moves`: labels are placed again where the map has stopped.
    // oxlint-disable-next-line react/exhaustive-deps
    [map, content, size.width, size.height, moves],
  );
  const opened = marks.find(({ point }) => point.id === info?.id);
  useEffect(() => {
    if (map && opened) showInfo(map, opened, size);
    // Once when it opens: after that the user may move the map.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [map, opened?.point.id]);
  return (
    <>
      <div ref={setContainer} className="size-full" />
      {map && (
        <>
          <div className="absolute top-2 right-2 grid overflow-hidden rounded-control border border-line bg-raised">
            <IconButton icon={Plus} label="Zoom in" onClick={() => map.zoomIn({ duration: 140 })} />
            <IconButton icon={Minus} label="Zoom out" onClick={() => map.zoomOut({ duration: 140 })} />
          </div>
          <Minutes map={map} minutes={minutes} />
          {marks.map(({ point, aside, name }) => (
            <At key={point.id} map={map} place={point.place} aside={aside} className="relative">
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
              className="relative z-2 w-58"
            >
              {info.content}
            </At>
          )}
          {pin && <Pin map={map} pin={pin} />}
        </>
      )}
    </>
  );
};
