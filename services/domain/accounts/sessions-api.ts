import { endOtherSessions, endSession, listSessions } from '@rondo/contracts/api/own-account.ts';
import type { Request } from 'express';
import { NotFound, RuleBroken } from '../../platform/kit/errors.ts';
import type { Actor } from '../../platform/http/callers/actor.ts';
import { placeOf } from '../../platform/http/callers/place.ts';
import { route, type Route } from '../../platform/http/route.ts';
import type { OwnSessions } from './own-sessions.ts';

const callerOf = ({ userId }: Actor, request: Request) => ({
  userId,
  sid: request.sessionID,
  place: placeOf(request),
});

/** Where a user is signed in, and signing out there. */
export const sessionRoutes = ({ sessions }: { readonly sessions: OwnSessions }): Route[] => [
  route(listSessions, (_, { actor, request }) => sessions.list(callerOf(actor, request))),
  route(endOtherSessions, async (_, { actor, request }) => ({
    success: true,
    ended: await sessions.endOthers(callerOf(actor, request)),
  })),
  route(endSession, async ({ params }, { actor, request }) => {
    const sid = await sessions.find(actor.userId, params.id);
    if (sid === undefined) throw new NotFound('This session has already ended.');
    if (sid === request.sessionID) throw new RuleBroken('This is the session you are using. Sign out to end it.');
    await sessions.end(sid);
    return { success: true };
  }),
];
