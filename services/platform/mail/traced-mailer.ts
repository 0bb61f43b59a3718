import type { Traces } from '../http/traces.ts';
import type { Mailer } from './mailer.ts';

/** The same mailer, with a line in the log for each mail that was handed over or saved: whose it is, never to whom. */
export const tracedMailer = (mailer: Mailer, traces: Traces): Mailer => ({
  ...mailer,
  deliver: async (mail) => {
    const delivered = await mailer.deliver(mail);
    traces('mail', { studioId: mail.owner, count: 1 });
    return delivered;
  },
});
