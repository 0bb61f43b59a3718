import { NavigationType, useBlocker } from 'react-router-dom';
import { shownUserId } from '../api/session/session.ts';

/**
 * Blocks leaving the page while there are unsaved changes, until the user decides: the browser's Back, and a link to another page. Links within
 * the page, such as the one that closes a dialog, are not blocked, nor is what follows signing out.
 */
export const useLeaveGuard = (dirty: boolean): { asking: boolean; stay: () => void; leave: () => void } => {
  const owner = shownUserId();
  const blocker = useBlocker(
    ({ historyAction, currentLocation, nextLocation }) =>
      dirty &&
      shownUserId() === owner &&
      (historyAction === NavigationType.Pop || nextLocation.pathname !== currentLocation.pathname),
  );
  return {
    asking: blocker.state === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
  };
};
