import { readFile } from 'node:fs/promises';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { enter, lessonStudio } from './lesson-studio.ts';
import { teacher } from './person.ts';
import { addTeacher } from './roster-steps.ts';
import { send } from './send.ts';
import { takeUp } from './toast-steps.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const said = (page: Page, text: string | RegExp) =>
  page.getByRole('status').getByText(text, { exact: true }).first().waitFor();
const backups = (page: Page) => page.getByRole('list', { name: 'Backups' });

/** Names the present moment on the settings page. */
const createBackup = async (page: Page, name: string): Promise<void> => {
  await page.goto('/settings');
  await page.getByLabel('Backup name').fill(name);
  await button(page, 'Create').click();
  await said(page, 'Backup created');
};

const remove = async (page: Page, path: string): Promise<void> => {
  const { ok, text } = await send(page, 'DELETE', path);
  if (!ok) throw new Error(text);
};

test('the default teacher can be saved only when changed, and the schedule opens with them', async () => {
  const { page, leave } = await teacher();
  await addTeacher(page, 'Dana Whitfield');
  await addTeacher(page, 'Marcus Bell');
  await page.goto('/schedule');
  await button(page, 'Account Settings').click();
  await page.getByRole('menuitem', { name: 'Settings', exact: true }).click();
  const section = page.getByRole('region', { name: 'Calendar' });
  const save = section.getByRole('button', { name: 'Save' });
  expect(await save.isDisabled()).toBe(true);
  await button(page, /^Calendar begins at/).click();
  await page.getByRole('option', { name: '9:00 AM' }).click();
  await section.getByText('Not saved yet').waitFor();
  await page.goBack();
  await page
    .getByRole('dialog', { name: 'Discard your changes?' })
    .getByRole('button', { name: 'Keep editing' })
    .click();
  await section.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => save.isDisabled()).toBe(true);
  await button(page, /^Default teacher/).click();
  await page.getByRole('option', { name: 'Marcus Bell' }).click();
  await save.click();
  await said(page, 'Settings saved');
  await expect.poll(() => save.isDisabled()).toBe(true);
  await page.goto('/schedule');
  await button(page, 'Teacher Marcus Bell').waitFor();
  expect(await leave()).toEqual([]);
});

test('a link to another page asks before it drops what is not saved, and signing out does not', async () => {
  const { page, leave } = await teacher();
  await page.goto('/settings');
  const name = page.getByRole('region', { name: 'Studio profile' }).getByLabel('Studio name');
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  const students = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Students' });
  await name.fill('Whitfield Strings');
  await students.click();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await question.waitFor({ state: 'hidden' });
  expect(await name.inputValue()).toBe('Whitfield Strings');
  await students.click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('heading', { name: 'Students and Invoicing' }).waitFor();

  await page.goBack();
  await name.fill('Whitfield Strings');
  await button(page, 'Account Settings').click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/auth');
  expect(await leave()).toEqual([]);
});

test('the studio profile is saved by itself, and undone', async () => {
  const { page, leave } = await teacher();
  await page.goto('/settings');
  const profile = page.getByRole('region', { name: 'Studio profile' });
  const name = profile.getByLabel('Studio name');
  const terms = profile.getByLabel('Payment terms');
  const save = profile.getByRole('button', { name: 'Save' });
  expect(await save.isDisabled()).toBe(true);
  await name.fill('Whitfield Strings');
  await terms.fill('ten');
  await save.click();
  await profile.getByText(/^The payment terms must be a whole number of days/).waitFor();
  await terms.fill('10');
  await save.click();
  await said(page, 'Settings saved');
  await takeUp(page, 'Undo');
  await said(page, 'Undone');
  await expect.poll(() => name.inputValue()).toBe('');
  expect(await terms.inputValue()).toBe('14');
  expect(await leave()).toEqual([]);
});

test('a theme is shown at once in every tab, and first of all at the next visit, until the user signs out', async () => {
  const { page, leave } = await teacher();
  const theme = (tab: Page) => tab.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  const other = await page.context().newPage();
  await other.goto('/teachers');
  await page.goto('/settings');
  await page.getByRole('radio', { name: 'Dark' }).click();
  await expect.poll(() => theme(page)).toBe('dark');
  await expect.poll(() => theme(other)).toBe('dark');
  await other.route('**/api/**', () => undefined);
  await other.reload();
  expect(await theme(other)).toBe('dark');
  await other.close();
  await button(page, 'Account Settings').click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await theme(page)).toBe('light dark');
  expect(await leave()).toEqual([]);
});

