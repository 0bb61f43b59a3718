import type { ReactorName } from '@rondo/contracts/api/endpoint.ts';
import type { ReadModel, Reactor } from '@rondo/projections/runner/read-model.ts';
import { preparedDialect } from '@rondo/projections/postgres/prepared.ts';
import { Kysely } from 'kysely';
import type pg from 'pg';
import { erasureReactor } from '../domain/accounts/erasure/erasure-reactor.ts';
import { membershipsReactor } from '../domain/billing/families/reactor.ts';
import { mailsReactor, type QueuedMail } from '../domain/billing/mailing/reactor.ts';
import { restoresReactor } from '../domain/history/restores/reactor.ts';
import { forgettingReactor } from '../domain/lessons/inquiries/reactor.ts';
import { removalsReactor } from '../domain/lessons/removals-reactor.ts';
import { transfersReactor } from '../domain/lessons/transfers-reactor.ts';
import { takeOversReactor } from '../domain/planning/branches/taking-over/reactor.ts';
import { jointDecisionsReactor } from '../domain/planning/together/reactor.ts';
import { geocodingReactor } from '../domain/people/contacts/reactor.ts';
import { eraseFeedStates } from '../domain/calendars/in/feed-states.ts';
import type { Services } from '../platform/kit/services.ts';
import { streamRegistry } from '../platform/postgres/stream-registry.ts';
import type { AccountsDb } from '../platform/postgres/tables.ts';
import { openHandlers } from './handlers.ts';

/** What reactors have done later. */
export type Begins = {
  /** Has a studio's restore carried out. */
  readonly beginRestore: (studioId: string) => void;
  /** Has a mail delivered. */
  readonly beginMail: (mail: QueuedMail) => void;
};

export type ReactorServices = Pick<Services, 'handlers' | 'store' | 'maps' | 'db' | 'projecting' | 'forgetStudio'>;

/** Every reactor of this release. */
export const allReactors = (services: ReactorServices, { beginRestore, beginMail }: Begins): ReadModel[] => {
  const reactorOf: { readonly [Name in ReactorName]: Reactor<Name> } = {
    removals: removalsReactor(services),
    transfers: transfersReactor(services),
    restores: restoresReactor(beginRestore),
    mails: mailsReactor(beginMail),
    geocoding: geocodingReactor(services),
    erasure: erasureReactor(services),
    memberships: membershipsReactor(services),
    forgetting: forgettingReactor(services),
    takeovers: takeOversReactor(services),
    decisions: jointDecisionsReactor(services),
  };
  return Object.values(reactorOf);
};

/**
 * The reactors for a tool, with the commands that they send. Restores and mails wait for a server.
 * @param pool whose commits are on disk: what reactors write outside the log cannot be built again
 */
export const toolReactors = ({
  pool,
  ...services
}: Pick<Services, 'projecting' | 'store' | 'maps'> & { readonly pool: pg.Pool }): ReadModel[] => {
  const db = new Kysely<AccountsDb>({ dialect: preparedDialect(pool) });
  const handlers = openHandlers({ store: services.store, registry: streamRegistry(db) }, Date.now);
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
