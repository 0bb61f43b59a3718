import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { phone, teacher } from './person.ts';

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const gear = (page: Page) => page.getByRole('button', { name: 'Account Settings' });
const tooltip = (page: Page, text: string | RegExp) => page.getByRole('tooltip').filter({ hasText: text });

/** The teachers page with a stopped clock, once its tooltips have loaded. */
const still = async (page: Page): Promise<void> => {
  await page.clock.install();
  const loaded = page.waitForResponse(/assets\/tooltips-/);
  await page.goto('/teachers');
  await gear(page).waitFor();
  await (await loaded).finished();
  await page.clock.pauseAt(Date.now() + 60_000);
};

test('a tooltip opens after 700 ms, the next one at once, and neither stays when something is pressed or on Escape', async () => {
  const { page, leave } = await teacher({ fresh: true });
  await still(page);
  await gear(page).hover();
  await page.clock.runFor(690);
  expect(await page.getByRole('tooltip').count()).toBe(0);
  await page.clock.runFor(20);
  await tooltip(page, 'Account Settings').waitFor();
  await bell(page).hover();
  await page.clock.runFor(20);
  await tooltip(page, 'Notifications').waitFor();
  expect(await tooltip(page, 'Account Settings').count()).toBe(0);
  // Neither the tooltip nor the browser's own covers what is pressed.
  expect(await bell(page).getAttribute('title')).toBeNull();
  await page.keyboard.press('Escape');
  expect(await page.getByRole('tooltip').count()).toBe(0);
  await page.clock.runFor(1000);
  expect(await page.getByRole('tooltip').count()).toBe(0);
  await gear(page).hover();
  await page.clock.runFor(1000);
  await tooltip(page, 'Account Settings').waitFor();
  expect(await bell(page).getAttribute('title')).toMatch(/^Notifications/);
  await gear(page).click();
  await page.clock.resume();
  await page.getByRole('menuitem', { name: 'Sign Out' }).waitFor();
  expect(await page.getByRole('tooltip').count()).toBe(0);
  expect(await leave()).toEqual([]);
});

test('who moves by keyboard sees the tooltip of what has the focus, inside the window and without a shift of the page', async () => {
  const { page, leave } = await teacher({ fresh: true });
  await still(page);
  const heading = page.getByRole('heading', { name: 'Teachers', exact: true });
  const before = await heading.boundingBox();
  await bell(page).focus();
  await page.clock.runFor(1000);
  expect(await page.getByRole('tooltip').count()).toBe(0);
  await page.keyboard.press('Tab');
  await page.clock.runFor(710);
  const box = await tooltip(page, 'Account Settings').boundingBox();
  const around = await gear(page).boundingBox();
  if (!box || !around) throw new Error('The tooltip is not shown.');
  const covers = box.y < around.y + around.height && around.y < box.y + box.height;
  expect(covers).toBe(false);
  expect(box.x + box.width).toBeLessThanOrEqual(1280);
  expect(await heading.boundingBox()).toEqual(before);
  await page.keyboard.press('Shift+Tab');
  await page.clock.runFor(20);
  await tooltip(page, 'Notifications').waitFor();
  expect(await leave()).toEqual([]);
});

test('the pointer can move onto a tooltip, which stays until it leaves both or Escape is pressed', async () => {
  const { page, leave } = await teacher({ fresh: true });
  await still(page);
  await page.clock.resume();
  await page.getByRole('button', { name: 'Add Teacher' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add Teacher' });
  const close = form.getByRole('button', { name: 'Close' });
  /** Moves the pointer in small steps from the button to the middle of its tooltip. */
  const cross = async (): Promise<void> => {
    await page.mouse.move(200, 700);
    await close.hover();
    const box = await tooltip(page, 'Close').boundingBox();
    if (!box) throw new Error('The tooltip is not shown.');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 40 });
    await page.clock.runFor(400);
    expect(await page.getByRole('tooltip').count()).toBe(1);
  };
  await cross();
  await page.mouse.move(200, 700, { steps: 10 });
  await tooltip(page, 'Close').waitFor({ state: 'detached' });
  await cross();
  // It is neither outside of the dialog nor in the way for longer than a press.
  await page.mouse.down();
  await page.mouse.up();
  await tooltip(page, 'Close').waitFor({ state: 'detached' });
  expect(await form.isVisible()).toBe(true);
  await cross();
  await page.keyboard.press('Escape');
  await tooltip(page, 'Close').waitFor({ state: 'detached' });
  expect(await leave()).toEqual([]);
});

test('what is scrolled under the pointer has its tooltip once the scrolling stops', async () => {
  const { page, leave } = await teacher({ fresh: true });
  await still(page);
  await page.evaluate(() => document.body.style.setProperty('min-height', '3000px'));
  await gear(page).hover();
  await page.clock.runFor(600);
  // The browser tells of it with its next frame, whatever the page's clock says.
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        addEventListener('scroll', () => done(), { once: true, capture: true });
        scrollTo(0, 8);
      }),
  );
  await page.clock.runFor(690);
  expect(await page.getByRole('tooltip').count()).toBe(0);
  await page.clock.runFor(30);
  await tooltip(page, 'Account Settings').waitFor();
  expect(await leave()).toEqual([]);
});

test('a finger opens no tooltip', async () => {
  const { page, leave } = await teacher({ ...phone, fresh: true });
  await still(page);
  await gear(page).tap();
  await page.clock.runFor(2000);
  await page.clock.resume();
  await page.getByRole('menuitem', { name: 'Sign Out' }).waitFor();
  expect(await page.getByRole('tooltip').count()).toBe(0);
  expect(await leave()).toEqual([]);
});

test('what was pressed before the code of the tooltips has loaded opens none while the pointer rests on it', async () => {
  const { page, leave } = await teacher({ fresh: true });
  await page.clock.install();
  const { promise: pressed, resolve: load } = Promise.withResolvers<void>();
  await page.route(/assets\/tooltips-/, async (route) => {
    await pressed;
    await route.continue();
  });
  const loaded = page.waitForResponse(/assets\/tooltips-/);
  await page.goto('/teachers');
  await gear(page).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).waitFor();
  load();
  await (await loaded).finished();
  // The button under the resting pointer is replaced, as when the code of its menu arrives late.
  await gear(page).evaluate((button) => button.replaceWith(button.cloneNode(true)));
  await page.clock.runFor(2000);
  expect(await page.getByRole('tooltip').count()).toBe(0);
  await bell(page).hover();
  await page.clock.runFor(1000);
  await tooltip(page, 'Notifications').waitFor();
  expect(await leave()).toEqual([]);
});
