import { z } from 'zod';
import { toMinutes } from '../../calendar/times.ts';
import { longestFormNote, longestSlug, mostFormLengths, mostFormTeachers, slugProblem } from '../../people/ask-form.ts';
import { endpoint } from '../endpoint.ts';
import { clearableText, dayOfWeek, id, lessonDuration, otherEmail, timeText, typedLine } from '../shapes.ts';

// The question form, which anyone may fill in: "When could my child have lessons?"

const teachersText = `Please choose 1 to ${mostFormTeachers} teachers.`;
const lengthsText = `Please choose 1 to ${mostFormLengths} lengths.`;

/** The form as the settings have it. */
export const askFormInput = z.strictObject({
  slug: z.string().superRefine((slug, context) => {
    const problem = slugProblem(slug);
    if (problem !== null) context.addIssue(problem);
  }),
  teacherIds: z
    .array(id)
    .transform((ids) => [...new Set(ids)])
    .pipe(z.array(id).min(1, teachersText).max(mostFormTeachers, teachersText)),
  lengths: z
    .array(lessonDuration)
    .transform((lengths) => [...new Set(lengths)].toSorted((a, b) => a - b))
    .pipe(z.array(z.number()).min(1, lengthsText).max(mostFormLengths, lengthsText)),
  note: clearableText(longestFormNote).transform((note) => note ?? null),
});

const slugParams = z.object({ slug: z.string().max(longestSlug + 1) });

const shownForm = z.object({
  studioName: z.string(),
  lengths: z.array(z.number()),
  note: z.string().nullable(),
  /** When the form was opened, signed; it comes back with the question. */
  opened: z.string(),
});
export type ShownForm = z.infer<typeof shownForm>;

export const getAskForm = endpoint({
  method: 'GET',
  path: '/api/ask/:slug',
  access: 'anyone',
  summary: 'The question form of a studio.',
  params: slugParams,
  response: shownForm,
  reads: ['studios'],
});

const mostWindows = 14;
const window = z
  .strictObject({ dayOfWeek, startTime: timeText, endTime: timeText })
  .refine(({ startTime, endTime }) => toMinutes(startTime) < toMinutes(endTime), {
    error: 'End time must be after start time.',
    path: ['endTime'],
  });

export const question = z.strictObject({
  opened: z.string().max(200),
  firstName: typedLine(60).min(1, 'Please enter a first name.'),
  email: otherEmail,
  zipCode: typedLine(20).min(1, 'Please enter your ZIP code.'),
  address: typedLine(300).nullish(),
  lessonDuration,
  availability: z
    .array(window)
    .min(1, 'Please choose at least one time.')
    .max(mostWindows, `Please choose at most ${mostWindows} times.`),
  /** A field that no person sees. */
  website: z.string().max(2000).default(''),
});

export const askQuestion = endpoint({
  method: 'POST',
  path: '/api/ask/:slug',
  access: 'anyone',
  secret: true,
  summary: 'Asks when lessons would be possible. A link is mailed that shows it.',
  params: slugParams,
  body: question,
  response: z.object({ message: z.string() }),
});

export const answerBand = z.object({
  dayOfWeek,
  /** A full hour in which a lesson could begin. */
  from: z.string(),
  to: z.string(),
});

const shownTimes = z.object({
  /** At most three, each of another weekday. */
  bands: z.array(answerBand),
  lessonDuration: z.number(),
  forgottenOn: z.string(),
  message: z.string(),
});
export type ShownTimes = z.infer<typeof shownTimes>;

export const confirmQuestion = endpoint({
  method: 'POST',
  path: '/api/ask/:slug/confirm',
  access: 'anyone',
  secret: true,
  summary: 'Shows the hours in which lessons could begin, to who opened the mail.',
  params: slugParams,
  body: z.strictObject({ token: z.string().max(100) }),
  response: shownTimes,
});
