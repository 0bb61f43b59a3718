import { studiosModel } from '@rondo/projections/studios/project.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { historyModel } from '@rondo/projections/history/project.ts';
import { invoicesModel } from '@rondo/projections/invoices/project.ts';
import { deliveryWork } from '../domain/billing/mailing/deliver.ts';
import { mailDelivery } from '../domain/billing/mailing/delivery.ts';
import { mailsReactor } from '../domain/billing/mailing/reactor.ts';
import { invoicePrinting } from '../domain/billing/pdf/printing.ts';
import { advisoryLocks } from '../platform/postgres/advisory-locks.ts';
import { clockOf } from '../domain/studio/clock.ts';
import type { Background } from './background.ts';

/** Everything that delivers invoices by email. */
export const openMailing = ({ infrastructure: { connectionString }, services, printer, report }: Background) => {
  const { models, handlers, mailer } = services;
  const clock = clockOf(services);
  // A delivery holds its lock while the mail server answers, so that it must not take the connections of commands.
  const locks = advisoryLocks({ connectionString, connections: 4 });
  const delivery = mailDelivery({
    work: deliveryWork({
      handler: handlers.billing,
      mailer,
      printing: invoicePrinting({ models, clock, printer }),
      clock,
      isShown: (position) => models.reached(position, [studiosModel, lessonsModel, invoicesModel, historyModel]),
      now: Date.now,
    }),
    locks,
    report,
  });
  return {
    begin: delivery.begin,
    /** Delivers the mails of this database from now on. */
    watch: (): void => delivery.watch(mailsReactor(delivery.begin), models),
    stop: async (): Promise<void> => {
      await delivery.stop();
      await locks.close();
    },
  };
};
export type Mailing = ReturnType<typeof openMailing>;
