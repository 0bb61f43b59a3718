import { z } from 'zod';
import { attended, minutesLate } from '../../policy/attendance.ts';
import { share } from '../../policy/policy.ts';
import { endpoint } from '../endpoint.ts';
import { asOfQuery, calendarDay, clearableLine, dateText, id } from '../shapes.ts';

// Who was there: what a teacher records of lessons that have begun.

export const mostRecorded = 200;
const sizeText = `Attendance can be recorded for 1 to ${mostRecorded} lessons at a time.`;

const row = z.object({
  /** The row of the lesson on its date: that of the date itself where there is one, else the series. */
  lessonId: id,
  date: calendarDay,
  /** Null: nothing is recorded any more. */
  attendance: attended.nullable(),
  minutesLate: z.number().int(),
  /** Whole percent of the price that an absence costs; null of what was taught. */
  charge: z.number().nullable(),
  reason: z.string().nullable(),
  at: z.string(),
  by: z.string(),
});
export type Attendance = z.infer<typeof row>;

const entry = z.strictObject({
  lessonId: id,
  /** Required for a series. */
  date: dateText.optional(),
  /** Null clears what was recorded. */
  attendance: attended.nullable(),
  minutesLate: minutesLate.optional(),
  /** Of an absence, instead of what the policy says. */
  charge: share.optional(),
  reason: clearableLine(200),
});
export type AttendanceEntry = z.infer<typeof entry>;

export const recordAttendance = endpoint({
  method: 'POST',
  path: '/api/attendance',
  summary: 'Records who was there, for several lessons at once; those that are refused are listed.',
  body: z.strictObject({ entries: z.array(entry).min(1, sizeText).max(mostRecorded, sizeText) }),
  response: z.object({
    recorded: z.array(row),
    failed: z.array(z.object({ lessonId: id, date: calendarDay.nullable(), message: z.string() })),
  }),
  updates: ['billing', 'lessons', 'history'],
});

const period = { from: dateText, to: dateText, teacherId: id.optional() };

export const listAttendance = endpoint({
  method: 'GET',
  path: '/api/attendance',
  summary: 'What was recorded of the lessons of a period of at most 366 days, by date.',
  query: z.object({ ...period, studentId: id.optional(), ...asOfQuery.shape }),
  response: z.array(row),
  reads: ['billing', 'lessons', 'timeoff', 'users'],
});

const count = z.number().int();
const reportRow = z.object({
  studentId: id,
  name: z.string(),
  /** Each date is in exactly one of `taught` to `ahead`. */
  dates: count,
  /** Begun, and nobody was absent. */
  taught: count,
  absent: count,
  /** Cancelled by the family before a deadline. */
  inTime: count,
  /** Cancelled by the family after the last deadline. */
  late: count,
  byTeacher: count,
  closed: count,
  /** Cancelled, and nobody said by whom, or there was no policy. */
  cancelled: count,
  ahead: count,
  /** All but the closed ones. */
  lessons: count,
  begunLate: count,
  minutesLate: count,
});
export type AttendanceReportRow = z.infer<typeof reportRow>;

export const attendanceReport = endpoint({
  method: 'GET',
  path: '/api/attendance/report',
  summary: 'What became of the lessons of each student in a period of at most 400 days.',
  query: z.object(period),
  response: z.array(reportRow),
  reads: ['billing', 'lessons', 'timeoff'],
});

export const attendanceCsv = endpoint({
  method: 'GET',
  path: '/api/attendance.csv',
  expensive: true,
  slow: true,
  summary: 'The same as a CSV file, a line per student.',
  query: z.object(period),
  response: z.string(),
  reads: ['billing', 'lessons', 'timeoff'],
});
