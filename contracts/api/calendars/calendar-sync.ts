import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { calendarDay, id, idParams, success, timeText, typedText } from '../shapes.ts';

/** What a feed says of one of its dates, compared with the schedule. */
const effect = z.enum(['none', 'cancel', 'restore', 'add', 'move', 'unknown-name']);
export type SyncEffect = z.infer<typeof effect>;

/** What 'Replace All Appointments' does to the row that is imported from one of them. */
const replacing = z.enum(['none', 'add', 'change', 'keep', 'remove']);
export type ReplacingEffect = z.infer<typeof replacing>;

const namedStudent = z.object({ id, name: z.string() });

/** `endTime` is 24:00 for what ends at midnight, as it is for a lesson. */
const time = z.object({ date: calendarDay, startTime: timeText, endTime: z.string() });

/** One date of an event in a teacher's feed. */
const calendarEvent = time.extend({
  /** Unique among the dates of the teacher's feed. */
  key: z.string(),
  uid: z.string(),
  title: z.string(),
  status: z.enum(['confirmed', 'cancelled']),
  teacherId: id,
  /** The row that the event is about: its lesson, occurrence or series. */
  match: id.nullable(),
  /**
   * What the schedule lacks. `add`: it would become an imported lesson; `unknown-name`: it is or would become an imported appointment, unless its
   * title is tied to a student; `move`: an imported entry whose time, title or student differs in the feed.
   */
  effect,
  /** Exactly what replacing does for it, in agreement with `replacement` of its feed; `none` also for a lesson of Rondo's own. */
  replacing,
  /** The student that the title names. */
  studentId: id.nullable(),
  /** Where Rondo has the imported row; null unless replacing moves it. */
  before: time.nullable(),
  /** The row of an earlier day from which the event was moved. It stays, and replacing adds another. */
  past: time.nullable(),
});
export type CalendarEvent = z.infer<typeof calendarEvent>;

/** An imported lesson or appointment in the calendar. */
const importedRow = time.extend({ lessonId: id, teacherId: id, title: z.string() });
export type ImportedRow = z.infer<typeof importedRow>;

/** A title in a teacher's feed that names no student, or several. */
const unknownName = z.object({
  teacherId: id,
  /** The title, as `PUT /api/calendar/names` takes it. */
  name: z.string(),
  /** How many dates have it. */
  events: z.number(),
  /** The students that it could name; empty when it names none. */
  candidates: z.array(namedStudent),
});
export type UnknownName = z.infer<typeof unknownName>;

/** A title that a person tied to a student. */
const tiedName = z.object({ teacherId: id, name: z.string(), student: namedStudent });
export type TiedName = z.infer<typeof tiedName>;

/** Events that are not imported for the same reason, and why. */
const ignoredEvent = z.object({
  title: z.string(),
  /** The day on which the first of them begins; null if that cannot be seen. */
  date: calendarDay.nullable(),
  detail: z.string(),
  /**
   * Which imported rows are not taken as gone because of it: those of the event, those of its name, or everything; with a date, only on that day.
   * Null for none.
   */
  protects: z.object({ what: z.enum(['event', 'name', 'everything']), date: calendarDay.nullable() }).nullable(),
  /** They are understood, but none that is imported, such as one of a whole day. */
  isRead: z.boolean(),
  /** How many they are. */
  events: z.number(),
});
export type IgnoredEvent = z.infer<typeof ignoredEvent>;

/** How one teacher's feed was read. */
const readFeed = z.object({
  teacherId: id,
  teacherName: z.string(),
  ok: z.boolean(),
  /** A sentence: what was read, or why it could not be. */
  detail: z.string(),
  /** Dates from today to 26 weeks ahead. */
  events: z.number(),
  /** The number of events with each effect; `untouched` are those without one, `vanished` the imported rows that the feed no longer has. */
  counts: z.object({
    added: z.number(),
    moved: z.number(),
    cancelled: z.number(),
    restored: z.number(),
    unknownNames: z.number(),
    untouched: z.number(),
    vanished: z.number(),
  }),
  /** What 'Sync Cancellation Statuses Only' would do. */
  statuses: z.object({ cancels: z.number(), restores: z.number() }),
  /** What 'Replace All Appointments' would do to the imported rows. */
  replacement: z.object({ adds: z.number(), changes: z.number(), removes: z.number(), keeps: z.number() }),
  /** Events that are not imported, in at most 50 entries; those that could not be read first. */
  ignored: z.array(ignoredEvent),
  /** How many events these are, listed or not. */
  ignoredCount: z.number(),
  /** How many of them could not be read. */
  unreadCount: z.number(),
  /** Imported rows that are not taken as gone because they may be from events that are not imported. */
  stays: z.number(),
});
export type ReadFeed = z.infer<typeof readFeed>;

/** Each of these calls sends requests to other servers. */
const limit = { perPlace: 300 };

