import {
  getUser,
  guestLogin,
  login,
  logout,
  register,
  updateUser,
  type CurrentUser,
} from '@rondo/contracts/api/account/accounts.ts';
import { deleteUser } from '@rondo/contracts/api/account/own-account.ts';
import { localTimeZone } from '@rondo/contracts/calendar/zones.ts';
import { randomUUID } from 'node:crypto';
import type { Request } from 'express';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import type { Actor } from '../../platform/http/callers/actor.ts';
import { placeOf } from '../../platform/http/callers/place.ts';
import { beginSession, endSession, leave } from '../../platform/http/callers/sessions.ts';
import { keepUnseenGuest } from '../../platform/http/callers/shown-user.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { trace } from '../../platform/http/traces.ts';
import { InvalidInput, NotSignedIn, RuleBroken } from '../../platform/kit/errors.ts';
import type { Services } from '../../platform/kit/services.ts';
import { studioNow } from '../studio/clock.ts';
import { openStudio } from '../studio/commands.ts';
import { eraseUnfinished } from './erasure/arrivals.ts';
import { declareErased, endGuest } from './erasure/erasure-reactor.ts';
import { confirmationRoutes } from './mails/api.ts';
import { passwordRoutes } from './passwords/api.ts';
import { refuseEasyPassword } from './passwords/new-password.ts';
import { sessionRoutes } from './sessions-api.ts';
import { noteSignIn, provePassword } from './sign-in.ts';
import {
  findUser,
  findUserByEmail,
  openGuest,
  promoteGuest,
  registerUser,
  signedInUser,
  renameUser,
  stillHasPassword,
  wrongPassword,
  type User,
} from './users.ts';

const wrongSignIn = 'The email address or the password is wrong.';

const actorOf = ({ id, isGuest }: User): Actor => ({ userId: id, studioId: id, isGuest });

/** Erases a studio, and waits until nothing shows it any more. */
const erase = async (
  services: Pick<Services, 'handlers' | 'db' | 'models'>,
  { studioId, userId }: Actor,
  end: typeof declareErased | typeof endGuest,
): Promise<void> => {
  const commandId = randomUUID();
  const context = { studioId, actor: userId, commandId, correlationId: commandId, causationId: commandId };
  const position = await end(services, context, studioId);
  if (position !== null) await services.models.allReached(position, ['erasure']);
};

/** Accounts, passwords, addresses and sessions. */
export const accountRoutes = (services: Services): Route[] => {
  const view = async (user: User): Promise<CurrentUser> => ({ ...user, ...(await studioNow(services, user.id)) });

  const open = async (user: User, context: CommandContext, timeZone: string | undefined): Promise<void> => {
    const own = { ...context, studioId: user.id, actor: user.id };
    await openStudio(services, own, timeZone ?? localTimeZone());
  };

  const leaveGuest = async (request: Request, guest: Actor): Promise<void> => {
    await erase(services, guest, endGuest);
    trace(request, 'erasure', { userId: guest.userId, isGuest: true });
  };

  /** Signs in; ends the current guest if they are a different user. */
  const signIn = async (request: Request, user: User): Promise<CurrentUser> => {
    const before = request.session.actor;
    await beginSession(request, actorOf(user));
    if (!user.isGuest) await noteSignIn(services, user.id, placeOf(request));
    trace(request, 'sign-in', { isGuest: user.isGuest });
    if (before?.isGuest === true && before.userId !== user.id) await leaveGuest(request, before);
    return view(user);
  };

  return [
    route(getUser, async (_, { actor, request }) => {
      const user = await findUser(services, actor.userId);
      if (!user) {
        await endSession(request);
        throw new NotSignedIn('Please sign in.');
      }
      return view(user);
    }),
    route(updateUser, async ({ body }, { actor }) => view(await renameUser(services, actor.userId, body))),
    route(register, async ({ body }, { actor, command, request }) => {
      keepUnseenGuest(request);
      await refuseEasyPassword('/password', body);
      const registration = { ...body, firstName: body.firstName || null, lastName: body.lastName || null };
      const user = actor.isGuest
        ? await promoteGuest(services, actor.userId, registration)
        : await registerUser(services, registration);
      trace(request, 'registration', { userId: user.id });
      await open(user, command, body.timeZone);
      return signIn(request, user);
    }),
    route(login, async ({ body }, { request }) => {
      keepUnseenGuest(request);
      const proven = await provePassword(services, request, body.email, body.password);
      if (!proven) {
        trace(request, 'sign-in-refused', { userId: (await findUserByEmail(services, body.email))?.id });
        throw new NotSignedIn(wrongSignIn);
      }
      const signedIn = await signIn(request, proven.user);
      if (await stillHasPassword(services, proven.user.id, proven.passwordHash)) return signedIn;
      // Changed while it was checked: the change has ended all sessions, perhaps before this one began.
      await endSession(request);
      throw new NotSignedIn(wrongSignIn);
    }),
    route(guestLogin, async ({ body }, { command, request }) => {
      keepUnseenGuest(request);
      const user = await openGuest(services);
      await open(user, command, body?.timeZone);
      return signIn(request, user);
    }),
    route(logout, async (_, { actor, request, response }) => {
      await leave(request, response);
      if (actor.isGuest) await leaveGuest(request, actor);
      return { success: true };
    }),
    route(deleteUser, async ({ body }, { actor, request, response }) => {
      const user = await signedInUser(services, actor.userId);
      if (user.isGuest) throw new RuleBroken('A guest has no password. Sign out to erase everything.');
      if (!(await provePassword(services, request, user.email, body.password)))
        throw new InvalidInput(wrongPassword, [{ pointer: '/password', detail: wrongPassword }]);
      await eraseUnfinished(services, actor.userId);
      await erase(services, actor, declareErased);
      trace(request, 'erasure');
      await leave(request, response);
      return { success: true };
    }),
    ...passwordRoutes(services),
    ...confirmationRoutes(services),
    ...sessionRoutes(services),
  ];
};
