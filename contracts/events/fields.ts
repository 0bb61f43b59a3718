import { z } from 'zod';
import { daysOfWeek, isIsoDate } from '../calendar/dates.ts';
import { minutesPerDay } from '../calendar/times.ts';

// The building blocks of event data: integer minutes, integer cents, dates of the studio's calendar.

export const id = z.string().min(1).max(64);
export const isoDate = z.string().refine(isIsoDate, 'a date, YYYY-MM-DD').meta({ format: 'date' });
/** A point in time as the log records it. */
export const instant = z.string().min(1).max(64);
export const dayOfWeek = z.union(daysOfWeek.map((day) => z.literal(day)));
/** "Keep this time": plans leave a weekly lesson where it is, up to those that begin on `until`; null: without end. */
export const pin = z.object({ until: isoDate.nullable() });
export const minuteOfDay = z.number().int().min(0).max(minutesPerDay);
export const duration = z.number().int().min(1).max(minutesPerDay);
export const cents = z.number().int().min(0);

/** Minutes between lessons at different addresses, besides the drive. */
export const minutesBetween = z.number().int().min(0).max(30);

/** The location of an address; `precision` says how exactly it is known. */
export const location = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  precision: z.enum(['exact', 'zip', 'city']),
});
export type Location = z.infer<typeof location>;

/** One weekly interval in which a student can have a lesson or a teacher can teach. */
export const availabilityWindow = z.object({
  id,
  dayOfWeek,
  start: minuteOfDay,
  end: minuteOfDay,
  enabled: z.boolean(),
  isPreferred: z.boolean(),
});
export type AvailabilityWindow = z.infer<typeof availabilityWindow>;