test('a time zone counts at once in every tab, and is undone', async () => {
  const { page, leave } = await teacher();
  const other = await page.context().newPage();
  for (const tab of [page, other]) await tab.goto('/settings');
  const zone = (tab: Page) => tab.getByRole('combobox', { name: 'Time zone' });
  const shows = async (tab: Page, label: string): Promise<void> =>
    await expect.poll(() => zone(tab).inputValue()).toBe(label);
  await shows(page, 'Central Time, Chicago');
  await zone(page).fill('auck');
  await page.getByRole('option', { name: 'Auckland, Pacific' }).click();
  await page.getByRole('region', { name: 'Studio profile' }).getByLabel('Studio name').fill('Whitfield Strings');
  for (const region of ['Time and planning', 'Studio profile']) {
    await page.getByRole('region', { name: region }).getByRole('button', { name: 'Save' }).click();
    await said(page, 'Settings saved');
  }
  await shows(other, 'Auckland, Pacific');
  const zoneOfUser = async () => JSON.parse((await send(page, 'GET', '/api/user')).text).timeZone;
  expect(await zoneOfUser()).toBe('Pacific/Auckland');
  await page.keyboard.press('Escape');
  await takeUp(page, 'Undo');
  await said(page, 'Undone');
  await page.locator('body').click({ position: { x: 2, y: 2 } });
  await page.keyboard.press('Control+z');
  await shows(page, 'Central Time, Chicago');
  await shows(other, 'Central Time, Chicago');
  expect(await zoneOfUser()).toBe('America/Chicago');
  await other.close();
  expect(await leave()).toEqual([]);
});

test('the maps cache is cleared after a question, and its figures start again', async () => {
  const { page, leave } = await teacher();
  for (let times = 0; times < 2; times += 1)
    await send(page, 'POST', '/api/maps/geocode', { address: '1905 S 5th St, Austin, TX 78704' });
  await page.goto('/api-monitor');
  await page.getByText('50.0% from the cache').waitFor();
  await page.getByText(/^\$0\.01\s*saved since /).waitFor();
  await page.getByText(/^\$0\.01\s*would have been spent on 1 call$/).waitFor();
  await page.getByText(/the same work would have cost \$0\.02/).waitFor();
  await button(page, 'Clean Expired Entries').click();
  await said(page, 'Cache Cleaned');
  await button(page, 'Clear All Caches').click();
  await page
    .getByRole('dialog', { name: 'Clear all caches?' })
    .getByRole('button', { name: 'Clear All Caches' })
    .click();
  await said(page, 'Cache Cleared');
  await page.getByText('50.0% from the cache').waitFor({ state: 'detached' });
  expect(await leave()).toEqual([]);
});

test('everything that Rondo knows about the studio can be downloaded as a file', async () => {
  const { page, leave } = await teacher();
  await addTeacher(page, 'Dana Whitfield');
  await page.goto('/settings');
  const download = page.waitForEvent('download');
  await button(page, 'Download my data').click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('studio.jsonl');
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\n');
  const types = lines.map((line) => z.object({ type: z.string() }).parse(JSON.parse(line)).type);
  expect(types).toContain('TeacherRegistered');
  expect(await leave()).toEqual([]);
});

test('figures that were counted before the date was kept say that it is unknown', async () => {
  const { page, leave } = await teacher();
  await send(page, 'POST', '/api/maps/geocode', { address: '1905 S 5th St, Austin, TX 78704' });
  await page.route('**/api/maps-cache-stats', async (route) => {
    const response = await route.fetch();
    const { costSavingsEstimate, ...stats } = await response.json();
    await route.fulfill({ response, json: { ...stats, costSavingsEstimate: { ...costSavingsEstimate, since: null } } });
  });
  await page.goto('/api-monitor');
  await page.getByText(/^\$0\.00\s*saved in all$/).waitFor();
  await page.getByText(/The date on which counting began was not kept/).waitFor();
  expect(await leave()).toEqual([]);
});

