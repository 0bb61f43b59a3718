import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { longDate, shortDate } from '@rondo/contracts/calendar/words.ts';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { changing, deskSize, phoneSize } from './devices.ts';
import { enter, lessonStudio } from './lesson-studio.ts';
import { axeFindings, findings, overflows } from './page-checks.ts';
import { pressOn } from './mouse-steps.ts';
import { phone, teacher } from './person.ts';
import { send } from './send.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const block = (page: Page, name: string) => page.locator('[data-entry]').filter({ hasText: name });
const card = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const address = '1905 S 5th St, Austin, TX 78704';

/** A week with a weekly lesson of Ann's, who has a phone and a note, between two of Ben's. */
const atTheWeek = async (options?: Parameters<typeof teacher>[0]) => {
  const person = await teacher(options);
  const { page } = person;
  const studio = await lessonStudio(page);
  await send(page, 'PUT', `/api/students/${studio.ann.id}`, { phone: '(512) 555-0147' });
  const ann = await enter(page, studio, studio.ann, { startTime: '15:00' });
  await send(page, 'PUT', `/api/lessons/${ann}`, { notes: 'Gate code 4711.\nThe dog is friendly.' });
  const ben = await enter(page, studio, studio.ben, { startTime: '17:00', date: studio.tuesday });
  const wednesday = addDays(studio.tuesday, 1);
  await enter(page, studio, studio.ben, { startTime: '16:00', date: wednesday });
  await page.goto(studio.week);
  await button(page, 'Keyboard shortcuts')
    .or(page.getByRole('list', { name: 'Legend' }))
    .first()
    .waitFor();
  return { ...person, studio, ids: { ann, ben }, wednesday };
};

