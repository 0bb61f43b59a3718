import { preparedDialect } from '@rondo/projections/postgres/prepared.ts';
import type { ReadModel } from '@rondo/projections/runner/read-model.ts';
import { Kysely } from 'kysely';
import type pg from 'pg';
import { eraseFeedStates } from '../domain/calendars/in/feed-states.ts';
import type { Services } from '../platform/kit/services.ts';
import { streamRegistry } from '../platform/postgres/stream-registry.ts';
import type { AccountsDb } from '../platform/postgres/tables.ts';
import { openHandlers } from './handlers.ts';
import { allReactors } from './reactors.ts';

/**
 * The reactors for a tool, with the commands that they send. Restores and mails wait for a server.
 * @param pool whose commits are on disk: what reactors write outside the log cannot be built again
 */
export const toolReactors = ({
  pool,
  ...services
}: Pick<Services, 'projecting' | 'store' | 'maps'> & { readonly pool: pg.Pool }): ReadModel[] => {
  const db = new Kysely<AccountsDb>({ dialect: preparedDialect(pool) });
  const handlers = openHandlers({ store: services.store, registry: streamRegistry(db) });
  // A tool caches nothing of a studio's past and saves no mails.
  const forgetStudio = async (studioId: string): Promise<void> => {
    await services.maps.eraseStudio(studioId);
    await eraseFeedStates({ db }, studioId);
  };
  return allReactors(
    { ...services, db, handlers, forgetStudio },
    { beginRestore: () => undefined, beginMail: () => undefined },
  );
};
