import { NavigationType, useBlocker } from 'react-router-dom';

/** Holds the browser's Back while something typed would be lost, until the person has decided. */
export const useBackGuard = (dirty: boolean): { asking: boolean; stay: () => void; leave: () => void } => {
  const blocker = useBlocker(({ historyAction }) => dirty && historyAction === NavigationType.Pop);
  return {
    asking: blocker.state === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
  };
};
