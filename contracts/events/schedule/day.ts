import { z } from 'zod';
import { driveKinds, placeKinds } from '../../mileage/figures.ts';
import { distanceUnits } from '../../mileage/rates.ts';
import { defineCategory, defineEvent, type EventOf } from '../event.ts';
import { id, instant, isoDate } from '../fields.ts';

export const stampKinds = ['arrived', 'done'] as const;

/** The date of a lesson, by the row that it is a date of and its date there. */
const stopFields = { lessonId: id, originalDate: isoDate };

/** How late a teacher says to be, in minutes. */
export const mostMinutesLate = 180;
const minutes = z.number().int().min(0).max(mostMinutesLate);

/** Where a drive begins or ends, by the name and the address that it had on its date. */
const place = z.object({ kind: z.enum(placeKinds), id: id.nullable(), name: z.string(), address: z.string() });

const leg = z.object({
  from: place,
  to: place,
  /** Of the day's unit; null: the distance is not known. */
  tenths: z.number().int().min(0).nullable(),
  /** Null where they are not known. */
  minutes: z.number().int().min(0).nullable(),
  /** Of the stop that it leads to; null: home, or not known. */
  lessonId: id.nullable(),
  kind: z.enum(driveKinds),
  /** False where a place is not known exactly, or no maps service was asked. */
  exact: z.boolean(),
});
export type DrivenLeg = z.infer<typeof leg>;
/** The drives of a date. */
export const drivenLegs = z.object({ unit: z.enum(distanceUnits), legs: z.array(leg) });
const drives = { date: isoDate, unit: z.enum(distanceUnits) };
const odometer = z.number().int().min(0).max(9_999_999).nullable();

/** `day-<studio>.<teacher>`: what a teacher notes on the road. It changes no lesson. */
export const dayEvents = defineCategory('day', [
  /** When the teacher came to a stop or was done there; null takes it back. */
  defineEvent(
    'StopStamped',
    z.object({ ...stopFields, date: isoDate, kind: z.enum(stampKinds), at: instant.nullable() }),
  ),
  /** How late the teacher says to be at a lesson: in place of what was said of the day before. Null takes it back. */
  defineEvent('DelayReported', z.object({ ...stopFields, date: isoDate, minutes: minutes.nullable() })),
  /** What families were told of a lesson; null: nothing. */
  defineEvent(
    'DelayTold',
    z.object({
      date: isoDate,
      told: z.array(z.object({ ...stopFields, studentId: id, minutes: minutes.nullable() })).min(1),
    }),
  ),
  /** What was driven on a date, once it is over. Nothing that happens to its lessons later changes it. */
  defineEvent('LegsDriven', z.object({ ...drives, legs: z.array(leg) })),
  /** The drives of a date as they are corrected, with the reason; null takes that back. */
  defineEvent('LegsCorrected', z.object({ ...drives, legs: z.array(leg).nullable(), reason: z.string().nullable() })),
  /** What a teacher says of a tax year, by the year in which it begins; null: nothing. */
  defineEvent(
    'MileageYearStated',
    z.object({
      year: z.number().int(),
      homeDrivesCount: z.boolean().nullable(),
      odometerStart: odometer,
      odometerEnd: odometer,
    }),
  ),
]);
export type DayEvent = EventOf<typeof dayEvents>;
