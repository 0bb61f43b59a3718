import { createHash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { normalizeAddress, tidyAddress } from '../address.ts';
import { defaultSuggestionLimit, type MapsProvider, type Place, type Point, type SuggestOptions } from '../provider.ts';

/**
 * The tables of the maps cache. Entries belong to the studio that caused them, so that one studio's figures reveal nothing
 * about another's and clearing affects no one else. A lookup is 128 bits of a SHA-256 (see `lookupsOf`): short, of any input,
 * and the drives contain no address.
 *
 * `maps.calls` counts what the maps service was asked on a day (UTC), for the whole server.
 *
 * Every statement and transaction writes drives, then answers, then lookups, to prevent deadlocks.
 */
export const mapsCacheSchema: readonly string[] = [
  `create schema if not exists maps;`,
  `create table if not exists maps.drives (
    studio_id text not null,
    origin uuid not null,
    destination uuid not null,
    minutes integer not null,
    miles double precision,
    expires_at timestamptz not null,
    primary key (studio_id, origin, destination)
  );`,
  `create table if not exists maps.answers (
    studio_id text not null,
    cache text not null,
    lookup uuid not null,
    answer jsonb not null,
    expires_at timestamptz not null,
    primary key (studio_id, cache, lookup)
  );`,
  `create table if not exists maps.lookups (
    studio_id text not null,
    cache text not null,
    hits bigint not null,
    misses bigint not null,
    primary key (studio_id, cache)
  );`,
  // Earlier versions did not record when counting began.
  `alter table maps.lookups add column if not exists since timestamptz;`,
  // Earlier versions counted each miss as charged for.
  `alter table maps.lookups add column if not exists charged bigint;`,
  // Earlier versions listed the caches here, without the roads.
  `alter table maps.answers drop constraint if exists answers_cache_check;`,
  `alter table maps.lookups drop constraint if exists lookups_cache_check;`,
  `create table if not exists maps.calls (
    day date primary key,
    calls integer not null,
    geocode integer not null,
    suggestions integer not null,
    elements integer not null,
    roads integer not null
  );`,
];

/** The tables as queries see them; an instant is written as epoch milliseconds through `instant`. */
export type MapsCacheTables = {
  'maps.drives': {
    studio_id: string;
    origin: string;
    destination: string;
    minutes: number;
    miles: number | null;
    expires_at: string;
  };
  'maps.answers': { studio_id: string; cache: AnswerCache; lookup: string; answer: unknown; expires_at: string };
  'maps.lookups': {
    studio_id: string;
    cache: CacheName;
    hits: string;
    misses: string;
    charged: string | null;
    since: string | null;
  };
};

export type AnswerCache = 'geocode' | 'suggestions' | 'roads';
export type CacheName = 'driveTime' | AnswerCache;

/** The instant of these epoch milliseconds, for a timestamptz column. */
export const instant = (epochMilliseconds: number): RawBuilder<string> =>
  sql<string>`to_timestamp(${epochMilliseconds}::double precision / 1000)`;

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
    suggestions: (text: string, { limit = defaultSuggestionLimit, near = [] }: SuggestOptions): string =>
      key(
        JSON.stringify([
          text,
          limit,
          near.length === 0 ? null : near.map(({ latitude, longitude }) => [latitude.toFixed(2), longitude.toFixed(2)]),
        ]),
      ),

    road: (points: readonly Point[]): string =>
      key(JSON.stringify(points.map(({ latitude, longitude }) => [latitude, longitude]))),
  };
};
export type Lookups = ReturnType<typeof lookupsOf>;
