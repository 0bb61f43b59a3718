import { deliverMail } from '../domain/billing/mailing/deliver.ts';
import { deliveryQueue } from '../domain/billing/mailing/delivery-queue.ts';
import { mailsReactor } from '../domain/billing/mailing/reactor.ts';
import { advisoryLocks } from '../platform/postgres/advisory-locks.ts';
import type { Background } from './background.ts';

/** Everything that delivers invoices by email. */
export const openMailing = ({ infrastructure: { connectionString }, services, report }: Background) => {
  // A delivery holds its lock while the mail server answers, so that it must not take the connections of commands.
  const locks = advisoryLocks({ connectionString, connections: 4 });
  const delivery = deliveryQueue({ deliver: (mail) => deliverMail(services, mail), locks, report });
  return {
    begin: delivery.begin,
    /** Delivers the mails of this database from now on. */
    watch: (): void => delivery.watch(mailsReactor(delivery.begin), services.models),
    stop: async (): Promise<void> => {
      await delivery.stop();
      await locks.close();
    },
  };
};
export type Mailing = ReturnType<typeof openMailing>;
