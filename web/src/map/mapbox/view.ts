import type { Place, Sized } from '../layout.ts';

/** What a map with streets shows: its middle and its zoom. */
export type View = { readonly center: Place; readonly zoom: number };

/** After fitting, no map is closer than this. */
export const maxZoom = 15;

/** Pixels of the whole world at zoom 0. */
const worldSize = 512;
const padding = 56;
/** Web Mercator ends here. */
const mostLatitude = 85;

const mercatorY = (latitude: number): number => {
  const sin = Math.sin((Math.min(mostLatitude, Math.max(-mostLatitude, latitude)) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI);
};
const latitudeAt = (y: number): number => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;

/** The middle of the contiguous United States, for a map without places. */
const nowhere: Place = { latitude: 39.5, longitude: -98.35 };

/** The height of the maps service's name at the bottom, in pixels. */
export const logoHeight = 28;
/** Half the height of a mark, and what makes it stand clear of a text. */
const markRoom = 22;

/**
 * The view in which all places are visible: a single place at the given zoom, several as close as possible, at most at zoom 15.
 * @param below pixels that the caption takes at the bottom
 */
export const viewOf = (places: readonly Place[], { width, height }: Sized, zoom: number, below = 0): View => {
  const [first] = places;
  if (!first) return { center: nowhere, zoom: 3 };
  const xs = places.map(({ longitude }) => (longitude + 180) / 360);
  const ys = places.map(({ latitude }) => mercatorY(latitude));
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  if (right === left && bottom === top) return { center: first, zoom };
  const foot = Math.max(padding, below + logoHeight + markRoom);
  const room = {
    x: Math.max(1, width - 2 * padding) / worldSize,
    y: Math.max(1, height - padding - foot) / worldSize,
  };
  const fitting = Math.min(Math.log2(room.x / (right - left)), Math.log2(room.y / (bottom - top)));
  const fitted = Math.max(0, Math.min(maxZoom, fitting));
  // The middle of the places is above that of the map by half of what the caption takes more than the padding.
  const lower = (foot - padding) / 2 / (worldSize * 2 ** fitted);
  const center = { latitude: latitudeAt((top + bottom) / 2 + lower), longitude: ((left + right) / 2) * 360 - 180 };
  return { center, zoom: fitted };
};
