import { z } from 'zod';
import { isWeekly, type OneDate, type Weekly } from '../../calendar/rows.ts';
import { hasAnyDate } from '../../calendar/series.ts';
import { lessonDetails } from '../../lessons/details.ts';
import { cancellation, makesUp } from '../../policy/policy.ts';
import { dayOfWeek, duration, id, isoDate, minuteOfDay, pin } from '../fields.ts';

const entryType = z.enum(['lesson', 'appointment']);
export const lessonSource = z.enum(['optimized', 'manual', 'actual']);
/** `optimized`: placed by a plan that awaits a decision. `recommended`: an alternative that a person chose, to be confirmed. */
export const lessonStatus = z.enum(['scheduled', 'optimized', 'recommended', 'cancelled']);

/**
 * One row of a schedule: a weekly series (`date` null), a dated lesson (`date` set), or an occurrence: one date of a series that
 * differs from it (`seriesId` and `originalDate` set) and replaces it there.
 */
export const lesson = z.object({
  lessonId: id,
  studentId: id.nullable(),
  entryType,
  ...lessonDetails.shape,
  source: lessonSource,
  status: lessonStatus,
  dayOfWeek,
  start: minuteOfDay,
  duration,
  date: isoDate.nullable(),
  validFrom: isoDate.nullable(),
  validTo: isoDate.nullable(),
  skips: z.array(isoDate),
  seriesId: id.nullable(),
  originalDate: isoDate.nullable(),
  /** The series that this one was split from, which keeps the dates before the change. */
  continues: id.nullable(),
  /** The closures in which a single date takes place all the same. */
  keptIn: z.array(id).default([]),
  /** Who cancelled a single date, and what that comes to; null when it is not cancelled, and when nobody recorded it. */
  cancellation: cancellation.nullable().default(null),
  /** What a single date makes up for; null: nothing. */
  makesUp: makesUp.nullable().default(null),
  /** No run moves, drops or gives away the weekly lesson; null: runs may. */
  pin: pin.nullable().default(null),
  /** Minutes of driving from the previous stop, according to the plan. */
  driveMinutes: z.number().int().min(0).nullable(),
  /** The report of the run that placed it. */
  reportId: id.nullable(),
});
export type Lesson = z.infer<typeof lesson>;

/** What a row has until a change splits it, a plan places it or a feed moves one of its dates. */
export const plainRow = {
  validTo: null,
  skips: [],
  seriesId: null,
  originalDate: null,
  continues: null,
  keptIn: [],
  cancellation: null,
  makesUp: null,
  pin: null,
  driveMinutes: null,
  reportId: null,
} satisfies Partial<Lesson>;

export type WeeklyLesson = Weekly<Lesson>;
export type Occurrence = OneDate<Lesson>;

/** A series without any date has no row. */
export const isRow = (row: Lesson): boolean => !isWeekly(row) || hasAnyDate(row);
