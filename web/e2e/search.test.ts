import { addDays, longDayName } from '@rondo/contracts/calendar/dates.ts';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { lessonStudio } from './lesson-studio.ts';
import { axeFindings } from './page-checks.ts';
import { dark, phone, teacher } from './person.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const field = (page: Page) => page.getByRole('combobox', { name: 'Search' });
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });

/** Opens the palette once the header has its buttons, which load after the page. */
const open = async (page: Page, key: string): Promise<void> => {
  await page.getByRole('button', { name: 'Account Settings' }).waitFor();
  await page.keyboard.press(key);
  await field(page).waitFor();
};

test('people, days and commands are found and opened from the keyboard alone', async () => {
  const { page, leave } = await teacher();
  const studio = await lessonStudio(page);
  await page.goto(studio.week);
  await open(page, '/');
  await page.keyboard.type('lee an');
  await option(page, /^Ann Lee/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/students/${studio.ann.id}`);
  await page.getByRole('heading', { name: 'Ann Lee', level: 1 }).waitFor();

  await page.goto('/teachers');
  await open(page, 'Control+k');
  await option(page, /^Ann Lee/).waitFor();
  expect(await page.getByRole('group', { name: 'Recent' }).getByRole('option').count()).toBe(1);
  await page.keyboard.type('create inv');
  await option(page, 'Create invoices').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/tab=invoices&view=create/);

  const day = addDays(studio.monday, 1);
  await open(page, 'Control+k');
  // So slowly that the server is asked on the way, and finds Dana at her number 2210.
  await page.keyboard.type(day.slice(0, 1));
  await option(page, /^Dana Whitfield/).waitFor();
  await page.keyboard.type(day.slice(1));
  await option(page, new RegExp(`^${longDayName(2)}, `)).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`/schedule\\?day=${day}`));
  expect(await leave()).toEqual([]);
});

test('a calendar is shared by name, arrows choose, and Esc leaves the page as it is', async () => {
  const { page, leave } = await teacher(dark);
  await lessonStudio(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/students');
  await page.getByRole('button', { name: 'Search' }).click();
  await field(page).waitFor();
  await page.keyboard.type('share ann');
  await option(page, /^Share Ann Lee’s calendar/).waitFor();
  await page.keyboard.press('Escape');
  await palette(page).waitFor({ state: 'detached' });
  await open(page, '/');
  await page.keyboard.type('s 5th');
  await option(page, /^Ann Lee/).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  const active = page.locator('[role=option][data-focus]');
  expect(await active.count()).toBe(1);
  await field(page).fill('share ann');
  await option(page, /^Share Ann Lee’s calendar/).click();
  await page.getByRole('dialog', { name: 'Share Student Calendar' }).waitFor();
  expect(await leave()).toEqual([]);
});

test('what finds nothing says so, and no text is more than a text', async () => {
  const { page, leave } = await teacher(phone);
  await lessonStudio(page);
  await page.goto('/students');
  await page.getByRole('button', { name: 'Account Settings' }).click();
  await page.getByRole('menuitem', { name: 'Search' }).click();
  for (const text of ['%', '<script>alert(1)</script>', 'zzz']) {
    await field(page).fill(text);
    await palette(page).getByText(`Nothing found for “${text}”.`).waitFor();
  }
  await field(page).fill('x'.repeat(81));
  expect((await field(page).inputValue()).length).toBeLessThanOrEqual(81);
  await field(page).fill('   ');
  await option(page, 'Generate schedule').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await leave()).toEqual([]);
});
