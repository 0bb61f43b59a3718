import { z } from 'zod';
import { defineCategory, defineEvent, type EventOf } from '../event.ts';
import { dayOfWeek, duration, id, isoDate, minuteOfDay } from '../fields.ts';

/** A full hour of a weekday in which a lesson could begin. */
export const band = z.object({ dayOfWeek, from: minuteOfDay, to: minuteOfDay });
export type Band = z.infer<typeof band>;

/** When a family is free. */
export const askedWindows = z.array(z.object({ dayOfWeek, start: minuteOfDay, end: minuteOfDay }));

/** What a family asked. */
export const question = z.object({
  firstName: z.string(),
  email: z.string(),
  zipCode: z.string(),
  address: z.string().nullable(),
  lessonDuration: duration,
  availability: askedWindows,
});
export type Question = z.infer<typeof question>;

/** `inquiry-<studio>.<inquiry>`: one family's question from the public form. The stream is erased once the question is forgotten. */
export const inquiryEvents = defineCategory('inquiry', [
  defineEvent(
    'InquiryMade',
    question.extend({
      inquiryId: id,
      /** What the family was shown. */
      bands: z.array(band),
      /** The day on which it is forgotten, unless its student is added. */
      forgottenOn: isoDate,
    }),
  ),
  /** The child is a student of the studio now. */
  defineEvent('InquiryAdded', z.object({ inquiryId: id, studentId: id })),
  defineEvent('InquiryClosed', z.object({ inquiryId: id })),
  defineEvent('InquiryReopened', z.object({ inquiryId: id })),
]);
export type InquiryEvent = EventOf<typeof inquiryEvents>;

export const inquiryStatus = z.enum(['new', 'added', 'closed']);

export type Inquiry = Question & {
  readonly inquiryId: string;
  readonly bands: readonly Band[];
  readonly forgottenOn: string;
  readonly status: z.infer<typeof inquiryStatus>;
  /** Whom the child was added as; null while it was not. */
  readonly studentId: string | null;
  /** Of the last change. */
  readonly revision: number;
};

/** A question after an event. The only fold of questions, shared by the aggregate and the read model. */
export const inquiryAfter = (
  before: Inquiry | undefined,
  event: InquiryEvent,
  revision: number,
): Inquiry | undefined => {
  switch (event.type) {
    case 'InquiryMade':
      return { ...event.data, status: 'new', studentId: null, revision };
    case 'InquiryAdded':
      return before && { ...before, status: 'added', studentId: event.data.studentId, revision };
    case 'InquiryClosed':
      return before && { ...before, status: 'closed', studentId: null, revision };
    case 'InquiryReopened':
      return before && { ...before, status: 'new', studentId: null, revision };
    default:
      return event satisfies never;
  }
};
