import { getUser, guestLogin, login, logout, register, type CurrentUser } from '@rondo/contracts/api/accounts.ts';
import { deleteUser } from '@rondo/contracts/api/own-account.ts';
import { localTimeZone } from '@rondo/contracts/calendar/zones.ts';
import type { Request } from 'express';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import { InvalidInput, NotSignedIn, RuleBroken } from '../../platform/kit/errors.ts';
import { placeOf } from '../../platform/http/callers/place.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { trace } from '../../platform/http/traces.ts';
import type { StudioClock } from '../studio/clock.ts';
import type { StudioCommands } from '../studio/commands.ts';
import type { Actor } from '../../platform/http/callers/actor.ts';
import { refuseEasyPassword } from './passwords/easy-passwords.ts';
import type { SignInPlaces } from './places.ts';
import type { PasswordProof } from './proof.ts';
import { beginSession, endSession, leave } from '../../platform/http/callers/sessions.ts';
import { keepUnseenGuest } from '../../platform/http/callers/shown-user.ts';
import type { User, Users } from './users.ts';

export type AccountsDependencies = {
  readonly users: Users;
  readonly proof: PasswordProof;
  readonly places: Pick<SignInPlaces, 'note'>;
  readonly studios: StudioCommands;
  readonly clock: StudioClock;
  /** Called when a guest ends: erases their studio. */
  readonly guestEnded: (guest: Actor) => Promise<void>;
  /** Erases the studio of an account. */
  readonly eraseAccount: (owner: Actor) => Promise<void>;
};

const wrongSignIn = 'The email address or the password is wrong.';
const wrongPassword = 'This is not the password of your account.';

const actorOf = ({ id, isGuest }: User): Actor => ({ userId: id, studioId: id, isGuest });

/** Sign-in, registration, guests, sign-out, and the end of an account. */
export const accountRoutes = (dependencies: AccountsDependencies): Route[] => {
  const { users, proof, places, studios, clock, guestEnded, eraseAccount } = dependencies;
  const view = async (user: User): Promise<CurrentUser> => ({ ...user, ...(await clock.today(user.id)) });

  const open = async (user: User, context: CommandContext, timeZone: string | undefined): Promise<void> => {
    const own = { ...context, studioId: user.id, actor: user.id };
    await studios.open(own, timeZone ?? localTimeZone());
  };

  const endGuest = async (request: Request, guest: Actor): Promise<void> => {
    await guestEnded(guest);
    trace(request, 'erasure', { userId: guest.userId, isGuest: true });
  };

  /** Signs in; ends the current guest if they are a different user. */
  const signIn = async (request: Request, user: User): Promise<CurrentUser> => {
    const before = request.session.actor;
    await beginSession(request, actorOf(user));
    if (!user.isGuest) await places.note(user.id, placeOf(request));
    trace(request, 'sign-in', { isGuest: user.isGuest });
    if (before?.isGuest === true && before.userId !== user.id) await endGuest(request, before);
    return view(user);
  };

  return [
    route(getUser, async (_, { actor, request }) => {
      const user = await users.find(actor.userId);
      if (!user) {
        await endSession(request);
        throw new NotSignedIn('Please sign in.');
      }
      return view(user);
    }),
    route(register, async ({ body }, { actor, command, request }) => {
      keepUnseenGuest(request);
      await refuseEasyPassword('/password', body);
      const registration = { ...body, firstName: body.firstName || null, lastName: body.lastName || null };
      const user = actor.isGuest
        ? await users.promoteGuest(actor.userId, registration)
        : await users.register(registration);
      trace(request, 'registration', { userId: user.id });
      await open(user, command, body.timeZone);
      return signIn(request, user);
    }),
    route(login, async ({ body }, { request }) => {
      keepUnseenGuest(request);
      const proven = await proof(request, body.email, body.password);
      if (!proven) {
        trace(request, 'sign-in-refused', { userId: (await users.findByEmail(body.email))?.id });
        throw new NotSignedIn(wrongSignIn);
      }
      const signedIn = await signIn(request, proven.user);
      if (await users.stillHas(proven.user.id, proven.passwordHash)) return signedIn;
      // Changed while it was checked: the change has ended all sessions, perhaps before this one began.
      await endSession(request);
      throw new NotSignedIn(wrongSignIn);
    }),
    route(guestLogin, async ({ body }, { command, request }) => {
      keepUnseenGuest(request);
      const user = await users.openGuest();
      await open(user, command, body?.timeZone);
      return signIn(request, user);
    }),
    route(logout, async (_, { actor, request, response }) => {
      await leave(request, response);
      if (actor.isGuest) await endGuest(request, actor);
      return { success: true };
    }),
    route(deleteUser, async ({ body }, { actor, request, response }) => {
      const user = await users.find(actor.userId);
      if (!user) throw new NotSignedIn('Please sign in.');
      if (user.isGuest) throw new RuleBroken('A guest has no password. Sign out to erase everything.');
      if (!(await proof(request, user.email, body.password)))
        throw new InvalidInput(wrongPassword, [{ pointer: '/password', detail: wrongPassword }]);
      await eraseAccount(actor);
      trace(request, 'erasure');
      await leave(request, response);
      return { success: true };
    }),
  ];
};
