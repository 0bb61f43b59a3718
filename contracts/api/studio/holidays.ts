import { z } from 'zod';
import { readFeedAddress } from '../calendars/feed-address.ts';
import { endpoint } from '../endpoint.ts';
import { calendarDay, id, typedText } from '../shapes.ts';

// Holidays of schools, from a calendar that is published: rows to choose from. Nothing is kept until they are closed.

const address = typedText(500).superRefine((text, context) => {
  const problem = readFeedAddress(text);
  if (typeof problem === 'string') context.addIssue(problem);
});

const holiday = z.object({
  /** By which a later reading knows it. */
  uid: z.string(),
  title: z.string(),
  from: calendarDay,
  to: calendarDay,
  /** It takes up a part of these days. */
  timed: z.boolean(),
  /** What it closes already; null: nothing. */
  closureId: id.nullable(),
  /** The closure has other days. */
  changed: z.boolean(),
  /** The days that are closed; null: none. */
  closed: z.object({ from: calendarDay, to: calendarDay }).nullable(),
  /** How many lessons of all teachers fall into it. */
  lessons: z.number().int(),
});
export type Holiday = z.infer<typeof holiday>;

const holidays = z.object({
  name: z.string(),
  days: z.array(holiday),
  /** How many entries are not listed. */
  leftOut: z.number().int(),
});
export type Holidays = z.infer<typeof holidays>;

export const readHolidays = endpoint({
  method: 'POST',
  path: '/api/closures/holidays',
  summary: 'Reads the holidays of a published calendar, from today to 18 months ahead. Keeps nothing.',
  limit: { perPlace: 30 },
  body: z.object({ url: address }),
  response: holidays,
  reads: ['timeoff', 'lessons', 'students'],
});
