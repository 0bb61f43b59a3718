import { changePassword, forgotPassword, resetPassword } from '@rondo/contracts/api/own-account.ts';
import { newPasswordTexts } from '@rondo/contracts/api/new-password.ts';
import type { Request } from 'express';
import { InvalidInput, NotSignedIn, RuleBroken, Unavailable } from '../../../platform/kit/errors.ts';
import { deviceOf } from '../../../platform/http/callers/device.ts';
import { placeOf } from '../../../platform/http/callers/place.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import { beginSession } from '../../../platform/http/callers/sessions.ts';
import { trace } from '../../../platform/http/traces.ts';
import type { AccountMails } from '../mails/account-mails.ts';
import { refuseEasyPassword } from './easy-passwords.ts';
import type { PasswordChanges } from './password-changes.ts';
import type { SignInPlaces } from '../places.ts';
import type { PasswordProof } from '../proof.ts';
import type { Users } from '../users.ts';

export type PasswordsDependencies = {
  readonly users: Pick<Users, 'find'>;
  readonly changes: PasswordChanges;
  readonly proof: PasswordProof;
  readonly places: Pick<SignInPlaces, 'note'>;
  readonly mails: AccountMails;
  /** Whether this server sends mail; else it saves mails as files. */
  readonly sendsMail: boolean;
};

const wrongCurrent = () =>
  new InvalidInput(newPasswordTexts.wrongCurrent, [
    { pointer: '/currentPassword', detail: newPasswordTexts.wrongCurrent },
  ]);

/** Forgotten passwords, and new ones. */
export const passwordRoutes = (dependencies: PasswordsDependencies): Route[] => {
  const { users, changes, proof, places, mails, sendsMail } = dependencies;

  /** The password is set already: that too many mails are waiting changes nothing about it. */
  const tellOwner = (userId: string, request: Request): void => {
    try {
      mails.sayPasswordChanged(userId, deviceOf(request.get('user-agent')).name);
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
    }
  };

  return [
    route(forgotPassword, async ({ body }) => {
      mails.sendResetLink(body.email);
      return {
        success: true,
        message: 'If there is an account for this email address, a link to set a new password is on its way.',
        sendsMail,
      };
    }),
    route(resetPassword, async ({ body }, { request }) => {
      const userId = await changes.reset(body.token, body.newPassword);
      if (userId === undefined)
        throw new InvalidInput(newPasswordTexts.invalidLink, [
          { pointer: '/token', detail: newPasswordTexts.invalidLink },
        ]);
      trace(request, 'password-reset', { userId });
      // While others guess the password, the owner signs in from here.
      await places.note(userId, placeOf(request));
      tellOwner(userId, request);
      return { success: true, message: 'Password reset successful', sendsMail };
    }),
    route(changePassword, async ({ body }, { actor, request }) => {
      const user = await users.find(actor.userId);
      if (!user) throw new NotSignedIn('Please sign in.');
      if (user.isGuest) throw new RuleBroken('A guest has no password. Create an account to set one.');
      const { currentPassword, newPassword } = body;
      await refuseEasyPassword('/newPassword', { password: newPassword, email: user.email });
      // A repeat of a change whose answer was lost proves itself by the new password; it ends sessions and tells the owner again.
      const proven =
        (await proof(request, user.email, currentPassword)) ?? (await proof(request, user.email, newPassword));
      if (!proven || !(await changes.change(user.id, proven.passwordHash, newPassword))) throw wrongCurrent();
      // Under a new id: anyone who knew the old one is signed out as well.
      await beginSession(request, actor);
      trace(request, 'password-change');
      tellOwner(user.id, request);
      return { success: true, message: 'Password changed', sendsMail };
    }),
  ];
};
