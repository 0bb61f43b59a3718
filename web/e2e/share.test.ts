import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { enter, lessonStudio } from './lesson-studio.ts';
import { teacher } from './person.ts';
import { opened } from './roster-steps.ts';

const press = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true }).click();
const said = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor();

/** What Google Calendar gets, which has no session. */
const subscribe = async (address: string): Promise<{ status: number; type: string | null; text: string }> => {
  const response = await fetch(address, { headers: { 'User-Agent': 'Google-Calendar-Importer' } });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
};

test('a family subscribes to the copied address until it is revoked, and sharing again gives another', async () => {
  const { page, leave } = await teacher();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const studio = await lessonStudio(page);
  await enter(page, studio, studio.ann, { startTime: '15:00' });
  await enter(page, studio, studio.ben, { startTime: '16:00' });
  await page.goto('/students');
  await press(page, 'Expand Ann Lee');
  const share = opened(page, 'Ann Lee').getByRole('button', { name: 'Share Student Calendar' });
  await share.click();
  const dialog = page.getByRole('dialog', { name: 'Share Student Calendar' });
  await dialog.getByText('Not read yet').waitFor();
  await dialog.getByRole('img', { name: 'QR code of the calendar address' }).waitFor();
  await press(dialog, 'Copy');
  await said(page, 'Calendar address copied');
  await dialog.getByRole('button', { name: 'Copied' }).waitFor();
  const address = String(await page.evaluate('navigator.clipboard.readText()'));
  expect(await dialog.getByRole('textbox', { name: 'Calendar address' }).inputValue()).toBe(address);
  const webcal = address.replace('http:', 'webcal:');
  const hrefOf = (name: string) => dialog.getByRole('link', { name }).getAttribute('href');
  expect(await hrefOf('Add to Apple or Outlook')).toBe(webcal);
  expect(await hrefOf('Add to Google')).toContain(encodeURIComponent(webcal));
  const { status, type, text } = await subscribe(address);
  expect(status).toBe(200);
  expect(type).toContain('text/calendar');
  expect(text).toContain('BEGIN:VEVENT');
  expect(text).not.toContain('Ben');

  // Reopening the dialog shows what has happened since.
  const reopen = async (): Promise<void> => {
    await press(dialog, 'Done');
    await share.click();
  };
  await reopen();
  await dialog.getByText(/^Last read .+ by Google, after the last change$/).waitFor();
  await enter(page, studio, studio.ann, { startTime: '17:00', date: studio.monday });
  await reopen();
  await dialog.getByText(/^Last read .+ by Google, before the last change$/).waitFor();

  const question = page.getByRole('dialog', { name: 'Revoke this address?' });
  await press(dialog, 'Revoke address');
  await press(question, 'Keep address');
  await question.waitFor({ state: 'detached' });
  expect((await subscribe(address)).status).toBe(200);
  await press(dialog, 'Revoke address');
  await press(question, 'Revoke address');
  await said(page, 'Calendar address revoked');
  await dialog.waitFor({ state: 'detached' });
  expect((await subscribe(address)).status).toBe(404);
  // Closing the dialog leaves the keyboard where it opened it.
  await expect.poll(() => share.evaluate((button) => button.ownerDocument.activeElement === button)).toBe(true);

  await page.keyboard.press('Enter');
  const other = dialog.getByRole('textbox', { name: 'Calendar address' });
  expect(await other.inputValue()).not.toBe(address);
  expect((await subscribe(await other.inputValue())).status).toBe(200);
  expect((await subscribe(address)).status).toBe(404);
  expect(await leave()).toEqual([]);
});

test('a teacher without an optimized lesson has nothing to share, and the dialog leads to the Planner', async () => {
  const { page, leave } = await teacher();
  await lessonStudio(page);
  await page.goto('/teachers');
  await press(page, 'Expand Dana Whitfield');
  await press(opened(page, 'Dana Whitfield'), 'Share Calendar');
  const dialog = page.getByRole('dialog', { name: 'Share Calendar' });
  await dialog.getByRole('alert').getByText('This teacher has no optimized lessons in their schedule.').waitFor();
  expect(await dialog.getByRole('button', { name: 'Revoke address' }).count()).toBe(0);
  await dialog.getByRole('link', { name: 'Open the Planner' }).click();
  await page.getByRole('heading', { name: 'Schedule Planner' }).waitFor();
  expect(await leave()).toEqual([]);
});
