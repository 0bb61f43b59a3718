import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { teacher } from './person.ts';
import { addTeacher } from './roster-steps.ts';
import { send } from './send.ts';
import { takeUp } from './toast-steps.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const said = (page: Page, text: string | RegExp) =>
  page.getByRole('status').getByText(text, { exact: true }).first().waitFor();

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
  await expect.poll(() => new URL(page.url()).pathname).toBe('/auth');
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
  await said(page, /^Undone/);
  await expect.poll(() => name.inputValue()).toBe('');
  expect(await terms.inputValue()).toBe('14');
  expect(await leave()).toEqual([]);
});

test('a field that is found wrong does not move a button away from under the pointer that presses it', async () => {
  const { page, leave } = await teacher();
  await page.goto('/settings');
  const profile = page.getByRole('region', { name: 'Studio profile' });
  const email = profile.getByLabel('Email');
  /** Slowly: the button is released once the page has had time to say what is wrong. */
  const press = async (name: string): Promise<void> => {
    await profile.getByRole('button', { name }).hover();
    await page.mouse.down();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await page.mouse.up();
  };
  await email.fill('nobody');
  await press('Save');
  await profile.getByText('Please enter a valid email address.').waitFor();
  await email.and(page.locator(':focus')).waitFor();
  await press('Discard');
  await expect.poll(() => email.inputValue()).toBe('');
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
  await said(page, /^Undone/);
  await page.locator('body').click({ position: { x: 2, y: 2 } });
  await page.keyboard.press('Control+z');
  await shows(page, 'Central Time, Chicago');
  await shows(other, 'Central Time, Chicago');
  expect(await zoneOfUser()).toBe('America/Chicago');
  await other.close();
  expect(await leave()).toEqual([]);
});

test('the browser asks before a tab with something unsaved is reloaded, and not once it is saved', async () => {
  const { page, leave } = await teacher();
  await page.goto('/settings');
  const asked: string[] = [];
  page.on('dialog', async (dialog) => {
    await dialog.dismiss();
    asked.push(dialog.type());
  });
  const profile = page.getByRole('region', { name: 'Studio profile' });
  const name = profile.getByLabel('Studio name');
  await name.fill('Whitfield Strings');
  await profile.getByText('Not saved yet').waitFor();
  await name.click();
  await page.evaluate(() => window.location.reload());
  await expect.poll(() => asked).toEqual(['beforeunload']);
  expect(await name.inputValue()).toBe('Whitfield Strings');
  await profile.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Settings saved');
  await expect
    .poll(() => page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true }))))
    .toBe(true);
  await page.reload();
  await profile.waitFor();

  await page.goto('/students?edit=new');
  const firstName = page.getByRole('dialog', { name: 'Add Student' }).getByLabel('First name');
  await firstName.fill('Ava');
  await page.evaluate(() => window.location.reload());
  await expect.poll(() => asked).toEqual(['beforeunload', 'beforeunload']);
  expect(await firstName.inputValue()).toBe('Ava');
  // What listens to other tabs loads with the gear, which is behind the dialog.
  await page.getByRole('button', { name: 'Account Settings', includeHidden: true }).waitFor({ state: 'attached' });
  // Someone else signs in in another tab: nothing that is typed here can be saved, so nothing asks.
  await page.evaluate(() => new BroadcastChannel('rondo').postMessage({ userId: 'someone-else' }));
  await page.getByRole('heading', { name: 'This Week' }).waitFor();
  expect(asked).toHaveLength(2);
  expect(await leave()).toEqual([]);
});
