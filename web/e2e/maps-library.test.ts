import { addDays } from '@rondo/contracts/calendar/dates.ts';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { phone, teacher } from './person.ts';
import { comingMonday, teacherNamed } from './planner-studio.ts';
import { send } from './send.ts';
import { withStreets } from './street-steps.ts';

/** A person with the sample studio and a maps service, and the requests for the library of maps. */
const withLibrary = async (options: Parameters<typeof teacher>[0] = {}) => {
  const { page, leave } = await teacher({ ...options, fresh: true });
  await send(page, 'POST', '/api/sample-studio');
  await withStreets(page, 'draws');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('street-map')) asked.push(request.url());
  });
  const dana = await teacherNamed(page, 'Dana Whitfield');
  const monday = await comingMonday(page);
  const addressOf = (weekday: number) => `/schedule?teacher=${dana.id}&day=${addDays(monday, weekday - 1)}`;
  return { page, leave, asked, addressOf, week: `/schedule?teacher=${dana.id}&week=${monday}` };
};

/** Opens a page of which only index.html runs, and waits until that has read the answers that it asked for. */
const openBare = async (page: Page, path: string): Promise<void> => {
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  // The user, the key and the lessons.
  await page.waitForFunction(() => Reflect.get(globalThis, 'rondoEarly').size > 2);
  await page.evaluate(async () => {
    const early: Map<string, Promise<Response>> = Reflect.get(globalThis, 'rondoEarly');
    await Promise.all([...early.values()].map(async (answer) => (await answer).clone().text()));
    await new Promise((resolve) => setTimeout(resolve));
  });
};

/** The files that index.html names for a part, and those of them that it has begun to load. */
const filesOf = (page: Page, part: 'dayFiles' | 'streetFiles') =>
  page.evaluate((name) => {
    const named = document.documentElement.dataset[name]?.split(' ') ?? [];
    const links = [...document.querySelectorAll('link[rel=modulepreload]')];
    const begun = new Set(links.map((link) => link.getAttribute('href')));
    return { named, begun: named.filter((file) => begun.has(file)) };
  }, part);

test('the page of a day begins with the files of its dialog, and with the library if it has a map', async () => {
  const { page, leave, addressOf } = await withLibrary();
  // Only index.html runs: the links are its own.
  await page.route(
    (url) => url.pathname.endsWith('.js'),
    (route) => route.fulfill({ contentType: 'text/javascript', body: '' }),
  );
  await openBare(page, addressOf(2));
  const dialog = await filesOf(page, 'dayFiles');
  expect(dialog.named.some((file) => file.includes('ScheduleDay'))).toBe(true);
  expect(dialog.begun).toEqual(dialog.named);
  const library = await filesOf(page, 'streetFiles');
  expect(library.named.some((file) => file.includes('street-map'))).toBe(true);
  expect(library.begun).toEqual(library.named);

  const isAsked = async () => (await filesOf(page, 'streetFiles')).begun.some((file) => file.includes('street-map'));
  // A Sunday without lessons.
  await openBare(page, addressOf(7));
  expect((await filesOf(page, 'dayFiles')).begun).toEqual(dialog.named);
  expect(await isAsked()).toBe(false);
  // A server without a maps service.
  await page.route('**/api/maps/api-key', (route) => route.fulfill({ json: { apiKey: '', apiUrl: '' } }));
  await openBare(page, addressOf(2));
  expect(await isAsked()).toBe(false);
  expect(await leave()).toEqual([]);
});

test('a day without lessons does not load the library of maps', async () => {
  const { page, leave, asked, addressOf } = await withLibrary();
  await page.goto(addressOf(7), { waitUntil: 'networkidle' });
  const day = page.getByRole('dialog');
  await day.getByText('No lessons').waitFor();
  expect(asked).toEqual([]);
  await day.getByRole('button', { name: 'Previous day' }).click();
  await day.getByRole('heading', { name: /^Saturday/ }).waitFor();
  await page.goto(addressOf(2));
  await page.getByRole('figure', { name: /^Route Map: / }).waitFor();
  expect(asked).not.toEqual([]);
  expect(await leave()).toEqual([]);
});

test('a first visit to a day shows its streets before the typeface changes', async () => {
  const { page, leave, addressOf } = await withLibrary();
  const typeface = () => page.evaluate(() => document.documentElement.dataset['typeface']);
  await page.goto('/teachers');
  await expect.poll(typeface).toBe('inter');
  await page.evaluate(() => localStorage.clear());
  // However slow the machine is: the time after which the page gives streets up never ends.
  await page.addInitScript(() => {
    const begin = globalThis.setTimeout.bind(globalThis);
    const patient = (run: () => void, delay?: number): number => (delay === 8000 ? 0 : Number(begin(run, delay)));
    Object.assign(globalThis, { setTimeout: patient });
  });
  const held = Promise.withResolvers<void>();
  await page.route(/\/styles\/v1\//, async (route) => {
    await held.promise;
    await route.fallback();
  });
  await page.goto(addressOf(2));
  await page.getByRole('figure', { name: /^Route Map: / }).waitFor();
  // What waits for the first page alone is there, and the browser has nothing left to load.
  await page.getByRole('button', { name: 'Account Settings', includeHidden: true }).waitFor({ state: 'attached' });
  await page.waitForFunction(() => document.fonts.status === 'loaded');
  // A map that is given up would let the typeface go, too.
  expect([await typeface(), await page.getByText('Without streets').allInnerTexts()]).toEqual([undefined, []]);
  held.resolve();
  await expect.poll(typeface).toBe('inter');
  expect(await leave()).toEqual([]);
});

test('a finger that scrolls from a day’s header does not load the library of maps, one that taps it does', async () => {
  const { page, leave, asked, week } = await withLibrary(phone);
  await page.goto(week, { waitUntil: 'networkidle' });
  const header = page.getByRole('button', { name: /^Tuesday/ });
  await header.scrollIntoViewIfNeeded();
  const box = await header.boundingBox();
  if (!box) throw new Error('The header is not on the screen.');
  const inspector = await page.context().newCDPSession(page);
  const finger = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await header.evaluate((element) =>
    element.addEventListener('pointercancel', () => element.setAttribute('data-left', '')),
  );
  await inspector.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [finger] });
  // The browser takes the finger over, as it does to scroll.
  await inspector.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] });
  await page.locator('[data-left]').waitFor();
  expect(asked).toEqual([]);
  await header.tap();
  await page.getByRole('figure', { name: /^Route Map: / }).waitFor();
  expect(asked).not.toEqual([]);
  expect(await leave()).toEqual([]);
});
