import { z } from 'zod';
import { id, instant, isoDate } from '../events/fields.ts';
import { share } from './policy.ts';

// Who was there. A lesson of the past of which nobody said anything was taught.

const mostMinutesLate = 480;
const minutesText = `The minutes must be a whole number from 0 to ${mostMinutesLate}.`;

/** `absent`: nobody was at home. */
export const attended = z.enum(['taught', 'absent'], 'Please choose whether the lesson was taught.');
export const minutesLate = z.int(minutesText).min(0, minutesText).max(mostMinutesLate, minutesText);

/** What somebody recorded of a date. */
export const attendanceRecord = z.object({
  attendance: attended,
  /** How many minutes after its start it began. */
  minutesLate,
  /** Whole percent of the price that an absence costs; null of what was taught. */
  charge: share.nullable(),
  /** By hand, instead of what the policy says. */
  chosen: z.boolean(),
  reason: z.string().nullable(),
  at: instant,
  /** Who recorded it. */
  by: id,
});
export type AttendanceRecord = z.infer<typeof attendanceRecord>;

/** A date that somebody recorded: by the first lesson that its lesson comes from, and its week there. */
export const recordedDate = z.object({
  lessonId: id,
  /** The Monday of its week; empty for a lesson that is a single date. */
  week: isoDate.or(z.literal('')),
  studentId: id.nullable(),
  date: isoDate,
});
export type RecordedDate = z.infer<typeof recordedDate>;

export const attendanceKey = ({ lessonId, week }: Pick<RecordedDate, 'lessonId' | 'week'>): string =>
  `${lessonId} ${week}`;

/** The percentage of the price that an absence costs; null: the lesson was taught, or nothing is recorded. */
export const absentShare = (record: Pick<AttendanceRecord, 'attendance' | 'charge'> | null): number | null =>
  record?.attendance === 'absent' ? (record.charge ?? 100) : null;