test('where the server gives no reason, the page says what failed', async () => {
  const { page, leave } = await teacher();
  await createBackup(page, 'Fall timetable');
  await page.route('**/api/backups', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await page.getByLabel('Backup name').fill('Winter timetable');
  await button(page, 'Create').click();
  await said(page, 'Failed to create backup. Please try again.');
  const sentence = 'The database is not answering. Nothing has changed. Please try again in a minute.';
  await page.route('**/api/backups', (route) => route.fulfill({ status: 503, body: sentence }));
  await button(page, 'Create').click();
  await said(page, sentence);
  expect(await leave()).toEqual([]);
});

test('a backup needs a name, is listed, and can be deleted and brought back', async () => {
  const { page, leave } = await teacher();
  await page.goto('/settings');
  await page.getByText('No backups yet.').waitFor();
  await page.getByLabel('Backup name').fill('  ');
  await button(page, 'Create').click();
  await said(page, 'Backup name required');
  await page.getByLabel('Description').fill('The first week that worked');
  await createBackup(page, 'Fall timetable');
  const fall = backups(page).getByRole('heading', { name: 'Fall timetable' });
  await fall.waitFor();
  await button(page, 'Delete Fall timetable').click();
  await page.getByRole('dialog', { name: 'Delete this backup?' }).getByRole('button', { name: 'Delete' }).click();
  await said(page, 'Backup deleted');
  await fall.waitFor({ state: 'detached' });
  await takeUp(page, 'Undo');
  await said(page, 'Undone');
  await fall.waitFor();
  expect(await leave()).toEqual([]);
});

test('clearing the schedule leaves an automatic backup', async () => {
  const { page, leave } = await teacher();
  const studio = await lessonStudio(page);
  await enter(page, studio, studio.ann, { startTime: '15:00' });
  await send(page, 'DELETE', '/api/lessons/clear', { preScheduled: true, selectedTeachers: [studio.dana.id] });
  await page.goto('/settings');
  const line = backups(page).getByRole('listitem').filter({ hasText: 'Before clear' });
  await line.getByText(/^Automatic, /).waitFor();
  await line.getByText('2 students, 1 lesson a week').waitFor();
  expect(await leave()).toEqual([]);
});

test('a restore shows first what it would change, and can be undone', async () => {
  const { page, leave } = await teacher();
  const studio = await lessonStudio(page);
  await enter(page, studio, studio.ann, { startTime: '15:00' });
  await createBackup(page, 'Fall timetable');
  await remove(page, `/api/students/${studio.ann.id}`);
  const names = async (): Promise<string> => (await send(page, 'GET', '/api/students')).text;
  await page.reload();
  await backups(page).getByRole('button', { name: 'Restore' }).click();
  const dialog = page.getByRole('dialog', { name: /^Restore to / });
  await dialog.getByText('Restoring replaces the current schedule completely.').waitFor();
  await dialog.getByRole('list', { name: 'People' }).getByText('Ann Lee').waitFor();
  await dialog.getByRole('list', { name: 'Come back' }).getByText('Ann Lee').waitFor();
  expect(await names()).not.toContain('"Ann"');
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
  await said(page, 'Schedule restored');
  await dialog.waitFor({ state: 'detached' });
  expect(await names()).toContain('"Ann"');
  await backups(page).getByRole('heading', { name: 'Before restore' }).waitFor();
  await takeUp(page, 'Undo');
  await said(page, 'Undone');
  expect(await names()).not.toContain('"Ann"');
  await page.reload();
  await page.getByText(/^All \d+ rows match the log$/).waitFor();
  expect(await leave()).toEqual([]);
});

test('a restore that takes long continues when its dialog is closed, and every page says so', async () => {
  const { page, leave } = await teacher();
  const studio = await lessonStudio(page);
  await createBackup(page, 'Fall timetable');
  await remove(page, `/api/students/${studio.ann.id}`);
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/backups/*/restore', async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await backups(page).getByRole('button', { name: 'Restore' }).click();
  const dialog = page.getByRole('dialog', { name: /^Restore to / });
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
  await dialog.getByText('A restore is running').waitFor();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('navigation').getByRole('link', { name: 'Students' }).first().click();
  await said(page, 'A restore is running');
  await button(page, 'Expand Ben Ito').waitFor();
  answer();
  await said(page, 'Schedule restored');
  await button(page, 'Expand Ann Lee').waitFor();
  await page.getByText('A restore is running').waitFor({ state: 'detached' });
  expect(await leave()).toEqual([]);
});

test('a page that is loaded while a restore runs says so until it ends, and how', async () => {
  const { page, leave } = await teacher();
  const studio = await lessonStudio(page);
  await createBackup(page, 'Fall timetable');
  await remove(page, `/api/students/${studio.ann.id}`);
  const list: { id: string }[] = JSON.parse((await send(page, 'GET', '/api/backups')).text);
  const { restoreId } = JSON.parse((await send(page, 'POST', `/api/backups/${list[0]?.id}/restore`, {})).text);
  // The restore is over sooner than a page loads: its answers are held as those of a longer one.
  const running = { id: restoreId, status: 'running', done: 1, total: 5, detail: 'Restoring lessons', batchId: '' };
  let asked = 0;
  await page.route('**/api/restores', (route) => {
    asked += 1;
    return asked === 1 ? route.fulfill({ json: [running] }) : route.continue();
  });
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/restores/*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/students');
  await said(page, 'A restore is running');
  answer();
  await said(page, 'Schedule restored');
  await page.getByText('A restore is running').waitFor({ state: 'detached' });
  await takeUp(page, 'Undo');
  await said(page, 'Undone');
  await button(page, 'Expand Ann Lee').waitFor({ state: 'detached' });
  expect(await leave()).toEqual([]);
});

test('one teacher’s schedule can be restored from the moment that is shown', async () => {
  const { page, leave } = await teacher();
  const studio = await lessonStudio(page);
  const id = await enter(page, studio, studio.ann, { startTime: '15:00' });
  await createBackup(page, 'Fall timetable');
  await remove(page, `/api/lessons/${id}`);
  await backups(page).getByRole('link', { name: 'Look at this moment' }).click();
  await button(page, 'Restore this').click();
  const dialog = page.getByRole('dialog', { name: /^Restore to / });
  await dialog.getByRole('button', { name: 'Restore Whole studio' }).click();
  await page.getByRole('option', { name: 'Dana Whitfield’s schedule' }).click();
  await dialog.getByRole('list', { name: 'Come back' }).getByText('Ann Lee').waitFor();
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
  await said(page, 'Schedule restored');
  await page.waitForURL(/\/schedule$/);
  await page.goto(studio.week);
  await button(page, /^Ann Lee, /).waitFor();
  expect(await leave()).toEqual([]);
});

test('the week can be read as it was at a backup, and nothing in it can be changed', async () => {
  const { page, leave } = await teacher();
  const studio = await lessonStudio(page);
  const id = await enter(page, studio, studio.ann, { startTime: '15:00', date: studio.tuesday });
  await createBackup(page, 'Fall timetable');
  await remove(page, `/api/lessons/${id}`);
  await backups(page).getByRole('link', { name: 'Look at this moment' }).click();
  await page.getByRole('heading', { level: 1, name: /^As it stood on / }).waitFor();
  await page.getByText('today, read-only').waitFor();
  await button(page, 'Next week').click();
  const entries = page.getByRole('list', { name: `Entries on ${longDate(studio.tuesday)}` });
  await entries.getByText('Ann Lee').first().waitFor();
  expect(await entries.getByRole('button').count()).toBe(0);
  expect(await button(page, 'Add Manual Entry').count()).toBe(0);
  // The shown week and teacher are in the address.
  await page.reload();
  await entries.getByText('Ann Lee').first().waitFor();
  await page.getByRole('link', { name: 'Back to now' }).click();
  await page.waitForURL(/\/schedule$/);
  await page.goto(studio.week);
  await page.getByText('No lessons').first().waitFor();
  expect(await page.getByText('Ann Lee').count()).toBe(0);
  expect(await leave()).toEqual([]);
});

test('the data check says that all rows match the log, and leads to each orphaned lesson', async () => {
  const { page, leave } = await teacher();
  const studio = await lessonStudio(page);
  await enter(page, studio, studio.ann, { startTime: '15:00', date: studio.tuesday });
  await page.goto('/settings');
  await page.getByText('0 issues found').waitFor();
  await page.getByText('1 lesson, 2 students, 1 teacher checked').waitFor();
  await page.getByText(/^All \d+ rows match the log$/).waitFor();
  expect(await button(page, 'Delete orphaned lessons').count()).toBe(0);
  // Only imported data can have one; the calls behind it are tested with such an import.
  await page.route('**/api/data-integrity', (route) =>
    route.fulfill({
      json: {
        issuesFound: 1,
        totalLessons: 1,
        totalStudents: 2,
        totalTeachers: 1,
        orphanedLessons: [
          {
            id: 'orphan',
            lessonDate: studio.tuesday,
            dayOfWeek: 2,
            source: 'actual',
            startTime: '15:00',
            endTime: '15:45',
            orphanedReason: 'Its student is unknown',
            status: 'scheduled',
            teacherId: studio.dana.id,
            shownOn: studio.tuesday,
          },
        ],
      },
    }),
  );
  await button(page, 'Check again').click();
  await page.getByText('1 issue found').waitFor();
  await page.getByText('Imported, scheduled. Its student is unknown').waitFor();
  await button(page, 'Delete orphaned lessons').click();
  const question = page.getByRole('dialog', { name: 'Delete the orphaned lesson?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await said(page, 'There are no orphaned lessons.');
  await page.getByRole('link', { name: 'Show in calendar' }).click();
  await page.getByRole('dialog', { name: longDate(studio.tuesday) }).waitFor();
  expect(await leave()).toEqual([]);
});
