import type { AccountMails } from './account-mails.ts';
import type { EmailConfirmations } from './email-confirmations.ts';

export type ConfirmationLinksDependencies = {
  readonly confirmations: Pick<EmailConfirmations, 'issue'>;
  readonly mails: Pick<AccountMails, 'sendConfirmationLink'>;
};

/** Mails accounts the links that confirm their addresses. */
export const confirmationLinks = ({ confirmations, mails }: ConfirmationLinksDependencies) => ({
  /**
   * Sends a link, unless the account was sent enough.
   * @returns how many seconds to wait for the next one instead; null if one was sent
   * @throws Unavailable when too many mails are waiting
   */
  send: async (userId: string): Promise<number | null> => {
    const issued = await confirmations.issue(userId);
    if ('waitSeconds' in issued) return issued.waitSeconds;
    mails.sendConfirmationLink(userId, issued.token);
    return null;
  },
});
export type ConfirmationLinks = ReturnType<typeof confirmationLinks>;
