import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { teacher } from './person.ts';
import { send } from './send.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const said = (page: Page, text: string | RegExp) =>
  page.getByRole('status').getByText(text, { exact: true }).first().waitFor();

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
