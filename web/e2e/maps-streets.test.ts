import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { dateRange } from '@rondo/contracts/calendar/words.ts';
import { expect, test } from 'vitest';
import { teacher } from './person.ts';
import { comingMonday } from './planner-studio.ts';
import { send } from './send.ts';
import { landShare, withStreets } from './street-steps.ts';
import { visit } from './visit.ts';

/** A person at a page with streets, and the styles that its maps have asked for. */
const onStreets = async (path: string) => {
  const { page, leave } = await teacher({ fresh: true });
  await send(page, 'POST', '/api/sample-studio');
  await withStreets(page, 'draws');
  const styles: string[] = [];
  page.on('request', (request) => {
    const [, style] = /\/styles\/v1\/mapbox\/(\w+)-v11/.exec(request.url()) ?? [];
    if (style !== undefined) styles.push(style);
  });
  await page.goto(path);
  const map = page.getByRole('figure', { name: /^Map of / });
  const drawn = () => map.getByRole('button', { name: 'Zoom in' }).waitFor();
  await drawn();
  return { page, leave, styles, map, drawn };
};

test('an open map follows the theme without another map being opened', async () => {
  const { page, leave, styles, map } = await onStreets('/students?map=shown');
  const canvas = await map.locator('canvas').elementHandle();
  const mark = map.getByRole('button', { name: /^Ben Ito, / });
  await map.getByRole('button', { name: 'Zoom in' }).click();
  const land = async (theme: 'light' | 'dark') => landShare(page, await map.screenshot(), theme);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => land('dark')).toBeGreaterThan(0.5);
  expect(await canvas?.evaluate((element) => element.isConnected)).toBe(true);
  await mark.press('Enter');
  await map.getByRole('region', { name: 'Ben Ito' }).waitFor();
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => land('light')).toBeGreaterThan(0.5);
  expect(styles).toEqual(['light', 'dark', 'light']);
  expect(await leave()).toEqual([]);
});

test('a map that is hidden for a moment is not opened again', async () => {
  const { leave, styles, map, drawn } = await onStreets('/students?map=shown');
  const canvas = await map.locator('canvas').elementHandle();
  await map.evaluate(async (figure) => {
    if (!(figure instanceof HTMLElement)) return;
    const frames = () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));
    figure.hidden = true;
    await frames();
    figure.hidden = false;
    await frames();
  });
  await drawn();
  expect(await canvas?.evaluate((element) => element.isConnected)).toBe(true);
  expect(styles).toEqual(['light']);
  expect(await leave()).toEqual([]);
});

test('a page in the background waits for its map, which draws nothing there', async () => {
  const { page, leave } = await teacher({ fresh: true });
  await send(page, 'POST', '/api/sample-studio');
  await withStreets(page, 'is silent');
  await page.clock.install();
  await page.goto('/students?map=shown');
  const map = page.getByRole('figure', { name: /^Map of student addresses/ });
  await map.getByRole('button', { name: /^Ben Ito, / }).waitFor();
  const hide = (hidden: boolean) =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: now });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await hide(true);
  await page.clock.runFor(30_000);
  expect(await map.getByText(/Without streets/).count()).toBe(0);
  await hide(false);
  await page.clock.runFor(9000);
  await map.getByText(/Without streets: the maps service is not answering\./).waitFor();
  expect(await leave()).toEqual([]);
});

test('marks near each other do not cover each other, from the first view on', async () => {
  const { leave, map } = await onStreets('/students?map=shown');
  const covered = async (): Promise<string[]> => {
    const boxes = await map.locator('button[data-place]').evaluateAll((marks) =>
      marks.map((mark) => {
        const { x, y, width, height } = mark.getBoundingClientRect();
        return { name: mark.getAttribute('aria-label'), x, y, width, height };
      }),
    );
    expect(boxes.length).toBeGreaterThan(20);
    return boxes.flatMap((a, i) =>
      boxes
        .slice(i + 1)
        .filter(
          (b) =>
            Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) > a.width / 4 &&
            Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > a.height / 4,
        )
        .map((b) => `${a.name} and ${b.name}`),
    );
  };
  await expect.poll(covered).toEqual([]);
  expect(await leave()).toEqual([]);
});

test('beside a map the page is as high as the window, and a list longer than that scrolls by itself', async () => {
  const { page, leave } = await teacher({ viewport: { width: 1280, height: 800 }, fresh: true });
  await send(page, 'POST', '/api/sample-studio');
  for (const path of [`/routes?week=${await comingMonday(page)}`, '/students?map=shown']) {
    await page.goto(path);
    const map = page.getByRole('figure', { name: /^Map of / });
    await map.getByRole('button').first().waitFor();
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    await expect.poll(async () => [path, await height()]).toEqual([path, 800]);
    await expect.poll(async () => (await map.boundingBox())?.height).toBeGreaterThan(500);
    await page.setViewportSize({ width: 1280, height: 560 });
    await expect.poll(async () => (await map.boundingBox())?.height).toBeGreaterThan(400);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect.poll(height).toBe(800);
  }
  expect(await leave()).toEqual([]);
});

