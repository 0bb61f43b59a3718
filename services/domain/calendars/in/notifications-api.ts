import {
  listNotifications,
  readAllNotifications,
  readNotification,
  type Notification,
} from '@rondo/contracts/api/calendars/calendar-sync.ts';
import { formatTime } from '@rondo/contracts/calendar/times.ts';
import { longDate, shortDate } from '@rondo/contracts/calendar/words.ts';
import { notificationsModel } from '@rondo/projections/notifications/project.ts';
import * as queries from '@rondo/projections/notifications/queries.ts';
import { noticeInWords } from '@rondo/contracts/policy/words.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { listStudents } from '@rondo/projections/students/queries.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { NotFound } from '../../../platform/kit/errors.ts';
import { answered } from '../../../platform/http/answer.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { familyAuthor } from '../../people/households/family-author.ts';
import { calendarStream, markRead } from './state.ts';

type NameOf = (studentId: string) => string;

type Naming = {
  readonly nameOf: NameOf;
  readonly sizes: ReadonlyMap<string, number>;
  /** Of who cancelled on a family's page. */
  readonly families: ReadonlyMap<string, string>;
};

const subjectOf = ({ student_id: studentId, title }: queries.NotificationRow, nameOf: NameOf): string =>
  studentId === null ? `“${title ?? 'An appointment'}”` : `The lesson of ${nameOf(studentId)}`;

const times = (row: queries.NotificationRow): string =>
  row.times.map(({ date, start }) => `${shortDate(date)}, ${formatTime(start)}`).join('; ');

/** What a family's request says. */
const requestView = (row: queries.NotificationRow, { nameOf, families }: Naming) => {
  const who = families.get(row.recipient_id ?? '') ?? 'A family';
  const lesson = `${subjectOf(row, nameOf)} on ${longDate(row.date)} at ${formatTime(row.start)}`;
  const message = row.note === null ? '' : ` “${row.note}”`;
  if (row.effect === 'requested')
    return {
      type: 'family_request' as const,
      title: `${who} asks for another time`,
      message: `${lesson}${row.times.length === 0 ? '' : `: ${times(row)}`}.${message}`,
    };
  return row.effect === 'agreed'
    ? {
        type: 'family_answer' as const,
        title: `${who} takes the time that you offered`,
        message: `${lesson} moves to ${times(row)}.`,
      }
    : {
        type: 'family_answer' as const,
        title: `${who} no longer asks for another time`,
        message: `${lesson} stays as it is.`,
      };
};

/** What is said of mail that does not go, and of questions from the form. */
const mailView = ({ effect, recipient_id: recipientId, note }: queries.NotificationRow, { families }: Naming) => {
  if (effect === 'messages_held')
    return {
      type: 'messages_held' as const,
      title: `${note ?? ''} families would get mail`,
      message: 'Look first.',
    };
  if (effect === 'family_asked')
    return {
      type: 'family_question' as const,
      title: 'A family asks when lessons would be possible',
      message: 'See which times would suit it.',
    };
  const who = families.get(recipientId ?? '') ?? 'A family';
  if (effect === 'mail_waits')
    return {
      type: 'mail_waits' as const,
      title: 'Mail to families waits for an hour',
      message: `The mail server refused three mails in a row: ${note ?? ''}`,
    };
  return effect === 'mail_stopped'
    ? { type: 'mail_stopped' as const, title: `${who} wants no mail`, message: 'Please call.' }
    : {
        type: 'mail_refused' as const,
        title: `No mail reaches ${who}`,
        message: `The mail server says: ${note ?? ''} Please correct the address.`,
      };
};

const onNoDate: ReadonlySet<queries.NotificationRow['effect']> = new Set([
  'mail_stopped',
  'mail_refused',
  'mail_waits',
  'messages_held',
  'family_asked',
]);
const isOfMail = ({ effect }: queries.NotificationRow): boolean => onNoDate.has(effect);

/** What a family's cancellation says. */
const familyView = (row: queries.NotificationRow, naming: Naming) => {
  const { nameOf, families } = naming;
  if (isOfMail(row)) return mailView(row, naming);
  if (row.effect !== 'cancelled') return requestView(row, naming);
  const when = `${longDate(row.date)} at ${formatTime(row.start)}`;
  const notice = row.notice_minutes === null ? '' : `, ${noticeInWords(row.notice_minutes)} before`;
  const message = row.note === null ? '' : ` “${row.note}”`;
  return {
    type: 'family_cancelled' as const,
    title: `Cancelled by ${families.get(row.recipient_id ?? '') ?? 'a family'}`,
    message: `${subjectOf(row, nameOf)} on ${when} was cancelled${notice}.${message}`,
  };
};

/** What an automatic sync with a calendar feed did. */
const syncView = (row: queries.NotificationRow, { nameOf }: Naming) => {
  const isCancelled = row.effect === 'cancelled';
  const when = `${longDate(row.date)} at ${formatTime(row.start)}`;
  return {
    type: isCancelled ? ('lesson_cancelled' as const) : ('lesson_restored' as const),
    title: isCancelled ? 'Cancelled in the calendar feed' : 'Restored in the calendar feed',
    message: `${subjectOf(row, nameOf)} on ${when} ${isCancelled ? 'was cancelled' : 'takes place again'}.`,
  };
};

const view = (row: queries.NotificationRow, naming: Naming): Notification => {
  const { sizes } = naming;
  return {
    id: row.notification_id,
    ...(row.recipient_id === null ? syncView : familyView)(row, naming),
    lessonId: row.lesson_id || null,
    teacherId: isOfMail(row) ? null : row.teacher_id,
    isRead: row.is_read,
    actionRequired: false,
    metadata: {
      date: row.date || null,
      batchId: isOfMail(row) ? null : row.batch_id,
      batchSize: sizes.get(row.batch_id) ?? 1,
    },
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
    const recipients = [...new Set(rows.flatMap(({ recipient_id: id }) => id ?? []))];
    const authors = recipients.map(
      async (id) => [id, (await familyAuthor(services, studioId, `family:${id}`)) ?? 'a family'] as const,
    );
    return { nameOf, sizes, families: new Map(await Promise.all(authors)) };
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
      if (!row || row.effect === 'answered') throw new NotFound('There is no such notification.');
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
