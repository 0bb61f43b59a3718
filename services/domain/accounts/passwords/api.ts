import { changePassword, forgotPassword, resetPassword } from '@rondo/contracts/api/account/own-account.ts';
import { newPasswordTexts } from '@rondo/contracts/api/account/new-password.ts';
import type { Request } from 'express';
import { InvalidInput, RuleBroken } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { deviceOf } from '../../../platform/http/callers/device.ts';
import { placeOf } from '../../../platform/http/callers/place.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import { beginSession } from '../../../platform/http/callers/sessions.ts';
import { trace } from '../../../platform/http/traces.ts';
import { sayPasswordChanged, sendResetLink } from '../mails/account-mails.ts';
import { noteSignIn, provePassword } from '../sign-in.ts';
import { signedInUser } from '../users.ts';
import { refuseEasyPassword, replacePassword, resetForgottenPassword } from './new-password.ts';

const wrongCurrent = () =>
  new InvalidInput(newPasswordTexts.wrongCurrent, [
    { pointer: '/currentPassword', detail: newPasswordTexts.wrongCurrent },
  ]);

const tellOwner = (services: Parameters<typeof sayPasswordChanged>[0], userId: string, request: Request): void =>
  sayPasswordChanged(services, userId, deviceOf(request.get('user-agent')).name);

/** Forgotten passwords, and new ones. */
export const passwordRoutes = (
  services: Pick<Services, 'db' | 'signInAttempts' | 'waitingMails' | 'mailer' | 'address' | 'now'>,
): Route[] => {
  const { sends: sendsMail } = services.mailer;
  return [
    route(forgotPassword, async ({ body }) => {
      sendResetLink(services, body.email);
      return {
        success: true,
        message: 'If there is an account for this email address, a link to set a new password is on its way.',
        sendsMail,
      };
    }),
    route(resetPassword, async ({ body }, { request }) => {
      const userId = await resetForgottenPassword(services, body.token, body.newPassword);
      if (userId === undefined)
        throw new InvalidInput(newPasswordTexts.invalidLink, [
          { pointer: '/token', detail: newPasswordTexts.invalidLink },
        ]);
      trace(request, 'password-reset', { userId });
      // While others guess the password, the owner signs in from here.
      await noteSignIn(services, userId, placeOf(request));
      tellOwner(services, userId, request);
      return { success: true, message: 'Password reset successful', sendsMail };
    }),
    route(changePassword, async ({ body }, { actor, request }) => {
      const user = await signedInUser(services, actor.userId);
      if (user.isGuest) throw new RuleBroken('A guest has no password. Create an account to set one.');
      const { currentPassword, newPassword } = body;
      await refuseEasyPassword('/newPassword', { password: newPassword, email: user.email });
      // A repeat of a change whose answer was lost proves itself by the new password; it ends sessions and tells the owner again.
      const proven =
        (await provePassword(services, request, user.email, currentPassword)) ??
        (await provePassword(services, request, user.email, newPassword));
      if (!proven || !(await replacePassword(services, user.id, proven.passwordHash, newPassword)))
        throw wrongCurrent();
      // Under a new id: anyone who knew the old one is signed out as well.
      await beginSession(request, actor);
      trace(request, 'password-change');
      tellOwner(services, user.id, request);
      return { success: true, message: 'Password changed', sendsMail };
    }),
  ];
};
