import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { enter, lessonStudio } from './lesson-studio.ts';
import { phone, teacher } from './person.ts';

const field = (page: Page, name: string) => page.getByRole('dialog', { name: 'Add Manual Entry' }).getByLabel(name);

/** What the entry form begins with. */
const when = async (page: Page) => {
  await field(page, 'Start time').waitFor();
  return {
    date: await field(page, 'Date').inputValue(),
    start: await field(page, 'Start time').inputValue(),
    minutes: await field(page, 'Duration (minutes)').inputValue(),
  };
};

/** A point of a day in the window: how many pixels a minute takes is in the page's own style. */
const pointAt = async (page: Page, date: string, minute: number, over = ''): Promise<{ x: number; y: number }> => {
  const ground = page.locator(`${over}[data-ground="${date}"]`).last();
  const box = await ground.boundingBox();
  const [from, to] = await ground.evaluate((element) =>
    ['--from', '--to'].map((name) => Number(getComputedStyle(element).getPropertyValue(name))),
  );
  if (!box || from === undefined || to === undefined) throw new Error('The day is not shown.');
  return { x: box.x + box.width - 8, y: box.y + ((minute - from) / (to - from)) * box.height };
};

test('a press or a drag on a free time opens the entry form with it, and the arrow keys do too', async () => {
  const { page, leave } = await teacher({ fresh: true });
  const studio = await lessonStudio(page);
  await enter(page, studio, studio.ann, { startTime: '15:00', date: studio.tuesday });
  await page.goto(studio.week);
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).waitFor();

  const [top, bottom] = [await pointAt(page, studio.tuesday, 970), await pointAt(page, studio.tuesday, 1010)];
  await page.mouse.move(top.x, top.y);
  await page.mouse.down();
  await page.mouse.move(bottom.x, bottom.y, { steps: 3 });
  await page.getByText('15 min after Ann Lee').waitFor();
  await page.mouse.up();
  expect(await when(page)).toEqual({ date: studio.tuesday, start: '16:00', minutes: '60' });
  // The student's usual length does not replace the drawn one.
  await page.getByRole('button', { name: /^Student/ }).click();
  await page.getByRole('option', { name: 'Ben Ito' }).click();
  expect((await when(page)).minutes).toBe('60');
  await page.reload();
  expect((await when(page)).start).toBe('16:00');

  await page.goto(studio.week);
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).waitFor();
  const free = await pointAt(page, studio.monday, 1000);
  await page.mouse.click(free.x, free.y);
  expect(await when(page)).toEqual({ date: studio.monday, start: '16:30', minutes: '45' });

  await page.goto(studio.week);
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).waitFor();
  await page.locator('[data-slot]').focus();
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', 'n']) await page.keyboard.press(key);
  expect(await when(page)).toEqual({ date: studio.tuesday, start: '16:00', minutes: '45' });

  await page.goto(`/schedule?day=${studio.tuesday}&teacher=${studio.dana.id}`);
  await page.getByText('Keyboard shortcuts').waitFor({ state: 'attached' });
  await page.getByRole('dialog').getByText('Ann Lee').first().waitFor();
  // A dialog that has just opened still moves.
  await page.getByRole('dialog').getByRole('button', { name: 'Next day' }).hover();
  const inDay = await pointAt(page, studio.tuesday, 889, '[role=dialog] ');
  await page.mouse.click(inDay.x, inDay.y);
  expect((await when(page)).start).toBe('14:45');
  expect(await leave()).toEqual([]);
});

test('a drag ends without an entry by Escape, and a click on a head still opens the day', async () => {
  const { page, leave } = await teacher({ fresh: true });
  const studio = await lessonStudio(page);
  await enter(page, studio, studio.ann, { startTime: '15:00', date: studio.tuesday });
  await page.goto(studio.week);
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).waitFor();
  const [top, bottom] = [await pointAt(page, studio.monday, 970), await pointAt(page, studio.monday, 1010)];
  await page.mouse.move(top.x, top.y);
  await page.mouse.down();
  await page.mouse.move(bottom.x, bottom.y, { steps: 3 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect.poll(() => new URL(page.url()).searchParams.has('open')).toBe(false);
  await page.getByRole('button', { name: /^Tuesday, / }).click();
  await page.getByRole('dialog', { name: /^Tuesday/ }).waitFor();
  expect(await leave()).toEqual([]);
});

test('a finger that rests half a second on a free time adds an entry, and a tap does not', async () => {
  const { page, leave } = await teacher({ ...phone, fresh: true });
  const studio = await lessonStudio(page);
  await enter(page, studio, studio.ann, { startTime: '14:00', date: studio.tuesday });
  await enter(page, studio, studio.ben, { startTime: '16:00', date: studio.tuesday });
  // The page's own clock: on a slow machine a tap would take as long as a press.
  await page.clock.install();
  await page.goto(studio.week);
  await page.getByText('Ben Ito').first().waitFor();
  await page.waitForLoadState('networkidle');
  const session = await page.context().newCDPSession(page);
  await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 1000);
  const press = async (milliseconds: number): Promise<void> => {
    // What loads late may move the week.
    const { x, y } = await pointAt(page, studio.tuesday, 910);
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    await page.clock.runFor(milliseconds);
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await press(50);
  await page.clock.runFor(700);
  expect(new URL(page.url()).searchParams.has('open')).toBe(false);
  // The form is there before the finger leaves, and stays.
  const { x, y } = await pointAt(page, studio.tuesday, 910);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await page.clock.runFor(800);
  await page.clock.resume();
  expect((await when(page)).start).toBe('15:00');
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.clock.runFor(1000);
  expect((await when(page)).start).toBe('15:00');
  expect(await leave()).toEqual([]);
});
