import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idParams, success } from '../shapes.ts';

/** The calendar apps that the server recognizes when they read a shared calendar. */
export const calendarApp = z.enum(['Google', 'Apple', 'Outlook', 'Thunderbird', 'Yahoo', 'Android']);
export type CalendarApp = z.infer<typeof calendarApp>;

export const sharedCalendar = z.object({
  /** `https://.../feeds/<token>.ics`, at most 128 characters. Anyone who has it can read the calendar. */
  subscribableUrl: z.string(),
  /** When an app last read the calendar, as an ISO instant, at most a minute late; null when none ever did. */
  lastFetchedAt: z.string().nullable(),
  /** What read it then; null when none ever did, or when it is an app that the server does not recognize. */
  lastFetchedBy: calendarApp.nullable(),
  /** The calendar has changed after it was last read; false when it was never read. */
  changedSince: z.boolean(),
});
export type SharedCalendar = z.infer<typeof sharedCalendar>;

// The address is a secret: `secret` keeps it out of the answers that are stored for repeated requests.

export const shareStudentCalendar = endpoint({
  method: 'POST',
  path: '/api/students/:id/generate-calendar-url',
  summary:
    'The address at which a family subscribes to the student’s lessons. Repeating it gives the same address until it is revoked.',
  secret: true,
  params: idParams,
  response: sharedCalendar,
  writes: ['calendarAddresses'],
});

export const revokeStudentCalendar = endpoint({
  method: 'DELETE',
  path: '/api/students/:id/calendar-url',
  summary: 'Ends the student’s subscription address permanently: it is answered 404, and sharing again gives another.',
  params: idParams,
  response: success,
  writes: ['calendarAddresses'],
});

export const shareTeacherCalendar = endpoint({
  method: 'POST',
  path: '/api/teachers/:id/generate-calendar-url',
  summary:
    'The address at which a teacher subscribes to the schedule; 409 while the teacher has no optimized lesson. Repeating it gives the same address until it is revoked.',
  secret: true,
  params: idParams,
  response: sharedCalendar,
  writes: ['calendarAddresses'],
});

export const revokeTeacherCalendar = endpoint({
  method: 'DELETE',
  path: '/api/teachers/:id/calendar-url',
  summary: 'Ends the teacher’s subscription address permanently: it is answered 404, and sharing again gives another.',
  params: idParams,
  response: success,
  writes: ['calendarAddresses'],
});
