import type { Kysely } from 'kysely';
import type { RowOf } from '../runner/read-model.ts';
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
    .orderBy('created_at', 'desc')
    .orderBy('notification_id')
    .limit(listed)
    .execute();
  return rows.map((row) => notificationsTable.row.parse(row));
};

export const findNotification = async (
  db: Kysely<NotificationsDb>,
  studioId: string,
  notificationId: string,
): Promise<NotificationRow | undefined> => {
  const row = await db
    .selectFrom('notifications')
    .selectAll()
    .where('studio_id', '=', studioId)
    .where('notification_id', '=', notificationId)
    .executeTakeFirst();
  return row && notificationsTable.row.parse(row);
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
