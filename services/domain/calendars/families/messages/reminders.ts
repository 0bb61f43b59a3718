import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { instantAt } from '@rondo/contracts/calendar/instants.ts';
import type { QueuedMessage } from '@rondo/contracts/events/schedule/messages.ts';
import { messagesModel } from '@rondo/projections/messages/project.ts';
import { refusedAddresses, stoppedAddresses } from '@rondo/projections/messages/queries.ts';
import { derivedId } from '../../../../platform/commands/ids.ts';
import type { Services } from '../../../../platform/kit/services.ts';
import { closuresNow } from '../../../schedule/time-off/closures.ts';
import { studioNow } from '../../../studio/clock.ts';
import type { CalendarServices } from '../../out/shared-calendar.ts';
import { datesOfFamily, type Dated, type FamilyDates } from '../dates.ts';
import { familiesOf } from '../recipients.ts';
import { whyStopped } from './stops/stops.ts';
import { reminderDue, reminderLatest } from './due.ts';
import type { LessonToCome } from './letters.ts';

export type ReminderServices = CalendarServices & Pick<Services, 'settingsOf' | 'now'>;

/** The lessons of students that stand, from today on. */
export const lessonsToCome = async (
  services: ReminderServices,
  studioId: string,
  studentIds: readonly string[],
): Promise<FamilyDates> => {
  const [{ today }, closures] = await Promise.all([studioNow(services, studioId), closuresNow(services, studioId)]);
  const all = await datesOfFamily(services, { studioId, studentIds, today, closures });
  return { ...all, dates: all.dates.filter(({ date }) => date.takesPlace && date.date >= today) };
};

/** The lessons of a day, as a letter names them. */
export const onDay = (
  { dates, people }: Pick<FamilyDates, 'dates' | 'people'>,
  day: IsoDate,
  nameOf: (studentId: string) => string,
): LessonToCome[] =>
  dates
    .filter(({ date }) => date.date === day)
    .map(({ studentId, date: { start, duration, teacherId } }: Dated) => {
      const teacher = people.get(teacherId);
      return {
        student: nameOf(studentId),
        teacher: `${teacher?.first_name ?? ''} ${teacher?.last_name ?? ''}`.trim(),
        start,
        duration,
      };
    });

// Addresses that are reserved for examples, such as those of the sample studio.
const isReserved = (email: string): boolean => /\.(example|invalid|test|localhost)$/i.test(email);

type Unreached = {
  /** Null where a family has no one to write to. */
  readonly recipientId: string | null;
  readonly studentIds: readonly string[];
  readonly name: string;
  readonly phone: string | null;
  readonly because: string;
};

export type Reminders = {
  readonly messages: readonly {
    readonly recipientId: string;
    readonly message: QueuedMessage;
    readonly latest: number;
  }[];
  /** Who would get one and has no address for it. */
  readonly unreached: readonly Unreached[];
};

/** One for each recipient and day: of the first of these days on which any lesson stands. */
export const remindersOf = async (
  services: ReminderServices,
  studioId: string,
  days: readonly IsoDate[],
): Promise<Reminders & { readonly day: IsoDate | null }> => {
  const [{ settings }, families, refused, stopped] = await Promise.all([
    services.settingsOf(studioId),
    familiesOf(services, studioId),
    refusedAddresses(messagesModel.read(services.models), studioId),
    stoppedAddresses(messagesModel.read(services.models), studioId),
  ]);
  const { reminderTime, timeZone } = settings;
  const messages: Reminders['messages'][number][] = [];
  const unreached: Unreached[] = [];
  const lessons = await Promise.all(
    families.map(async (family) => ({
      family,
      dates:
        family.students.length === 0
          ? []
          : (
              await lessonsToCome(
                services,
                studioId,
                family.students.map(({ id }) => id),
              )
            ).dates,
    })),
  );
  const day = days.find((one) => lessons.some(({ dates }) => dates.some(({ date }) => date.date === one))) ?? null;
  for (const { family, dates } of lessons) {
    const [first, ...rest] = dates.filter(({ date }) => date.date === day);
    if (day === null || !first) continue;
    const latest = reminderLatest(day, first.date.start, timeZone);
    const studentIds = [...new Set([first, ...rest].map(({ studentId }) => studentId))];
    const recipients = family.recipients.filter(({ gets }) => gets !== 'invoices');
    if (recipients.length === 0)
      unreached.push({ recipientId: null, studentIds, name: family.name, phone: null, because: 'Add a contact.' });
    for (const { id: recipientId, name, email, phone } of recipients) {
      const because =
        email === null || email === ''
          ? 'No email address.'
          : isReserved(email)
            ? 'This address is an example.'
            : (refused.get(email.toLowerCase()) ?? whyStopped(stopped.get(email.toLowerCase()), 'reminders'));
      if (because !== null || email === null) {
        unreached.push({ recipientId, studentIds, name, phone, because: because ?? '' });
        continue;
      }
      messages.push({
        recipientId,
        latest,
        message: {
          messageId: derivedId(studioId, `reminder ${day} ${recipientId}`),
          kind: 'reminder',
          key: day,
          email,
          studentIds,
          since: null,
          dueAt: instantAt(reminderDue(day, reminderTime, timeZone)),
          latestAt: instantAt(latest),
        },
      });
    }
  }
  return { messages, unreached, day };
};
