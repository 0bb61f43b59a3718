import type { Theme } from '@rondo/contracts/api/studio/studio.ts';
import { keep } from './browser-storage.ts';

/** Shows the page, and the browser's own bars around it, in a theme. */
export const showTheme = (theme: Theme): void => {
  document.documentElement.dataset['theme'] = theme;
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const { of = '' } = bar.dataset;
    bar.media = theme === 'system' ? `(prefers-color-scheme: ${of})` : of === theme ? 'all' : 'not all';
  }
};

const darkSystem = '(prefers-color-scheme: dark)';

/** Whether the page is dark, by the user's theme or the system's. */
export const isDark = (): boolean => {
  const { theme } = document.documentElement.dataset;
  return theme === 'dark' || (theme !== 'light' && matchMedia(darkSystem).matches);
};

/** Calls back when the page may have become dark or light. @returns what ends it */
export const watchTheme = (onChange: () => void): (() => void) => {
  const system = matchMedia(darkSystem);
  system.addEventListener('change', onChange);
  const own = new MutationObserver(onChange);
  own.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    system.removeEventListener('change', onChange);
    own.disconnect();
  };
};

/** Shows a user's theme, and stores it so that index.html can begin the next visit with it. */
export const chooseTheme = (userId: string, theme: Theme): void => {
  showTheme(theme);
  keep(userId, 'theme', theme);
};
