import { useCallback, useSyncExternalStore } from 'react';

/** True while the window matches a media query. */
const useMedia = (query: string): boolean => {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
};

/** True on phones, where dialogs are sheets. */
export const usePhone = (): boolean => useMedia('(max-width: 640px)');

/** True if there is no room for seven columns side by side. */
export const useNarrow = (): boolean => useMedia('(max-width: 1023px)');
