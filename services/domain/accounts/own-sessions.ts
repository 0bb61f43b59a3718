import { createHash } from 'node:crypto';
import type { Session } from '@rondo/contracts/api/own-account.ts';
import { instantAt } from '@rondo/contracts/calendar/instants.ts';
import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import { placeHash } from '../../platform/http/callers/place.ts';
import type { AccountsDb } from '../../platform/postgres/tables.ts';

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

/** A user's own sessions. */
export const ownSessions = (db: Kysely<AccountsDb>) => {
  const of = async (userId: string): Promise<StoredSession[]> => {
    const { rows } = await sql`select sid, sess from accounts.sessions
      where sess->'actor'->>'userId' = ${userId} and expire > now()`.execute(db);
    return rows.map((row) => storedSession.parse(row));
  };

  return {
    /** The caller's session first, then the one last seen. */
    list: async (caller: Caller): Promise<Session[]> => {
      const own = await of(caller.userId);
      return own
        .map((one) => view(one, caller))
        .toSorted(
          (a, b) => Number(b.isCurrent) - Number(a.isCurrent) || ((a.lastSeenAt ?? '') < (b.lastSeenAt ?? '') ? 1 : -1),
        );
    },

    /** @returns how many other sessions there were */
    endOthers: async ({ userId, sid }: Pick<Caller, 'userId' | 'sid'>): Promise<number> => {
      const { rows } = await sql`${endSessionsOfUser(userId)} and sid <> ${sid} returning 1`.execute(db);
      return rows.length;
    },

    /** @returns the sid of the user's session with this id */
    find: async (userId: string, id: string): Promise<string | undefined> =>
      (await of(userId)).find(({ sid }) => idOf(sid) === id)?.sid,

    end: async (sid: string): Promise<void> => {
      await db.deleteFrom('accounts.sessions').where('sid', '=', sid).execute();
    },
  };
};
export type OwnSessions = ReturnType<typeof ownSessions>;
