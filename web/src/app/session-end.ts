import { CallFailed } from '../lib/client.ts';
import { queryClient } from '../lib/queries.ts';
import { becomeUser, currentUserQuery } from '../lib/session.ts';
import { toast } from '../ui/toast.tsx';

const ended = (error: unknown): void => {
  if (!(error instanceof CallFailed) || error.status !== 401) return;
  if (!queryClient.getQueryData(currentUserQuery.queryKey)) return;
  becomeUser(null);
  toast({ title: 'Your session has ended', description: 'Please sign in again.', tone: 'neutral' });
};

/** A 401 on any call of a signed-in user means that the session is over and shows the sign-in screen. */
export const watchSessionEnd = (): void => {
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') ended(event.action.error);
  });
  queryClient.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') ended(event.action.error);
  });
};
