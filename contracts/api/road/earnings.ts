import { z } from 'zod';
import { distanceUnits } from '../../mileage/rates.ts';
import { endpoint } from '../endpoint.ts';
import { dateText, id } from '../shapes.ts';

// What a teacher earns from leaving home until coming back. Nothing is rounded: minutes have halves, amounts parts of a month's rate.

const part = {
  /** Of the studio's currency. */
  income: z.number(),
  /** What the drives cost at the rate of their date. */
  drivingCost: z.number(),
  /** Minutes, as `driving` and `waiting`. */
  teaching: z.number(),
  driving: z.number(),
  waiting: z.number(),
  lessons: z.number().int(),
  /** Lessons whose price is not known: they are in no income. */
  unrated: z.number().int(),
  /** Income less the cost of driving, for each hour of the three; null without any, and where the price of a student’s or of all lessons is not known. */
  perHour: z.number().nullable(),
};

const earnings = z.object({
  teacherId: id,
  teacherName: z.string(),
  from: z.string(),
  to: z.string(),
  currency: z.string(),
  /** The rates that drives of the period count at. */
  rates: z.array(z.object({ from: z.string(), rate: z.number(), unit: z.enum(distanceUnits) })),
  figures: z.object(part),
  /** Dates with something of it, in their order. */
  days: z.array(z.object({ date: z.string(), ...part })),
  /** By what an hour with them brings in, the least first; without a rate last. */
  students: z.array(z.object({ studentId: id, name: z.string(), ...part })),
  /** Appointments, and lessons without a student. */
  other: z.object(part),
  /** What is in no sum, a sentence each. */
  notices: z.array(z.string()),
});
export type Earnings = z.infer<typeof earnings>;

const query = z.object({ teacherId: id, from: dateText, to: dateText });
const reads = ['day', 'studios', 'teachers', 'lessons', 'timeoff', 'billing', 'invoices', 'households'] as const;

export const getEarnings = endpoint({
  method: 'GET',
  path: '/api/earnings',
  summary: 'What a teacher earns from door to door in a period of at most 366 days: of each date and student.',
  query,
  response: earnings,
  reads: [...reads],
});

export const earningsCsv = endpoint({
  method: 'GET',
  path: '/api/earnings.csv',
  expensive: true,
  slow: true,
  summary: 'The same as a CSV file, a line per date and student.',
  query,
  response: z.string(),
  reads: [...reads],
});