test('the routes begin in this week, one click leads back to it, and the schedule shows the same week', async () => {
  const { page, leave } = await teacher();
  await send(page, 'POST', '/api/sample-studio');
  const coming = await comingMonday(page);
  const weekOf = (url: URL): string | null => url.searchParams.get('week');
  await page.goto('/routes');
  const back = page.getByRole('button', { name: 'Today' });
  await page.getByText(dateRange(addDays(coming, -7), addDays(coming, -1))).waitFor();
  expect(await back.count()).toBe(0);
  // Two quick clicks go two weeks, although the first one is still loading.
  await page.getByRole('button', { name: 'Next week' }).dblclick();
  await page.waitForURL((url) => weekOf(url) === addDays(coming, 7));
  await page.getByRole('link', { name: 'Schedule' }).first().click();
  await page.getByRole('heading', { name: '2 Weeks Ahead', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Previous week' }).click();
  await page.getByRole('heading', { name: 'Next Week', level: 1 }).waitFor();
  await visit(page, '/routes');
  await page
    .locator('#main')
    .getByText(dateRange(coming, addDays(coming, 6)))
    .waitFor();
  await page.getByRole('figure', { name: /^Map of routes/ }).waitFor();
  await back.click();
  await page.waitForURL((url) => weekOf(url) === addDays(coming, -7));
  await back.waitFor({ state: 'detached' });
  expect(await leave()).toEqual([]);
});

test('a student far away has a sign at the edge of the streets, which fit the others, until the map is moved there', async () => {
  const { page, leave } = await teacher({ fresh: true });
  await send(page, 'POST', '/api/sample-studio');
  const zara = { firstName: 'Zara', lastName: 'Far', address: 'Waco, TX 76701', lessonDuration: 45 };
  await send(page, 'POST', '/api/students', zara);
  await withStreets(page, 'draws');
  await page.goto('/students?map=shown');
  const map = page.getByRole('figure', { name: /^Map of / });
  await map.getByRole('button', { name: 'Zoom in' }).waitFor();
  const sign = map.getByRole('button', { name: /^Zara, \d+ mi$/ });
  await sign.press('Enter');
  await map.getByRole('region', { name: 'Zara Far' }).getByText('Waco').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => sign.evaluate((element) => element === document.activeElement)).toBe(true);
  const marks = await map.locator('button[data-place]').all();
  const edges = await map.boundingBox();
  for (const mark of marks) {
    const box = await mark.boundingBox();
    expect(box && edges && box.x > edges.x && box.x < edges.x + edges.width, 'inside the map').toBe(true);
  }
  // Once there is room for Waco, it has its mark.
  const out = map.getByRole('button', { name: 'Zoom out' });
  await expect
    .poll(async () => {
      await out.click();
      return sign.count();
    })
    .toBe(0);
  await map.getByRole('button', { name: /^Zara Far, / }).waitFor();
  expect(await leave()).toEqual([]);
});

test('the info window of a student is above the sign of one who lives far away', async () => {
  const { page, leave, map } = await onStreets('/students?map=shown');
  await page.setViewportSize({ width: 390, height: 844 });
  const sign = map.getByRole('button', { name: /^Desmond, \d+ mi$/ });
  await sign.waitFor();
  const covered: boolean[] = [];
  for (const name of ['Theo Park', 'Mia Park', 'Miles Okafor', 'Aiden Murphy', 'Clara Jensen']) {
    await map.getByRole('button', { name: new RegExp(`^${name}, `) }).press('Enter');
    const window = map.getByRole('region', { name });
    await window.waitFor();
    await map.scrollIntoViewIfNeeded();
    const [a, b] = [await window.boundingBox(), await sign.boundingBox()];
    if (!a || !b) throw new Error('The map is not shown.');
    const [left, right] = [Math.max(a.x, b.x), Math.min(a.x + a.width, b.x + b.width)];
    const [top, bottom] = [Math.max(a.y, b.y), Math.min(a.y + a.height, b.y + b.height)];
    if (left >= right || top >= bottom) continue;
    const middle = { x: (left + right) / 2, y: (top + bottom) / 2 };
    covered.push(
      await window.evaluate((element, { x, y }) => element.contains(document.elementFromPoint(x, y)), middle),
    );
    if (covered.length === 2) break;
  }
  expect(covered.length).toBeGreaterThan(0);
  expect(covered).not.toContain(false);
  expect(await leave()).toEqual([]);
});
