import type { Kysely } from 'kysely';
import type { RowOf } from '../runner/read-model.ts';
import { findRow } from '../rows/read-rows.ts';
import { notificationsTable } from './table.ts';

export type NotificationRow = RowOf<typeof notificationsTable>;
export type NotificationsDb = { notifications: NotificationRow };

const listed = 200;

/** A studio's newest notifications, newest first. */
export const listNotifications = async (db: Kysely<NotificationsDb>, studioId: string): Promise<NotificationRow[]> => {
  const rows = await db
    .selectFrom('notifications')
    .selectAll()
    .where('studio_id', '=', studioId)
    .where('effect', '<>', 'answered')
    .orderBy('created_at', 'desc')
    .orderBy('notification_id')
    .limit(listed)
    .execute();
  return rows.map((row) => notificationsTable.row.parse(row));
};

export const findNotification = (db: Kysely<NotificationsDb>, studioId: string, notificationId: string) =>
  findRow(db, notificationsTable, [studioId, notificationId]);

/** What families of all studios did on their pages after an instant, and what their teachers answered, the oldest first. */
export const familyActsSince = (db: Kysely<NotificationsDb>, since: string): Promise<NotificationRow[]> =>
  db
    .selectFrom('notifications')
    .selectAll()
    .where('created_at', '>', since)
    .where((eb) =>
      eb.or([
        eb('effect', '=', 'answered'),
        eb.and([
          eb('recipient_id', 'is not', null),
          eb('effect', 'in', ['cancelled', 'requested', 'agreed', 'withdrawn']),
        ]),
      ]),
    )
    .orderBy('created_at')
    .orderBy('notification_id')
    .execute();

/** How many rows each of some batches changed: each has a notification, also beyond those that are listed. */
export const batchSizes = async (
  db: Kysely<NotificationsDb>,
  studioId: string,
  batchIds: readonly string[],
): Promise<Map<string, number>> => {
  if (batchIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('notifications')
    .select(['batch_id', ({ fn }) => fn.countAll().as('size')])
    .where('studio_id', '=', studioId)
    .where('batch_id', 'in', batchIds)
    .groupBy('batch_id')
    .execute();
  return new Map(rows.map(({ batch_id: batchId, size }) => [batchId, Number(size)]));
};

/** The ids that are not marked as read, by teacher. */
export const unreadNotifications = async (
  db: Kysely<NotificationsDb>,
  studioId: string,
): Promise<Map<string, string[]>> => {
  const rows = await db
    .selectFrom('notifications')
    .select(['teacher_id', 'notification_id'])
    .where('studio_id', '=', studioId)
    .where('is_read', '=', false)
    .execute();
  const byTeacher = Map.groupBy(rows, ({ teacher_id: teacherId }) => teacherId);
  return new Map([...byTeacher].map(([teacherId, own]) => [teacherId, own.map((row) => row.notification_id)]));
};
