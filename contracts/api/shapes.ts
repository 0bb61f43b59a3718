import { z } from 'zod';
import { daysOfWeek, isIsoDate } from '../calendar/dates.ts';
import { toInstant } from '../calendar/instants.ts';
import { isTimeText } from '../calendar/times.ts';
import { emailMissing } from './texts.ts';

// Shapes shared by several resources. Messages are whole sentences: users see them.

export const id = z.string().regex(/^[\w-]{1,64}$/, 'This is not a valid id.');
export const idParams = z.object({ id });

const dateForm = 'This must be a date in the form YYYY-MM-DD.';

/** Any day of the calendar, as answers have it. */
export const calendarDay = z.string().refine(isIsoDate, dateForm);

/** Before and after these nothing is planned or billed, and the calendar's own limits stay out of reach of weeks and months around a date. */
const [firstYear, lastYear] = ['1901', '2100'];

const dateProblem = (text: string): string | null => {
  const year = /^(\d{4})-\d{2}-\d{2}$/.exec(text)?.[1] ?? '';
  if (year === '') return dateForm;
  if (year < firstYear) return 'This must be a date after the year 1900.';
  if (year > lastYear) return 'This must be a date before the year 2101.';
  return isIsoDate(text) ? null : dateForm;
};

/** A day that a caller names; forms send empty text for no day. */
const date = (isEmptyAllowed: boolean) =>
  z.string().check(({ value, issues }) => {
    const message = isEmptyAllowed && value === '' ? null : dateProblem(value);
    if (message !== null) issues.push({ code: 'custom', message, input: value });
  });
export const dateText = date(false);
export const dateOrEmpty = date(true);
/** ISO 4217. */
export const currencyText = z
  .string()
  .regex(/^[A-Z]{3}$/, 'The currency must be a code of three letters, such as USD.');
export const timeText = z.string().refine(isTimeText, 'This must be a time in the form HH:MM.');
export const dayOfWeek = z.union(
  daysOfWeek.map((day) => z.literal(day)),
  { error: 'The day of the week must be a number from 0 (Sunday) to 6 (Saturday).' },
);

const minutesBetweenError = 'The time between lessons must be a whole number of minutes from 0 to 30.';
/** Minutes between lessons at different addresses, besides the drive. */
export const minutesBetween = z.int(minutesBetweenError).min(0, minutesBetweenError).max(30, minutesBetweenError);

/** An instant with its offset from UTC; read as UTC with six fractional digits. */
export const instant = z.string().transform((text, context) => {
  const read = toInstant(text);
  if (read !== null) return read;
  context.addIssue('This must be an instant such as 2026-11-23T15:00:00Z.');
  return z.NEVER;
});

/** Reads a list as it was at a moment of the past. */
export const asOfQuery = z.object({ asOf: instant.optional() });

/** Half of a surrogate pair or a NUL: keyboards do not produce them, and PostgreSQL does not store them. */
const isPlainText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** Text typed by a person: trimmed, with a length limit. */
export const typedText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `This must be at most ${max} characters long.`)
    .refine(isPlainText, 'This contains characters that cannot be stored.');

/** Marks without width, which pasting brings. Some turn the direction of all that follows them in a line, such as the rest of a sentence. */
export const invisible = /[\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;

/** The same for a name or another single line: line breaks and tabs become spaces, and what is invisible goes. */
export const typedLine = (max: number) =>
  z
    .string()
    .overwrite((text) => text.replaceAll(/[\t\n\v\f\r\u0085\u2028\u2029]+/gu, ' ').replaceAll(invisible, ''))
    .trim()
    .max(max, `This must be at most ${max} characters long.`)
    .refine(isPlainText, 'This contains characters that cannot be stored.');

/** A line of optional text: absent leaves it unchanged, null and '' clear it. */
export const clearableLine = (max: number) =>
  typedLine(max)
    .nullish()
    .transform((line) => (line === '' ? null : line));

/** The same for optional text: absent leaves it unchanged, null and '' clear it. */
export const clearableText = (max: number) =>
  typedText(max)
    .nullish()
    .transform((text) => (text === '' ? null : text));

/** One email address. @param missing what to say of none at all */
const emailText = (missing: string) =>
  z
    .string(missing)
    .trim()
    .min(1, { error: missing, abort: true })
    .max(254, 'Email address must be at most 254 characters long.')
    .pipe(z.email('Please enter a valid email address.'));

/** The address of the user's own account. */
export const ownEmail = emailText(emailMissing);

/** Somebody else's address. */
export const otherEmail = emailText('Please enter an email address.');

const emailProblem = (text: string): string | null => {
  if (text.trim() === '') return null;
  const { error } = otherEmail.safeParse(text);
  if (/[\r\n]/.test(text)) return 'Please enter a valid email address.';
  return error?.issues[0]?.message ?? null;
};

/** The same where it may be missing: absent leaves it unchanged, null and '' clear it. */
export const clearableEmail = z
  .string()
  .check(({ value, issues }) => {
    const message = emailProblem(value);
    if (message !== null) issues.push({ code: 'custom', message, input: value });
  })
  .trim()
  .nullish()
  .transform((text) => (text === '' ? null : text));

/** Identifies the version of a row that was read. Opaque: it is sent back as received. */
export const revision = z.string();

/**
 * The revision that the writer of a change saw; when the row has changed since, the answer is 412. Earlier clients send it as a number, which
 * is read as text.
 */
export const seenRevision = z
  .union([z.string(), z.number()], 'The revision must be the one that came with this row.')
  .transform(String)
  .refine((text) => /^(0|[1-9]\d{0,15})$/.test(text), 'The revision must be the one that came with this row.');

const shortestLesson = 15;
const longestLesson = 480;

/** The minutes of a lesson. */
export const lessonDuration = z
  .number('The duration must be a number of minutes.')
  .int('The duration must be whole minutes.')
  .min(shortestLesson, `The duration must be at least ${shortestLesson} minutes.`)
  .max(longestLesson, `The duration must be at most ${longestLesson} minutes.`);

export const success = z.object({ success: z.boolean() });
