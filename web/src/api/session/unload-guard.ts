import { useEffect } from 'react';
import { isLoadingAnew } from './other-user.ts';

const ask = (event: BeforeUnloadEvent): void => {
  // What is typed for another user than the one who is signed in cannot be saved.
  if (!isLoadingAnew()) event.preventDefault();
};

/** Has the browser ask before it closes or reloads the tab while there are unsaved changes. */
export const useUnloadGuard = (dirty: boolean): void => {
  useEffect(() => {
    if (!dirty) return;
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [dirty]);
};
