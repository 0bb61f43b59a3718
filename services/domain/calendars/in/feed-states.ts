import { mapWithPauses, pauses } from '@rondo/projections/pacing/pauses.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Services } from '../../../platform/kit/services.ts';

// How each teacher's feed was last read. Nothing of it is history: after a loss it is read again.

export const feedStatesSchema = `
create schema if not exists calendar_feeds;
create table if not exists calendar_feeds.states (
  studio_id text not null,
  teacher_id text not null,
  address text,
  sync_enabled boolean not null default true,
  etag text,
  last_modified text,
  last_sync_at timestamptz,
  event_hash text,
  error_count integer not null default 0,
  last_error text,
  next_at timestamptz not null default now(),
  baseline jsonb,
  trusted_count integer,
  primary key (studio_id, teacher_id)
);
alter table calendar_feeds.states add column if not exists unrelated jsonb;
`;

/** Seconds from one automatic reading to the next. */
export const autoSyncInterval = 300;
const longestPause = 6 * 60 * 60;

/** What each date of a feed said when it was last applied, by its key. */
type Baseline = ReadonlyMap<string, string>;

const instantText = z.date().transform((date) => date.toISOString());

const row = z.object({
  teacher_id: z.string(),
  address: z.string().nullable(),
  sync_enabled: z.boolean(),
  etag: z.string().nullable(),
  last_modified: z.string().nullable(),
  last_sync_at: z.union([instantText, z.string()]).nullable(),
  event_hash: z.string().nullable(),
  error_count: z.number(),
  last_error: z.string().nullable(),
  next_at: z.union([instantText, z.string()]),
});
export type FeedState = z.infer<typeof row>;

const lastRead = z.object({
  trusted_count: z.number().nullable(),
  unrelated: z.array(z.string()).nullable(),
  has_baseline: z.boolean(),
});

/**
 * What was applied last. `trusted_count`: the future events of the last reading whose missing events were believed; `unrelated`: the imported
 * rows that this address never had, such as those of an earlier address.
 */
export type Applied = Pick<z.infer<typeof lastRead>, 'trusted_count' | 'unrelated'> & {
  readonly baseline: Baseline | null;
};

const nothingApplied: Applied = { baseline: null, trusted_count: null, unrelated: null };

/** A baseline can have 20,000 keys: it is written and read in parts, between which other work runs. */
const jsonOf = async (baseline: Baseline): Promise<string> =>
  `{${(await mapWithPauses([...baseline], ([key, text]) => `${JSON.stringify(key)}:${JSON.stringify(text)}`)).join(',')}}`;

export type Read = {
  readonly address: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly hash: string;
  readonly baseline: Baseline;
  readonly trustedCount: number | null;
  readonly unrelated: readonly string[];
};

type Database = Pick<Services, 'db'>;

/** Seconds until a feed is read again. It varies, so that feeds are not all read at once. */
const pauseAfter = (errors: number): number =>
  Math.min(autoSyncInterval * 2 ** Math.min(errors, 10), longestPause) * (0.9 + 0.2 * Math.random());

export const listFeedStates = async ({ db }: Database, studioId: string): Promise<Map<string, FeedState>> => {
  const { rows } = await sql<Record<string, unknown>>`
    select teacher_id, address, sync_enabled, etag, last_modified, last_sync_at, event_hash, error_count, last_error, next_at
    from calendar_feeds.states where studio_id = ${studioId}`.execute(db);
  return new Map(rows.map((one) => row.parse(one)).map((one) => [one.teacher_id, one]));
};

/** What was applied from an address; nothing after the address has changed. */
export const findApplied = async (
  { db }: Database,
  studioId: string,
  teacherId: string,
  address: string,
): Promise<Applied> => {
  // One row of the state, and one for each key.
  const { rows } = await sql<Record<string, unknown> & { key: string | null; text: string | null }>`
    with state as (
      select baseline, trusted_count, unrelated from calendar_feeds.states
      where studio_id = ${studioId} and teacher_id = ${teacherId} and address = ${address}
    )
    select trusted_count, unrelated, baseline is not null as has_baseline, null as key, null as text from state
    union all select null, null, null, key, value from state, jsonb_each_text(baseline)`.execute(db);
  const state = rows.find(({ key }) => key === null);
  if (!state) return nothingApplied;
  const { has_baseline: hasBaseline, ...rest } = lastRead.parse(state);
  const baseline = new Map<string, string>();
  const pause = pauses();
  for (const { key, text } of rows) {
    if (key !== null) baseline.set(key, text ?? '');
    await pause();
  }
  return { ...rest, baseline: hasBaseline ? baseline : null };
};

