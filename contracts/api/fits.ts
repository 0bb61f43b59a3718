import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { availabilityInput } from './people/availability.ts';
import { clearableText, dayOfWeek, id, lessonDuration, typedLine } from './shapes.ts';

const neighbor = z.object({ name: z.string(), startTime: z.string(), endTime: z.string() });

/** A weekly time that is free for a teacher and a student, reachable from the stop before and in time for the one after. */
const fit = z.object({
  teacherId: id,
  dayOfWeek,
  startTime: z.string(),
  endTime: z.string(),
  firstDate: z.string(),
  /** Minutes a week. */
  addedDrive: z.number(),
  /** Minutes that driving and the time between lessons leave to the nearest stop of the day; null without another stop. */
  buffer: z.number().nullable(),
  before: neighbor.nullable(),
  after: neighbor.nullable(),
  preferred: z.boolean(),
  /** The same in words. */
  text: z.string(),
});
export type Fit = z.infer<typeof fit>;

/** The weekly lesson of another family, and where it would move. */
const move = z.object({
  studentId: id,
  name: z.string(),
  lessonId: id,
  /** The first day that changes; the time is free from then on. */
  from: z.string(),
  dayOfWeek,
  startTime: z.string(),
  endTime: z.string(),
  text: z.string(),
});
const fitWithMove = fit.extend({ moves: move });
export type FitWithMove = z.infer<typeof fitWithMove>;

export const fits = z.object({
  /** Best first. */
  times: z.array(fit),
  /** Up to three times that are free once one other family moves. */
  others: z.array(fitWithMove),
  /** Why there are no times. */
  message: z.string().nullable(),
});
export type Fits = z.infer<typeof fits>;

export const findFits = endpoint({
  method: 'POST',
  path: '/api/students/fits',
  summary: 'Up to five weekly times for a student, or for an address before there is a student. Changes nothing.',
  body: z
    .object({
      studentId: id.optional(),
      /** The student's series that would move; it is not in its own way. */
      lessonId: id.optional(),
      address: typedLine(300).optional(),
      city: clearableText(100),
      zipCode: clearableText(20),
      duration: lessonDuration.optional(),
      /** Without it the student's; of an address, whenever a teacher works. */
      availability: availabilityInput.optional(),
      /** Without it the student's teachers, else every teacher. */
      teacherId: id.optional(),
    })
    .refine(({ studentId, address }) => studentId !== undefined || (address ?? '') !== '', {
      error: 'Please name a student or an address.',
      path: ['address'],
    }),
  response: fits,
});
