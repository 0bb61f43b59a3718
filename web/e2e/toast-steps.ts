import type { Page } from 'playwright';

/** Takes up what a toast offers. The pointer holds the toast first, so that it cannot go while the page is slow. */
export const takeUp = async (page: Page, offer: string): Promise<void> => {
  const action = page.getByRole('status').getByRole('button', { name: offer, exact: true });
  await action.hover();
  await action.click();
};
