import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';

/** Closes a dialog by its key, once the one that it took over from is gone: until then, the key may go to that. */
export const escapeFrom = async (page: Page, dialog: Locator): Promise<void> => {
  await dialog.waitFor();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(1);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
};
