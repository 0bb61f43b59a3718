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
  defineEvent('InquiryClosed', z.object({ inquiryId: id })),
  defineEvent('InquiryReopened', z.object({ inquiryId: id })),
]);
export type InquiryEvent = EventOf<typeof inquiryEvents>;

export type Inquiry = Question & {
  readonly inquiryId: string;
  readonly bands: readonly Band[];
  readonly forgottenOn: string;
  readonly status: 'new' | 'closed';
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
      return { ...event.data, status: 'new', revision };
    case 'InquiryClosed':
      return before && { ...before, status: 'closed', revision };
    case 'InquiryReopened':
      return before && { ...before, status: 'new', revision };
    default:
      return event satisfies never;
  }
};
