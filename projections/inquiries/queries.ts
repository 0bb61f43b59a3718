import { sql, type Kysely } from 'kysely';
import type { RowOf } from '../runner/read-model.ts';
import type { holdsTable, inquiriesTable } from './table.ts';

export type InquiryRow = RowOf<typeof inquiriesTable>;
export type HoldRow = RowOf<typeof holdsTable>;
export type InquiriesDb = { inquiries: InquiryRow; holds: HoldRow };

/** A studio's questions that are not due to be forgotten, the newest first. @param today the studio's day */
export const inquiriesOn = (db: Kysely<InquiriesDb>, studioId: string, today: string): Promise<InquiryRow[]> =>
  db
    .selectFrom('inquiries')
    .selectAll()
    .where('studio_id', '=', studioId)
    .where(sql<boolean>`(forgotten_on > ${today} or status = 'added')`)
    .orderBy('at', 'desc')
    .orderBy('inquiry_id')
    .execute();

/** The times that a studio holds for questions on a day. */
export const holdsOn = (db: Kysely<InquiriesDb>, studioId: string, today: string): Promise<HoldRow[]> =>
  db
    .selectFrom('holds')
    .selectAll()
    .where('studio_id', '=', studioId)
    .where('held_until', '>=', today)
    .orderBy('inquiry_id')
    .execute();

/** Questions of all studios whose last day has come by a day; those of students stay. */
export const inquiriesDue = (
  db: Kysely<InquiriesDb>,
  day: string,
): Promise<Pick<InquiryRow, 'studio_id' | 'inquiry_id' | 'forgotten_on'>[]> =>
  db
    .selectFrom('inquiries')
    .select(['studio_id', 'inquiry_id', 'forgotten_on'])
    .where('forgotten_on', '<=', day)
    .where('status', '<>', 'added')
    .orderBy('studio_id')
    .orderBy('inquiry_id')
    .execute();