describe('the card of a lesson', () => {
  test('has what there is to know of it, at its block', async () => {
    const { page, studio, leave } = await atTheWeek();
    await block(page, 'Ann Lee').click();
    const ann = card(page, 'Ann Lee');
    for (const text of [`${shortDate(studio.tuesday)}, 3:00 – 3:45 PM`, address, 'Gate code 4711.', '(512) 555-0147'])
      await ann.getByText(text).waitFor();
    await ann.getByText(/^Leave home by \d:\d\d\sPM, .*drive$/).waitFor();
    await ann.getByText(/drive to Ben Ito, /).waitFor();
    const [its, at] = [await ann.boundingBox(), await block(page, 'Ann Lee').boundingBox()];
    if (!its || !at) throw new Error('The card or its block is not visible.');
    expect(Math.min(Math.abs(its.x - at.x - at.width), Math.abs(at.x - its.x - its.width))).toBeLessThan(12);
    expect(await axeFindings(page)).toEqual([]);
    // Another lesson is one press away, and a press elsewhere only closes the card.
    await block(page, 'Ben Ito').first().click();
    await card(page, 'Ben Ito').waitFor();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(1);
    await page.getByRole('heading', { level: 1 }).click();
    await card(page, 'Ben Ito').waitFor({ state: 'detached' });
    await expect.poll(() => new URL(page.url()).searchParams.has('day')).toBe(false);
    // The address has it, and the name leads to the student.
    await block(page, 'Ann Lee').click();
    await ann.waitFor();
    await page.reload();
    await ann.getByRole('link', { name: 'Ann Lee' }).click();
    await page.waitForURL(`**/students/${studio.ann.id}`);
    await page.getByRole('button', { name: 'Edit Student' }).waitFor();
    expect(await leave()).toEqual([]);
  });

  test('can be used with the keyboard alone', async () => {
    const { page, studio, wednesday, leave } = await atTheWeek();
    await block(page, 'Ann Lee').focus();
    await page.keyboard.press('Enter');
    await card(page, 'Ann Lee').waitFor();
    await page.keyboard.press('Escape');
    await card(page, 'Ann Lee').waitFor({ state: 'detached' });
    const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '');
    expect(await focused()).toContain('Ann Lee');
    await page.keyboard.press('Enter');
    await card(page, 'Ann Lee').waitFor();
    await page.keyboard.press('ArrowDown');
    await card(page, 'Ben Ito').getByText(shortDate(studio.tuesday)).waitFor();
    await page.keyboard.press('ArrowDown');
    await card(page, 'Ben Ito').getByText(shortDate(wednesday)).first().waitFor();
    // Both of Tuesday's are an hour from it: the earlier one.
    await page.keyboard.press('ArrowLeft');
    await card(page, 'Ann Lee').waitFor();
    await page.keyboard.press('ArrowDown');
    await card(page, 'Ben Ito').getByText(shortDate(studio.tuesday)).waitFor();
    await page.keyboard.press('ArrowUp');
    await card(page, 'Ann Lee').waitFor();
    // Enter again opens its day, with the lesson selected.
    await page.keyboard.press('Enter');
    const day = page.getByRole('dialog', { name: longDate(studio.tuesday) });
    const cancel = day.getByRole('button', { name: 'Cancel Lesson' });
    await cancel.waitFor();
    expect(await day.getByRole('button', { name: 'Select Ann Lee' }).getAttribute('aria-pressed')).toBe('true');
    await day.getByText('The dog is friendly.').waitFor();
    await page.keyboard.press('Escape');
    await day.waitFor({ state: 'detached' });
    // Tab reaches every action and stays in the card.
    await block(page, 'Ann Lee').focus();
    await page.keyboard.press('Enter');
    await card(page, 'Ann Lee').waitFor();
    const reached: string[] = [];
    for (let i = 0; i < 11; i += 1) {
      await page.keyboard.press('Tab');
      reached.push((await page.evaluate(() => document.activeElement?.textContent ?? '')).trim());
    }
    expect(reached).toEqual(expect.arrayContaining(['Cancel', 'Move…', 'Edit', 'Navigate', 'Call', 'Open day']));
    expect(reached.every((text) => !text.includes('Settings'))).toBe(true);
    await card(page, 'Ann Lee').getByRole('button', { name: 'Cancel', exact: true }).focus();
    await page.keyboard.press('Enter');
    await button(page, 'Just Cancel').focus();
    await page.keyboard.press('Enter');
    await button(page, '(Cancelled): restore Ann Lee').waitFor();
    expect(await leave()).toEqual([]);
  });

  test('says when another tab has deleted, cancelled or moved the lesson', async () => {
    const { page, studio, ids, leave } = await atTheWeek();
    const comeBack = (): Promise<boolean> => page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await block(page, 'Ann Lee').click();
    const ann = card(page, 'Ann Lee');
    await ann.getByRole('button', { name: 'Move…' }).waitFor();
    await send(page, 'POST', `/api/lessons/${ids.ann}/cancel`, { lessonDate: studio.tuesday });
    await comeBack();
    await ann.getByText('(Cancelled)').waitFor();
    // A cancelled lesson is restored first.
    const actions = ann.getByRole('button').filter({ hasText: /\S/ });
    await expect.poll(() => actions.first().textContent()).toBe('Restore');
    await page.keyboard.press('Escape');

    await block(page, 'Ben Ito').first().click();
    const ben = card(page, 'Ben Ito');
    await ben.getByRole('button', { name: 'Move…' }).waitFor();
    const later = addDays(studio.tuesday, 7);
    await send(page, 'PATCH', `/api/lessons/${ids.ben}/reschedule`, {
      lessonDate: later,
      startTime: '18:00',
      endTime: '18:45',
      status: 'scheduled',
    });
    await comeBack();
    await ben.getByText(`This lesson was moved to ${shortDate(later)}, 6:00 – 6:45 PM.`).waitFor();
    await ben.getByRole('button', { name: 'Show it' }).click();
    await ben.getByText(`${shortDate(later)}, 6:00 – 6:45 PM`).waitFor();
    await send(page, 'DELETE', `/api/lessons/${ids.ben}`);
    await comeBack();
    await ben.getByText('This lesson was deleted in the meantime. It is no longer in the calendar.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await ben.getByRole('button', { name: 'Close' }).last().click();
    await ben.waitFor({ state: 'detached' });
    expect(await leave()).toEqual([]);
  });

  test('fits every window, and on a phone it is a sheet', { timeout: 120_000 }, async () => {
    const { page, leave } = await atTheWeek({ fresh: true });
    const become = await changing(page);
    await block(page, 'Ann Lee').click();
    await card(page, 'Ann Lee').waitFor();
    for (const device of [
      { ...deskSize, colorScheme: 'light' },
      { ...phoneSize, colorScheme: 'dark' },
    ] as const) {
      await become(device);
      await card(page, 'Ann Lee').getByRole('button', { name: 'Move…' }).waitFor();
      expect(await findings(page, device)).toEqual([]);
    }
    for (const width of [320, 768, 1024]) {
      await page.setViewportSize({ width, height: 700 });
      // The card follows the window with the next frames.
      const fits = async (): Promise<boolean> => {
        const box = await card(page, 'Ann Lee').boundingBox();
        return box !== null && box.x >= 0 && box.x + box.width <= width;
      };
      await expect.poll(fits, { message: `${width} px` }).toBe(true);
      expect(await overflows(page)).toEqual([]);
    }
    expect(await leave()).toEqual([]);
  });
});

