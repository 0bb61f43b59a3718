import type { Kysely } from 'kysely';
import type { RowOf } from '../runner/read-model.ts';
import type { inquiriesTable } from './table.ts';

export type InquiryRow = RowOf<typeof inquiriesTable>;
export type InquiriesDb = { inquiries: InquiryRow };

/** A studio's questions that are not due to be forgotten, the newest first. @param today the studio's day */
export const inquiriesOn = (db: Kysely<InquiriesDb>, studioId: string, today: string): Promise<InquiryRow[]> =>
  db
    .selectFrom('inquiries')
    .selectAll()
    .where('studio_id', '=', studioId)
    .where('forgotten_on', '>', today)
    .orderBy('at', 'desc')
    .orderBy('inquiry_id')
    .execute();

/** Questions of all studios whose last day has come by a day. */
export const inquiriesDue = (
  db: Kysely<InquiriesDb>,
  day: string,
): Promise<Pick<InquiryRow, 'studio_id' | 'inquiry_id' | 'forgotten_on'>[]> =>
  db
    .selectFrom('inquiries')
    .select(['studio_id', 'inquiry_id', 'forgotten_on'])
    .where('forgotten_on', '<=', day)
    .orderBy('studio_id')
    .orderBy('inquiry_id')
    .execute();
