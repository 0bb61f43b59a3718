import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { changing } from './devices.ts';
import { enter, lessonStudio, type LessonStudio } from './lesson-studio.ts';
import { axeFindings, findings, layoutOnAll } from './page-checks.ts';
import { phone, teacher } from './person.ts';
import { send } from './send.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const on = (page: Page, date: IsoDate) => page.getByRole('list', { name: `Entries on ${longDate(date)}` });

const done = async (page: Page, method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<void> => {
  const { ok, text } = await send(page, method, path, body);
  if (!ok) throw new Error(`${path}: ${text}`);
};

const newest = z.object({ entries: z.array(z.object({ at: z.string() })) });

/** When the newest change was made. */
const newestMoment = async (page: Page): Promise<string> => {
  const { body } = await send(page, 'GET', '/api/history?limit=1');
  return newest.parse(body).entries[0]?.at ?? '';
};

const pathAt = ({ monday, dana }: LessonStudio, at: string): string =>
  `/moment?${new URLSearchParams({ at, week: monday, teacher: dana.id })}`;

/** A week in which, after the moment, a lesson was moved, one cancelled, one deleted and one added; one is as it was. */
const changedWeek = async (page: Page) => {
  const studio = await lessonStudio(page);
  const day = (days: number): IsoDate => addDays(studio.monday, days);
  await enter(page, studio, studio.ben, { startTime: '17:00', date: day(0) });
  const moved = await enter(page, studio, studio.ann, { startTime: '15:00', date: day(1) });
  const cancelled = await enter(page, studio, studio.ben, { startTime: '16:00', date: day(1) });
  const deleted = await enter(page, studio, studio.ann, { startTime: '15:00', date: day(2) });
  const at = await newestMoment(page);
  await done(page, 'PATCH', `/api/lessons/${moved}/reschedule`, { startTime: '16:30', lessonDate: day(3) });
  await done(page, 'POST', `/api/lessons/${cancelled}/cancel`, { lessonDate: day(1) });
  await done(page, 'DELETE', `/api/lessons/${deleted}`);
  await enter(page, studio, studio.ben, { startTime: '18:00', date: day(4) });
  return { studio, at, day };
};

test('a week of the past marks what is gone, new and moved from and to, and can only be read', async () => {
  const { page, leave } = await teacher({ fresh: true });
  const become = await changing(page);
  const { studio, at, day } = await changedWeek(page);
  await page.goto(pathAt(studio, at));
  await page.getByRole('heading', { level: 1, name: /^As it stood on / }).waitFor();
  await on(page, day(1)).getByText('Thu 4:30', { exact: true }).waitFor();
  await on(page, day(3)).getByText('Tue 3:00', { exact: true }).waitFor();
  await on(page, day(1)).getByText('Cancelled', { exact: true }).waitFor();
  await on(page, day(2)).getByText('Gone', { exact: true }).waitFor();
  await on(page, day(4)).getByText('New', { exact: true }).waitFor();
  expect(await page.getByText('Differs', { exact: true }).count()).toBe(4);
  expect(
    await on(page, day(0))
      .getByText(/now|then/)
      .count(),
  ).toBe(0);
  await page.getByText('differences from now').waitFor();
  await page.getByText('lessons then, 3 now').waitFor();
  for (const word of ['Same then and now', 'Then, not now', 'Now, not then']) await page.getByText(word).waitFor();
  expect(
    await page
      .getByRole('list', { name: /^Entries on/ })
      .getByRole('button')
      .count(),
  ).toBe(0);
  expect(await button(page, 'Add Manual Entry').count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  expect(await layoutOnAll(page, become, { finger: false, colorScheme: 'light' })).toEqual([]);
  expect(await leave()).toEqual([]);
});

test('on a phone the differences of a past week are a list, and its days are folded', async () => {
  const { page, leave } = await teacher({ ...phone, fresh: true });
  const { studio, at } = await changedWeek(page);
  await page.goto(pathAt(studio, at));
  await page.getByRole('heading', { name: 'Different from now' }).waitFor();
  const gone = page.getByRole('listitem').filter({ hasText: 'Ann Lee' }).filter({ hasText: 'Gone' });
  await gone.getByText(/^Wed 3:00/).waitFor();
  await button(page, 'Show Tuesday').waitFor();
  expect(await page.getByText('Thu 4:30', { exact: true }).filter({ visible: true }).count()).toBe(0);
  await button(page, 'Show Tuesday').click();
  await page.getByText('Thu 4:30', { exact: true }).filter({ visible: true }).waitFor();
  await page.getByText(/^Change \d+ of \d+: Added Ann Lee/).waitFor();
  expect(await findings(page, { finger: true })).toEqual([]);
  expect(await leave()).toEqual([]);
});

test('the slider steps through the changes, each an equal step, up to now', async () => {
  const { page, leave } = await teacher();
  const { studio, at } = await changedWeek(page);
  await page.goto(pathAt(studio, at));
  const slider = page.getByRole('slider', { name: 'Change' });
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await page.getByText(/^Change \d+ of \d+: Moved Ann Lee/).waitFor();
  await page.keyboard.press('End');
  await page.waitForURL(/\/schedule/);
  await page.goto(pathAt(studio, at));
  await button(page, 'The change before').click();
  await page.getByText(/^Change \d+ of \d+: Added Ben Ito/).waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('week')).toBe(studio.monday);
  expect(await leave()).toEqual([]);
});

test('an unknown moment, one to come and one before the first event are an empty week that says so', async () => {
  const { page, leave } = await teacher();
  const studio = await lessonStudio(page);
  await enter(page, studio, studio.ann, { startTime: '15:00' });
  const noLessons = page.getByText('No lessons').filter({ visible: true });
  for (const [at, text] of [
    ['yesterday', 'The address names no date and time.'],
    ['2026-02-30', 'The address names no date and time.'],
    ['2100-01-01T00:00:00Z', 'It is still to come.'],
    ['2001-01-01T00:00:00Z', 'An empty week: the studio had no teacher and no schedule at this moment.'],
  ] as const) {
    await page.goto(pathAt(studio, at));
    await page.getByText(text).waitFor();
    await expect.poll(() => noLessons.count()).toBe(7);
  }
  await page.getByRole('link', { name: 'Back to now' }).click();
  await button(page, 'Add Manual Entry').waitFor();
  expect(await leave()).toEqual([]);
});

test('a day of the past opens from its week, with the same marks, and can only be read', async () => {
  const { page, leave } = await teacher({ fresh: true });
  const become = await changing(page);
  const { studio, at, day } = await changedWeek(page);
  await page.goto(pathAt(studio, at));
  await button(page, new RegExp(`^${longDate(day(1))}.*differs from now`)).click();
  const dialog = page.getByRole('dialog', { name: longDate(day(1)) });
  await dialog.getByText(/^Dana Whitfield, as it stood on /).waitFor();
  await dialog.getByText('Thu 4:30', { exact: true }).waitFor();
  await dialog.getByText('Cancelled', { exact: true }).waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('day')).toBe(day(1));
  const writing = /Add|Edit|Cancel|Move|Restore|Select|Print/;
  expect(await dialog.getByRole('button', { name: writing }).count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  expect(await layoutOnAll(page, become, { finger: false, colorScheme: 'light' })).toEqual([]);
  await become({ width: 1280, height: 800, finger: false, colorScheme: 'light' });
  await button(page, 'Next day').click();
  await page
    .getByRole('dialog', { name: longDate(day(2)) })
    .getByText('Gone', { exact: true })
    .waitFor();
  await page.reload();
  await page
    .getByRole('dialog', { name: longDate(day(2)) })
    .getByText('Gone', { exact: true })
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1, name: /^As it stood on / }).waitFor();
  expect(await leave()).toEqual([]);
});

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).filter({ visible: true });

