import {
  confirmationTexts,
  confirmEmail,
  emailConfirmation,
  sendConfirmation,
} from '@rondo/contracts/api/email-confirmation.ts';
import { Forbidden, InvalidInput, NotSignedIn, RuleBroken, TooMany } from '../../../platform/kit/errors.ts';
import type { Actor } from '../../../platform/http/callers/actor.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import type { ConfirmationLinks } from './confirmation-links.ts';
import type { EmailConfirmations } from './email-confirmations.ts';
import type { User, Users } from '../users.ts';

export type ConfirmationRoutesDependencies = {
  readonly users: Pick<Users, 'find'>;
  readonly confirmations: Pick<EmailConfirmations, 'isConfirmed' | 'wasSentLink' | 'confirm'>;
  readonly links: ConfirmationLinks;
  /** Whether this server sends mail; else it saves mails as files. */
  readonly sendsMail: boolean;
};

/** "5 minutes" or "3 hours", never too short. */
const inWords = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 90) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return `${Math.ceil(minutes / 60)} hours`;
};

/** Whether the own address is confirmed, and links that confirm it. */
export const confirmationRoutes = (dependencies: ConfirmationRoutesDependencies): Route[] => {
  const { users, confirmations, links, sendsMail } = dependencies;

  /** @throws NotSignedIn, Forbidden for guests, who have no address */
  const accountOf = async ({ userId }: Actor): Promise<User> => {
    const user = await users.find(userId);
    if (!user) throw new NotSignedIn('Please sign in.');
    if (user.isGuest) throw new Forbidden(confirmationTexts.guest);
    return user;
  };

  return [
    route(emailConfirmation, async (_, { actor }) => {
      const { id, email } = await accountOf(actor);
      const [isConfirmed, linkSent] = await Promise.all([confirmations.isConfirmed(id), confirmations.wasSentLink(id)]);
      return { email, isConfirmed, isNeeded: sendsMail, linkSent };
    }),
    route(sendConfirmation, async (_, { actor }) => {
      const { id } = await accountOf(actor);
      if (await confirmations.isConfirmed(id)) throw new RuleBroken('Your email address is confirmed already.');
      const waitSeconds = await links.send(id);
      if (waitSeconds !== null)
        throw new TooMany(
          `We have sent you a link already. Look into your spam folder too. You can ask for another one in ${inWords(waitSeconds)}.`,
          waitSeconds,
        );
      return { success: true };
    }),
    route(confirmEmail, async ({ body }) => {
      if ((await confirmations.confirm(body.token)) === undefined)
        throw new InvalidInput(confirmationTexts.invalidLink, [
          { pointer: '/token', detail: confirmationTexts.invalidLink },
        ]);
      return { success: true };
    }),
  ];
};
