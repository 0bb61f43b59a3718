import { expect, test } from 'vitest';
import { password, teacher } from './person.ts';

test('one’s own name and address are changed in the settings', async () => {
  const { page, email, leave } = await teacher();
  await page.goto('/settings');
  const account = page.getByRole('region', { name: 'Account', exact: true });
  await account.getByText(email).waitFor();
  await account.getByRole('button', { name: 'Change Name' }).click();
  await page.getByLabel('First name').fill('Daniela');
  await page.getByLabel('Last name').fill('Whitfield');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await account.getByText('Daniela Whitfield').waitFor();
  await page.getByText('Welcome, Daniela').waitFor();

  await account.getByRole('button', { name: 'Change Email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change Email Address' });
  await dialog.getByLabel('New email address').fill(email);
  await dialog.getByLabel('Your password').fill('wrong');
  await dialog.getByRole('button', { name: 'Send the Link' }).click();
  await dialog.getByText('This is not the password of your account.').waitFor();
  expect(await page.getByText('This is not the password of your account.').count()).toBe(1);
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Send the Link' }).click();
  await dialog.getByText('This is the address of your account already.').waitFor();
  await dialog.getByLabel('New email address').fill(`new.${email}`);
  await dialog.getByRole('button', { name: 'Send the Link' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(/^Link (saved|sent)$/).waitFor();

  await page.getByRole('link', { name: 'API Monitor' }).click();
  await page.waitForURL('**/api-monitor');
  await page.goto('/change-email?token=0123456789abcdef');
  await page.getByRole('button', { name: 'Use this email address' }).click();
  await page.getByRole('heading', { name: 'Invalid confirmation link' }).waitFor();
  expect(await leave()).toEqual(expect.anything());
});
