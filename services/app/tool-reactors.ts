import { preparedDialect } from '@rondo/projections/postgres/prepared.ts';
import type { ReadModel } from '@rondo/projections/runner/read-model.ts';
import { Kysely } from 'kysely';
import type pg from 'pg';
import type { AccountsDb } from '../platform/postgres/tables.ts';
import { feedStates } from '../domain/calendars/in/feed-states.ts';
import { erasure } from '../domain/accounts/erasure/erasure.ts';
import { streamRegistry } from '../platform/postgres/stream-registry.ts';
import type { EventStore } from '../platform/log/event-store.ts';
import type { MapsCache } from '../platform/maps/cache/maps-cache.ts';
import { roster } from '../domain/people/roster.ts';
import { schedules } from '../domain/schedule/schedules.ts';
import { allReactors } from './reactors.ts';

/**
 * The reactors for a tool, with the commands that they send. Restores and mails wait for a server.
 * @param dependencies.pool whose commits are on disk: what reactors write outside the log cannot be built again
 */
export const toolReactors = ({
  pool,
  projecting,
  store,
  maps,
}: {
  readonly pool: pg.Pool;
  readonly projecting: Kysely<unknown>;
  readonly store: EventStore;
  readonly maps: MapsCache;
}): ReadModel[] => {
  const accounts = new Kysely<AccountsDb>({ dialect: preparedDialect(pool) });
  const commands = { store, registry: streamRegistry(accounts) };
  return allReactors({
    schedules: schedules(commands),
    roster: roster(commands),
    erasure: erasure({
      db: accounts,
      projecting,
      store,
      eraseMapsCache: maps.eraseStudio,
      forgetFeeds: feedStates(new Kysely<unknown>({ dialect: preparedDialect(pool) })).eraseStudio,
    }),
    mapsFor: maps.mapsFor,
    beginRestore: () => undefined,
    beginMail: () => undefined,
  });
};
