import {
  askForEmailChange,
  changeEmail,
  confirmationTexts,
  confirmEmail,
  emailConfirmation,
  sendConfirmation,
} from '@rondo/contracts/api/account/email-confirmation.ts';
import { trace } from '../../../platform/http/traces.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import { Forbidden, InvalidInput, RuleBroken, TooMany } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { provePassword } from '../sign-in.ts';
import { signedInUser, wrongPassword, type User } from '../users.ts';
import { askForNewAddress, changeAddress } from './email-change.ts';
import { confirm, isConfirmed, sendLink, wasSentLink } from './confirmations.ts';

/** "5 minutes" or "3 hours", never too short. */
const inWords = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 90) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return `${Math.ceil(minutes / 60)} hours`;
};

const sameEmail = 'This is the address of your account already.';

/** @throws NotSignedIn, Forbidden for guests, who have no address */
const accountOf = async (services: Pick<Services, 'db'>, userId: string): Promise<User> => {
  const user = await signedInUser(services, userId);
  if (user.isGuest) throw new Forbidden(confirmationTexts.guest);
  return user;
};

/** Whether the own address is confirmed, links that confirm it, and another one in its place. */
export const confirmationRoutes = (
  services: Pick<Services, 'db' | 'settings' | 'mailer' | 'waitingMails' | 'address' | 'now' | 'signInAttempts'>,
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
  route(askForEmailChange, async ({ body }, { actor, request }) => {
    const user = await accountOf(services, actor.userId);
    if (!(await provePassword(services, request, user.email, body.password)))
      throw new InvalidInput(wrongPassword, [{ pointer: '/password', detail: wrongPassword }]);
    const email = body.email.toLowerCase();
    if (email === user.email) throw new InvalidInput(sameEmail, [{ pointer: '/email', detail: sameEmail }]);
    await askForNewAddress(services, user, email);
    return { success: true, sendsMail: services.mailer.sends };
  }),
  route(changeEmail, async ({ body }, { request }) => {
    const changed = await changeAddress(services, body.token, request.sessionID);
    if (!changed)
      throw new InvalidInput(confirmationTexts.invalidLink, [
        { pointer: '/token', detail: confirmationTexts.invalidLink },
      ]);
    trace(request, 'address-change', { userId: changed.userId });
    return { success: true, email: changed.email };
  }),
];
