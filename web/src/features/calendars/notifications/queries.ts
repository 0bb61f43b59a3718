import { command, type Done } from '../../../api/client.ts';
import { useAction } from '../../../api/commands/command.ts';
import { read } from '../../../api/queries.ts';

/** Milliseconds between two reads while the page is visible: calendars change without anyone's click. */
const readEvery = 60_000;

/** What was changed without a person, newest first. */
export const notificationsQuery = {
  ...read('GET /api/notifications', {}),
  refetchInterval: readEvery,
  refetchOnWindowFocus: 'always',
} as const;

/** Marks one notification as read; null: all of them. */
export const useMarkRead = () =>
  useAction(
    (id: string | null): Promise<Done<unknown>> =>
      id === null
        ? command('POST /api/notifications/read', {})
        : command('POST /api/notifications/:id/read', { params: { id } }),
    { done: null, failed: 'Error' },
  );
