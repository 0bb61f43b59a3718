import { mondayOf } from '@rondo/contracts/calendar/dates.ts';
import { toTimeText } from '@rondo/contracts/calendar/times.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { clickCounter } from './clicks.ts';
import { enter, lessonStudio } from './lesson-studio.ts';
import { axeFindings, layoutFindings } from './page-checks.ts';
import { teacher } from './person.ts';
import { send } from './send.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name });
const said = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).first().waitFor();

test('a cancellation policy is set up from an example, read as families read it, changed and ended', async () => {
  const { page, leave } = await teacher();
  await page.goto('/settings');
  await page.getByText('Every cancelled lesson is free of charge.').waitFor();
  await button(page, 'Set up a policy').click();
  const words = page.getByRole('complementary', { name: 'What families read' });
  await words.getByText('Cancelled at least 24 hours before: 50 % of the price.').waitFor();
  await page.getByLabel('Deadline 2: hours before').fill('30');
  await words.getByText('Cancelled at least 30 hours before: 50 % of the price.').waitFor();
  await button(page, 'Add a deadline').click();
  await words.getByText('Cancelled at least 15 hours before: 50 % of the price.').waitFor();
  await page.getByLabel('Deadline 3: hours before').fill('none');
  await page.getByText('A deadline is 1 to 336 whole hours before, or a time on the day before.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const form = page.locator('form').filter({ has: words });
  await form.scrollIntoViewIfNeeded();
  for (const width of [320, 390, 820, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await layoutFindings(page), `${width} px`).toEqual([]);
  }
  await button(page, 'Remove deadline 3').click();
  await form.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Cancellation policy saved');
  await page.getByText(/^In force since /).waitFor();
  await page.reload();
  await words.getByText('Cancelled at least 30 hours before: 50 % of the price.').waitFor();
  await button(page, 'End the policy').click();
  await said(page, 'Cancellation policy ended');
  await page.getByText('Every cancelled lesson is free of charge.').waitFor();
  expect(await leave()).toEqual([]);
});

test('a lesson is cancelled by its family 30 hours before, as the policy says then', async () => {
  const { page, leave } = await teacher();
  const studio = await lessonStudio(page);
  const { date, minute } = wallClock(Date.now() + 30 * 3_600_000, 'America/Chicago');
  const start = Math.min(Math.floor(minute / 5) * 5, 22 * 60);
  await enter(page, studio, studio.ann, { startTime: toTimeText(start), date });
  await send(page, 'POST', '/api/students/set-rate', {
    studentIds: [studio.ann.id],
    paymentType: 'per_lesson',
    rate: 70,
  });
  const agree = async (share: number) => {
    const { body } = await send(page, 'GET', '/api/user');
    const tiers = [
      { hours: 48, outcome: { owed: true } },
      { hours: 24, outcome: { charge: share } },
    ];
    await send(page, 'POST', '/api/policy', { from: String(Reflect.get(Object(body), 'today')), tiers });
  };
  await agree(50);
  await page.goto(`/schedule?week=${mondayOf(date)}&teacher=${studio.dana.id}`);
  const block = page.locator('[data-entry]').filter({ hasText: 'Ann Lee' }).first();
  await block.click();
  const { click, clicks } = clickCounter();
  const card = page.getByRole('dialog', { name: 'Ann Lee', exact: true });
  const [answer] = await Promise.all([
    page.waitForResponse(/\/cancellation\?/),
    click(card.getByRole('button', { name: 'Cancel', exact: true })),
  ]);
  const dialog = page.getByRole('dialog', { name: 'Cancel Lesson' });
  await dialog.getByText('$35.00 of $70.00 is charged.').waitFor();
  const met = dialog.getByRole('list', { name: 'What is agreed' }).locator('[aria-current]');
  expect(await met.textContent()).toBe('24 h or moreHalf');
  await dialog.getByText(/^Heard by .* Then a lesson is owed\.$/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  for (const width of [320, 390, 820, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await layoutFindings(page), `${width} px`).toEqual([]);
  }
  // By hand, with a reason, and back to what the policy says.
  await dialog.getByRole('radio', { name: 'You' }).click();
  await dialog.getByText('Nothing is charged.').waitFor();
  await dialog.getByRole('radio', { name: 'The family' }).click();
  await dialog.getByRole('button', { name: 'Choose otherwise' }).click();
  await dialog.getByLabel('Percent').fill('10');
  await dialog.getByText('$7.00 of $70.00 is charged.').waitFor();
  await button(page, 'Just Cancel').click();
  await dialog.getByText('Please say why.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'As the policy says' }).click();
  await dialog.getByText('$35.00 of $70.00 is charged.').waitFor();
  // The policy changes elsewhere, and the window does not know until it is refused: the new outcome is shown first.
  const old = await answer.text();
  await page.route(/\/cancellation\?/, (route) => route.fulfill({ contentType: 'application/json', body: old }));
  await page.route(/\/cancel$/, async (route) => {
    const response = await route.fetch();
    await page.unroute(/\/cancellation\?/);
    await route.fulfill({ response });
  });
  await agree(80);
  await button(page, 'Just Cancel').click();
  await dialog.getByText('The outcome has changed: $56.00 of $70.00 is charged.').waitFor();
  await dialog.getByText('$56.00 of $70.00 is charged.', { exact: true }).waitFor();
  await click(button(page, 'Just Cancel'));
  await said(page, 'Lesson Cancelled');
  expect(clicks()).toBe(2);
  await dialog.waitFor({ state: 'detached' });
  expect(await leave()).toEqual([]);
});