/** Counts every press of the pointer from now on. */
const counting = async (page: Page): Promise<() => Promise<number>> => {
  await page.evaluate(() => {
    document.documentElement.dataset['presses'] = '0';
    const count = (): void => {
      const { dataset } = document.documentElement;
      dataset['presses'] = `${Number(dataset['presses']) + 1}`;
    };
    window.addEventListener('pointerdown', count, { capture: true });
  });
  return async () => Number(await page.evaluate(() => document.documentElement.dataset['presses']));
};

describe('from the week it takes', () => {
  test('three presses to cancel a lesson', async () => {
    const { page, leave } = await atTheWeek();
    const presses = await counting(page);
    await block(page, 'Ann Lee').click();
    await card(page, 'Ann Lee').getByRole('button', { name: 'Cancel', exact: true }).click();
    await button(page, 'Just Cancel').click();
    await button(page, '(Cancelled): restore Ann Lee').waitFor();
    expect(await presses()).toBe(3);
    expect(await leave()).toEqual([]);
  });

  test('two to move one of a series', async () => {
    const { page, leave } = await atTheWeek();
    const presses = await counting(page);
    const from = await pressOn(page, block(page, 'Ann Lee'));
    await page.mouse.move(from.x, from.y + 40, { steps: 4 });
    await page.mouse.up();
    await button(page, 'Move this lesson').click();
    await page.getByText('Lesson Rescheduled').waitFor();
    expect(await presses()).toBe(2);
    expect(await leave()).toEqual([]);
  });

  test('two to navigate to it, and two to call', async () => {
    const { page, leave } = await atTheWeek();
    await page.context().route('https://www.google.com/**', (route) => route.fulfill({ body: 'a map' }));
    const presses = await counting(page);
    await block(page, 'Ann Lee').click();
    const opened = page.waitForEvent('popup');
    await card(page, 'Ann Lee').getByRole('link', { name: 'Navigate' }).click();
    const map = await opened;
    expect(new URL(map.url()).searchParams.get('destination')).toBe(address);
    await map.close();
    expect(await presses()).toBe(2);
    await page.bringToFront();
    await card(page, 'Ann Lee').press('Escape');
    await card(page, 'Ann Lee').waitFor({ state: 'detached' });
    const call = card(page, 'Ann Lee').getByRole('link', { name: 'Call' });
    await block(page, 'Ann Lee').click();
    expect(await call.getAttribute('href')).toBe('tel:5125550147');
    await call.evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()));
    await call.click();
    expect(await presses()).toBe(4);
    expect(await leave()).toEqual([]);
  });
});

test('on a phone the day has Call and Text beside Navigate, and the whole note', async () => {
  const { page, studio, leave } = await atTheWeek(phone);
  await block(page, 'Ann Lee').click();
  await button(page, /^Open day/).click();
  const day = page.getByRole('dialog', { name: longDate(studio.tuesday) });
  expect(await day.getByRole('link', { name: 'Call' }).getAttribute('href')).toBe('tel:5125550147');
  expect(await day.getByRole('link', { name: 'Text' }).getAttribute('href')).toBe('sms:5125550147');
  await day.getByRole('link', { name: 'Navigate', exact: true }).waitFor();
  await day.getByText('The dog is friendly.').waitFor();
  expect(await overflows(page)).toEqual([]);
  expect(await axeFindings(page)).toEqual([]);
  expect(await leave()).toEqual([]);
});
