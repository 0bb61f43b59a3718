import { randomUUID } from 'node:crypto';
import { addDays, dayOfWeekOf } from '@rondo/contracts/calendar/dates.ts';
import { plainRow, type Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { scheduleEvents, type ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import { plainDetails } from '@rondo/contracts/lessons/plain-details.ts';
import type { EventStore, NewEvent } from '@rondo/services/platform/log/event-store.ts';

/** One teacher's schedule as it grows over two years: its stream and the events of it, 1,000 each. */
export type LongSchedule = { readonly studioId: string; readonly stream: string; readonly events: readonly NewEvent[] };

const seriesEach = 40;
export const eventsEach = 1000;
export const firstMonday = '2025-01-06';

export const weekly = (i: number, studentId: string = randomUUID()): Lesson => ({
  lessonId: randomUUID(),
  studentId,
  entryType: 'lesson',
  ...plainDetails,
  ...plainRow,
  notes: i % 4 === 0 ? 'Bring the blue book; parks in the back.' : null,
  source: 'manual',
  status: 'scheduled',
  dayOfWeek: 1,
  start: 600 + Math.floor(i / 5) * 75,
  duration: 45,
  date: null,
  validFrom: firstMonday,
});

export const onDate = (of: Lesson, date: string, more: Partial<Lesson>): Lesson => ({
  ...of,
  lessonId: randomUUID(),
  dayOfWeek: dayOfWeekOf(date),
  date,
  validFrom: null,
  seriesId: of.lessonId,
  originalDate: date,
  ...more,
});

/** Every event adds or changes a row: series, then dates that are cancelled or moved, one in eight of them twice. */
const lessonEvents = (): ScheduleEvent[] => {
  const series = Array.from({ length: seriesEach }, (_, i) => weekly(i));
  const events: ScheduleEvent[] = series.map((lesson) => ({
    type: 'LessonCreated',
    data: { lesson, occurrences: [] },
  }));
  for (let n = 0; events.length < eventsEach; n += 1) {
    const of = series[n % seriesEach];
    if (!of) break;
    const date = addDays(firstMonday, 7 * Math.floor(n / seriesEach));
    const lesson = onDate(of, date, n % 2 === 0 ? { status: 'cancelled' } : { start: of.start + 5 });
    events.push(
      n % 2 === 0
        ? { type: 'LessonCancelled', data: { lesson } }
        : { type: 'LessonEdited', data: { lesson, occurrences: [], fellAway: [] } },
    );
    if (n % 8 === 0) events.push({ type: 'LessonRestored', data: { lessonId: lesson.lessonId, seriesId: null } });
  }
  return events.slice(0, eventsEach);
};

export const longSchedule = (): LongSchedule => {
  const studioId = randomUUID();
  return {
    studioId,
    stream: streamName(scheduleEvents, studioId, randomUUID()),
    events: lessonEvents().map(({ type, data }) => newEvent(studioId, type, data)),
  };
};

export const newEvent = (studioId: string, type: string, data: unknown): NewEvent => ({
  eventId: randomUUID(),
  type,
  data,
  metadata: {
    commandId: randomUUID(),
    inputHash: 'e3b0c44298fc1c149afbf4c8996fb924',
    correlationId: randomUUID(),
    causationId: randomUUID(),
    batchId: randomUUID(),
    studioId,
    actor: studioId,
    schemaVersion: 1,
  },
});

/** Appends schedules of 1,000 events each, ten studios at a time, 100 events per append, until the log has that many more. */
export const fillLog = async (store: EventStore, events: number): Promise<void> => {
  const perAppend = 100;
  for (let done = 0; done < events; done += 10 * eventsEach) {
    const schedules = Array.from({ length: Math.min(10, Math.ceil((events - done) / eventsEach)) }, longSchedule);
    for (let at = 0; at < eventsEach; at += perAppend)
      await Promise.all(
        schedules.map(({ stream, events: all }) =>
          store.append(stream, at === 0 ? 'no_stream' : at - 1, all.slice(at, at + perAppend)),
        ),
      );
  }
};
