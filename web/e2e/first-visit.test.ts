import { expect, test } from 'vitest';
import { password, visitor } from './person.ts';

test('a new user registers and sees an empty week', async () => {
  const { page, email, leave } = await visitor();
  await page.goto('/');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByRole('heading', { name: 'This Week' }).waitFor();
  await expect.poll(() => page.getByText('No lessons').count()).toBe(7);
  await page.reload();
  await page.getByText(`Welcome, ${email}`).waitFor();
  expect(await leave()).toEqual([]);
});
