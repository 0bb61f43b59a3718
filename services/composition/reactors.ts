import type { ReactorName } from '@rondo/contracts/api/endpoint.ts';
import type { ReadModel, Reactor } from '@rondo/projections/runner/read-model.ts';
import type { Erasure } from '../erasure/erasure.ts';
import type { Maps } from '../maps/drive-time.ts';
import type { Roster } from '../roster/roster.ts';
import type { Schedules } from '../schedule/schedules.ts';
import { erasureReactor } from '../erasure/erasure-reactor.ts';
import { mailsReactor, type QueuedMail } from '../billing/mailing/reactor.ts';
import { geocodingReactor } from '../contacts/geocoding.ts';
import { removalsReactor } from '../lessons/removals.ts';
import { transfersReactor } from '../lessons/transfers.ts';
import { restoresReactor } from '../restores/restorer.ts';

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
