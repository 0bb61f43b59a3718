import { calendarEvents } from '@rondo/contracts/events/calendar.ts';
import { scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import { entityOf, parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import { eventReader, recordedAtOf } from '../runner/events.ts';
import { put, queriedModel, reading, type Handled } from '../runner/read-model.ts';
import type { SourceEvent } from '../runner/source.ts';
import type { NotificationsDb } from './queries.ts';
import { notificationsTable } from './table.ts';

const readSchedule = eventReader(scheduleEvents);
const readCalendar = eventReader(calendarEvents);

const onSchedule = (recorded: SourceEvent): Handled | null => {
  // The other events of schedules are many, and need not be parsed.
  if (recorded.type !== 'CalendarSynced') return null;
  const event = readSchedule(recorded);
  if (event.type !== 'CalendarSynced' || !event.data.automatic) return null;
  const { studioId, batchId } = recorded.metadata;
  return reading(notificationsTable, [], () =>
    event.data.changes.map(({ lessonId, effect, studentId, title, date, start }, i) =>
      put(notificationsTable, {
        studio_id: studioId,
        notification_id: `${recorded.eventId}-${i}`,
        teacher_id: entityOf(recorded.stream),
        lesson_id: lessonId,
        effect,
        student_id: studentId,
        title,
        date,
        start,
        is_read: false,
        batch_id: batchId,
        created_at: recordedAtOf(recorded),
      }),
    ),
  );
};

const onCalendar = (recorded: SourceEvent): Handled | null => {
  const event = readCalendar(recorded);
  if (event.type !== 'NotificationsRead') return null;
  const keys = [...new Set(event.data.notificationIds)].map((id) => [recorded.metadata.studioId, id]);
  return reading(notificationsTable, keys, (rows) =>
    keys.flatMap((key) => {
      const row = rows.get(notificationsTable, key);
      return row ? [put(notificationsTable, { ...row, is_read: true })] : [];
    }),
  );
};

/** What was changed without a person, for the bell of every page. */
export const notificationsModel = queriedModel<NotificationsDb, 'notifications'>({
  name: 'notifications',
  version: 1,
  categories: ['schedule', 'calendar'],
  tables: [notificationsTable],
  on: (recorded) =>
    parseStreamName(recorded.stream).category === 'schedule' ? onSchedule(recorded) : onCalendar(recorded),
});
