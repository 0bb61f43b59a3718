import type { Page } from 'playwright';

/** What an open page can change into. */
export type Device = {
  readonly width: number;
  readonly height: number;
  /** Whether controls must be large enough to tap. */
  readonly finger: boolean;
  readonly colorScheme: 'light' | 'dark';
};

export const deskSize = { width: 1280, height: 720, finger: false } as const;
export const phoneSize = { width: 390, height: 844, finger: true } as const;

/** Turns a window into a device, of this height at least. */
export type Become = (device: Device, least?: number) => Promise<void>;

/** Lets an open page change its device, which takes less time than opening it on each. */
export const changing = async (page: Page): Promise<Become> => {
  const inspector = await page.context().newCDPSession(page);
  return async ({ finger, colorScheme, ...size }, least = 0) => {
    const height = Math.max(size.height, least);
    // What the new layout puts under a resting pointer would open its tooltip.
    await page.mouse.move(0, 0);
    // At once, so that the page is laid out once.
    await Promise.all([
      page.emulateMedia({ colorScheme }),
      inspector.send('Emulation.setTouchEmulationEnabled', { enabled: finger }),
      inspector.send('Emulation.setDeviceMetricsOverride', { ...size, height, deviceScaleFactor: 1, mobile: finger }),
    ]);
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
  };
};
