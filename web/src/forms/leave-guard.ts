import { NavigationType, useBlocker } from 'react-router-dom';
import { queryClient } from '../lib/queries.ts';
import { currentUserQuery } from '../lib/session.ts';

const signedIn = (): string | undefined => queryClient.getQueryData(currentUserQuery.queryKey)?.id;

/**
 * Blocks leaving the page while there are unsaved changes, until the user decides: the browser's Back, and a link to another page. Links within
 * the page, such as the one that closes a dialog, are not blocked, nor is what follows signing out.
 */
export const useLeaveGuard = (dirty: boolean): { asking: boolean; stay: () => void; leave: () => void } => {
  const owner = signedIn();
  const blocker = useBlocker(
    ({ historyAction, currentLocation, nextLocation }) =>
      dirty &&
      signedIn() === owner &&
      (historyAction === NavigationType.Pop || nextLocation.pathname !== currentLocation.pathname),
  );
  return {
    asking: blocker.state === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
  };
};
