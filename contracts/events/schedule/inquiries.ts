import { z } from 'zod';
import { defineCategory, defineEvent, type EventOf } from '../event.ts';
import { id } from '../fields.ts';

/** `inquiries-<studio>`: which questions are forgotten. No personal data: it outlives their streams. */
export const inquiriesEvents = defineCategory('inquiries', [
  defineEvent('InquiryForgotten', z.object({ inquiryId: id })),
]);
export type InquiriesEvent = EventOf<typeof inquiriesEvents>;
