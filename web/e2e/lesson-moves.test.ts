import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { longDate, monthAndDay } from '@rondo/contracts/calendar/words.ts';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { enter, lessonStudio } from './lesson-studio.ts';
import { middleOf, pressOn } from './mouse-steps.ts';
import { teacher } from './person.ts';
import { takeUp } from './toast-steps.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
/** Entries can be dragged once this button, which is drawn with what listens, is visible. */
const listening = (page: Page) => button(page, 'Print').waitFor();
const pixelsAnHour = 72;

const atTheWeek = async () => {
  const person = await teacher();
  const studio = await lessonStudio(person.page);
  return { ...person, studio };
};

test('a single lesson can be dragged to another day and time, with the drives around it shown meanwhile', async () => {
  const { page, studio, leave } = await atTheWeek();
  await enter(page, studio, studio.ann, { startTime: '15:00', date: studio.tuesday });
  await enter(page, studio, studio.ben, { startTime: '15:00', date: addDays(studio.tuesday, 1) });
  await page.goto(studio.week);
  await listening(page);
  const from = await pressOn(page, button(page, /^Ann Lee, 3:00/));
  const wednesday = await middleOf(button(page, /^Ben Ito, 3:00/));
  await page.mouse.move(from.x + 20, from.y);
  await page.mouse.move(wednesday.x, wednesday.y + 2 * pixelsAnHour, { steps: 4 });
  await page
    .getByRole('status')
    .filter({ hasText: /Ann Lee, Wednesday.*5:00 – 5:45\sPM.*from Ben Ito/ })
    .waitFor();
  await page.mouse.up();
  await page.getByText('Lesson Rescheduled').waitFor();
  await page
    .getByRole('region', { name: longDate(addDays(studio.tuesday, 1)) })
    .getByRole('button', { name: /^Ann Lee, 5:00 – 5:45 PM/ })
    .waitFor();
  await takeUp(page, 'Undo');
  await page
    .getByRole('region', { name: longDate(studio.tuesday) })
    .getByRole('button', { name: /^Ann Lee, 3:00/ })
    .waitFor();
  expect(await leave()).toEqual([]);
});

test('a weekly lesson can be moved with Alt and the arrow keys, and asks for the scope', async () => {
  const { page, studio, leave } = await atTheWeek();
  await enter(page, studio, studio.ann, { startTime: '15:00' });
  await page.goto(studio.week);
  await listening(page);
  const ann = button(page, /^Ann Lee, 3:00/);
  await ann.focus();
  await page.keyboard.press('Alt+ArrowRight');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Alt+ArrowRight');
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Enter');
  const move = page.getByRole('dialog', { name: 'Move Lesson' });
  expect(await move.getByLabel('Start time').inputValue()).toBe('15:05');
  expect(await move.getByLabel('Date').inputValue()).toBe(addDays(studio.tuesday, 1));
  await move.getByRole('button', { name: `Move all from ${monthAndDay(studio.tuesday)}` }).click();
  await page.getByText('Lesson Rescheduled').waitFor();
  await button(page, 'Next week').click();
  await page
    .getByRole('region', { name: longDate(addDays(studio.tuesday, 8)) })
    .getByRole('button', { name: /^Ann Lee, 3:05/ })
    .waitFor();
  expect(await leave()).toEqual([]);
});

