import { addDays, isIsoDate, mondayOf } from '../contracts/calendar/dates.ts';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright';
import { launchBrowser } from '../web/e2e/browser.ts';
import { chromiumPath } from '../web/e2e/chromium.ts';
import { axeFindings, overflows, smallTargets } from '../web/e2e/page-checks.ts';
import { teacherNamed } from '../web/e2e/planner-studio.ts';
import { scenes } from '../web/e2e/scenes/scenes.ts';
import { furnish, type Role, type Scene, type Stage } from '../web/e2e/scenes/stage.ts';
import { send } from '../web/e2e/send.ts';

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
const photograph = async (
  context: BrowserContext,
  scene: Scene,
  { file, isPhone, patience }: { readonly file: string; readonly isPhone: boolean; readonly patience: number },
): Promise<string[]> => {
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  try {
    await page.clock.setFixedTime(new Date(taken));
    await scene.show(await stageOf(page, scene.of));
    await page.evaluate('document.fonts.ready');
    const findings = [...(await axeFindings(page)), ...(await overflows(page))];
    if (scene.inWindow !== true) await unroll(page);
    await page.screenshot({ path: `${file}.png` });
    // Last: it scrolls to every control.
    return isPhone ? [...findings, ...(await smallTargets(page))] : findings;
  } catch (error) {
    await page.screenshot({ path: `${file}.FAILED.png` });
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    await page.close();
  }
};

type Photographs = {
  readonly directory: string;
  /** Only scenes whose name contains it, such as `report` or `generate.phone.dark`. */
  readonly part: string;
  readonly say: (line: string) => void;
  /** Milliseconds after which what a scene waits for is missing. */
  readonly patience: number;
};

const photographAll = async (
  browser: Browser,
  url: string,
  cookies: Record<Role, Cookies>,
  { directory, part, say, patience }: Photographs,
): Promise<void> => {
  for (const { name: look, options } of looks)
    for (const role of ['nobody', 'newcomer', 'guest', 'studio'] as const) {
      const context = await contextOf(browser, url, { ...options, storageState: cookies[role] });
      for (const scene of scenes.filter(({ of, name }) => of === role && `${name}.${look}`.includes(part))) {
        const file = path.join(directory, `${scene.name}.${look}`);
        const findings = await photograph(context, scene, { file, isPhone: look.startsWith('phone'), patience });
        say(`${findings.length === 0 ? 'ok  ' : 'LOOK'} ${scene.name}.${look}`);
        for (const finding of findings) say(`     ${finding}`);
      }
      await context.close();
    }
};

/** The README's picture: a day, its drives and its route. */
const photographReadme = async (
  browser: Browser,
  url: string,
  storageState: Cookies,
  directory: string,
): Promise<void> => {
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
  await mkdir(directory, { recursive: true });
  await page.screenshot({ path: path.join(directory, 'day.png') });
  await context.close();
};

/** Does something with a running Rondo whose clock is fixed, and always stops it afterwards. */
export type At = <Result>(now: string, work: (url: string) => Promise<Result>) => Promise<Result>;

/**
 * Takes pictures of a studio with an accepted week, twice with the same data: once in the week before, to plan, and then in that week.
 * @param readme the directory of the README's picture, if it is taken too
 */
export const takePhotographs = async (
  at: At,
  { readme, ...photographs }: Photographs & { readonly readme: string | null },
): Promise<void> => {
  const browser = await launchBrowser(await chromiumPath());
  try {
    await mkdir(photographs.directory, { recursive: true });
    const cookies = await at(planned, (url) => admit(browser, url));
    await at(taken, async (url) => {
      if (readme !== null) await photographReadme(browser, url, cookies.studio, readme);
      await photographAll(browser, url, cookies, photographs);
    });
  } finally {
    await browser.close();
  }
};
