import type { CurrentUser } from '@rondo/contracts/api/account/accounts.ts';
import { queryOptions } from '@tanstack/react-query';
import { CallFailed } from '../call-failed.ts';
import { call } from '../client.ts';
import { dropOthers } from '../../lib/page/browser-storage.ts';
import { queryClient } from '../queries.ts';

/** The signed-in user; null if there is none. */
export const currentUserQuery = queryOptions<CurrentUser | null>({
  queryKey: ['GET /api/user'],
  queryFn: async ({ signal }) => {
    try {
      const user = await call('GET /api/user', {}, signal);
      dropOthers(user.id);
      return user;
    } catch (error) {
      if (!(error instanceof CallFailed) || error.status !== 401) throw error;
      dropOthers(null);
      return null;
    }
  },
});

/** The user whose studio the page shows; null if nobody is signed in, undefined until that is known. */
export const shownUserId = (): string | null | undefined => {
  const user = queryClient.getQueryData(currentUserQuery.queryKey);
  return user === null ? null : user?.id;
};
