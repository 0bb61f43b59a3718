import { randomUUID } from 'node:crypto';
import type { Mail } from '../../../platform/mail/mailer.ts';
import type { WaitingMails } from '../../../platform/mail/waiting-mails.ts';
import type { ResetTokens } from '../passwords/reset-tokens.ts';
import type { User, Users } from '../users.ts';

export type AccountMailsDependencies = {
  readonly waiting: Pick<WaitingMails, 'send'>;
  readonly users: Pick<Users, 'find' | 'findByEmail'>;
  readonly tokens: Pick<ResetTokens, 'issue'>;
  /** Where people open this server, without a slash at the end. Never what a request names: the link would lead to another server. */
  readonly address: () => string;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

/**
 * Mails to the owner of an account. They contain no name: anybody can register with somebody else's address, and write what they like as the name.
 */
export const accountMails = ({ waiting, users, tokens, address, now }: AccountMailsDependencies) => {
  const mailTo = ({ id, email }: User, subject: string, paragraphs: readonly string[]): Mail => ({
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

  return {
    /** Sends a reset link if the address has an account. Whether it has one shows neither in the outcome nor in how long this takes. */
    sendResetLink: (email: string): void =>
      waiting.send(async () => {
        const user = await users.findByEmail(email);
        const token = user && (await tokens.issue(user.id));
        if (!user || token === undefined) return null;
        return mailTo(user, 'Set a new password for Rondo', [
          `Somebody, probably you, asked to set a new password for the Rondo account of ${user.email}.`,
          `To set it, open this address within one hour. It works once:\n${address()}/reset-password?token=${token}`,
          'If you did not ask for this, ignore this email. Your password stays as it is.',
        ]);
      }),

    /** Sends a link that confirms the account's address. */
    sendConfirmationLink: (userId: string, token: string): void =>
      waiting.send(async () => {
        const user = await users.find(userId);
        if (!user) return null;
        return mailTo(user, 'Confirm your email address for Rondo', [
          `Somebody, probably you, wants to send email from the Rondo account of ${user.email}. Rondo first asks whether this address is yours.`,
          `To confirm it, open this address within one hour and press the button on the page. It works once:\n${address()}/confirm-email?token=${token}`,
          'If this was not you, ignore this email. Nothing is sent in your name.',
        ]);
      }),

    /** Tells the owner that the password is another one now. @param device on which it was changed, in words */
    sayPasswordChanged: (userId: string, device: string | null): void =>
      waiting.send(async () => {
        const user = await users.find(userId);
        if (!user) return null;
        return mailTo(user, 'Your Rondo password was changed', [
          `The password of the Rondo account of ${user.email} was changed${device === null ? '' : `, in ${device}`}. Everyone who was signed in elsewhere was signed out.`,
          `If this was not you, set a new password now:\n${address()}/forgot-password`,
        ]);
      }),
  };
};
export type AccountMails = ReturnType<typeof accountMails>;
