import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { calendarApp, type CalendarApp } from '@rondo/contracts/api/calendars/sharing.ts';
import { instantOf, type Instant } from '@rondo/contracts/calendar/instants.ts';
import { sql } from 'kysely';
import type { Services } from '../../../platform/kit/services.ts';

declare module '../../../platform/kit/services.ts' {
  interface Services {
    /** The key of all addresses of shared calendars. */
    readonly feedKey: () => Promise<Buffer>;
  }
}

// Addresses of shared calendars. A token is computed from the key whenever it is shown, and only its hash is stored. After a change of the key,
// earlier addresses stay valid until they are revoked, and sharing gives a new one beside them.

/** Whose calendar it is: a student's family sees the student's lessons, a teacher the whole schedule. */
export type Subscriber = Holder & { readonly kind: 'student' | 'teacher' };

/** Who has a token: a calendar's subscriber, or the recipient of a link to a family's page. */
export type Holder = {
  readonly kind: 'student' | 'teacher' | 'family';
  readonly studioId: string;
  readonly personId: string;
};

export type LastFetch = { readonly at: Instant; readonly by: CalendarApp | null };

/** The secret part of an address: 256 bits. The address ends with it and `.ics`. */
export const tokenPattern = /^[\w-]{43}$/;

/** The key of all addresses. It comes from the secret that signs sessions, and tells nothing about it. */
export const feedKeyFrom = (sessionSecret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', sessionSecret, '', 'rondo calendar addresses', 32));

const tokenOf = (key: Buffer, { kind, studioId, personId }: Holder, version: number): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([kind, studioId, personId, version]))
    .digest('base64url');

/** What the database stores of a token. It does not give the address away. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

type Database = Pick<Services, 'db'>;
type TokenServices = Pick<Services, 'db' | 'feedKey'>;

const sharedBy = ({ db }: Database, { kind, studioId }: Pick<Holder, 'kind' | 'studioId'>) =>
  db.selectFrom('accounts.feed_tokens').where('studio_id', '=', studioId).where('kind', '=', kind);

export const isShared = async (services: Database, subscriber: Subscriber): Promise<boolean> => {
  const live = sharedBy(services, subscriber).where('subscriber_id', '=', subscriber.personId);
  return (await live.where('revoked', '=', false).select('version').executeTakeFirst()) !== undefined;
};

/** The version of the live addresses, else the next one. */
const versionOf = async (services: Database, subscriber: Holder): Promise<number> => {
  const { version } = await sharedBy(services, subscriber)
    .where('subscriber_id', '=', subscriber.personId)
    .select(sql<number>`coalesce(max(version) filter (where not revoked), max(version) + 1, 1)`.as('version'))
    .executeTakeFirstOrThrow();
  return version;
};

/** The subscriber's token, the same at every call until it is revoked. */
export const shareToken = async (
  services: TokenServices,
  subscriber: Holder,
  at: Instant | null = null,
): Promise<string> => {
  const version = await versionOf(services, subscriber);
  const token = tokenOf(await services.feedKey(), subscriber, version);
  await sql`
    insert into accounts.feed_tokens (token_hash, studio_id, kind, subscriber_id, version, shared_at)
    select ${hashOf(token)}, ${subscriber.studioId}, ${subscriber.kind}, ${subscriber.personId}, ${version}, ${at}
    where not exists (select from accounts.erased_studios where studio_id = ${subscriber.studioId})
    on conflict (token_hash) do nothing`.execute(services.db);
  return token;
};

/** Ends every address of the subscriber. The next one has another version. */
export const revokeTokens = async ({ db }: Database, { kind, studioId, personId }: Holder): Promise<void> => {
  await db
    .updateTable('accounts.feed_tokens')
    .set({ revoked: true })
    .where('studio_id', '=', studioId)
    .where('kind', '=', kind)
    .where('subscriber_id', '=', personId)
    .execute();
};

/** The live tokens of a studio's students, by student; without those of an earlier key. */
export const tokensOfStudents = async (
  services: TokenServices,
  studioId: string,
): Promise<ReadonlyMap<string, string>> => {
  const rows = await sharedBy(services, { kind: 'student', studioId })
    .where('revoked', '=', false)
    .select(['subscriber_id', 'version', 'token_hash'])
    .execute();
  const key = await services.feedKey();
  return new Map(
    rows.flatMap(({ subscriber_id: personId, version, token_hash: hash }) => {
      const token = tokenOf(key, { kind: 'student', studioId, personId }, version);
      return hashOf(token) === hash ? [[personId, token]] : [];
    }),
  );
};

/** Whose token it is; undefined for an unknown or revoked one. */
export const findSubscriber = async ({ db }: Database, hash: string): Promise<Subscriber | undefined> => {
  const row = await db
    .selectFrom('accounts.feed_tokens')
    .select(['kind', 'studio_id', 'subscriber_id'])
    .where('token_hash', '=', hash)
    .where('revoked', '=', false)
    .where('kind', '<>', 'family')
    .executeTakeFirst();
  if (!row || row.kind === 'family') return undefined;
  return { kind: row.kind, studioId: row.studio_id, personId: row.subscriber_id };
};

/** The live tokens of a studio's students or teachers, or of one of them, and when each was last read. */
export const writtenFetches = async (
  services: Database,
  { personId, ...studio }: Pick<Subscriber, 'kind' | 'studioId'> & { readonly personId?: string },
): Promise<{ personId: string; hash: string; last: LastFetch | null }[]> => {
  const live = sharedBy(services, studio).where('revoked', '=', false);
  const rows = await (personId === undefined ? live : live.where('subscriber_id', '=', personId))
    .select(['subscriber_id', 'token_hash', 'last_fetched_at', 'last_fetched_by'])
    .execute();
  return rows.map(({ subscriber_id: id, token_hash: hash, last_fetched_at: at, last_fetched_by: by }) => ({
    personId: id,
    hash,
    last: at === null ? null : { at: instantOf(at), by: calendarApp.safeParse(by).data ?? null },
  }));
};
