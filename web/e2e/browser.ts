import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser } from 'playwright';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const onPath = (): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .flatMap((folder) => names.map((name) => path.join(folder, name)))
    .find((file) => existsSync(file));

const installed = (): string | undefined => {
  const own = chromium.executablePath();
  return [process.env['CHROMIUM'], own, onPath()].find((file) => file !== undefined && existsSync(file));
};

const tryTo = (command: string, args: readonly string[]): void => {
  try {
    execFileSync(command, args, { stdio: 'ignore', timeout: 240_000 });
  } catch {
    // Continue with the next option, or with the error at the end.
  }
};

/**
 * Finds Chromium for tests: the one named by CHROMIUM, Playwright's own, or one on the PATH. If there is none, Playwright installs it or, as
 * root, the system's package manager does.
 * @throws Error that says what to install
 */
export const findChromium = (): string => {
  const found = installed();
  if (found !== undefined) return found;
  process.stdout.write('No Chromium found: installing one ...\n');
  tryTo(process.execPath, [
    path.resolve(import.meta.dirname, '../../node_modules/playwright/cli.js'),
    'install',
    'chromium',
  ]);
  if (installed() === undefined && process.getuid?.() === 0) {
    tryTo('apt-get', ['update']);
    tryTo('apt-get', ['install', '-y', '--no-install-recommends', 'chromium']);
  }
  const now = installed();
  if (now === undefined)
    throw new Error(
      'The end-to-end tests need Chromium. Install it (Debian and Ubuntu: "apt-get install chromium"; elsewhere: ' +
        '"npx playwright install chromium") or set CHROMIUM to its path.',
    );
  return now;
};

/**
 * What Chromium does without. The first ones fill the address bar's menu with pages of their own, whose processes cost every window a second.
 * The last such switch counts, so that Playwright's are repeated.
 */
const withoutFeatures =
  'WebUIOmniboxPopup,WebUIOmniboxFullPopup,WebUIOmniboxAimPopup,AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,' +
  'HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,' +
  'AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch';

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium(),
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
    ],
  });
