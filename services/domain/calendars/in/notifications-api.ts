import {
  listNotifications,
  readAllNotifications,
  readNotification,
  type Notification,
} from '@rondo/contracts/api/calendars/calendar-sync.ts';
import { formatTime } from '@rondo/contracts/calendar/times.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import { notificationsModel } from '@rondo/projections/notifications/project.ts';
import * as queries from '@rondo/projections/notifications/queries.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { listStudents } from '@rondo/projections/students/queries.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { NotFound } from '../../../platform/kit/errors.ts';
import { answered } from '../../../platform/http/answer.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { calendarStream, markRead } from './state.ts';

type NameOf = (studentId: string) => string;

type Naming = { readonly nameOf: NameOf; readonly sizes: ReadonlyMap<string, number> };

const subjectOf = ({ student_id: studentId, title }: queries.NotificationRow, nameOf: NameOf): string =>
  studentId === null ? `“${title ?? 'An appointment'}”` : `The lesson of ${nameOf(studentId)}`;

const view = (row: queries.NotificationRow, { nameOf, sizes }: Naming): Notification => {
  const isCancelled = row.effect === 'cancelled';
  const when = `${longDate(row.date)} at ${formatTime(row.start)}`;
  return {
    id: row.notification_id,
    type: isCancelled ? 'lesson_cancelled' : 'lesson_restored',
    lessonId: row.lesson_id,
    teacherId: row.teacher_id,
    title: isCancelled ? 'Cancelled in the calendar feed' : 'Restored in the calendar feed',
    message: `${subjectOf(row, nameOf)} on ${when} ${isCancelled ? 'was cancelled' : 'takes place again'}.`,
    isRead: row.is_read,
    actionRequired: false,
    metadata: { date: row.date, batchId: row.batch_id, batchSize: sizes.get(row.batch_id) ?? 1 },
    createdAt: row.created_at,
  };
};

/** What was changed without a person. */
export const notificationRoutes = (services: Pick<Services, 'handlers' | 'models'>): Route[] => {
  const { handlers, models } = services;
  const db = () => notificationsModel.read(models);
  const names = async (studioId: string): Promise<NameOf> => {
    const students = await listStudents(studentsModel.read(models), studioId);
    const known = new Map(
      students.map((one) => [one.student_id, `${one.details.firstName} ${one.details.lastName}`.trim()]),
    );
    return (studentId) => known.get(studentId) ?? 'a former student';
  };

  const naming = async (studioId: string, rows: readonly queries.NotificationRow[]): Promise<Naming> => {
    const batches = [...new Set(rows.map(({ batch_id: batchId }) => batchId))];
    const [nameOf, sizes] = await Promise.all([names(studioId), queries.batchSizes(db(), studioId, batches)]);
    return { nameOf, sizes };
  };

  return [
    route(listNotifications, async (_, { actor: { studioId } }) => {
      const rows = await queries.listNotifications(db(), studioId);
      const known = await naming(studioId, rows);
      return rows.map((row) => view(row, known));
    }),
    route(readNotification, async ({ params: { id } }, context) => {
      const { studioId } = context.actor;
      const row = await queries.findNotification(db(), studioId, id);
      if (!row) throw new NotFound('There is no such notification.');
      const executed = await handlers.calendar.execute(calendarStream(studioId, row.teacher_id), context.command, {
        input: { read: id },
        decide: markRead([id]),
      });
      const known = await naming(studioId, [row]);
      return answered(services, context, {
        executed,
        id,
        read: async () => {
          const now = await queries.findNotification(db(), studioId, id);
          return now && view(now, known);
        },
      });
    }),
    route(readAllNotifications, async (_, { actor: { studioId }, command, endpoint }) => {
      for (const [teacherId, ids] of await queries.unreadNotifications(db(), studioId)) {
        const commandId = derivedId(command.commandId, teacherId);
        const executed = await handlers.calendar.execute(
          calendarStream(studioId, teacherId),
          { ...command, commandId },
          { input: { read: ids }, decide: markRead(ids) },
        );
        await models.isVisible(executed, endpoint);
      }
      return { success: true };
    }),
  ];
};
