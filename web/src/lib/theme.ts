import type { Theme } from '@rondo/contracts/api/studio.ts';
import { keep } from './kept.ts';

/** Shows the page, and the browser's own bars around it, in a theme. */
export const showTheme = (theme: Theme): void => {
  document.documentElement.dataset['theme'] = theme;
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const { of = '' } = bar.dataset;
    bar.media = theme === 'system' ? `(prefers-color-scheme: ${of})` : of === theme ? 'all' : 'not all';
  }
};

/** Shows a user's theme, and stores it so that index.html can begin the next visit with it. */
export const chooseTheme = (userId: string, theme: Theme): void => {
  showTheme(theme);
  keep(userId, 'theme', theme);
};
