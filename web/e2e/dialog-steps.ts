import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';

/** Closes a dialog with Escape once the dialog that it replaced is gone: until then, the key may go to the old one. */
export const escapeFrom = async (page: Page, dialog: Locator): Promise<void> => {
  await dialog.waitFor();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(1);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
};
