import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { enter, lessonStudio } from './lesson-studio.ts';
import { smallTargets } from './page-checks.ts';
import { phone, teacher } from './person.ts';
import { comingMonday } from './planner-studio.ts';
import { furnish } from './scenes/stage.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const toasted = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true });

const sentence = 'The database is not answering. Nothing has changed. Please try again in a minute.';

/** Makes signing out fail, which every page reports in a toast. */
const failToSignOut = async (page: Page): Promise<void> => {
  await page.route('**/api/logout', (route) => route.fulfill({ status: 503, body: sentence }));
  await button(page, 'Account Settings').click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
};

/** How urgently the browser announces a text to screen readers: the `live` value of the nearest live region around it. */
const urgencyOf = async (page: Page, text: string): Promise<unknown> => {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const parents = new Map(nodes.flatMap((node) => (node.childIds ?? []).map((child) => [child, node])));
  const textNode = nodes.find(({ role, name }) => role?.value === 'StaticText' && name?.value === text);
  for (let node = textNode; node !== undefined; node = parents.get(node.nodeId)) {
    const live = node.properties?.find(({ name }) => name === 'live');
    if (live) return live.value.value;
  }
  return undefined;
};

test('a toast is announced: a failure at once, anything else when the screen reader is idle', async () => {
  const { page, leave } = await teacher({ fresh: true });
  const studio = await lessonStudio(page);
  await enter(page, studio, studio.ann, { startTime: '15:00', date: studio.tuesday });
  await page.clock.install();
  await page.goto(studio.week);
  await button(page, 'Keyboard shortcuts').waitFor();
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await toasted(page, 'Nothing to redo').hover();
  expect(await urgencyOf(page, 'Nothing to redo')).toBe('polite');
  await failToSignOut(page);
  await toasted(page, 'Logout failed').hover();
  expect(await urgencyOf(page, 'Logout failed')).toBe('assertive');
  expect(await leave()).toEqual([]);
});

test('a toast over a control does not change which controls can be tapped', async () => {
  const { page, leave } = await teacher({ ...phone, fresh: true });
  await furnish(page, await comingMonday(page));
  await page.goto('/planner');
  const control = page.getByRole('checkbox', { name: 'Marcus Bell' });
  await control.scrollIntoViewIfNeeded();
  await failToSignOut(page);
  const said = toasted(page, sentence);
  // A toast under the pointer stays.
  await said.hover();
  const card = page.getByRole('status').filter({ hasText: sentence });
  const distance = async (): Promise<number> => {
    const [covered, cover] = await Promise.all([control.boundingBox(), card.boundingBox()]);
    if (!covered || !cover) throw new Error('The control and the toast are not both shown.');
    return covered.y + covered.height / 2 - cover.y;
  };
  // The control moves under the upper edge of the toast.
  await page.evaluate((by) => scrollBy(0, by), (await distance()) - 8);
  expect(Math.abs(await distance())).toBeLessThan(22);
  expect(await smallTargets(page)).toEqual([]);
  expect(await leave()).toEqual([]);
});

test('a toast is still there to be read after the computer slept', async () => {
  const { page, leave } = await teacher({ fresh: true });
  await page.clock.install();
  await page.goto('/schedule');
  await failToSignOut(page);
  const said = toasted(page, 'Logout failed');
  await said.waitFor();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.clock.fastForward(600_000);
  expect(await said.isVisible()).toBe(true);
  await page.clock.runFor(3000);
  await page.clock.runFor(3000);
  await expect.poll(() => said.count()).toBe(0);
  expect(await leave()).toEqual([]);
});

test('a toast whose button has the focus stays when the pointer leaves it', async () => {
  const { page, leave } = await teacher({ fresh: true });
  await page.clock.install();
  await page.goto('/settings');
  const profile = page.getByRole('region', { name: 'Studio profile' });
  await profile.getByLabel('Studio name').fill('Whitfield Strings');
  await profile.getByRole('button', { name: 'Save' }).click();
  const undo = page.getByRole('status').getByRole('button', { name: 'Undo', exact: true });
  await undo.focus();
  await undo.hover();
  await page.mouse.move(5, 5);
  await page.clock.runFor(20_000);
  expect(await undo.isVisible()).toBe(true);
  // It goes once neither is on it.
  await undo.blur();
  await expect
    .poll(async () => {
      await page.clock.runFor(3000);
      return undo.count();
    })
    .toBe(0);
  expect(await leave()).toEqual([]);
});

test('a toast goes away by itself, even if the previous one disappeared under the pointer', async () => {
  const { page, leave } = await teacher({ fresh: true });
  const studio = await lessonStudio(page);
  await page.clock.install();
  await page.goto(studio.week);
  await button(page, 'Keyboard shortcuts').waitFor();
  await failToSignOut(page);
  // At the edge of a wide toast, which the narrow one that follows does not reach.
  await toasted(page, sentence).hover({ position: { x: 1, y: 5 } });
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await toasted(page, 'Nothing to redo').waitFor();
  await expect
    .poll(async () => {
      await page.clock.runFor(3000);
      return toasted(page, 'Nothing to undo').count();
    })
    .toBe(0);
  expect(await leave()).toEqual([]);
});

test('the offer to take back an earlier change goes as soon as a newer one is saved, however slow the lists are', async () => {
  const { page, leave } = await teacher({ fresh: true });
  await page.goto('/settings');
  const profile = page.getByRole('region', { name: 'Studio profile' });
  const name = async (text: string): Promise<void> => {
    await profile.getByLabel('Studio name').fill(text);
    await profile.getByRole('button', { name: 'Save' }).click();
  };
  await name('Whitfield Strings');
  const undo = page.getByRole('status').getByRole('button', { name: 'Undo', exact: true });
  await undo.hover();
  const { promise: lists, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/settings', async (route) => {
    if (route.request().method() === 'GET') await lists;
    await route.fallback();
  });
  await name('Whitfield Music');
  await expect.poll(() => page.getByRole('status').locator('.opacity-0').count()).toBe(1);
  answer();
  await undo.hover();
  await undo.click();
  await expect.poll(() => profile.getByLabel('Studio name').inputValue()).toBe('Whitfield Strings');
  expect(await leave()).toEqual([]);
});
