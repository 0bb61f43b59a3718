import { z } from 'zod';
import { daysOfWeek, isIsoDate } from '../calendar/dates.ts';
import { isTimeText } from '../calendar/times.ts';

// The shapes that several resources share. Messages are whole sentences: they reach a person.

export const id = z.string().regex(/^[\w-]{1,64}$/, 'This is not an id.');
export const idParams = z.object({ id });

export const dateText = z.string().refine(isIsoDate, 'This must be a date written YYYY-MM-DD.');
export const timeText = z.string().refine(isTimeText, 'This must be a time written HH:MM.');
export const dayOfWeek = z.union(
  daysOfWeek.map((day) => z.literal(day)),
  { error: 'The day of the week must be a number from 0 (Sunday) to 6 (Saturday).' },
);

/** Half of a surrogate pair or a NUL: no keyboard makes them, and no database keeps them. */
const isPlainText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** Text that a person typed: trimmed, within a limit. */
export const typedText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `This must be at most ${max} characters long.`)
    .refine(isPlainText, 'This holds characters that cannot be stored.');

/** The same where nothing may be said: absent stays as it is, null and '' clear. */
export const clearableText = (max: number) =>
  typedText(max)
    .nullish()
    .transform((text) => (text === '' ? null : text));

/** Marks the state in which a row was read. Opaque: it is sent back as it came. */
export const revision = z.string();

/**
 * The revision that the writer of a change saw; when the row has changed since, the answer is 412. Earlier clients send it as a number, which
 * is read as its text.
 */
export const seenRevision = z
  .union([z.string(), z.number()], 'The revision must be the one that came with this row.')
  .transform(String)
  .refine((text) => /^(0|[1-9]\d{0,15})$/.test(text), 'The revision must be the one that came with this row.');

export const success = z.object({ success: z.boolean() });
