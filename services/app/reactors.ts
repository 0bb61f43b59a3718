import type { ReactorName } from '@rondo/contracts/api/endpoint.ts';
import type { ReadModel, Reactor } from '@rondo/projections/runner/read-model.ts';
import type { Erasure } from '../domain/accounts/erasure/erasure.ts';
import type { Maps } from '../platform/maps/drive-time.ts';
import type { Roster } from '../domain/people/roster.ts';
import type { Schedules } from '../domain/schedule/schedules.ts';
import { erasureReactor } from '../domain/accounts/erasure/erasure-reactor.ts';
import { mailsReactor, type QueuedMail } from '../domain/billing/mailing/reactor.ts';
import { geocodingReactor } from '../domain/people/contacts/geocoding.ts';
import { removalsReactor } from '../domain/lessons/removals.ts';
import { transfersReactor } from '../domain/lessons/transfers.ts';
import { restoresReactor } from '../domain/history/restores/restorer.ts';

/** Every reactor of this release. */
export const allReactors = (dependencies: {
  schedules: Schedules;
  roster: Roster;
  erasure: Erasure;
  mapsFor: (studioId: string) => Maps;
  /** Has a studio's restore carried out. */
  beginRestore: (studioId: string) => void;
  /** Has a mail delivered. */
  beginMail: (mail: QueuedMail) => void;
}): ReadModel[] => {
  const reactorOf: { readonly [Name in ReactorName]: Reactor<Name> } = {
    removals: removalsReactor(dependencies),
    transfers: transfersReactor(dependencies),
    restores: restoresReactor(dependencies.beginRestore),
    mails: mailsReactor(dependencies.beginMail),
    geocoding: geocodingReactor(dependencies),
    erasure: erasureReactor(dependencies.erasure.eraseStudio),
  };
  return Object.values(reactorOf);
};
