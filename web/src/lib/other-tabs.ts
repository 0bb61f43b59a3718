import { useEffect } from 'react';
import { queryClient } from './queries.ts';

// Lists are fetched again when something in the same tab changes them. Settings affect every screen, so that the user's other tabs are told too.

const name = 'rondo.settings';

/** Has the user's other tabs load again what they show. */
export const tellOtherTabs = (): void => {
  const channel = new BroadcastChannel(name);
  channel.postMessage('changed');
  channel.close();
};

/** Loads again what this tab shows when settings have changed in another one. */
export const useOtherTabs = (): void => {
  useEffect(() => {
    const channel = new BroadcastChannel(name);
    channel.addEventListener('message', () => void queryClient.invalidateQueries());
    return () => channel.close();
  }, []);
};