test('students and teachers of the past say how they differ from now, and nothing in them can be changed', async () => {
  const { page, leave } = await teacher({ fresh: true });
  const become = await changing(page);
  const studio = await lessonStudio(page);
  const lesson = await enter(page, studio, studio.ann, { startTime: '15:00' });
  const at = await newestMoment(page);
  await done(page, 'PATCH', `/api/lessons/${lesson}/edit`, { editScope: 'series', startTime: '17:00' });
  await done(page, 'DELETE', `/api/students/${studio.ben.id}`);
  await done(page, 'POST', '/api/teachers', {
    name: 'Marcus Bell',
    phone: '512-555-0101',
    email: 'marcus@example.com',
  });
  await done(page, 'POST', '/api/students', {
    firstName: 'Cleo',
    lastName: 'Moss',
    address: '1 Hill Rd, Austin, TX 78704',
  });
  await page.goto(pathAt(studio, at));
  await tab(page, 'Students').click();
  await page.waitForURL(/\/moment\/students\?at=/);
  const row = (name: string) =>
    page.getByRole('list', { name: 'Students' }).getByRole('listitem').filter({ hasText: name });
  await row('Ben Ito').getByText('Gone now').waitFor();
  await row('Cleo Moss').getByText('New, not there then').waitFor();
  await row('Ann Lee')
    .getByText(/^Changed since: lesson, now Tue 5:00/)
    .waitFor();
  await row('Ann Lee')
    .getByText(/^Tue 3:00/)
    .waitFor();
  await page.getByText('2 students then, 2 now'.slice(2)).waitFor();
  await button(page, 'Expand Ann Lee').click();
  await page.getByRole('region', { name: 'Ann Lee' }).getByText('Availability').waitFor();
  expect(await page.getByRole('checkbox').count()).toBe(0);
  expect(
    await page
      .getByRole('main')
      .getByRole('button', { name: /Edit|Delete|Add|Place|Share|Assign/ })
      .count(),
  ).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  expect(await layoutOnAll(page, become, { finger: false, colorScheme: 'light' })).toEqual([]);
  await become({ width: 1280, height: 800, finger: false, colorScheme: 'light' });
  await tab(page, 'Teachers').click();
  await page.waitForURL(/\/moment\/teachers\?at=/);
  await page.getByRole('list', { name: 'Teachers' }).getByText('New, not there then').waitFor();
  await page.getByText('teacher then, 2 now').waitFor();
  await button(page, 'Expand Dana Whitfield').click();
  expect(
    await page
      .getByRole('main')
      .getByRole('button', { name: /Edit|Delete|Add|Sync|Share|Compare/ })
      .count(),
  ).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  expect(await layoutOnAll(page, become, { finger: false, colorScheme: 'light' })).toEqual([]);
  expect(await leave()).toEqual([]);
});

test('the planner, invoices and routes leave a moment with one line that leads back to it', async () => {
  const { page, leave } = await teacher();
  const { studio, at } = await changedWeek(page);
  const backToIt = page.getByRole('link', { name: 'Back to it' });
  await page.goto(pathAt(studio, at));
  await tab(page, 'Planner').click();
  await page.getByText(/^This page shows the present\. You were looking at /).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await backToIt.click();
  await page.getByText('differences from now').waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('week')).toBe(studio.monday);
  await tab(page, 'Students').click();
  await page.getByRole('link', { name: 'Invoices' }).click();
  await backToIt.click();
  await tab(page, 'Teachers').click();
  await page.getByRole('link', { name: 'Routes' }).click();
  await backToIt.waitFor();
  await tab(page, 'Schedule').click();
  await button(page, 'Add Manual Entry').waitFor();
  await tab(page, 'Planner').click();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  expect(await backToIt.count()).toBe(0);
  expect(await leave()).toEqual([]);
});
