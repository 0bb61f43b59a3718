import { randomUUID } from 'node:crypto';
import { Unavailable } from '../../../platform/kit/errors.ts';
import type { Mail } from '../../../platform/mail/mailer.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { issueResetToken } from '../passwords/new-password.ts';
import { findUser, findUserByEmail, type User } from '../users.ts';

declare module '../../../platform/kit/services.ts' {
  interface Services {
    /** Where people open this server, without a slash at the end. Never what a request names: a mailed link would lead to another server. */
    readonly address: () => string;
  }
}

type MailServices = Pick<Services, 'db' | 'waitingMails' | 'address' | 'now'>;

/** A mail to the owner of an account. It contains no name: anybody can register with somebody else's address, and write what they like as the name. */
const mailTo = (
  { now }: Pick<Services, 'now'>,
  { id, email }: User,
  subject: string,
  paragraphs: readonly string[],
): Mail => ({
  id: randomUUID(),
  owner: id,
  fromName: 'Rondo',
  replyTo: null,
  to: email,
  subject,
  text: `${paragraphs.join('\n\n')}\n`,
  date: now(),
  attachments: [],
});

/** Sends a reset link if the address has an account. Whether it has one shows neither in the outcome nor in how long this takes. */
export const sendResetLink = (services: MailServices, email: string): void =>
  services.waitingMails.send(async () => {
    const user = await findUserByEmail(services, email);
    const token = user && (await issueResetToken(services, user.id));
    if (!user || token === undefined) return null;
    return mailTo(services, user, 'Set a new password for Rondo', [
      `Somebody, probably you, asked to set a new password for the Rondo account of ${user.email}.`,
      `To set it, open this address within one hour. It works once:\n${services.address()}/reset-password?token=${token}`,
      'If you did not ask for this, ignore this email. Your password stays as it is.',
    ]);
  });

/** Sends a link that confirms the account's address. */
export const sendConfirmationLink = (services: MailServices, userId: string, token: string): void =>
  services.waitingMails.send(async () => {
    const user = await findUser(services, userId);
    if (!user) return null;
    return mailTo(services, user, 'Confirm your email address for Rondo', [
      `Somebody, probably you, wants to send email from the Rondo account of ${user.email}. Rondo first asks whether this address is yours.`,
      `To confirm it, open this address within one hour and press the button on the page. It works once:\n${services.address()}/confirm-email?token=${token}`,
      'If this was not you, ignore this email. Nothing is sent in your name.',
    ]);
  });

/** Sends a mail with a code, which shows that mail arrives. @param from who mail to families comes from, and where answers go, in words */
export const sendTestCode = (
  services: MailServices,
  user: User,
  { code, from, replyTo }: { readonly code: string; readonly from: string; readonly replyTo: string | null },
): void =>
  services.waitingMails.send(async () =>
    mailTo(services, user, `Rondo test: ${code}`, [
      `Your code is ${code}. Enter it on the Messages page.`,
      `This mail came from ${from}${replyTo === null ? '.' : `; answers go to ${replyTo}.`}`,
    ]),
  );

/** Sends a mail about what is done already: that too many mails are waiting changes nothing about it. */
const say = ({ waitingMails }: MailServices, mail: () => Promise<Mail | null>): void => {
  try {
    waitingMails.send(mail);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
  }
};

/** Tells the owner that the password is another one now. @param device on which it was changed, in words */
export const sayPasswordChanged = (services: MailServices, userId: string, device: string | null): void =>
  say(services, async () => {
    const user = await findUser(services, userId);
    if (!user) return null;
    return mailTo(services, user, 'Your Rondo password was changed', [
      `The password of the Rondo account of ${user.email} was changed${device === null ? '' : `, in ${device}`}. Everyone who was signed in elsewhere was signed out.`,
      `If this was not you, set a new password now:\n${services.address()}/forgot-password`,
    ]);
  });

/** Sends a link to the address that an account would have, unless that has an account already. It does not name the account: it may go to anybody. */
export const sendEmailChangeLink = (
  services: MailServices,
  user: User,
  { email, token }: { readonly email: string; readonly token: string },
): void =>
  services.waitingMails.send(async () => {
    if (await findUserByEmail(services, email)) return null;
    return mailTo(services, { ...user, email }, 'Confirm your new email address for Rondo', [
      'Somebody, probably you, wants to use this address for a Rondo account.',
      `To change to it, open this address within one hour and press the button on the page. It works once:\n${services.address()}/change-email?token=${token}`,
      'If this was not you, ignore this email. Nothing is changed.',
    ]);
  });

/** Tells the owner at the present address that another one was asked for. It does not say which: the mailbox may be read by others. */
export const sendEmailChangeNotice = (services: MailServices, user: User): void =>
  services.waitingMails.send(async () =>
    mailTo(services, user, 'Another email address for your Rondo account', [
      `Somebody, probably you, requested another email address for the Rondo account of ${user.email}. It changes once the link that we sent to the new address is opened and its button is pressed.`,
      `If this was not you, set a new password now. The link then no longer works:\n${services.address()}/forgot-password`,
    ]),
  );

/** Tells the owner at the address before that the account has another one now. */
export const sayEmailChanged = (services: MailServices, userId: string, before: string): void =>
  say(services, async () => {
    const user = await findUser(services, userId);
    if (!user) return null;
    return mailTo(services, { ...user, email: before }, 'Your Rondo email address was changed', [
      `The Rondo account of ${before} has another email address now. Sign in with that one. Everyone who was signed in elsewhere was signed out.`,
      'If this was not you, tell the people who run this server: they find the account by this email.',
    ]);
  });
