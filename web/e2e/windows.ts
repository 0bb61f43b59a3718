import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { inject } from 'vitest';
import { launchBrowser } from './browser.ts';
import { missingChromium } from './chromium.ts';
import { deskSize } from './devices.ts';

/** A browser window with cookies and storage of its own. */
type Window = {
  readonly page: Page;
  readonly options: BrowserContextOptions;
  /** The content security policy violations of its pages so far. */
  readonly broken: string[];
  readonly close: () => Promise<void>;
};

// The pages of a test live for seconds: compiling their code for long use takes a sixth of the processor time of all tests, and saves less.
const forShortPages = ['--js-flags=--no-maglev --no-turbofan'];

// The test files of a worker share these modules, its browser, and the windows that nobody uses at the moment.
let launched: Promise<Browser> | undefined;
const idle = new Map<string, Window[]>();

/** The worker's browser, which ends with it. */
const sharedBrowser = (): Promise<Browser> => {
  const chromium = inject('chromium');
  if (chromium === null) throw new Error(missingChromium);
  return (launched ??= launchBrowser(chromium, ...forShortPages));
};

const open = async (options: BrowserContextOptions): Promise<Window> => {
  const browser = await sharedBrowser();
  const context = await browser.newContext({
    baseURL: inject('rondo'),
    timezoneId: 'America/Chicago',
    // Painting transitions takes processor time that all tests share.
    reducedMotion: 'reduce',
    ...options,
  });
  const broken: string[] = [];
  await context.exposeFunction('policyBroken', (what: string) => broken.push(what));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      Reflect.get(window, 'policyBroken')(`${violatedDirective} ${blockedURI} ${sourceFile}`);
    });
  });
  return { page: await context.newPage(), options, broken, close: () => context.close() };
};

/**
 * Removes what one person left in a window: other pages, another size, failing calls, cookies, storage. It waits on a page of the same server, because Chromium
 * then keeps the process with all compiled scripts.
 */
const cleared = async (window: Window): Promise<void> => {
  const { page, options } = window;
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  await context.setOffline(false);
  await page.setViewportSize(options.viewport ?? deskSize);
  await page.emulateMedia({ media: null, colorScheme: options.colorScheme ?? null });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  page.removeAllListeners();
  await page.goto('/livez');
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await context.clearCookies();
};

export type Lease = {
  readonly page: Page;
  /** Gives the window back and returns the content security policy violations. */
  readonly leave: () => Promise<readonly string[]>;
};

/** A window that nobody has used, closed afterwards: for a test that changes what cannot be reset, such as the clock or the device. */
export const freshWindow = async (options: BrowserContextOptions = {}): Promise<Lease> => {
  const { page, broken, close } = await open(options);
  const leave = async (): Promise<readonly string[]> => {
    await close();
    return broken;
  };
  return { page, leave };
};

/** A window as if nobody had used it. Its predecessors' scripts are cached and compiled: the first page of a new window takes a second longer. */
export const window = async (options: BrowserContextOptions = {}): Promise<Lease> => {
  const kind = JSON.stringify(options);
  const free = idle.get(kind) ?? [];
  idle.set(kind, free);
  const taken = free.pop() ?? (await open(options));
  const leave = async (): Promise<readonly string[]> => {
    await cleared(taken);
    free.push(taken);
    return taken.broken.splice(0);
  };
  return { page: taken.page, leave };
};
