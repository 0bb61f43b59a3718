import type { Page } from 'playwright';

/** Clicks a toast's action. Hovers over the toast first, so that it cannot disappear while the page is slow. */
export const takeUp = async (page: Page, offer: string): Promise<void> => {
  const action = page.getByRole('status').getByRole('button', { name: offer, exact: true });
  await action.hover();
  await action.click();
};