export const syncAllCalendars = endpoint({
  method: 'POST',
  path: '/api/calendar/sync-all',
  slow: true,
  limit,
  summary: 'Reads every teacher’s calendar feed and compares it with the schedule. Changes nothing.',
  response: success.extend({
    message: z.string(),
    /** From today to 26 weeks ahead, by teacher, date and time. */
    calendarEvents: z.array(calendarEvent),
    /** Imported rows that their feed no longer has. */
    vanished: z.array(importedRow),
    /** Imported rows that 'Replace All Appointments' removes: those that the feed no longer has or has cancelled. */
    removed: z.array(importedRow),
    unknownNames: z.array(unknownName),
    tiedNames: z.array(tiedName),
    feeds: z.array(readFeed),
  }),
  reads: ['calendarNames'],
});
export type CalendarAnalysis = z.infer<typeof syncAllCalendars.response>;

/** Teachers whose feed could not be used; nothing of theirs was changed. */
const failed = z.array(z.object({ teacherId: id, detail: z.string() }));

export const syncCancellations = endpoint({
  method: 'POST',
  path: '/api/calendar/sync-cancellations',
  slow: true,
  limit,
  summary: 'Cancels and restores future lessons as the feeds say.',
  response: success.extend({ updatedCount: z.number(), failed }),
  updates: ['lessons', 'history'],
});

export const replaceAllAppointments = endpoint({
  method: 'POST',
  path: '/api/calendar/replace-all-appointments',
  slow: true,
  limit,
  summary: 'Makes the imported lessons and appointments from today on what the feeds contain.',
  response: success.extend({
    /** Rows that were added or changed. */
    importedCount: z.number(),
    removedCount: z.number(),
    failed,
  }),
  updates: ['lessons', 'history', 'backups'],
});

export const tieCalendarName = endpoint({
  method: 'PUT',
  path: '/api/calendar/names',
  summary: 'Remembers which student a title in a teacher’s feed means; null forgets it.',
  body: z.object({
    teacherId: id,
    name: typedText(200).min(1, 'Please name the title in the calendar.'),
    studentId: id.nullable(),
  }),
  response: success,
  // An undo finds its batches there.
  updates: ['history'],
  writes: ['calendarNames'],
});

const syncState = z.object({
  teacherId: id,
  /** When the feed was last read successfully; null before the first time. */
  lastSyncAt: z.string().nullable(),
  lastEventHash: z.string().nullable(),
  syncEnabled: z.boolean(),
  /** Seconds. */
  autoSyncInterval: z.number(),
  /** Failures since the last success. */
  errorCount: z.number(),
  /** A sentence. */
  lastError: z.string().nullable(),
  /** When it is read next; null while that is switched off or not planned yet. */
  nextSyncAt: z.string().nullable(),
});
export type SyncState = z.infer<typeof syncState>;

export const listSyncStates = endpoint({
  method: 'GET',
  path: '/api/calendar/sync-state',
  summary: 'How the feed of each teacher with a calendar address was last read.',
  response: z.array(syncState),
  reads: ['teachers', 'calendarFeeds'],
});

export const setAutoSync = endpoint({
  method: 'PATCH',
  path: '/api/calendar/sync-state/:id',
  summary: 'Turns reading a teacher’s feed on and off.',
  params: idParams,
  body: z.object({ syncEnabled: z.boolean() }),
  response: syncState,
  writes: ['calendarFeeds'],
});

const notification = z.object({
  id,
  type: z.enum([
    'lesson_cancelled',
    'lesson_restored',
    'family_cancelled',
    'family_request',
    'family_answer',
    'mail_stopped',
    'mail_refused',
    'mail_waits',
    'messages_held',
    'family_question',
  ]),
  lessonId: id.nullable(),
  teacherId: id.nullable(),
  title: z.string(),
  /** A sentence. */
  message: z.string(),
  isRead: z.boolean(),
  actionRequired: z.boolean(),
  metadata: z.object({
    /** The day that it is about, to open in the calendar. */
    date: calendarDay.nullable(),
    /** What the sync changed, to undo it. */
    batchId: id.nullable(),
    /** How many lessons that batch changed: undoing it undoes them all. */
    batchSize: z.number(),
  }),
  createdAt: z.string(),
});
export type Notification = z.infer<typeof notification>;

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  summary: 'What was changed without a person, newest first: at most 200.',
  response: z.array(notification),
  reads: ['notifications', 'students', 'households'],
});

export const readNotification = endpoint({
  method: 'POST',
  path: '/api/notifications/:id/read',
  summary: 'Marks a notification as read.',
  params: idParams,
  response: notification,
  updates: ['notifications', 'history'],
});

export const readAllNotifications = endpoint({
  method: 'POST',
  path: '/api/notifications/read',
  summary: 'Marks every notification as read.',
  response: success,
  updates: ['notifications', 'history'],
});
