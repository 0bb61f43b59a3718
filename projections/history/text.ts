import { longDayName, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatTime } from '@rondo/contracts/calendar/times.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { LessonEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import type { AttendanceRecord } from '@rondo/contracts/policy/attendance.ts';

/** "every Monday at 4:15 PM from Monday, November 23", "Thursday, December 3 at 4:15 PM". */
const when = ({ date, dayOfWeek, start, validFrom }: Lesson): string => {
  const time = formatTime(start);
  if (date !== null) return `${longDate(date)} at ${time}`;
  const from = validFrom === null ? '' : ` from ${longDate(validFrom)}`;
  return `every ${longDayName(dayOfWeek)} at ${time}${from}`;
};

const insteadOf = ({ date, originalDate }: Lesson): string =>
  originalDate === null || originalDate === date ? '' : ` instead of ${longDate(originalDate)}`;

const created = ({ continues, status, source, ...lesson }: Lesson): string => {
  const time = when({ continues, status, source, ...lesson });
  if (continues !== null) return `Continues ${time}.`;
  if (status === 'recommended') return `Recommended for ${time}.`;
  return source === 'actual' ? `Imported from the calendar feed for ${time}.` : `Added for ${time}.`;
};

/** What a calendar feed did to a lesson; null for what reads the same in any case. */
const ofFeed = (event: LessonEvent): string | null => {
  if (event.type === 'LessonCancelled') {
    const { date } = event.data.lesson;
    return `Cancelled in the calendar feed${date === null ? '' : ` for ${longDate(date)}`}.`;
  }
  if (event.type === 'LessonRestored') return `${restored} in the calendar feed.`;
  // Replacing removes both.
  if (event.type === 'LessonDeleted') return 'Removed: no longer in the calendar feed, or cancelled there.';
  return event.type === 'LessonEdited' ? `Updated from the calendar feed: ${when(event.data.lesson)}.` : null;
};

/** Describes an event on its lesson in one sentence. `fromFeed`: the teacher's calendar feed caused it. */
export const textOf = (event: LessonEvent, { fromFeed }: { readonly fromFeed: boolean }): string =>
  (fromFeed ? ofFeed(event) : null) ?? plainText(event);

/** "is charged at 50 %", "leaves a lesson owed until Thursday, January 7". */
const becomes = ({ cancellation }: Lesson): string => {
  const outcome = cancellation?.outcome ?? null;
  if (outcome === null) return 'costs nothing';
  if ('charge' in outcome) return outcome.charge === 0 ? 'is charged nothing' : `is charged at ${outcome.charge} %`;
  return `leaves a lesson owed${outcome.until === null ? '' : ` until ${longDate(outcome.until)}`}`;
};

const plainText = (event: LessonEvent): string => {
  switch (event.type) {
    case 'LessonCreated':
      return created(event.data.lesson);
    case 'LessonPlaced': {
      const { lesson } = event.data;
      return `${lesson.status === 'optimized' ? 'Placed by a plan' : 'Placed'} ${when(lesson)}.`;
    }
    case 'LessonEnded':
      return `Ended after ${longDate(event.data.validTo)}.`;
    case 'LessonReinstated':
      return `${restored} ${when(event.data.lesson)}.`;
    case 'LessonKept':
      return event.data.source === 'manual' ? 'Taken out of the plan by a manual change.' : 'Accepted with the plan.';
    case 'LessonDeleted':
      return 'Deleted.';
    case 'LessonSkipped':
      return `Deleted on ${longDate(event.data.date)}.`;
    case 'LessonPinned':
      return `Pinned: plans keep this time${event.data.until === null ? '' : ` until ${longDate(event.data.until)}`}.`;
    case 'LessonUnpinned':
      return 'Unpinned: plans may move it.';
    case 'LessonCancelled': {
      const { date } = event.data.lesson;
      return date === null ? 'Cancelled.' : `Cancelled on ${longDate(date)}.`;
    }
    case 'LessonCancellationChanged':
      return `The cancellation ${becomes(event.data.lesson)}.`;
    case 'LessonRestored':
      return `${restored}.`;
    case 'LessonRescheduled':
      return `Moved to ${when(event.data.lesson)}${insteadOf(event.data.lesson)}.`;
    case 'LessonEdited':
      return `Edited: ${when(event.data.lesson)}${insteadOf(event.data.lesson)}.`;
    case 'LessonTakenOver':
      return `Transferred from another teacher: ${when(event.data.lesson)}.`;
    case 'LessonReleased':
      return 'Transferred to another teacher.';
  }
};

/** "Taught on Tuesday, December 8.", "Nobody at home on Tuesday, December 8: charged at 50 %." */
export const attendanceText = (date: IsoDate, record: AttendanceRecord | null): string => {
  const day = longDate(date);
  if (record === null) return `Who was there on ${day} is no longer recorded.`;
  const { attendance, minutesLate, charge, reason } = record;
  const why = reason === null ? '' : ` (${reason})`;
  if (attendance === 'taught')
    return `Taught on ${day}${minutesLate === 0 ? '' : `, begun ${minutesLate} minutes late`}${why}.`;
  return `Nobody at home on ${day}: charged at ${charge ?? 100} %${why}.`;
};

const restored = 'Restored';

/** The sentence of an event that only reverses another one: "Undone: moved to ...", or "Restored ..." for what comes back. */
export const undone = (sentence: string): string =>
  sentence.startsWith(restored) ? sentence : `Undone: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;

/** The same event as it concerns a single date of the lesson. @param date as the event leaves it; undefined when it is dropped */
export const forDate = (sentence: string, date: Lesson | undefined): string =>
  [
    `With its weekly lesson: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`,
    date === undefined
      ? 'This date is dropped.'
      : `This date is ${date.status === 'cancelled' ? 'cancelled: ' : ''}${when(date)}.`,
  ].join(' ');
