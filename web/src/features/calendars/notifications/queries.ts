import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { invalidate, read } from '../../../api/queries.ts';
import { toast } from '../../../ui/overlays/toast.tsx';

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
  useMutation({
    mutationFn: async (id: string | null) => {
      await (id === null
        ? call('POST /api/notifications/read', {})
        : call('POST /api/notifications/:id/read', { params: { id } }));
    },
    onSettled: () => invalidate('GET /api/notifications'),
    onError: ({ message }) => toast({ title: 'Error', description: message, tone: 'destructive' }),
  });
