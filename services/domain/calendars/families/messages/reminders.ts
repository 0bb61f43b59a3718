import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { instantAt } from '@rondo/contracts/calendar/instants.ts';
import { derivedId } from '../../../../platform/commands/ids.ts';
import type { Services } from '../../../../platform/kit/services.ts';
import { closuresNow } from '../../../schedule/time-off/closures.ts';
import { studioNow } from '../../../studio/clock.ts';
import type { CalendarServices } from '../../out/shared-calendar.ts';
import { datesOfFamily, type Dated, type FamilyDates } from '../dates.ts';
import { familiesOf } from '../recipients.ts';
import { mailTo, reachOf, together, type Mailable } from './reach.ts';
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

/** One for each recipient and day: of the first of these days on which any lesson stands. */
export const remindersOf = async (
  services: ReminderServices,
  studioId: string,
  days: readonly IsoDate[],
): Promise<Mailable & { readonly day: IsoDate | null }> => {
  const [{ settings }, families, whyUnreached] = await Promise.all([
    services.settingsOf(studioId),
    familiesOf(services, studioId),
    reachOf(services, studioId),
  ]);
  const { reminderTime, timeZone } = settings;
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
  const all = lessons.map(({ family, dates }) => {
    const [first, ...rest] = dates.filter(({ date }) => date.date === day);
    if (day === null || !first) return { messages: [], unreached: [] };
    const studentIds = [...new Set([first, ...rest].map(({ studentId }) => studentId))];
    return mailTo(
      family,
      { studentIds },
      {
        but: 'invoices',
        whyUnreached: (email) => whyUnreached(email, 'reminders'),
        messageTo: (recipientId, email) => ({
          messageId: derivedId(studioId, `reminder ${day} ${recipientId}`),
          kind: 'reminder',
          key: day,
          email,
          studentIds,
          about: [],
          since: null,
          dueAt: instantAt(reminderDue(day, reminderTime, timeZone)),
          latestAt: instantAt(reminderLatest(day, first.date.start, timeZone)),
          clicked: false,
        }),
      },
    );
  });
  return { ...together(all), day };
};
