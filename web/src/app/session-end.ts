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

/** A 401 on any call of somebody who was signed in means that the session is over: the sign-in screen follows. */
export const watchSessionEnd = (): void => {
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') ended(event.action.error);
  });
  queryClient.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') ended(event.action.error);
  });
};