test('a lesson dropped on another one snaps back, and moves only after confirmation', async () => {
  const { page, studio, leave } = await atTheWeek();
  await enter(page, studio, studio.ann, { startTime: '15:00', date: studio.tuesday });
  await enter(page, studio, studio.ben, { startTime: '17:00', date: studio.tuesday });
  await page.goto(studio.week);
  await listening(page);
  const from = await pressOn(page, button(page, /^Ann Lee, 3:00/));
  await page.mouse.move(from.x, from.y + 2 * pixelsAnHour, { steps: 4 });
  await page
    .getByRole('status')
    .filter({ hasText: /^Ann Lee, .*Overlaps Ben Ito/ })
    .waitFor();
  await page.mouse.up();
  const conflict = page.getByRole('dialog', { name: 'Schedule Conflict Detected' });
  await conflict.getByRole('list', { name: 'Conflicting entries' }).getByText('Ben Ito').waitFor();
  await conflict.getByRole('button', { name: 'Back' }).click();
  await button(page, /^Ann Lee, 3:00/).click();
  await page.getByRole('dialog', { name: 'Ann Lee' }).getByRole('button', { name: 'Move…' }).click();
  const move = page.getByRole('dialog', { name: 'Move Lesson' });
  await move.getByLabel('Start time').fill('17:00');
  await move.getByText(/^Overlaps Ben Ito/).waitFor();
  await move.getByRole('button', { name: 'Move this lesson' }).click();
  const times = conflict.getByRole('list', { name: 'Other times' }).getByRole('button');
  await times.first().waitFor();
  expect(await times.count()).toBeLessThanOrEqual(5);
  await conflict.getByRole('button', { name: 'Override Conflict' }).click();
  await page.getByRole('status').getByText('Conflict overridden').first().waitFor();
  await conflict.waitFor({ state: 'detached' });
  expect(await leave()).toEqual([]);
});

test('a lesson leaves the availability only after the exception is confirmed, whether dragged or moved', async () => {
  const { page, studio, leave } = await atTheWeek();
  const tuesday = page.getByRole('region', { name: longDate(studio.tuesday) });
  await enter(page, studio, studio.ann, { startTime: '15:00', date: studio.tuesday });
  await page.goto(studio.week);
  await listening(page);
  const question = page.getByRole('dialog', { name: 'Outside the regular availability' });
  const ann = button(page, /^Ann Lee, 3:00/);
  await ann.focus();
  for (const _ of [1, 2, 3, 4]) await page.keyboard.press('Alt+ArrowRight');
  await page
    .getByRole('status')
    .filter({ hasText: /Ann Lee, Saturday.*Outside Dana's hours: none on Sat/ })
    .waitFor();
  await page.keyboard.press('Enter');
  await question.getByText(/Dana Whitfield does not usually teach on Saturday/).waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await tuesday.getByRole('button', { name: /^Ann Lee, 3:00/ }).click();
  await page.getByRole('dialog', { name: 'Ann Lee' }).getByRole('button', { name: 'Move…' }).click();
  const move = page.getByRole('dialog', { name: 'Move Lesson' });
  await move.getByLabel('Start time').fill('06:00');
  await move.getByText(/^Outside Dana's hours: Tue 2:00 – 8:00\sPM\.$/).waitFor();
  expect(await move.getByText('This time is free.').count()).toBe(0);
  await move.getByRole('button', { name: 'Move this lesson' }).click();
  await question.getByRole('button', { name: 'Create Exception' }).click();
  await page.getByText('Lesson Rescheduled').waitFor();
  await question.waitFor({ state: 'detached' });
  expect(await leave()).toEqual([]);
});

test('keyboard shortcuts navigate the schedule', async () => {
  const { page, studio, leave } = await atTheWeek();
  await enter(page, studio, studio.ann, { startTime: '15:00' });
  await page.goto(studio.week);
  await button(page, /^Ann Lee, 3:00/).waitFor();
  const week = (name: string) => page.getByRole('heading', { name, level: 1, exact: true }).waitFor();
  await page.keyboard.press('j');
  await week('2 Weeks Ahead');
  await page.keyboard.press('k');
  await week('Next Week');
  await page.keyboard.press('t');
  await week('This Week');
  await page.keyboard.press('j');
  await week('Next Week');
  await page.keyboard.press('2');
  const close = async (name: string): Promise<void> => {
    const dialog = page.getByRole('dialog', { name });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  };
  await close(longDate(studio.tuesday));
  await page.keyboard.press('n');
  await close('Add Manual Entry');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  expect(await leave()).toEqual([]);
});
