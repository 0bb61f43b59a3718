import type { CurrentUser } from '@rondo/contracts/api/account/accounts.ts';
import { forgetPosition } from '../catching-up.ts';
import { dropOthers } from '../../lib/page/browser-storage.ts';
import { tellWhoIsSignedIn } from './other-tabs.ts';
import { queryClient } from '../queries.ts';
import { currentUserQuery } from './session.ts';

// Apart from who is signed in, which every page reads: only signing in and out needs this.

/**
 * Runs after signing in or out: removes the previous user's data from memory and from this browser, and tells the other tabs, which have the
 * same session.
 */
export const becomeUser = (user: CurrentUser | null): void => {
  const [own] = currentUserQuery.queryKey;
  dropOthers(user?.id ?? null);
  forgetPosition();
  queryClient.removeQueries({ predicate: ({ queryKey: [path] }) => path !== own });
  queryClient.setQueryData(currentUserQuery.queryKey, user);
  tellWhoIsSignedIn(user?.id ?? null);
};
