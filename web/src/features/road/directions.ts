import type { Stop } from '@rondo/contracts/api/road/day.ts';
import { navigateTo } from '../../lib/ways.ts';

export const mapApps = ['Google Maps', 'Apple Maps', 'Waze'] as const;
export type MapApp = (typeof mapApps)[number];

export type Goal = Pick<Stop, 'address' | 'latitude' | 'longitude' | 'precision'>;

const directionsTo: Readonly<Record<MapApp, (point: string, ios: number | null) => string>> = {
  'Google Maps': (point) => `https://www.google.com/maps/dir/?api=1&destination=${point}&travelmode=driving`,
  // Before 18.4 an iPhone knows the older address alone.
  'Apple Maps': (point, ios) =>
    ios !== null && ios < 18.4
      ? `https://maps.apple.com/?daddr=${point}&dirflg=d`
      : `https://maps.apple.com/directions?destination=${point}&mode=driving`,
  Waze: (point) => `https://waze.com/ul?ll=${point}&navigate=yes`,
};

/** The version of iOS in what a browser says of itself; null on other systems. */
export const iosIn = (userAgent: string): number | null => {
  const found = /(?:iPhone|CPU) OS (\d+)_(\d+)/.exec(userAgent);
  return found ? Number(`${found[1]}.${found[2]}`) : null;
};

/** Directions to a stop, by its coordinates where they are exact, else by its address; null without both. */
export const directions = (
  { address, latitude, longitude, precision }: Goal,
  app: MapApp,
  userAgent: string,
): string | null => {
  if (precision === 'exact' && latitude !== null && longitude !== null)
    return directionsTo[app](encodeURIComponent(`${latitude},${longitude}`), iosIn(userAgent));
  if (address === null) return null;
  const destination = encodeURIComponent(address);
  if (app === 'Apple Maps') return directionsTo[app](destination, iosIn(userAgent));
  return navigateTo(address).find(({ label }) => label === app)?.url ?? null;
};

const storageKey = 'rondo.mapApp';

/** The app that this device navigates with: the one chosen last, else Apple's on its own devices and Google's on others. */
export const mapAppHere = (): MapApp => {
  const usual = /iPhone|iPad|Macintosh/.test(navigator.userAgent) ? 'Apple Maps' : 'Google Maps';
  try {
    const stored = localStorage.getItem(storageKey);
    return mapApps.find((app) => app === stored) ?? usual;
  } catch {
    // Storage is not available: the choice holds for this page.
    return usual;
  }
};

export const storeMapApp = (app: MapApp): void => {
  try {
    localStorage.setItem(storageKey, app);
  } catch {
    // Storage is not available: only the convenience is lost.
  }
};
