import {
  automaticKinds,
  type MessageKind,
  type MessageState,
  type StopKind,
} from '@rondo/contracts/events/schedule/messages.ts';
import { sql, type Kysely } from 'kysely';
import type { RowOf } from '../runner/read-model.ts';
import type { holdsTable, messagesTable, refusedTable, stoppedTable, waitsTable } from './table.ts';

export type MessageRow = RowOf<typeof messagesTable>;
export type MessagesDb = {
  messages: MessageRow;
  refused: RowOf<typeof refusedTable>;
  stopped: RowOf<typeof stoppedTable>;
  waits: RowOf<typeof waitsTable>;
  holds: RowOf<typeof holdsTable>;
};

/** The messages of all studios that have not come to their end, in the order in which they were queued. */
export const queuedMessages = (db: Kysely<MessagesDb>): Promise<MessageRow[]> =>
  db
    .selectFrom('messages')
    .selectAll()
    .where('state', '=', 'queued')
    .orderBy('queued_at')
    .orderBy('message_id')
    .execute();

type Filter = {
  readonly kind: MessageKind | undefined;
  readonly state: MessageState | undefined;
  readonly studentId: string | undefined;
  /** The message after which to go on. */
  readonly before: string | undefined;
  readonly limit: number;
};

/** A studio's messages, the newest first. */
export const listMessages = (
  db: Kysely<MessagesDb>,
  studioId: string,
  { kind, state, studentId, before, limit }: Filter,
): Promise<MessageRow[]> => {
  let query = db.selectFrom('messages').selectAll().where('studio_id', '=', studioId);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  if (state !== undefined) query = query.where('state', '=', state);
  if (studentId !== undefined) query = query.where(sql<boolean>`student_ids @> ${JSON.stringify([studentId])}::jsonb`);
  if (before !== undefined) {
    const last = db
      .selectFrom('messages')
      .select('queued_at')
      .where('studio_id', '=', studioId)
      .where('message_id', '=', before);
    query = query.where(sql<boolean>`(queued_at, message_id) < ((${last}), ${before})`);
  }
  return query.orderBy('queued_at', 'desc').orderBy('message_id', 'desc').limit(limit).execute();
};

/** What the mail server said of the addresses that it refused, by address. */
export const refusedAddresses = async (
  db: Kysely<MessagesDb>,
  studioId: string,
): Promise<ReadonlyMap<string, string>> =>
  new Map(
    (await db.selectFrom('refused').selectAll().where('studio_id', '=', studioId).execute()).map((row) => [
      row.email,
      row.because,
    ]),
  );

/** What families have stopped, by address in lower case. */
export const stoppedAddresses = async (
  db: Kysely<MessagesDb>,
  studioId: string,
): Promise<ReadonlyMap<string, ReadonlySet<StopKind>>> => {
  const rows = await db.selectFrom('stopped').selectAll().where('studio_id', '=', studioId).execute();
  return new Map(
    [...Map.groupBy(rows, ({ email }) => email)].map(([email, own]) => [email, new Set(own.map(({ kind }) => kind))]),
  );
};

/** Until when a studio's mail that no one has clicked for waits; undefined if it never did. */
export const waitsUntil = async (db: Kysely<MessagesDb>, studioId: string): Promise<string | undefined> =>
  (await db.selectFrom('waits').select('until').where('studio_id', '=', studioId).executeTakeFirst())?.until;

/** How the last messages that no one clicked for and that were tried ended, the newest first. */
export const lastEnds = (
  db: Kysely<MessagesDb>,
  studioId: string,
  limit: number,
): Promise<Pick<MessageRow, 'state' | 'because' | 'refused'>[]> =>
  db
    .selectFrom('messages')
    .select(['state', 'because', 'refused'])
    .where('studio_id', '=', studioId)
    .where('kind', 'in', automaticKinds)
    .where('clicked', '=', false)
    .where('state', 'in', ['sent', 'failed'])
    .orderBy('ended_at', 'desc')
    .limit(limit)
    .execute();

