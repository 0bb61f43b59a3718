import { chromium, type Browser } from 'playwright';

/**
 * What Chromium does without. The first ones fill the address bar's menu with pages of their own, whose processes cost every window a second.
 * The last such switch counts, so that Playwright's are repeated.
 */
const withoutFeatures =
  'WebUIOmniboxPopup,WebUIOmniboxFullPopup,WebUIOmniboxAimPopup,AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,' +
  'HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,' +
  'AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch';

/** Starts the Chromium at this path, for tests and pictures. @param more switches besides those that all need */
export const launchBrowser = (executablePath: string, ...more: readonly string[]): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      // WebGL without a graphics card, for maps.
      '--enable-unsafe-swiftshader',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${withoutFeatures}`,
      ...more,
    ],
  });
