import { guestLogin, getUser, login, logout, register, type CurrentUser } from '@rondo/contracts/api/accounts.ts';
import { localTimeZone } from '@rondo/contracts/calendar/zones.ts';
import type { Request } from 'express';
import type { CommandContext } from '../command-handling/aggregate.ts';
import { NotSignedIn } from '../errors/errors.ts';
import { placeOf } from '../http/place.ts';
import { route, type Route } from '../http/route.ts';
import type { StudioClock } from '../studio-settings/clock.ts';
import type { StudioCommands } from '../studio-settings/commands.ts';
import type { Actor } from '../http/actor.ts';
import type { SignInPlaces } from './places.ts';
import type { SignInAttempts } from './sign-in-attempts.ts';
import { beginSession, endSession } from '../http/sessions.ts';
import type { User, Users } from './users.ts';

export type AccountsDependencies = {
  readonly users: Users;
  readonly attempts: SignInAttempts;
  readonly places: SignInPlaces;
  readonly studios: StudioCommands;
  readonly clock: StudioClock;
  /** Called when a guest ends: erases their studio. */
  readonly guestEnded: (guest: Actor) => Promise<void>;
};

const actorOf = ({ id, isGuest }: User): Actor => ({ userId: id, studioId: id, isGuest });

/** Sign-in, registration, guests, sign-out. */
export const accountRoutes = ({
  users,
  attempts,
  places,
  studios,
  clock,
  guestEnded,
}: AccountsDependencies): Route[] => {
  const view = async (user: User): Promise<CurrentUser> => ({ ...user, ...(await clock.today(user.id)) });

  const open = async (user: User, context: CommandContext, timeZone: string | undefined): Promise<void> => {
    const own = { ...context, studioId: user.id, actor: user.id };
    await studios.open(own, timeZone ?? localTimeZone());
  };

  /** Signs in; ends the current guest if they are a different user. */
  const signIn = async (request: Request, user: User): Promise<CurrentUser> => {
    const before = request.session.actor;
    await beginSession(request, actorOf(user));
    if (!user.isGuest) await places.note(user.id, placeOf(request));
    if (before?.isGuest === true && before.userId !== user.id) await guestEnded(before);
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
      const registration = { ...body, firstName: body.firstName || null, lastName: body.lastName || null };
      const user = actor.isGuest
        ? await users.promoteGuest(actor.userId, registration)
        : await users.register(registration);
      await open(user, command, body.timeZone);
      return signIn(request, user);
    }),
    route(login, async ({ body }, { request }) => {
      const user = await attempts.run(
        body.email,
        () => users.authenticate(body.email, body.password),
        () => places.knows(body.email, placeOf(request)),
      );
      if (!user) throw new NotSignedIn('The email address or the password is wrong.');
      return signIn(request, user);
    }),
    route(guestLogin, async ({ body }, { command, request }) => {
      const user = await users.openGuest();
      await open(user, command, body?.timeZone);
      return signIn(request, user);
    }),
    route(logout, async (_, { actor, request, response }) => {
      await endSession(request);
      response.clearCookie('rondo.sid', { path: '/' });
      if (actor.isGuest) await guestEnded(actor);
      return { success: true };
    }),
  ];
};
