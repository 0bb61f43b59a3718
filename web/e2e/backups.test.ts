import { longDate } from '@rondo/contracts/calendar/words.ts';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { enter, lessonStudio } from './lesson-studio.ts';
import { teacher } from './person.ts';
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
  await said(page, /^Undone/);
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
  await backups(page).getByRole('heading', { name: 'Before deleting Ann Lee' }).waitFor();
  const fall = backups(page).getByRole('listitem').filter({ hasText: 'Fall timetable' });
  await fall.getByRole('button', { name: 'Restore' }).click();
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
  await said(page, /^Undone/);
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
  await backups(page)
    .getByRole('listitem')
    .filter({ hasText: 'Fall timetable' })
    .getByRole('button', { name: 'Restore' })
    .click();
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
  await said(page, /^Undone/);
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
  await dialog.getByRole('radio', { name: 'Dana Whitfield’s schedule' }).click();
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
