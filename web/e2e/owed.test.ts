import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { monthAndDay, shortDate } from '@rondo/contracts/calendar/words.ts';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { enter, lessonStudio } from './lesson-studio.ts';
import { axeFindings, layoutFindings } from './page-checks.ts';
import { teacher } from './person.ts';
import { send } from './send.ts';
import { takeUp } from './toast-steps.ts';

const block = (page: Page, name: string) => page.locator('[data-entry]').filter({ hasText: name });
const said = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).first().waitFor();

test('a lesson that is owed is prolonged, made up, and owed no longer when that is cancelled again', async () => {
  const { page, leave } = await teacher();
  const studio = await lessonStudio(page);
  const { body } = await send(page, 'GET', '/api/user');
  const today = String(Reflect.get(Object(body), 'today'));
  const tiers = [{ hours: 1, outcome: { owed: true } }];
  await send(page, 'POST', '/api/policy', { from: today, tiers });
  const lesson = await enter(page, studio, studio.ann, { startTime: '16:00', date: studio.tuesday });
  await send(page, 'POST', `/api/lessons/${lesson}/cancel`, { by: 'family' });
  const until = addDays(studio.tuesday, 30);
  await page.goto('/students');
  await page.getByText('1 lesson owed').waitFor();
  await page.getByRole('button', { name: 'Expand Ann Lee' }).press('Enter');
  await page
    .getByRole('region', { name: 'Owed lessons' })
    .getByText(`Until ${shortDate(until)}`)
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('tab', { name: 'Owed lessons 1' }).click();
  await page.getByRole('heading', { name: 'Later 1 lesson' }).waitFor();
  await page.getByText(`Until ${shortDate(until)}`).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByText(/^Family cancelled, .* notice$/).waitFor();
  await page.getByText('1 owed lesson', { exact: true }).waitFor();
  for (const width of [320, 390, 820, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await layoutFindings(page), `${width} px`).toEqual([]);
  }
  // Prolonged, and taken back.
  await page.getByRole('button', { name: /^More for Ann Lee/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'Prolong' }).click();
  const question = page.getByRole('dialog', { name: 'Prolong owed lesson' });
  await question.getByRole('button', { name: 'Prolong' }).click();
  await question.getByText('Please say why.').waitFor();
  await question.getByLabel('New last day').fill(addDays(until, 7));
  await question.getByLabel('Reason').fill('A long illness');
  await page.keyboard.press('Enter');
  await said(page, `Owed until ${shortDate(addDays(until, 7))}`);
  await page.getByText(`Until ${shortDate(addDays(until, 7))}`, { exact: true }).waitFor();
  await takeUp(page, 'Undo');
  await page.getByText(`Until ${shortDate(until)}`, { exact: true }).waitFor();
  // Made up: the search goes on until the lesson is no longer owed.
  await page.getByRole('link', { name: /^Find a time: Ann Lee/ }).press('Enter');
  const search = page.getByRole('dialog', { name: 'Move Lesson' });
  expect(await search.getByLabel('To', { exact: true }).inputValue()).toBe(until);
  await search.getByRole('list', { name: 'Suggested times' }).getByRole('button').first().press('Enter');
  await search.waitFor({ state: 'detached' });
  await block(page, 'Ann Lee').first().press('Enter');
  await page
    .getByText(`Makes up for ${monthAndDay(studio.tuesday)}`)
    .first()
    .waitFor();
  await page.goto('/students?tab=owed');
  await page.getByRole('heading', { name: 'Booked 1 lesson' }).waitFor();
  const all = await send(page, 'GET', '/api/owed');
  const [made] = z.array(z.object({ makeUp: z.object({ lessonId: z.string() }) })).parse(all.body);
  await send(page, 'POST', `/api/lessons/${made?.makeUp.lessonId}/cancel`, { by: 'family' });
  await page.reload();
  await page.getByRole('heading', { name: 'Later 1 lesson' }).waitFor();
  await page.getByText(`Until ${shortDate(until)}`).waitFor();
  // Before the student is deleted, what becomes of it is said.
  await page.getByRole('tab', { name: 'Students' }).click();
  await page.getByRole('checkbox', { name: 'Select Ann Lee' }).check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('1 lesson is owed and lapses today: $0.00 stays charged.').waitFor();
  expect(await leave()).toEqual([]);
});
