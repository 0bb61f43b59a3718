import type { Locator } from 'playwright';

/** Clicks, and counts them. */
export const clickCounter = () => {
  let clicks = 0;
  return {
    click: async (target: Locator): Promise<void> => {
      await target.click();
      clicks += 1;
    },
    clicks: () => clicks,
  };
};
