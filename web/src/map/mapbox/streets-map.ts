import 'mapbox-gl/dist/mapbox-gl.css';
import { Map as StreetsMap, prewarm, setBaseApiUrl, setWorkerCount, type ErrorEvent } from 'mapbox-gl/esm';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { isDark, watchTheme } from '../../lib/page/theme.ts';
import type { Sized } from '../layout.ts';
import type { StreetsAccess, StreetsTrouble } from '../model.ts';
import type { View } from './view.ts';

// On two cores, a second worker would take its time to start from the page.
if (navigator.hardwareConcurrency <= 2) setWorkerCount(1);
// Workers start while the map that will need them still loads.
prewarm();

const styleUrl = (dark: boolean): string => `mapbox://styles/mapbox/${dark ? 'dark' : 'light'}-v11`;

/** What an error of the map means for the user; null if the map goes on without what failed. */
const troubleOf = ({ error }: ErrorEvent, drawn: boolean): StreetsTrouble | null => {
  const status = 'status' in error ? error.status : undefined;
  if (status === 401 || status === 403 || error.message.includes('access token')) return 'refused';
  return drawn ? null : 'silent';
};

export type StreetsOpening = {
  readonly access: StreetsAccess;
  readonly view: View;
  readonly size: Sized;
  /** True once streets, lines and marks are visible. */
  readonly onDrawn: (drawn: boolean) => void;
  /** A sign of life of the maps service. */
  readonly onAlive: () => void;
  readonly onTrouble: (why: StreetsTrouble) => void;
  /** Called when a style is there, before anything is rendered on it: what its workers have to prepare begins at once. */
  readonly onStyle: (map: StreetsMap) => void;
};

const isSame = (a: View, b: View): boolean =>
  a.zoom === b.zoom && a.center.latitude === b.center.latitude && a.center.longitude === b.center.longitude;

/** A map whose style is there: a dark or a light one. Null while another style loads, which removes everything from the map. */
type Styled = { readonly map: StreetsMap; readonly dark: boolean | null };

/** The map of the maps service, opened once per key, and fitted to its view again when that changes. Null until its style is there. */
export const useStreetsMap = (container: HTMLElement | null, opening: StreetsOpening): StreetsMap | null => {
  const [styled, setStyled] = useState<Styled | null>(null);
  const dark = useSyncExternalStore(watchTheme, isDark);
  const isStyleDark = useRef(dark);
  const drawn = useRef(false);
  const map = styled?.dark === dark ? styled.map : null;
  const latest = useRef(opening);
  const styling = useRef(opening.onStyle);
  useLayoutEffect(() => {
    styling.current = opening.onStyle;
  });
  const {
    access: { apiKey, apiUrl },
    view,
    size,
  } = opening;
  useEffect(() => {
    if (!container) return;
    const { view, onAlive, onDrawn, onTrouble } = latest.current;
    if (apiUrl !== '') setBaseApiUrl(apiUrl);
    let opened: StreetsMap;
    try {
      opened = new StreetsMap({
        container,
        accessToken: apiKey,
        style: styleUrl(isStyleDark.current),
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
    const draw = (): void => {
      drawn.current = true;
      onDrawn(true);
    };
    opened.on('error', (event) => {
      const why = troubleOf(event, drawn.current);
      if (why) onTrouble(why);
    });
    opened.on('data', () => drawn.current || onAlive());
    opened.on('style.load', () => {
      styling.current(opened);
      setStyled({ map: opened, dark: isStyleDark.current });
    });
    opened.once('load', draw);
    return () => {
      setStyled(null);
      drawn.current = false;
      onDrawn(false);
      opened.remove();
    };
  }, [container, apiKey, apiUrl]);
  useEffect(() => {
    if (!styled || isStyleDark.current === dark) return;
    isStyleDark.current = dark;
    drawn.current = false;
    const { map } = styled;
    const { onDrawn } = latest.current;
    // The map stays, because each one that is opened costs. The schematic is shown until it is drawn in the new style.
    onDrawn(false);
    setStyled({ map, dark: null });
    // A difference of the two would keep what they share, without saying when it is there. The fonts are the defaults.
    map.setStyle(styleUrl(dark), { diff: false, localFontFamily: null, localIdeographFontFamily: 'sans-serif' });
    map.once('style.load', () =>
      map.once('idle', () => {
        drawn.current = true;
        onDrawn(true);
      }),
    );
  }, [styled, dark]);
  useEffect(() => {
    const before = latest.current;
    if (!map) return;
    latest.current = { ...before, view, size };
    // To fit it as it is already fitted would lay out all labels again.
    if (size.width !== before.size.width || size.height !== before.size.height) map.resize();
    if (!isSame(view, before.view))
      map.jumpTo({ center: [view.center.longitude, view.center.latitude], zoom: view.zoom });
  }, [map, view, size]);
  return map;
};

/** Counts how often the map has come to a stop. */
export const useMoves = (map: StreetsMap | null): number => {
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
