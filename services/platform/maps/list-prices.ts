/**
 * Mapbox's public list prices in USD per 1,000, first paid tier, as of June 2026. Where they come from, and what they leave
 * out, is in docs/map-costs.md.
 */
export const listPrices = {
  /** The month in which the prices were looked up. */
  asOf: 'June 2026',
  /** A geocoding request whose answer may not be stored, such as address suggestions. */
  geocodingTemporary: 0.75,
  /** A geocoding request whose answer is stored. */
  geocodingPermanent: 5,
  /** One pair of an origin and a destination in a request for drive times. */
  matrixElement: 2,
  /** A request for the road of one drive. */
  directions: 2,
} as const;
