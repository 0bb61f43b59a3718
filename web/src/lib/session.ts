import { getUser, type CurrentUser } from '@rondo/contracts/api/accounts.ts';
import { queryOptions } from '@tanstack/react-query';
import { forgetPosition } from './catching-up.ts';
import { call, CallFailed } from './client.ts';
import { dropOthers } from './kept.ts';
import { queryClient } from './queries.ts';

/** The signed-in user; null when there is none. */
export const currentUserQuery = queryOptions<CurrentUser | null>({
  queryKey: [getUser.path],
  queryFn: async ({ signal }) => {
    try {
      const user = await call(getUser, {}, signal);
      dropOthers(user.id);
      return user;
    } catch (error) {
      if (!(error instanceof CallFailed) || error.status !== 401) throw error;
      dropOthers(null);
      return null;
    }
  },
});

/** After signing in as somebody: nothing of whoever was here before stays in memory or in this browser. */
export const becomeUser = (user: CurrentUser | null): void => {
  const [own] = currentUserQuery.queryKey;
  dropOthers(user?.id ?? null);
  forgetPosition();
  queryClient.removeQueries({ predicate: ({ queryKey: [path] }) => path !== own });
  queryClient.setQueryData(currentUserQuery.queryKey, user);
};
