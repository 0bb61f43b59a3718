import { studiosModel } from '@rondo/projections/studios/project.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { historyModel } from '@rondo/projections/history/project.ts';
import { invoicesModel } from '@rondo/projections/invoices/project.ts';
import { preparedDialect } from '@rondo/projections/postgres/prepared.ts';
import { Kysely } from 'kysely';
import { deliveryWork } from '../domain/billing/mailing/deliver.ts';
import { mailDelivery } from '../domain/billing/mailing/delivery.ts';
import { mailsReactor } from '../domain/billing/mailing/reactor.ts';
import { invoicePrinting } from '../domain/billing/pdf/printing.ts';
import { billingAggregate } from '../domain/billing/state.ts';
import { commandHandler } from '../platform/commands/command-handler.ts';
import { advisoryLocks } from '../platform/postgres/advisory-locks.ts';
import { readModels } from '../platform/models/read-models.ts';
import { studioClock } from '../domain/studio/clock.ts';
import type { Background } from './background.ts';

/** Everything that delivers invoices by email. */
export const openMailing = ({
  infrastructure: { connectionString, pool, store },
  services: { commands, printer, mailer },
  runner,
  config,
  report,
}: Background) => {
  const models = readModels(new Kysely<unknown>({ dialect: preparedDialect(pool) }), runner, () => store.head());
  const clock = studioClock(models, config.now);
  // A delivery holds its lock while the mail server answers, so that it must not take the connections of commands.
  const locks = advisoryLocks({ connectionString, connections: 4 });
  const delivery = mailDelivery({
    work: deliveryWork({
      handler: commandHandler(billingAggregate, commands),
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
