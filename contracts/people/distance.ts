/** A point on the globe, in degrees. */
type Point = { readonly latitude: number; readonly longitude: number };

/** The mean radius of the earth in miles (IUGG: 6,371.0088 km). */
const earthRadiusMiles = 3958.76;

/** The great-circle distance in miles (haversine formula). */
export const greatCircleMiles = (a: Point, b: Point): number => {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const up = Math.sin(radians(b.latitude - a.latitude) / 2) ** 2;
  const across = Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  const chord = up + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * across;
  return 2 * earthRadiusMiles * Math.asin(Math.sqrt(Math.min(1, chord)));
};
