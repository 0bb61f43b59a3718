import { sql, type Kysely } from 'kysely';
import { NotSignedIn } from '../../../platform/kit/errors.ts';
import type { AccountsDb } from '../../../platform/postgres/tables.ts';

export type MailLimits = {
  readonly perQuarterHour: number;
  readonly perDay: number;
  /** For a studio that is younger than `newDays`. */
  readonly perDayWhenNew: number;
  readonly newDays: number;
};

const quarterHour = 15 * 60;
const day = 24 * 60 * 60;

/** Whether a mail is counted now for the first time, and how many seconds to wait if it is one too many. */
type Counted = { readonly isNew: boolean; readonly waitSeconds: number };

/** Counts the mails that each studio sends to others, for all processes together. */
export const sentMails = (db: Kysely<AccountsDb>, limits: MailLimits) => {
  /** Seconds until a studio that sends at most `most` mails in a time may send another; 0 if it may now. */
  const waitOf = async (tx: Kysely<AccountsDb>, studioId: string, most: number, seconds: number): Promise<number> => {
    const { rows } = await sql<{ wait: number }>`
      select ${seconds} - extract(epoch from now() - sent_at)::float8 as wait from accounts.sent_mails
      where studio_id = ${studioId} and sent_at > now() - make_interval(secs => ${seconds})
      order by sent_at desc offset ${most - 1} limit 1`.execute(tx);
    return Math.ceil(rows[0]?.wait ?? 0);
  };

  return {
    /** Counts a mail unless it is one too many. One that is counted already is not counted again. */
    count: (studioId: string, mail: string): Promise<Counted> =>
      db.transaction().execute(async (tx) => {
        // The lock lets concurrent mails of the studio count one after the other.
        const { rows } = await sql<{ is_new: boolean }>`
          select created_at > now() - make_interval(days => ${limits.newDays}) as is_new
          from accounts.users where id = ${studioId} for no key update`.execute(tx);
        const [studio] = rows;
        if (!studio) throw new NotSignedIn('Please sign in.');
        const known = await tx
          .selectFrom('accounts.sent_mails')
          .select('mail')
          .where('studio_id', '=', studioId)
          .where('mail', '=', mail)
          .executeTakeFirst();
        if (known) return { isNew: false, waitSeconds: 0 };
        const perDay = studio.is_new ? Math.min(limits.perDayWhenNew, limits.perDay) : limits.perDay;
        const waitSeconds = Math.max(
          await waitOf(tx, studioId, perDay, day),
          await waitOf(tx, studioId, limits.perQuarterHour, quarterHour),
        );
        if (waitSeconds > 0) return { isNew: false, waitSeconds };
        await sql`delete from accounts.sent_mails
          where studio_id = ${studioId} and sent_at < now() - interval '1 day'`.execute(tx);
        await tx.insertInto('accounts.sent_mails').values({ studio_id: studioId, mail }).execute();
        return { isNew: true, waitSeconds: 0 };
      }),

    /** Takes back that a mail was counted: it is not sent. */
    forget: async (studioId: string, mail: string): Promise<void> => {
      await db.deleteFrom('accounts.sent_mails').where('studio_id', '=', studioId).where('mail', '=', mail).execute();
    },
  };
};
export type SentMails = ReturnType<typeof sentMails>;
