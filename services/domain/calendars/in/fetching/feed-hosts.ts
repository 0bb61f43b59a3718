import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';

// Which hosts give calendars, and when the others were last asked. By a hash: a name may be a person's, and outlives the studio that gave it.

export const feedHostsSchema = `
create schema if not exists calendar_feeds;
create table if not exists calendar_feeds.hosts (
  host text primary key,
  gave_at timestamptz,
  asked_at timestamptz[] not null default '{}'
);
`;

export type FeedHosts = {
  /** Counts a request to a host, unless the host is asked too often already. @returns whether it may be sent */
  readonly ask: (host: string) => Promise<boolean>;
  /** Notes that a host has given a calendar. */
  readonly gave: (host: string) => Promise<void>;
};

/** The name of a host, however it is written. */
const nameOf = (host: string): string =>
  createHash('sha256').update(host.toLowerCase().replace(/\.$/, '')).digest('base64url');

const recent = sql`array(select at from unnest(known.asked_at) at where at > now() - interval '1 minute')`;
const givesCalendars = sql`coalesce(known.gave_at > now() - interval '30 days', false)`;

/**
 * Hosts of calendar feeds, known to all processes. One that has given a calendar within 30 days is asked as often as teachers read; any other may be
 * a stranger that somebody wants flooded.
 * @param perMinute the most requests to a stranger within a minute
 */
export const feedHosts = <Db>(
  db: Kysely<Db>,
  perMinute: number,
): FeedHosts & { readonly forgetOld: () => Promise<void> } => ({
  ask: async (host) => {
    const name = nameOf(host);
    const { rows: friends } = await sql`
      select from calendar_feeds.hosts known where host = ${name} and ${givesCalendars}`.execute(db);
    if (friends.length > 0) return true;
    const { rows } = await sql`
      insert into calendar_feeds.hosts as known (host, asked_at) values (${name}, array[now()])
      on conflict (host) do update set asked_at = ${recent} || now()
        where ${givesCalendars} or cardinality(${recent}) < ${perMinute}
      returning 1`.execute(db);
    return rows.length > 0;
  },
  gave: async (host) => {
    // A host that is read every few minutes is written once a day.
    await sql`
      insert into calendar_feeds.hosts as known (host, gave_at) values (${nameOf(host)}, now())
      on conflict (host) do update set gave_at = now()
        where known.gave_at is null or known.gave_at < now() - interval '1 day'`.execute(db);
  },
  forgetOld: async () => {
    await sql`
      delete from calendar_feeds.hosts known where not ${givesCalendars} and cardinality(${recent}) = 0`.execute(db);
  },
});
