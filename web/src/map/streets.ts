import { useCallback, useEffect, useRef, useState, type ComponentType } from 'react';
import type { StreetMapProps } from './mapbox/street-map.tsx';
import type { StreetsAccess, StreetsTrouble } from './model.ts';

/** Once its file is there, a map has it when it is first rendered. */
let loaded: ComponentType<StreetMapProps> | null = null;
const loadStreets = async () => (loaded = (await import('./mapbox/street-map.tsx')).StreetMap);

/** So long may a maps service show no sign of life before the schematic stays. */
const silenceMs = 8000;

/** Ends once streets are shown for the first time, or will not be. */
const { promise: settled, resolve: settle } = Promise.withResolvers<void>();

let isExpected = false;

/**
 * Loads the map with streets before it is shown, while what it will show still loads.
 * @returns ends once it is drawn, or has not been for 8 seconds: it may not be opened after all
 */
export const preloadStreets = (): Promise<void> => {
  // A failure is the map's to report.
  loadStreets().catch(() => settle());
  if (!isExpected) setTimeout(settle, silenceMs);
  isExpected = true;
  return settled;
};

type Streets = { readonly map: ComponentType<StreetMapProps> | null; readonly trouble: StreetsTrouble | null };

/** The map with streets: loaded when there is a key, given up on trouble. The schematic stays visible until it is drawn. */
export const useStreets = (access: StreetsAccess | null) => {
  const [{ map, trouble }, set] = useState<Streets>(() => ({ map: loaded, trouble: null }));
  const [drawn, setDrawn] = useState(false);
  const silence = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isNeeded = access !== null && trouble === null;
  const fail = useCallback((why: StreetsTrouble) => set((now) => ({ ...now, trouble: now.trouble ?? why })), []);
  // Every sign of life starts the time again, and so does coming back to a page in the background, where nothing is drawn.
  const hear = useCallback(() => {
    clearTimeout(silence.current);
    silence.current = setTimeout(() => document.hidden || fail('silent'), silenceMs);
  }, [fail]);
  useEffect(() => {
    if (!isNeeded) return;
    let open = true;
    loadStreets().then(
      (map) => open && set((now) => (now.map === map ? now : { ...now, map })),
      () => open && fail('silent'),
    );
    return () => {
      open = false;
    };
  }, [isNeeded, fail]);
  useEffect(() => {
    if (!isNeeded || drawn) return;
    hear();
    document.addEventListener('visibilitychange', hear);
    return () => {
      clearTimeout(silence.current);
      document.removeEventListener('visibilitychange', hear);
    };
  }, [isNeeded, drawn, hear]);
  useEffect(() => {
    if (drawn || trouble !== null) settle();
  }, [drawn, trouble]);
  return { Map: isNeeded ? map : null, trouble, isShown: isNeeded && drawn, fail, hear, setDrawn };
};
