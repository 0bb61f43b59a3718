import 'mapbox-gl/dist/mapbox-gl.css';
import { Map as StreetsMap, prewarm, setBaseApiUrl, setWorkerCount, type ErrorEvent } from 'mapbox-gl/esm';
import { useEffect, useRef, useState } from 'react';
import { isDark } from './lines.ts';
import type { StreetMapProps, StreetsTrouble } from './street-map.tsx';
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

type Opening = Pick<StreetMapProps, 'access' | 'size' | 'onAlive' | 'onDrawn' | 'onTrouble'> & { readonly view: View };

const isSame = (a: View, b: View): boolean =>
  a.zoom === b.zoom && a.center.latitude === b.center.latitude && a.center.longitude === b.center.longitude;

/** The map of the maps service, opened once per key, and fitted to its view again when that changes. Null until its style is there. */
export const useStreetsMap = (container: HTMLElement | null, opening: Opening): StreetsMap | null => {
  const [map, setMap] = useState<StreetsMap | null>(null);
  const shown = useRef(opening);
  const {
    access: { apiKey, apiUrl },
    view,
    size,
  } = opening;
  useEffect(() => {
    if (!container) return;
    const { view, onAlive, onDrawn, onTrouble } = shown.current;
    if (apiUrl !== '') setBaseApiUrl(apiUrl);
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
  useEffect(() => {
    const before = shown.current;
    if (!map) return;
    shown.current = { ...before, view, size };
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
