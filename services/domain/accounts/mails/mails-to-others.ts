import { confirmationTexts } from '@rondo/contracts/api/email-confirmation.ts';
import { DomainError, Forbidden, limitMet, TooMany } from '../../../platform/kit/errors.ts';
import type { Actor } from '../../../platform/http/callers/actor.ts';
import type { ConfirmationLinks } from './confirmation-links.ts';
import type { EmailConfirmations } from './email-confirmations.ts';
import type { SentMails } from './sent-mails.ts';

export type MailsToOthersDependencies = {
  readonly confirmations: Pick<EmailConfirmations, 'isConfirmed'>;
  readonly links: ConfirmationLinks;
  readonly sent: SentMails;
  /** Whether this server sends mail; else it saves mails as files. */
  readonly sendsMail: boolean;
};

/** Decides which email a user may send to others, under the name and with the text that the user chooses. */
export const mailsToOthers = ({ confirmations, links, sent, sendsMail }: MailsToOthersDependencies) => ({
  /**
   * Sends an email to another person, and counts it.
   * @param mail its id; carrying the same one out again counts once
   * @param send has it sent; what it refuses does not count
   * @throws Forbidden for guests, and for accounts whose own address is not confirmed, which are then sent a link
   * @throws TooMany when the studio has sent many
   */
  send: async <Done>({ userId, studioId, isGuest }: Actor, mail: string, send: () => Promise<Done>): Promise<Done> => {
    if (isGuest) throw limitMet('mails of guests', new Forbidden(confirmationTexts.guest));
    if (sendsMail && !(await confirmations.isConfirmed(userId))) {
      await links.send(userId);
      throw limitMet('mails of unconfirmed accounts', new Forbidden(confirmationTexts.unconfirmed));
    }
    const counted = await sent.count(studioId, mail);
    if (counted.waitSeconds > 0)
      throw limitMet('mails of a studio', new TooMany(confirmationTexts.tooMany, counted.waitSeconds));
    try {
      return await send();
    } catch (error) {
      if (counted.isNew && error instanceof DomainError) await sent.forget(studioId, mail);
      throw error;
    }
  },
});
