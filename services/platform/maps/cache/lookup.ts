import { createHash } from 'node:crypto';
import { normalizeAddress, tidyAddress } from '../address.ts';
import { defaultSuggestionLimit, type MapsProvider, type Place, type Point, type SuggestOptions } from '../provider.ts';

// Defines which questions share a cache entry. Everything that an answer depends on is in its key.

/** The first 128 bits of the text's SHA-256, written as PostgreSQL writes a uuid. */
const hashed = (text: string): string => {
  const hex = createHash('sha256').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
};

/** The keys of one provider's answers: after a token is set or removed, the other provider's are not used. */
export const lookupsOf = (provider: MapsProvider['name']) => {
  const key = (text: string): string => hashed(provider === 'offline' ? text : `${provider} ${text}`);
  return {
    /** One end of a drive. */
    place: ({ latitude, longitude, address, zipCode, precision }: Place): string =>
      key(JSON.stringify([latitude, longitude, normalizeAddress(address), zipCode ?? null, precision])),

    /** An address to locate; the answer repeats its spelling, so the spelling is part of the key. */
    geocode: (address: string): string => key(tidyAddress(address)),

    /** The start of an address, and the preferred location to a hundredth of a degree (0.7 miles). */
    suggestions: (text: string, { limit = defaultSuggestionLimit, near }: SuggestOptions): string =>
      key(
        JSON.stringify([
          text,
          limit,
          near === undefined ? null : [near.latitude.toFixed(2), near.longitude.toFixed(2)],
        ]),
      ),

    road: (points: readonly Point[]): string =>
      key(JSON.stringify(points.map(({ latitude, longitude }) => [latitude, longitude]))),
  };
};
export type Lookups = ReturnType<typeof lookupsOf>;
