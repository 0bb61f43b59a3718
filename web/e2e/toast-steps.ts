import type { Page } from 'playwright';

/** Answers the question before an undo that reaches far, or that is not of this visit. */
export const agree = async (page: Page, word: 'Undo' | 'Redo'): Promise<void> => {
  await page
    .getByRole('dialog', { name: /^(Undo this change|Do this again)\?$/ })
    .getByRole('button', { name: word })
    .click();
};

/** Clicks a toast's action. Hovers over the toast first, so that it cannot disappear while the page is slow. Agrees where it is asked. */
export const takeUp = async (page: Page, offer: string): Promise<void> => {
  const action = page.getByRole('status').getByRole('button', { name: offer, exact: true });
  await action.hover();
  const previewed = offer === 'Undo' || offer === 'Redo' ? page.waitForResponse('**/api/undo/preview') : null;
  await action.click();
  if (previewed === null) return;
  const { counts } = await (await previewed).json();
  const isLarge = ['lessons', 'students', 'teachers', 'invoices'].some((name) => counts[name] > 1);
  if (isLarge) await agree(page, offer === 'Undo' ? 'Undo' : 'Redo');
};
