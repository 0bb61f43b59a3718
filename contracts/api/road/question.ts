import { z } from 'zod';
import { repairKinds } from '../../events/schedule/repair.ts';
import { calendarDay, id } from '../shapes.ts';

// What families are asked before a repair is applied, as the teacher reads it.

export const contact = z.object({ name: z.string(), phone: z.string().nullable(), email: z.string().nullable() });

/** One lesson and the time that is held for it. */
const askedChange = z.object({
  kind: z.enum(repairKinds),
  lessonId: z.string(),
  originalDate: calendarDay,
  studentId: id,
  name: z.string(),
  /** When it begins now; null for a lesson that is owed. */
  from: z.string().nullable(),
  startTime: z.string(),
  endTime: z.string(),
  /** The words to its family. */
  text: z.string(),
  contact: contact.nullable(),
});

export const question = z.object({
  repairId: id,
  /** The cancelled lesson. */
  lessonId: id,
  date: calendarDay,
  /** Until when an answer counts. */
  until: z.string(),
  changes: z.array(askedChange),
  /** One per student; null while the family has not answered. */
  answers: z.array(
    z.object({
      studentId: id,
      answer: z.enum(['yes', 'no']).nullable(),
      by: z.enum(['teacher', 'family']).nullable(),
      at: z.string().nullable(),
    }),
  ),
  state: z.enum(['open', 'applied', 'declined', 'expired', 'withdrawn', 'overtaken']),
});
export type Question = z.infer<typeof question>;
