import type { MessagesSetup } from '@rondo/contracts/api/calendars/messages.ts';
import { useCommand } from '../../../api/commands/command.ts';
import { read } from '../../../api/queries.ts';
import type { AnswerTo } from '../../../api/calls.ts';

export const kinds = ['reminder', 'change', 'pastDue'] as const;
export type Kind = (typeof kinds)[number];
export type Next = AnswerTo<'GET /api/messages/preview'>;
export type Setup = MessagesSetup;

/** What would be mailed next. Asked again each time the page opens: it depends on the time. */
export const nextQuery = (kind: Kind) =>
  ({ ...read('GET /api/messages/preview', { query: { kind } }), staleTime: 0 }) as const;
/** How many messages are shown until more are wanted. */
export const few = 20;
/** Asked again while the page is open: mail goes without a call of this browser. */
export const sentQuery = (limit: number) =>
  ({ ...read('GET /api/messages', { query: { limit } }), staleTime: 0, refetchInterval: 30_000 }) as const;

export const useSwitch = () =>
  useCommand('PATCH /api/settings', { done: 'Settings saved', failed: 'This was not saved' });

export const useSendTest = () =>
  useCommand('POST /api/messages/test', { done: 'Test mail sent', failed: 'The test mail was not sent' });

export const useConfirmTest = () =>
  useCommand('POST /api/messages/test/confirm', { done: 'Mail works', failed: 'This code was not accepted' });

/** How many families do not know of changes. */
export const untoldQuery = read('GET /api/changes/count', {});
