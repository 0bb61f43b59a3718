import type { ReactorName } from '@rondo/contracts/api/endpoint.ts';
import type { ReadModel, Reactor } from '@rondo/projections/runner/read-model.ts';
import { erasureReactor } from '../domain/accounts/erasure/erasure.ts';
import { mailsReactor, type QueuedMail } from '../domain/billing/mailing/reactor.ts';
import { restoresReactor } from '../domain/history/restores/restorer.ts';
import { removalsReactor } from '../domain/lessons/removals.ts';
import { transfersReactor } from '../domain/lessons/transfers.ts';
import { geocodingReactor } from '../domain/people/contacts/geocoding.ts';
import type { Services } from '../platform/kit/services.ts';

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
  };
  return Object.values(reactorOf);
};
