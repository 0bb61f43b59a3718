import type { RequestHandler } from 'express';
import { sharingRoutes, studentAddresses } from '../domain/calendars/out/api.ts';
import { feedReader } from '../domain/calendars/out/feed-reader.ts';
import { feeds as openFeeds } from '../domain/calendars/out/feeds.ts';
import { feedFetches } from '../domain/calendars/out/fetches.ts';
import { serveFeeds } from '../domain/calendars/out/serve.ts';
import { feedKeyFrom, feedTokens } from '../domain/calendars/out/tokens.ts';
import type { Route } from '../platform/http/route.ts';
import type { Services } from '../platform/kit/services.ts';
import { rosterOf } from '../domain/people/roster.ts';
import { schedules as schedulesOf } from '../domain/schedule/schedules.ts';

export type Sharing = {
  /** Serves the calendars. */
  readonly handler: RequestHandler;
  readonly routes: readonly Route[];
  readonly studentAddresses: ReturnType<typeof studentAddresses>;
  /** Writes what is only counted yet. */
  readonly stop: () => Promise<void>;
};

/** Shared calendars: their addresses and what is served there. @param secret the one that signs sessions */
export const openSharing = ({ services, secret }: { services: Services; secret: string }): Sharing => {
  const { db, store, models, maps, legs, now, machineNow, settings } = services;
  const roster = rosterOf(services);
  const schedules = schedulesOf(services);
  const tokens = feedTokens(db, feedKeyFrom(secret));
  const { mapsFor } = maps;
  const feeds = openFeeds(feedReader({ models, schedules, mapsFor, legs }), now);
  const fetches = feedFetches(db, machineNow);
  const parts = { tokens, feeds, fetches, publicUrl: settings.PUBLIC_URL };
  return {
    handler: serveFeeds({ ...parts, now: machineNow }),
    routes: sharingRoutes({ ...parts, roster, schedules, models, head: () => store.head() }),
    studentAddresses: studentAddresses(parts),
    stop: fetches.flush,
  };
};
