import { getUser, type CurrentUser } from '@rondo/contracts/api/accounts.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, CallFailed } from './client.ts';
import { queryClient } from './queries.ts';

/** The signed-in user; null when there is none. */
export const currentUserQuery = queryOptions<CurrentUser | null>({
  queryKey: [getUser.path],
  queryFn: async ({ signal }) => {
    try {
      return await call(getUser, {}, signal);
    } catch (error) {
      if (error instanceof CallFailed && error.status === 401) return null;
      throw error;
    }
  },
});

/** After signing in as somebody: nothing of whoever was here before stays in memory. */
export const becomeUser = (user: CurrentUser | null): void => {
  const [own] = currentUserQuery.queryKey;
  queryClient.removeQueries({ predicate: ({ queryKey: [path] }) => path !== own });
  queryClient.setQueryData(currentUserQuery.queryKey, user);
};
