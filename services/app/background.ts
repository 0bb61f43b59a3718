import { priceOfDate } from '../domain/billing/due/price.ts';
import { openInvoices } from '../domain/billing/families/on-page.ts';
import { deliverMail } from '../domain/billing/mailing/deliver.ts';
import { deliveryQueue } from '../domain/billing/mailing/delivery-queue.ts';
import { mailsReactor } from '../domain/billing/mailing/reactor.ts';
import type { MailRooms } from '../domain/calendars/families/messages/past-due/past-due.ts';
import { MessageJob } from '../domain/calendars/families/messages/job.ts';
import { autoSync } from '../domain/calendars/in/auto-sync.ts';
import { toldNow, untoldChanges } from '../domain/history/changes/untold.ts';
import { cancelledFor } from '../domain/lessons/cancelling/by-family.ts';
import { Nights } from '../domain/lessons/road/mileage/nights.ts';
import type { Services } from '../platform/kit/services.ts';
import { advisoryLocks } from '../platform/postgres/advisory-locks.ts';

// What goes on without a request. Each has locks of its own: they are held while a mail server or a feed answers, so that they must not take
// the connections of commands.

/** Delivers invoices by email. */
export const openMailing = (services: Services, connectionString: string, report: (error: unknown) => void) => {
  const locks = advisoryLocks({ connectionString, connections: 4 });
  const delivery = deliveryQueue({ deliver: (mail) => deliverMail(services, mail), locks, report });
  const { read } = mailsReactor(delivery.begin);
  return {
    begin: delivery.begin,
    /** Delivers the mails of this database from now on. */
    watch: (): void => delivery.watch(() => read(services.models).selectFrom('queued').selectAll().execute()),
    stop: async (): Promise<void> => {
      await delivery.stop();
      await locks.close();
    },
  };
};
export type Mailing = ReturnType<typeof openMailing>;

/** Reads teachers' calendar feeds by itself. */
export const openCalendarReading = (
  services: Parameters<typeof autoSync>[0]['services'],
  connectionString: string,
  report: (error: unknown) => void,
) => {
  const locks = advisoryLocks({ connectionString, connections: 1 });
  const automatic = autoSync({ services, locks, report });
  return {
    ...automatic,
    stop: async (): Promise<void> => {
      await automatic.stop();
      await locks.close();
    },
  };
};

/** Keeps the drives of each date once it is over. */
export const openNights = (
  services: ConstructorParameters<typeof Nights>[0]['services'],
  connectionString: string,
  report: (error: unknown) => void,
) => {
  const locks = advisoryLocks({ connectionString, connections: 1 });
  const nights = new Nights({ services, locks, report });
  return {
    watch: (): void => nights.watch(),
    stop: async (): Promise<void> => {
      await nights.stop();
      await locks.close();
    },
  };
};

/** What of mail to families other rooms know. */
export const mailRooms = (services: Services): MailRooms => ({
  openInvoicesOf: (studioId) => openInvoices(services, studioId),
  untoldOf: (studioId, limits) => untoldChanges(services, studioId, limits),
  toldOf: (studioId) => toldNow(services, studioId),
  cancelledFor: (studioId, date, cancelled) =>
    cancelledFor(services, (id, priced) => priceOfDate(services, id, priced), studioId, date, cancelled),
});

/** Mails families. */
export const openMessages = (services: Services, connectionString: string, report: (error: unknown) => void) => {
  const locks = advisoryLocks({ connectionString, connections: 1 });
  const everyMilliseconds = services.settings.MESSAGES_SECONDS * 1000;
  const job = new MessageJob({
    services: { ...services, rooms: mailRooms(services) },
    locks,
    report,
    everyMilliseconds,
  });
  return {
    watch: () => job.watch(),
    stop: async (): Promise<void> => {
      await job.stop();
      await locks.close();
    },
  };
};
