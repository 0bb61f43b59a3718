import { longDayName } from '@rondo/contracts/calendar/dates.ts';
import { formatTime } from '@rondo/contracts/calendar/times.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import type { Lesson } from '@rondo/contracts/events/lesson.ts';
import type { LessonEvent } from '@rondo/contracts/events/schedule.ts';

/** "every Monday at 4:15 PM from Monday, November 23", "Thursday, December 3 at 4:15 PM". */
const when = ({ date, dayOfWeek, start, validFrom }: Lesson): string => {
  const time = formatTime(start);
  if (date !== null) return `${longDate(date)} at ${time}`;
  const from = validFrom === null ? '' : ` from ${longDate(validFrom)}`;
  return `every ${longDayName(dayOfWeek)} at ${time}${from}`;
};

const standsFor = ({ date, originalDate }: Lesson): string =>
  originalDate === null || originalDate === date ? '' : ` instead of ${longDate(originalDate)}`;

const created = ({ continues, status, source, ...lesson }: Lesson): string => {
  const time = when({ continues, status, source, ...lesson });
  if (continues !== null) return `Goes on ${time}.`;
  if (status === 'recommended') return `Recommended for ${time}.`;
  return source === 'actual' ? `Imported for ${time}.` : `Entered for ${time}.`;
};

/** Describes an event on its lesson in one sentence. */
export const textOf = (event: LessonEvent): string => {
  switch (event.type) {
    case 'LessonCreated':
      return created(event.data.lesson);
    case 'LessonPlaced': {
      const { lesson } = event.data;
      return `${lesson.status === 'optimized' ? 'Placed by a plan' : 'Placed'} ${when(lesson)}.`;
    }
    case 'LessonEnded':
      return `Ended; the last possible day is ${longDate(event.data.validTo)}.`;
    case 'LessonReinstated':
      return `Stands again ${when(event.data.lesson)}.`;
    case 'LessonKept':
      return event.data.source === 'manual' ? 'Taken out of the plan by hand.' : 'Accepted with its plan.';
    case 'LessonDeleted':
      return 'Deleted.';
    case 'LessonSkipped':
      return `Deleted on ${longDate(event.data.date)}.`;
    case 'LessonCancelled': {
      const { date } = event.data.lesson;
      return date === null ? 'Cancelled.' : `Cancelled on ${longDate(date)}.`;
    }
    case 'LessonRestored':
      return 'Restored.';
    case 'LessonRescheduled':
      return `Moved to ${when(event.data.lesson)}${standsFor(event.data.lesson)}.`;
    case 'LessonEdited':
      return `Edited: ${when(event.data.lesson)}${standsFor(event.data.lesson)}.`;
    case 'LessonTakenOver':
      return `Taken over from another teacher: ${when(event.data.lesson)}.`;
    case 'LessonReleased':
      return 'Given to another teacher.';
  }
};

/** An event that only reverses another one and gets no entry of its own. */
export const undone = (sentence: string): string => `Undone: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