/** How many messages were sent after an instant: in the studio, and to one recipient. */
export const sentSince = async (
  db: Kysely<MessagesDb>,
  { studioId, recipientId, since }: { readonly studioId: string; readonly recipientId: string; readonly since: string },
): Promise<{ readonly studio: number; readonly recipient: number }> => {
  const { studio, recipient } = await db
    .selectFrom('messages')
    .select(({ fn }) => [
      fn.countAll<string>().as('studio'),
      fn.countAll<string>().filterWhere('recipient_id', '=', recipientId).as('recipient'),
    ])
    .where('studio_id', '=', studioId)
    .where('ended_at', '>', since)
    .where('state', '=', 'sent')
    .executeTakeFirstOrThrow();
  return { studio: Number(studio), recipient: Number(recipient) };
};

/** How many messages came to their end since an instant: sent, and to an address that the mail server does not know. */
export const endedSince = async (
  db: Kysely<MessagesDb>,
  studioId: string,
  since: string,
): Promise<{ readonly sent: number; readonly refused: number }> => {
  const { sent, refused } = await db
    .selectFrom('messages')
    .select(({ fn }) => [
      fn.countAll<string>().filterWhere('state', '=', 'sent').as('sent'),
      fn.countAll<string>().filterWhere('refused', '=', true).as('refused'),
    ])
    .where('studio_id', '=', studioId)
    .where('ended_at', '>=', since)
    .executeTakeFirstOrThrow();
  return { sent: Number(sent), refused: Number(refused) };
};

/** What the messages of a kind that were queued after an instant are about. */
export const queuedAbout = async (
  db: Kysely<MessagesDb>,
  studioId: string,
  { kind, since }: { readonly kind: MessageKind; readonly since: string },
): Promise<{ readonly recipientId: string; readonly key: string; readonly about: readonly string[] }[]> =>
  (
    await db
      .selectFrom('messages')
      .select(['recipient_id', 'key', 'about'])
      .where('studio_id', '=', studioId)
      .where('kind', '=', kind)
      .where('queued_at', '>', since)
      .execute()
  ).map(({ recipient_id: recipientId, key, about }) => ({ recipientId, key, about }));

/** The ids of a studio's messages of some kinds that were queued after an instant. */
export const queuedIds = async (
  db: Kysely<MessagesDb>,
  studioId: string,
  { kinds, since }: { readonly kinds: readonly MessageKind[]; readonly since: string },
): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await db
        .selectFrom('messages')
        .select('message_id')
        .where('studio_id', '=', studioId)
        .where('kind', 'in', kinds)
        .where('queued_at', '>', since)
        .execute()
    ).map((row) => row.message_id),
  );

/** How many messages with such keys were queued to an address, in any studio: ever, and after an instant. @param email in lower case */
export const queuedToAddress = async (
  db: Kysely<MessagesDb>,
  { email, keysFrom, since }: { readonly email: string; readonly keysFrom: string; readonly since: string },
): Promise<{ readonly ever: number; readonly recently: number }> => {
  const { ever, recently } = await db
    .selectFrom('messages')
    .select(({ fn }) => [
      fn.countAll<string>().as('ever'),
      fn.countAll<string>().filterWhere('queued_at', '>', since).as('recently'),
    ])
    .where(sql<boolean>`lower(email) = ${email}`)
    .where(sql<boolean>`starts_with(key, ${keysFrom})`)
    .executeTakeFirstOrThrow();
  return { ever: Number(ever), recently: Number(recently) };
};

/** A studio's mail about changes that is not at its end, and up to when such mail has told families of everything since an instant. */
export const changeMails = async (
  db: Kysely<MessagesDb>,
  studioId: string,
  since: string,
): Promise<Pick<MessageRow, 'recipient_id' | 'student_ids' | 'state' | 'told'>[]> =>
  db
    .selectFrom('messages')
    .select(['recipient_id', 'student_ids', 'state', 'told'])
    .where('studio_id', '=', studioId)
    .where('kind', '=', 'change')
    .where((row) =>
      row.or([row('state', '=', 'queued'), row.and([row('state', '=', 'sent'), row('ended_at', '>', since)])]),
    )
    .execute();

/** What makes, or made, the mail of many families wait. */
export const heldCauses = (db: Kysely<MessagesDb>, studioId: string): Promise<MessagesDb['holds'][]> =>
  db.selectFrom('holds').selectAll().where('studio_id', '=', studioId).execute();
