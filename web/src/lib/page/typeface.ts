import { allDrawn } from './drawn.ts';

/**
 * Loads Inter once the page is drawn, with its streets if it has some, so that a first visit does not wait for it; until then, text has the
 * device's typeface at Inter's size (app/typeface.css). Later visits begin with it: index.html sets the attribute.
 */
export const loadTypeface = async (): Promise<void> => {
  if (document.documentElement.dataset['typeface'] !== undefined) return;
  await allDrawn();
  await document.fonts.load("14px 'Inter Variable'");
  document.documentElement.dataset['typeface'] = 'inter';
  try {
    localStorage.setItem('rondo.typeface', 'inter');
  } catch {
    // Without storage every visit begins in the device's typeface.
  }
};
