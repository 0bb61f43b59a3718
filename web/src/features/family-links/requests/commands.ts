import type { RequestEntry } from '@rondo/contracts/api/calendars/time-requests.ts';
import { useCommand } from '../../../api/commands/command.ts';
import { read } from '../../../api/queries.ts';

export type Request = RequestEntry;

/** Asked again each time the page opens: families ask without a call of this browser. */
export const openRequestsQuery = {
  ...read('GET /api/requests', { query: { open: 'true', limit: 50 } }),
  staleTime: 0,
} as const;
export const answeredRequestsQuery = {
  ...read('GET /api/requests', { query: { open: 'false', limit: 5 } }),
  staleTime: 0,
} as const;

/** Moves the lesson to one of the times that were asked for. */
export const useMove = (name: string) =>
  useCommand('POST /api/requests/:id/answer', { done: `${name} has moved`, failed: 'The lesson was not moved' });

/** Declines, or offers other times: words to the family, which nothing takes back. */
export const useReply = (name: string) =>
  useCommand('POST /api/requests/:id/answer', {
    done: `Answered the family of ${name}`,
    failed: 'The answer was not sent',
    isFinal: true,
  });
