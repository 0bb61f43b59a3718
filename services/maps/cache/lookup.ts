import { createHash } from 'node:crypto';
import { normalizeAddress, tidyAddress } from '../address.ts';
import { defaultSuggestionLimit, type Place, type SuggestOptions } from '../provider.ts';

// Defines which questions share a cache entry. Everything that an answer depends on is in its key.

/** The first 128 bits of the text's SHA-256, written as PostgreSQL writes a uuid. */
const hashed = (text: string): string => {
  const hex = createHash('sha256').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
};

/** One end of a drive. */
export const placeLookup = ({ latitude, longitude, address, zipCode, precision }: Place): string =>
  hashed(JSON.stringify([latitude, longitude, normalizeAddress(address), zipCode ?? null, precision]));

/** An address to locate; the answer repeats its spelling, so the spelling is part of the key. */
export const geocodeLookup = (address: string): string => hashed(tidyAddress(address));

/** The start of an address, and the preferred location to a hundredth of a degree (0.7 miles). */
export const suggestionsLookup = (text: string, { limit = defaultSuggestionLimit, near }: SuggestOptions): string =>
  hashed(
    JSON.stringify([text, limit, near === undefined ? null : [near.latitude.toFixed(2), near.longitude.toFixed(2)]]),
  );
