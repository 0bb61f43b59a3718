import { z } from 'zod';
import { mostMinutesLate, stampKinds } from '../../events/schedule/day.ts';
import { endpoint } from '../endpoint.ts';
import { dateText, id, instant, timeText } from '../shapes.ts';
import { day, dayReads, stop } from './day.ts';

// What a teacher notes on the road. It changes no lesson.

export const stampStop = endpoint({
  method: 'POST',
  path: '/api/day/stamps',
  summary: 'Notes when the teacher came to a stop, or was done there; answers the stop.',
  body: z.strictObject({
    lessonId: id,
    date: dateText,
    kind: z.enum(stampKinds, 'A stamp is either arrived or done.'),
    /** Null takes it back. */
    at: instant.nullable(),
  }),
  response: stop,
  reads: dayReads,
  updates: ['day', 'history'],
});

const minutesText = `The minutes must be a whole number from 0 to ${mostMinutesLate}.`;

export const reportDelay = endpoint({
  method: 'POST',
  path: '/api/day/delays',
  summary: 'Notes how late the teacher is at a stop of today, in minutes or by its new time; answers the day.',
  body: z
    .strictObject({
      teacherId: id,
      date: dateText,
      lessonId: id,
      minutes: z.int(minutesText).min(0, minutesText).max(mostMinutesLate, minutesText).optional(),
      startTime: timeText.optional(),
    })
    .refine(
      ({ minutes, startTime }) => (minutes === undefined) !== (startTime === undefined),
      'Give the minutes or the time.',
    ),
  response: day,
  reads: dayReads,
  updates: ['day', 'history'],
});

const toldText = `The minutes must be a multiple of 5 from 0 to ${mostMinutesLate}.`;
const mostTold = 100;
const mostToldText = `At least one family and at most ${mostTold} can be marked at a time.`;

export const markTold = endpoint({
  method: 'POST',
  path: '/api/day/delays/told',
  summary: 'Notes what families were told of a delay today; answers the day.',
  body: z.strictObject({
    teacherId: id,
    date: dateText,
    told: z
      .array(
        z.strictObject({
          studentId: id,
          /** Null: it was not sent. */
          minutes: z.int(toldText).min(0, toldText).max(mostMinutesLate, toldText).multipleOf(5, toldText).nullable(),
        }),
      )
      .min(1, mostToldText)
      .max(mostTold, mostToldText),
  }),
  response: day,
  reads: dayReads,
  updates: ['day', 'history'],
});
