import type { Question } from '@rondo/contracts/events/schedule/inquiry.ts';
import { instantAt } from '@rondo/contracts/calendar/instants.ts';
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Services } from '../../../platform/kit/services.ts';
import { newToken, tokenHash } from '../../accounts/tokens.ts';

// Questions wait in a plain table until the mailed link is opened: what no one has confirmed is not in the log.

const day = 24 * 60 * 60 * 1000;
const mostADay = 30;
const mostOfAnAddress = 3;

type TableServices = Pick<Services, 'db' | 'now'>;

/** How addresses are told apart in a day, without being stored. */
export const emailMark = (key: Buffer, studioId: string, email: string): string =>
  createHmac('sha256', key).update(`rondo question ${studioId} ${email}`).digest('base64url');

export type Room = { readonly ofStudio: boolean; readonly ofAddress: boolean };

/** Whether a studio, and a mail address in it, may ask another question today. */
export const roomFor = async ({ db, now }: TableServices, studioId: string, mark: string): Promise<Room> => {
  const since = instantAt(now() - day);
  const { rows } = await sql<{ of_studio: number; of_address: number }>`
    select count(*)::int as of_studio, (count(*) filter (where email_mark = ${mark}))::int as of_address
    from accounts.asked_questions where studio_id = ${studioId} and asked_at > ${since}`.execute(db);
  const [counted] = rows;
  return {
    ofStudio: (counted?.of_studio ?? 0) < mostADay,
    ofAddress: (counted?.of_address ?? 0) < mostOfAnAddress,
  };
};

/** Keeps a question until its link is opened, unless there is no room. @returns the token of the link; null without room */
export const keepQuestion = (
  services: TableServices,
  { studioId, inquiryId, mark }: { readonly studioId: string; readonly inquiryId: string; readonly mark: string },
  question: Question,
): Promise<string | null> =>
  services.db.transaction().execute(async (tx) => {
    // The lock lets concurrent questions of the studio count one after the other.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`questions of ${studioId}`}, 0))`.execute(tx);
    const room = await roomFor({ ...services, db: tx }, studioId, mark);
    if (!room.ofStudio || !room.ofAddress) return null;
    const token = newToken();
    await tx
      .insertInto('accounts.asked_questions')
      .values({
        token_hash: tokenHash(token),
        studio_id: studioId,
        inquiry_id: inquiryId,
        email_mark: mark,
        asked_at: instantAt(services.now()),
        question: JSON.stringify(question),
      })
      .execute();
    return token;
  });

/** The question of a link that works: for a day from asking, and for a day from the first opening. */
export const findQuestion = async ({ db, now }: TableServices, studioId: string, token: string) => {
  const since = instantAt(now() - day);
  return db
    .selectFrom('accounts.asked_questions')
    .selectAll()
    .where('token_hash', '=', tokenHash(token))
    .where('studio_id', '=', studioId)
    .where(sql<boolean>`coalesce(confirmed_at, asked_at) > ${since}`)
    .executeTakeFirst();
};

/** The question is in the log now, and here no longer. */
export const noteConfirmed = async ({ db, now }: TableServices, inquiryId: string): Promise<void> => {
  await db
    .updateTable('accounts.asked_questions')
    .set({ confirmed_at: instantAt(now()), question: null })
    .where('inquiry_id', '=', inquiryId)
    .where('confirmed_at', 'is', null)
    .execute();
};

/** Removes questions whose links no longer work. */
export const dropOldQuestions = async ({ db, now }: TableServices): Promise<void> => {
  await sql`delete from accounts.asked_questions
    where coalesce(confirmed_at, asked_at) <= ${instantAt(now() - day)}`.execute(db);
};
