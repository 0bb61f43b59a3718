import { expect, test } from 'vitest';
import { axeFindings } from './page-checks.ts';
import { comingMonday, decide, generate } from './planner-studio.ts';
import { openGenerate, withSample } from './planner-steps.ts';

test('a teacher sees what calls to families save, and plans with a number of them', { timeout: 180_000 }, async () => {
  const { page, dana, leave } = await withSample();
  await decide(page, await generate(page, dana, await comingMonday(page), 10), 'accepted');
  const dialog = await openGenerate(page);
  await dialog.getByRole('button', { name: 'Deselect All' }).click();
  for (const row of (await dialog.getByRole('checkbox', { name: /\(already optimized\)$/ }).all()).slice(0, 8))
    await row.click();
  const start = dialog.getByRole('button', { name: 'Generate Schedule' });
  await dialog.getByRole('radio', { name: 'At most' }).click();
  await dialog.getByText('Families to call', { exact: true }).waitFor({ timeout: 60_000 });
  expect(await start.isEnabled()).toBe(true);
  expect(await axeFindings(page)).toEqual([]);

  // Each note is a choice, by the keyboard too.
  const chart = dialog.getByRole('radiogroup', { name: 'How many families may move', exact: true });
  const none = chart.getByRole('radio', { name: /^No family: / });
  await none.click();
  await dialog.getByText('8 families keep their times.').waitFor();
  expect(await none.getAttribute('aria-checked')).toBe('true');
  await dialog.getByRole('button', { name: 'One family more' }).click();
  await dialog.getByRole('button', { name: 'One family less' }).click();

  await start.click();
  await page.getByRole('heading', { name: 'Schedule Complete!' }).waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'View Schedule & Report' }).click();
  const section = page.getByRole('region', { name: 'Families that move' });
  await section.getByText('At most 0 families may move in this plan.').waitFor();
  await section.getByText('Families to call', { exact: true }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await leave();
});
