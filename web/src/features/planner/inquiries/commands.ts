import type { Inquiry as InquiryEntry } from '@rondo/contracts/api/asking/inquiries.ts';
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
