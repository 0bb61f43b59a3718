import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { enter, lessonStudio } from './lesson-studio.ts';
import { axeFindings } from './page-checks.ts';
import { serveCalendars } from './calendar-feeds.ts';
import { clickCounter } from './clicks.ts';
import { phone, teacher } from './person.ts';
import { send } from './send.ts';
import { takeUp } from './toast-steps.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const block = (page: Page, name: string) => page.locator('[data-entry]').filter({ hasText: name });
const said = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).first().waitFor();

test('a week off is closed from the schedule, one lesson of it is kept, and both can be undone', async () => {
  const { page, leave } = await teacher();
  const studio = await lessonStudio(page);
  const wednesday = addDays(studio.tuesday, 1);
  await enter(page, studio, studio.ann, { startTime: '15:00' });
  await enter(page, studio, studio.ben, { startTime: '16:00', date: wednesday });
  await page.goto(studio.week);
  await block(page, 'Ann Lee').waitFor();
  await button(page, 'Close days').click();
  const question = page.getByRole('dialog', { name: 'Close days' });
  await question.getByText('2 lessons of 2 families are closed.').waitFor();
  expect(await question.getByText('not billed', { exact: true }).count()).toBe(2);
  // One day less, and the question says so.
  await question.getByLabel('To', { exact: true }).fill(studio.tuesday);
  await question.getByText('1 lesson of 1 family is closed.').waitFor();
  await question.getByLabel('To', { exact: true }).fill(addDays(studio.monday, 6));
  await question.getByLabel('Reason for families').fill('Thanksgiving');
  await question.getByRole('radio', { name: /^Billed, each lesson is owed/ }).click();
  await question.getByText('owed', { exact: true }).first().waitFor();
  await question.getByRole('radio', { name: /^Not billed/ }).click();
  await question.getByText('2 lessons of 2 families are closed.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await question.getByRole('button', { name: 'Close 2 lessons' }).click();
  await said(page, '2 lessons closed');
  await button(page, 'Tell 2 families').waitFor();
  await page.getByRole('heading', { name: 'This week is closed' }).waitFor();
  const line = page.getByRole('complementary', { name: 'Closed time' });
  const days = `${shortDate(studio.monday)} – ${shortDate(addDays(studio.monday, 6))}`;
  await line.getByText(`Thanksgiving, ${days}.`).waitFor();
  await line.getByText('2 lessons closed.').waitFor();
  // Its card begins with keeping it.
  await block(page, 'Ann Lee').click();
  const card = page.getByRole('dialog', { name: 'Ann Lee', exact: true });
  expect(await card.getByRole('button', { name: 'Restore' }).count()).toBe(0);
  await card.getByRole('button', { name: 'Keep this lesson' }).click();
  await said(page, 'Lesson kept');
  await line.getByText('1 lesson closed, 1 kept.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await takeUp(page, 'Undo');
  await line.getByText('2 lessons closed.').waitFor();
  // The same closure in the settings, and its removal.
  await page.goto('/settings');
  const row = page.getByRole('list', { name: 'Time off' }).getByRole('listitem');
  await row.getByText('Thanksgiving').waitFor();
  await row.getByText('2 lessons').waitFor();
  await row.getByRole('button', { name: /^Actions for Thanksgiving/ }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  const removal = page.getByRole('dialog', { name: 'Remove Thanksgiving?' });
  await removal.getByText('2 lessons come back.').waitFor();
  await removal.getByRole('button', { name: 'Remove' }).click();
  await said(page, 'Time off removed');
  await page.getByText('No days are closed.').waitFor();
  await takeUp(page, 'Undo');
  await row.getByText('Thanksgiving').waitFor();
  expect(await leave()).toEqual([]);
});

test('on a phone, falling ill is two taps', async () => {
  const { page, leave } = await teacher({ ...phone, fresh: true });
  const studio = await lessonStudio(page);
  const { body } = await send(page, 'GET', '/api/user');
  const today = String(Reflect.get(Object(body), 'today'));
  await enter(page, studio, studio.ann, { startTime: '23:00', date: today });
  await page.goto(`/schedule?teacher=${studio.dana.id}&day=${today}`);
  const taps = clickCounter();
  await taps.click(button(page, 'Sick today'));
  const question = page.getByRole('dialog', { name: 'Sick today' });
  // Late at night the lesson has begun.
  await taps.click(question.getByRole('button', { name: /^Close( 1 lesson)?$/ }).last());
  await page
    .getByRole('status')
    .getByText(/^(1\slesson closed|The days are closed)$/)
    .first()
    .waitFor();
  expect(taps.clicks()).toBe(2);
  expect(await axeFindings(page)).toEqual([]);
  expect(await leave()).toEqual([]);
});

test('six school holidays are closed with three clicks after the address', async () => {
  const { page, leave } = await teacher();
  const studio = await lessonStudio(page);
  await enter(page, studio, studio.ann, { startTime: '15:00' });
  const days = [1, 2, 3, 4, 5, 6].map((weeks) => ({
    title: `Holiday ${weeks}`,
    date: addDays(studio.tuesday, 7 * weeks),
    allDay: true,
  }));
  const school = await serveCalendars();
  school.set('/school.ics', days);
  await page.goto('/settings');
  await button(page, 'School holidays').click();
  const holidays = page.getByRole('dialog', { name: 'School holidays' });
  await holidays.getByLabel('Address of the school’s calendar').fill(`${school.url}/school.ics`);
  const { click, clicks } = clickCounter();
  await click(holidays.getByRole('button', { name: 'Read', exact: true }));
  await holidays.getByText('6 entries, for all teachers').waitFor();
  expect(await holidays.getByRole('checkbox', { checked: true }).count()).toBe(0);
  await click(holidays.getByRole('button', { name: 'Select all' }));
  await holidays.getByText('6 selected: 6 lessons of 1 family').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await click(holidays.getByRole('button', { name: 'Close 6 holidays' }));
  await said(page, '6 holidays closed');
  expect(clicks()).toBe(3);
  await button(page, 'School holidays').click();
  await holidays.getByLabel('Address of the school’s calendar').fill(`${school.url}/school.ics`);
  await holidays.getByLabel('Address of the school’s calendar').press('Enter');
  await holidays.getByText('Already closed').first().waitFor();
  expect(await holidays.getByText('Already closed').count()).toBe(6);
  await school.close();
  expect(await leave()).toEqual([]);
});
