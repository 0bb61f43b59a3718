import { createHash } from 'node:crypto';
import { endOtherSessions, endSession, listSessions, type Session } from '@rondo/contracts/api/account/own-account.ts';
import { instantAt } from '@rondo/contracts/calendar/instants.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { placeHash, placeOf } from '../../platform/http/callers/place.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { NotFound, RuleBroken } from '../../platform/kit/errors.ts';
import type { Services } from '../../platform/kit/services.ts';

/** Removes all sessions of a user. */
export const endSessionsOfUser = (userId: string) =>
  sql`delete from accounts.sessions where sess->'actor'->>'userId' = ${userId}`;

const storedSession = z.object({
  sid: z.string(),
  sess: z.object({
    signedInAt: z.number().optional(),
    seen: z
      .object({
        at: z.number(),
        device: z.string().nullable(),
        kind: z.enum(['computer', 'phone', 'tablet']),
        place: z.string(),
      })
      .optional(),
  }),
});
type StoredSession = z.infer<typeof storedSession>;

/** The name of a session for its user. The sid itself would open it. */
const idOf = (sid: string): string => createHash('sha256').update(sid).digest('base64url');

const instant = (milliseconds: number | undefined): string | null =>
  milliseconds === undefined ? null : instantAt(milliseconds);

/** From where a user asks for their sessions. */
type Caller = { readonly userId: string; readonly sid: string; readonly place: string };

const view = ({ sid, sess: { signedInAt, seen } }: StoredSession, caller: Caller): Session => ({
  id: idOf(sid),
  device: seen?.device ?? null,
  kind: seen?.kind ?? 'computer',
  signedInAt: instant(signedInAt),
  lastSeenAt: instant(seen?.at),
  isHere: seen?.place === placeHash(caller.userId, caller.place),
  isCurrent: sid === caller.sid,
});

const sessionsOf = async ({ db }: Pick<Services, 'db'>, userId: string): Promise<StoredSession[]> => {
  const { rows } = await sql`select sid, sess from accounts.sessions
    where sess->'actor'->>'userId' = ${userId} and expire > now()`.execute(db);
  return rows.map((row) => storedSession.parse(row));
};

/** The caller's session first, then the one last seen. */
const ownSessions = async (services: Pick<Services, 'db'>, caller: Caller): Promise<Session[]> => {
  const own = await sessionsOf(services, caller.userId);
  return own
    .map((one) => view(one, caller))
    .toSorted(
      (a, b) => Number(b.isCurrent) - Number(a.isCurrent) || ((a.lastSeenAt ?? '') < (b.lastSeenAt ?? '') ? 1 : -1),
    );
};

/** Where a user is signed in, and signing out there. */
export const sessionRoutes = (services: Pick<Services, 'db'>): Route[] => [
  route(listSessions, (_, { actor: { userId }, request }) =>
    ownSessions(services, { userId, sid: request.sessionID, place: placeOf(request) }),
  ),
  route(endOtherSessions, async (_, { actor: { userId }, request }) => {
    const { rows } = await sql`${endSessionsOfUser(userId)} and sid <> ${request.sessionID} returning 1`.execute(
      services.db,
    );
    return { success: true, ended: rows.length };
  }),
  route(endSession, async ({ params: { id } }, { actor, request }) => {
    const sid = (await sessionsOf(services, actor.userId)).find((one) => idOf(one.sid) === id)?.sid;
    if (sid === undefined) throw new NotFound('This session has already ended.');
    if (sid === request.sessionID) throw new RuleBroken('This is the session you are using. Sign out to end it.');
    await services.db.deleteFrom('accounts.sessions').where('sid', '=', sid).execute();
    return { success: true };
  }),
];
