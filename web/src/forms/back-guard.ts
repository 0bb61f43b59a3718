import { NavigationType, useBlocker } from 'react-router-dom';

/** Blocks the browser's Back while there are unsaved changes, until the user decides. */
export const useBackGuard = (dirty: boolean): { asking: boolean; stay: () => void; leave: () => void } => {
  const blocker = useBlocker(({ historyAction }) => dirty && historyAction === NavigationType.Pop);
  return {
    asking: blocker.state === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
  };
};
