import { calendarEvents } from '@rondo/contracts/events/calendar.ts';
import { inquiriesEvents } from '@rondo/contracts/events/schedule/inquiries.ts';
import { messageEvents } from '@rondo/contracts/events/schedule/messages.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { scheduleEvents, type ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { entityOf, parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import { eventReader, recordedAtOf } from '../runner/events.ts';
import { put, queriedModel, reading, remove, type Handled } from '../runner/read-model.ts';
import type { SourceEvent } from '../runner/source.ts';
import type { NotificationRow, NotificationsDb } from './queries.ts';
import { notificationsTable } from './table.ts';

const readSchedule = eventReader(scheduleEvents);
const readMessages = eventReader(messageEvents);
const readCalendar = eventReader(calendarEvents);
const readForgotten = eventReader(inquiriesEvents);

const byFamily = 'family:';

/** The date that an event cancels. Where a pending plan has a lesson of that week, it is that one. */
const cancelledIn = (recorded: SourceEvent): Lesson | null => {
  const event = readSchedule(recorded);
  if (event.type === 'LessonCancelled') return event.data.lesson;
  return event.type === 'PlanCorrected' ? event.data.cancelled : null;
};

/** A family cancels a date: one notification, also where a pending plan has a lesson of that week too. */
const onCancelled = (recorded: SourceEvent): Handled | null => {
  const { studioId, batchId, actor } = recorded.metadata;
  const lesson = actor.startsWith(byFamily) ? cancelledIn(recorded) : null;
  if (!lesson) return null;
  const { lessonId, studentId, date, start, cancellation } = lesson;
  return reading(notificationsTable, [], () => [
    put(notificationsTable, {
      studio_id: studioId,
      notification_id: `${recorded.eventId}-0`,
      teacher_id: entityOf(recorded.stream),
      lesson_id: lessonId,
      effect: 'cancelled',
      student_id: studentId,
      title: null,
      date: date ?? '',
      start,
      is_read: false,
      batch_id: batchId,
      recipient_id: actor.slice(byFamily.length),
      request_id: null,
      notice_minutes: cancellation?.noticeMinutes ?? null,
      note: cancellation?.message ?? null,
      times: [],
      created_at: recordedAtOf(recorded),
    }),
  ]);
};

const effectOf = (
  event: Extract<ScheduleEvent, { type: 'TimeRequested' | 'RequestAnswered' | 'RequestWithdrawn' }>,
): NotificationRow['effect'] => {
  if (event.type === 'RequestWithdrawn') return 'withdrawn';
  if (event.type === 'TimeRequested') return 'requested';
  return event.data.byFamily ? 'agreed' : 'answered';
};

/** A family asks for another time, takes one that was offered, or no longer asks; or the teacher answers, of which the family is mailed. */
const onRequest = (recorded: SourceEvent): Handled | null => {
  const { studioId, batchId, actor } = recorded.metadata;
  const event = readSchedule(recorded);
  if (event.type !== 'TimeRequested' && event.type !== 'RequestAnswered' && event.type !== 'RequestWithdrawn')
    return null;
  const { requestId, studentId, date, start } = event.data;
  const isWithdrawn = event.type === 'RequestWithdrawn';
  const effect = effectOf(event);
  return reading(notificationsTable, [], () => [
    put(notificationsTable, {
      studio_id: studioId,
      notification_id: `${recorded.eventId}-0`,
      teacher_id: entityOf(recorded.stream),
      lesson_id: event.type === 'TimeRequested' ? event.data.lessonId : '',
      effect,
      student_id: studentId,
      title: null,
      date,
      start,
      is_read: effect === 'answered',
      batch_id: batchId,
      recipient_id: actor.startsWith(byFamily) ? actor.slice(byFamily.length) : null,
      request_id: requestId,
      notice_minutes: null,
      note: isWithdrawn ? null : event.data.message,
      times: isWithdrawn ? [] : event.data.times,
      created_at: recordedAtOf(recorded),
    }),
  ]);
};

