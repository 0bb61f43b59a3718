import { z } from 'zod';
import { defineCategory, defineEvent, type EventOf } from './event.ts';
import { id } from './fields.ts';

/** `calendar-<studio>.<teacher>`: what is remembered of one teacher's calendar feed. */
export const calendarEvents = defineCategory('calendar', [
  /** A title in the feed means a student; null: it means none any more. `name` is the title as a person wrote it. */
  defineEvent('NameTied', z.object({ name: z.string(), studentId: id.nullable() })),
  /** A person has seen what a sync changed. */
  defineEvent('NotificationsRead', z.object({ notificationIds: z.array(id) })),
]);
export type CalendarEvent = EventOf<typeof calendarEvents>;
