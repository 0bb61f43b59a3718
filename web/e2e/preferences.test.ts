import { expect, test } from 'vitest';
import { teacher } from './person.ts';
import { send } from './send.ts';

test('the theme that was chosen last stays, even if the one before is saved later', async () => {
  const { page, leave } = await teacher();
  await page.goto('/settings');
  const { promise: both, resolve: chosen } = Promise.withResolvers<void>();
  await page.route('**/api/user-preferences', async (route) => {
    if (route.request().postDataJSON()?.theme === 'dark') await both;
    await route.continue();
  });
  const saved = ['dark', 'light'].map((theme) =>
    page.waitForResponse((answer) => answer.request().postDataJSON()?.theme === theme),
  );
  await page.getByRole('radio', { name: 'Dark' }).click();
  await page.getByRole('radio', { name: 'Light' }).click();
  // Without an order between the two, the second one would be saved by then.
  await send(page, 'GET', '/api/user-preferences');
  chosen();
  await Promise.all(saved);
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('light');
  await page.unroute('**/api/user-preferences');
  await page.reload();
  await expect.poll(() => page.getByRole('radio', { name: 'Light' }).isChecked()).toBe(true);
  expect(await leave()).toEqual([]);
});

test('an hour that another program has set is shown, and can be replaced', async () => {
  const { page, leave } = await teacher();
  await send(page, 'POST', '/api/user-preferences', { firstHour: 18 });
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Calendar begins at' }).getByText('6:00 PM').click();
  await page.getByRole('option', { name: '8:00 AM' }).click();
  await page.getByRole('region', { name: 'Calendar' }).getByRole('button', { name: 'Save' }).click();
  await page.getByRole('status').getByText('Settings saved').waitFor();
  expect((await send(page, 'GET', '/api/user-preferences')).body).toMatchObject({ firstHour: 8 });
  expect(await leave()).toEqual([]);
});
