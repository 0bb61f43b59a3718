import { preparedDialect } from '@rondo/projections/postgres/prepared.ts';
import type { Runner } from '@rondo/projections/runner/runner.ts';
import type { RequestHandler } from 'express';
import { Kysely } from 'kysely';
import type { Config } from './config/config.ts';
import type { DomainServices } from './domain-services.ts';
import type { AccountsDb } from '../platform/postgres/tables.ts';
import { legMemory } from '../platform/maps/drives/legs.ts';
import { sharingRoutes, studentAddresses } from '../domain/calendars/out/api.ts';
import { feedReader } from '../domain/calendars/out/feed-reader.ts';
import { feeds as openFeeds } from '../domain/calendars/out/feeds.ts';
import { feedFetches } from '../domain/calendars/out/fetches.ts';
import { serveFeeds } from '../domain/calendars/out/serve.ts';
import { feedKeyFrom, feedTokens } from '../domain/calendars/out/tokens.ts';
import type { Route } from '../platform/http/route.ts';
import type { Infrastructure } from './infrastructure.ts';
import { readModels } from '../platform/models/read-models.ts';

export type Sharing = {
  /** Serves the calendars. */
  readonly handler: RequestHandler;
  readonly routes: readonly Route[];
  readonly studentAddresses: ReturnType<typeof studentAddresses>;
  /** Writes what is only counted yet. */
  readonly stop: () => Promise<void>;
};

/** Shared calendars: their addresses and what is served there. @param secret the one that signs sessions */
export const openSharing = ({
  infrastructure: { pool, store },
  services: { roster, schedules, maps },
  runner,
  config,
  secret,
}: {
  infrastructure: Infrastructure;
  services: DomainServices;
  runner: Runner;
  config: Config;
  secret: string;
}): Sharing => {
  const head = () => store.head();
  // A read of an unchanged calendar is two queries, which need not be planned each time.
  const models = readModels(new Kysely<unknown>({ dialect: preparedDialect(pool) }), runner, head);
  const db = new Kysely<AccountsDb>({ dialect: preparedDialect(pool) });
  const tokens = feedTokens(db, feedKeyFrom(secret));
  const { mapsFor } = maps;
  const feeds = openFeeds(feedReader({ models, schedules, mapsFor, legs: legMemory(mapsFor) }), config.now);
  // The log records by the machine's clock, of which a fixed clock for tests is independent.
  const fetches = feedFetches(db, Date.now);
  const parts = { tokens, feeds, fetches, publicUrl: config.PUBLIC_URL };
  return {
    handler: serveFeeds({ ...parts, now: Date.now }),
    routes: sharingRoutes({ ...parts, roster, schedules, models, head }),
    studentAddresses: studentAddresses(parts),
    stop: fetches.flush,
  };
};