export const enableAutoSync = async (
  { db }: Database,
  studioId: string,
  teacherId: string,
  enabled: boolean,
): Promise<void> => {
  await sql`
    insert into calendar_feeds.states (studio_id, teacher_id, sync_enabled) values (${studioId}, ${teacherId}, ${enabled})
    on conflict (studio_id, teacher_id) do update set sync_enabled = excluded.sync_enabled, next_at = now()`.execute(
    db,
  );
};

/** A feed was read and applied. */
export const noteApplied = async ({ db }: Database, studioId: string, teacherId: string, read: Read): Promise<void> => {
  const { address, etag, lastModified, hash, baseline, trustedCount, unrelated } = read;
  await sql`
    insert into calendar_feeds.states (studio_id, teacher_id, address, etag, last_modified, last_sync_at, event_hash,
      error_count, last_error, next_at, baseline, trusted_count, unrelated)
    values (${studioId}, ${teacherId}, ${address}, ${etag}, ${lastModified}, now(), ${hash}, 0, null,
      now() + make_interval(secs => ${pauseAfter(0)}), ${await jsonOf(baseline)}::jsonb, ${trustedCount},
      ${JSON.stringify(unrelated)}::jsonb)
    on conflict (studio_id, teacher_id) do update set address = excluded.address, etag = excluded.etag,
      last_modified = excluded.last_modified, last_sync_at = excluded.last_sync_at, event_hash = excluded.event_hash,
      error_count = 0, last_error = null, next_at = excluded.next_at, baseline = excluded.baseline,
      trusted_count = excluded.trusted_count, unrelated = excluded.unrelated`.execute(db);
};

/** A feed has the content that was applied last. */
export const noteUnchanged = async (
  { db }: Database,
  studioId: string,
  teacherId: string,
  address: string,
): Promise<void> => {
  await sql`
    update calendar_feeds.states set last_sync_at = now(), error_count = 0, last_error = null,
      next_at = now() + make_interval(secs => ${pauseAfter(0)})
    where studio_id = ${studioId} and teacher_id = ${teacherId} and address = ${address}`.execute(db);
};

/** A feed could not be read: it is tried again later each time. */
export const noteFailure = async (
  { db }: Database,
  studioId: string,
  { teacherId, address }: { readonly teacherId: string; readonly address: string },
  detail: string,
): Promise<void> => {
  const { rows } = await sql<{ error_count: number }>`
    select error_count from calendar_feeds.states
    where studio_id = ${studioId} and teacher_id = ${teacherId} and address = ${address}`.execute(db);
  const errors = (rows[0]?.error_count ?? 0) + 1;
  await sql`
    insert into calendar_feeds.states (studio_id, teacher_id, address, error_count, last_error, next_at)
    values (${studioId}, ${teacherId}, ${address}, ${errors}, ${detail},
      now() + make_interval(secs => ${pauseAfter(errors)}))
    on conflict (studio_id, teacher_id) do update set error_count = excluded.error_count,
      last_error = excluded.last_error, next_at = excluded.next_at,
      baseline = case when states.address = excluded.address then states.baseline end,
      trusted_count = case when states.address = excluded.address then states.trusted_count end,
      unrelated = case when states.address = excluded.address then states.unrelated end,
      last_sync_at = case when states.address = excluded.address then states.last_sync_at end,
      event_hash = case when states.address = excluded.address then states.event_hash end,
      etag = case when states.address = excluded.address then states.etag end,
      last_modified = case when states.address = excluded.address then states.last_modified end,
      address = excluded.address`.execute(db);
};

/** Those that are not to be read now: turned off, or read too recently from the same address. */
export const feedsNotDue = async ({ db }: Database): Promise<Set<string>> => {
  const { rows } = await sql<{ studio_id: string; teacher_id: string; address: string | null }>`
    select studio_id, teacher_id, case when sync_enabled then address end as address from calendar_feeds.states
    where not sync_enabled or next_at > now()`.execute(db);
  return new Set(rows.map(({ studio_id, teacher_id, address }) => dueKey(studio_id, teacher_id, address)));
};

/** Whether a feed is still to be read: others have been read since the list was made. */
export const isFeedDue = async (
  { db }: Database,
  studioId: string,
  teacherId: string,
  address: string,
): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from calendar_feeds.states where studio_id = ${studioId} and teacher_id = ${teacherId}
      and (not sync_enabled or (next_at > now() and address = ${address}))`.execute(db);
  return rows.length === 0;
};

export const eraseFeedStates = async ({ db }: Database, studioId: string): Promise<void> => {
  await sql`delete from calendar_feeds.states where studio_id = ${studioId}`.execute(db);
};

/** Names a feed in `feedsNotDue`; without an address, whatever the teacher's address is. */
export const dueKey = (studioId: string, teacherId: string, address: string | null): string =>
  `${studioId} ${teacherId} ${address ?? ''}`;