/** A notification about mail to a recipient, or to many, or about what someone asked. */
const aboutMail = (recorded: SourceEvent) => {
  const recipientId = entityOf(recorded.stream);
  return {
    studio_id: recorded.metadata.studioId,
    notification_id: `${recorded.eventId}-0`,
    teacher_id: recipientId,
    lesson_id: '',
    student_id: null,
    title: null,
    date: '',
    start: 0,
    is_read: false,
    batch_id: recorded.metadata.batchId,
    recipient_id: recipientId,
    request_id: null,
    notice_minutes: null,
    times: [],
    created_at: recordedAtOf(recorded),
  };
};

/** What many families would be mailed waits until someone looks; once none of it waits, there is nothing to look at. */
const onHeld = (recorded: SourceEvent): Handled | null => {
  const event = readMessages(recorded);
  if (event.type !== 'ChangesHeld' && event.type !== 'ChangesReleased') return null;
  const { studioId } = recorded.metadata;
  const id = `${event.data.cause}-held`;
  return reading(notificationsTable, [], () => [
    event.type === 'ChangesReleased'
      ? remove(notificationsTable, [studioId, id])
      : put(notificationsTable, {
          ...aboutMail(recorded),
          notification_id: id,
          effect: 'messages_held',
          note: String(event.data.families),
        }),
  ]);
};

/** A family wants no mail, there is no mailbox at its address, or the mail server refuses everything. */
const onMail = (recorded: SourceEvent): Handled | null => {
  if (recorded.type === 'ChangesHeld' || recorded.type === 'ChangesReleased') return onHeld(recorded);
  // The other events of mail are many, and need not be parsed.
  if (recorded.type !== 'MailStopped' && recorded.type !== 'MessageFailed') return null;
  const event = readMessages(recorded);
  const isStop = event.type === 'MailStopped' && event.data.kind === 'all';
  const failed = event.type === 'MessageFailed' ? event.data : null;
  const effect = isStop
    ? 'mail_stopped'
    : failed?.refused === true
      ? 'mail_refused'
      : failed?.waitsUntil
        ? 'mail_waits'
        : null;
  if (effect === null) return null;
  return reading(notificationsTable, [], () => [
    put(notificationsTable, { ...aboutMail(recorded), effect, note: failed?.because ?? null }),
  ]);
};

const requests: ReadonlySet<string> = new Set(['TimeRequested', 'RequestAnswered', 'RequestWithdrawn']);

const onSchedule = (recorded: SourceEvent): Handled | null => {
  if (recorded.type === 'LessonCancelled' || recorded.type === 'PlanCorrected') return onCancelled(recorded);
  if (requests.has(recorded.type)) return onRequest(recorded);
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
        recipient_id: null,
        request_id: null,
        notice_minutes: null,
        note: null,
        times: [],
        created_at: recordedAtOf(recorded),
      }),
    ),
  );
};

const askedId = (inquiryId: string): string => `${inquiryId}-asked`;

/** A family asks with the question form. Who it is, only the question knows: both are forgotten together. */
const onQuestion = (recorded: SourceEvent): Handled | null => {
  const { studioId } = recorded.metadata;
  if (recorded.type === 'InquiryForgotten') {
    const key = [studioId, askedId(readForgotten(recorded).data.inquiryId)];
    return reading(notificationsTable, [], () => [remove(notificationsTable, key)]);
  }
  if (recorded.type !== 'InquiryMade') return null;
  const notification_id = askedId(entityOf(recorded.stream));
  return reading(notificationsTable, [], () => [
    put(notificationsTable, { ...aboutMail(recorded), notification_id, effect: 'family_asked', note: null }),
  ]);
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

/** What was changed without the teacher, for the bell of every page. */
export const notificationsModel = queriedModel<NotificationsDb, 'notifications'>({
  name: 'notifications',
  version: 8,
  categories: ['schedule', 'calendar', 'messages', 'inquiry', 'inquiries'],
  tables: [notificationsTable],
  on: (recorded) => {
    const { category } = parseStreamName(recorded.stream);
    if (category === 'messages') return onMail(recorded);
    if (category === 'inquiry' || category === 'inquiries') return onQuestion(recorded);
    return category === 'schedule' ? onSchedule(recorded) : onCalendar(recorded);
  },
});
