import {
  confirmationTexts,
  confirmEmail,
  emailConfirmation,
  sendConfirmation,
} from '@rondo/contracts/api/account/email-confirmation.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import { Forbidden, InvalidInput, RuleBroken, TooMany } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { signedInUser, type User } from '../users.ts';
import { confirm, isConfirmed, sendLink, wasSentLink } from './confirmations.ts';

/** "5 minutes" or "3 hours", never too short. */
const inWords = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 90) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return `${Math.ceil(minutes / 60)} hours`;
};

/** @throws NotSignedIn, Forbidden for guests, who have no address */
const accountOf = async (services: Pick<Services, 'db'>, userId: string): Promise<User> => {
  const user = await signedInUser(services, userId);
  if (user.isGuest) throw new Forbidden(confirmationTexts.guest);
  return user;
};

/** Whether the own address is confirmed, and links that confirm it. */
export const confirmationRoutes = (
  services: Pick<Services, 'db' | 'settings' | 'mailer' | 'waitingMails' | 'address' | 'now'>,
): Route[] => [
  route(emailConfirmation, async (_, { actor }) => {
    const { id, email } = await accountOf(services, actor.userId);
    const [confirmed, linkSent] = await Promise.all([isConfirmed(services, id), wasSentLink(services, id)]);
    return { email, isConfirmed: confirmed, isNeeded: services.mailer.sends, linkSent };
  }),
  route(sendConfirmation, async (_, { actor }) => {
    const { id } = await accountOf(services, actor.userId);
    if (await isConfirmed(services, id)) throw new RuleBroken('Your email address is confirmed already.');
    const waitSeconds = await sendLink(services, id);
    if (waitSeconds !== null)
      throw new TooMany(
        `We have sent you a link already. Look into your spam folder too. You can ask for another one in ${inWords(waitSeconds)}.`,
        waitSeconds,
      );
    return { success: true };
  }),
  route(confirmEmail, async ({ body }) => {
    if ((await confirm(services, body.token)) === undefined)
      throw new InvalidInput(confirmationTexts.invalidLink, [
        { pointer: '/token', detail: confirmationTexts.invalidLink },
      ]);
    return { success: true };
  }),
];
