import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { launchBrowser } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test('a new user registers and sees an empty week', async () => {
  const page = await browser.newPage({ baseURL: inject('rondo') });
  await page.goto('/');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByLabel('Email').fill('dana@example.com');
  await page.getByLabel('Password').fill('six-strings');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByRole('heading', { name: 'This Week' }).waitFor();
  await expect.poll(() => page.getByText('No lessons').count()).toBe(7);
  await page.reload();
  await page.getByText('Welcome, dana@example.com').waitFor();
  await page.close();
});
