import type { Point } from '../provider.ts';

/** South, north, west, east. */
const unitedStates = [
  [24.3, 49.5, -125.2, -66.8],
  [51, 71.6, -180, -129.9],
  [51, 53.5, 172, 180],
  [18.8, 28.6, -178.5, -154.6],
  [17.6, 18.7, -67.5, -64.4],
  [13.1, 20.7, 144.5, 146.2],
  [-14.7, -10.9, -171.2, -168],
] as const;

/** Whether a point can be in the United States or its territories; parts of their neighbors are in the same rectangles. */
export const canBeInUnitedStates = ({ latitude, longitude }: Point): boolean =>
  unitedStates.some(
    ([south, north, west, east]) => latitude >= south && latitude <= north && longitude >= west && longitude <= east,
  );

/** Longitude and latitude to 10 centimeters, as Mapbox's addresses have them. */
export const coordinatesOf = ({ latitude, longitude }: Point): string =>
  `${longitude.toFixed(6)},${latitude.toFixed(6)}`;

const metersInMile = 1609.344;

/** To a tenth. */
export const milesOf = (meters: number): number => Math.round((meters / metersInMile) * 10) / 10;
