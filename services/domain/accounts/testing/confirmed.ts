import type { smtpInbox } from '../../../platform/mail/testing/smtp-inbox.ts';
import { ok, type Visitor } from '../../../testing/visitor.ts';
import { confirmationLink, textOf, tokenIn } from './mails.ts';

type Inbox = Awaited<ReturnType<typeof smtpInbox>>;

/** The texts of the mails that an address was sent. */
export const mailsTo =
  ({ received }: Pick<Inbox, 'received'>, email: string) =>
  async (): Promise<string[]> =>
    received.filter(({ to }) => to === email).map(({ raw }) => textOf(raw));

/** Confirms the address of an account by the link that it is sent. */
export const confirmAddress = async (
  visitor: Visitor,
  email: string,
  inbox: Pick<Inbox, 'received'>,
): Promise<void> => {
  ok(await visitor.post('/api/user/email-confirmation'));
  const link = await confirmationLink(mailsTo(inbox, email));
  ok(await visitor.post('/api/confirm-email', { token: tokenIn(link) }));
};
