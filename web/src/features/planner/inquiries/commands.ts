import type { Inquiry as InquiryEntry } from '@rondo/contracts/api/asking/inquiries.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { useCommand } from '../../../api/commands/command.ts';
import { read } from '../../../api/queries.ts';

export type Inquiry = InquiryEntry;

/** Asked again each time a page opens: families ask without a call of this browser. */
export const inquiriesQuery = { ...read('GET /api/inquiries', {}), staleTime: 0 } as const;

/** What is free now may be taken a minute later. */
export const timesQuery = (id: string) => ({
  ...read('GET /api/inquiries/:id/times', { params: { id } }),
  staleTime: 0,
});

/** Holds a time for a week, instead of the one before if there is one. */
export const useHold = (name: string) =>
  useCommand('POST /api/inquiries/:id/hold', {
    done: (answer) => `The time is held for ${name}${answer === null ? '' : ` until ${shortDate(answer.heldUntil)}`}`,
    failed: 'The time was not held',
  });

export const useRelease = (name: string) =>
  useCommand('POST /api/inquiries/:id/release', {
    done: `No time is held for ${name} any more`,
    failed: 'The time is still held',
  });

export const useClose = (name: string) =>
  useCommand('POST /api/inquiries/:id/close', {
    done: `The question of ${name} is closed`,
    failed: 'The question was not closed',
  });

export const useForget = (name: string) =>
  useCommand('DELETE /api/inquiries/:id', {
    done: `The question of ${name} is forgotten`,
    failed: 'The question was not forgotten',
    isFinal: true,
  });
