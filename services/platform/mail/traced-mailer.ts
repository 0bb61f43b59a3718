import type { Mailer } from './mailer.ts';

/** The same mailer, with a line in the log for each mail that was handed over or saved: whose it is, never to whom. */
export const tracedMailer = (
  mailer: Mailer,
  traceMail: (event: 'mail', details: { studioId: string; count: number }) => void,
): Mailer => ({
  ...mailer,
  deliver: async (mail) => {
    const delivered = await mailer.deliver(mail);
    traceMail('mail', { studioId: mail.owner, count: 1 });
    return delivered;
  },
});
