// npm run screenshots [PART]: every screen and dialog, at 1280 and 390 pixels, light and dark, into .screens/, and the README's
// picture into docs/images/. Also prints what axe finds, what overflows and which touch targets are too small. PART: only
// scenes whose name contains it, such as `report` or `generate.phone.dark`; `readme` alone for the README's picture.
import { addDays, isIsoDate, mondayOf } from '../contracts/calendar/dates.ts';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright';
import { launchBrowser } from '../web/e2e/browser.ts';
import { chromiumPath } from '../web/e2e/chromium.ts';
import { axeFindings, overflows, smallTargets } from '../web/e2e/page-checks.ts';
import { teacherNamed } from '../web/e2e/planner-studio.ts';
import { removeDataDir, scratchDataDir, startRondo } from '../web/e2e/running-rondo.ts';
import { scenes } from '../web/e2e/scenes/scenes.ts';
import { furnish, type Role, type Scene, type Stage } from '../web/e2e/scenes/stage.ts';
import { send } from '../web/e2e/send.ts';

const root = path.resolve(import.meta.dirname, '..');
const screens = path.join(root, '.screens');
const images = path.join(root, 'docs/images');
const part = process.argv[2] ?? '';

const today = '2026-10-06';
if (!isIsoDate(today)) throw new Error('Not a date.');
const monday = mondayOf(today);
/** The plan is made in the week before; the pictures are taken on Tuesday afternoon. */
const planned = `${addDays(monday, -4)}T15:00:00-05:00`;
const taken = `${today}T16:20:00-05:00`;

const desk = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
const looks = [
  { name: 'desk.light', options: { ...desk, colorScheme: 'light' } },
  { name: 'desk.dark', options: { ...desk, colorScheme: 'dark' } },
  { name: 'phone.light', options: { ...phone, colorScheme: 'light' } },
  { name: 'phone.dark', options: { ...phone, colorScheme: 'dark' } },
] as const;

type Cookies = Awaited<ReturnType<BrowserContext['storageState']>>;

const contextOf = (browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<BrowserContext> =>
  browser.newContext({ baseURL: url, timezoneId: 'America/Chicago', reducedMotion: 'reduce', ...options });

const account = { password: 'six-strings', firstName: 'Dana', timeZone: 'America/Chicago' };

/** Signs in each user whose screens are shown; cookies apply to every port of the host. */
const admit = async (browser: Browser, url: string): Promise<Record<Role, Cookies>> => {
  const as = async (enter: (page: Page) => Promise<unknown>): Promise<Cookies> => {
    const context = await contextOf(browser, url);
    await enter(await context.newPage());
    const cookies = await context.storageState();
    await context.close();
    return cookies;
  };
  const register = (email: string) => (page: Page) => send(page, 'POST', '/api/register', { ...account, email });
  return {
    nobody: await as(() => Promise.resolve()),
    newcomer: await as(register('newcomer@example.com')),
    guest: await as((page) => send(page, 'POST', '/api/guest-login', {})),
    studio: await as(async (page) => {
      await register('dana@example.com')(page);
      await furnish(page, monday);
    }),
  };
};

const nobody = { id: '', name: '' };

const stageOf = async (page: Page, role: Role): Promise<Stage> => ({
  page,
  monday,
  dana: role === 'studio' ? await teacherNamed(page, 'Dana Whitfield') : nobody,
  marcus: role === 'studio' ? await teacherNamed(page, 'Marcus Bell') : nobody,
});

/** Makes the window as tall as the page, so that fixed elements appear at the page's edge. */
const unroll = async (page: Page): Promise<void> => {
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
  const size = page.viewportSize();
  if (size && height > size.height) await page.setViewportSize({ ...size, height });
  await page.evaluate('scrollTo(0, 0)');
};

/** Shows one scene, takes its picture and reports what is wrong with it. */
const photograph = async (context: BrowserContext, scene: Scene, look: string): Promise<string[]> => {
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  try {
    await page.clock.setFixedTime(new Date(taken));
    await scene.show(await stageOf(page, scene.of));
    await page.evaluate('document.fonts.ready');
    const findings = [...(await axeFindings(page)), ...(await overflows(page))];
    if (scene.inWindow !== true) await unroll(page);
    await page.screenshot({ path: path.join(screens, `${scene.name}.${look}.png`) });
    // Last: it scrolls to every control.
    return look.startsWith('phone') ? [...findings, ...(await smallTargets(page))] : findings;
  } catch (error) {
    await page.screenshot({ path: path.join(screens, `${scene.name}.${look}.FAILED.png`) });
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    await page.close();
  }
};

const photographAll = async (browser: Browser, url: string, cookies: Record<Role, Cookies>): Promise<void> => {
  for (const { name: look, options } of looks)
    for (const role of ['nobody', 'newcomer', 'guest', 'studio'] as const) {
      const context = await contextOf(browser, url, { ...options, storageState: cookies[role] });
      for (const scene of scenes.filter(({ of, name }) => of === role && `${name}.${look}`.includes(part))) {
        const findings = await photograph(context, scene, look);
        console.log(`${findings.length === 0 ? 'ok  ' : 'LOOK'} ${scene.name}.${look}`);
        for (const finding of findings) console.log(`     ${finding}`);
      }
      await context.close();
    }
};

/** The README's picture: a day, its drives and its route. */
const photographReadme = async (browser: Browser, url: string, storageState: Cookies): Promise<void> => {
  const context = await contextOf(browser, url, {
    ...desk,
    colorScheme: 'light',
    deviceScaleFactor: 1.5,
    storageState,
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(new Date(taken));
  const dana = await teacherNamed(page, 'Dana Whitfield');
  await page.goto(`/schedule?day=${today}&teacher=${dana.id}`);
  await page.getByRole('figure', { name: /^Route Map/ }).waitFor();
  await page.evaluate('document.fonts.ready');
  await mkdir(images, { recursive: true });
  await page.screenshot({ path: path.join(images, 'day.png') });
  await context.close();
};

/** Runs something against a Rondo with a fixed clock, and always stops it afterwards. */
const at = async <Result>(dataDir: string, now: string, work: (url: string) => Promise<Result>): Promise<Result> => {
  const rondo = await startRondo(dataDir, { NOW: now, FEEDS_ALLOW_PRIVATE: 'true' });
  try {
    return await work(rondo.url);
  } finally {
    await rondo.stop();
  }
};

const dataDir = await scratchDataDir();
const browser = await launchBrowser(await chromiumPath());
try {
  await mkdir(screens, { recursive: true });
  const cookies = await at(dataDir, planned, (url) => admit(browser, url));
  await at(dataDir, taken, async (url) => {
    if (part === '' || part === 'readme') await photographReadme(browser, url, cookies.studio);
    await photographAll(browser, url, cookies);
  });
} finally {
  await browser.close();
  await removeDataDir(dataDir);
}
