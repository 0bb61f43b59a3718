import { getUser, type CurrentUser } from '@rondo/contracts/api/accounts.ts';
import { queryOptions } from '@tanstack/react-query';
import { forgetPosition } from './catching-up.ts';
import { call, CallFailed } from './client.ts';
import { dropOthers } from './kept.ts';
import { queryClient } from './queries.ts';

/** The signed-in user; null if there is none. */
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

/** Runs after signing in: removes the previous user's data from memory and from this browser. */
export const becomeUser = (user: CurrentUser | null): void => {
  const [own] = currentUserQuery.queryKey;
  dropOthers(user?.id ?? null);
  forgetPosition();
  queryClient.removeQueries({ predicate: ({ queryKey: [path] }) => path !== own });
  queryClient.setQueryData(currentUserQuery.queryKey, user);
};
