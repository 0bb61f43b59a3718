import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { expect, test } from 'vitest';
import { axeFindings, layoutFindings } from './page-checks.ts';
import { teacher } from './person.ts';
import { addStudent, addTeacher } from './roster-steps.ts';
import { send } from './send.ts';
import { takeUp } from './toast-steps.ts';

test('a teacher has drives kept, corrects a day with its reason and lets drives home count', async () => {
  const { page, leave } = await teacher();
  const { id: teacherId } = await addTeacher(page, 'Marcus Bell');
  const { id: studentId } = await addStudent(page, 'Ann Lee');
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Chicago' });
  // Two days ago is over at any time of the night.
  const date = addDays(today, -2);
  const home = { address: '2210 Bluebonnet Ln, Austin, TX 78704' };
  expect((await send(page, 'PUT', `/api/teachers/${teacherId}`, home)).ok).toBe(true);
  const entry = { teacherId, studentId, lessonDate: date, startTime: '15:00', duration: 45 };
  expect((await send(page, 'POST', '/api/lessons', entry)).ok).toBe(true);

  await page.goto('/mileage');
  await page.getByRole('heading', { name: 'Keep what you drive' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  // From that date on, also in the first days of a year.
  const mileage = { from: date, country: 'US', rates: [] };
  expect((await send(page, 'PATCH', '/api/settings', { mileage })).ok).toBe(true);
  await expect
    .poll(async () => (await send(page, 'GET', `/api/mileage?teacherId=${teacherId}&year=${date.slice(0, 4)}`)).text, {
      timeout: 60_000,
    })
    .toContain('Ann Lee');
  await page.goto(`/mileage?year=${date.slice(0, 4)}`);
  const day = page.getByRole('region', { name: shortDate(date) });
  await day.getByText('Lesson, Ann L.').waitFor();
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await layoutFindings(page), `${width} px`).toEqual([]);
  }

  await day.getByRole('button', { name: `Correct ${shortDate(date)}` }).click();
  const dialog = page.getByRole('dialog', { name: `Correct ${shortDate(date)}` });
  for (const field of await dialog.getByLabel(/\(mi\)$/).all()) await field.fill('6.1');
  await dialog.getByRole('button', { name: 'Correct the day' }).click();
  await dialog.getByText('Please say why.').waitFor();
  await dialog.getByRole('button', { name: 'Add a drive' }).click();
  await dialog.getByRole('button', { name: 'Remove the added drive' }).click();
  await dialog.getByRole('button', { name: 'Add a drive' }).click();
  await dialog.getByLabel('To', { exact: true }).fill('Church hall');
  await dialog.getByLabel('Distance (mi)').fill('2.5');
  await dialog.getByRole('radio', { name: 'Other' }).click();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByLabel('Reason').fill('A detour');
  await dialog.getByRole('button', { name: 'Correct the day' }).click();
  await dialog.waitFor({ state: 'detached' });
  await day.getByText('“A detour”').waitFor();
  await day.getByText('Church hall').waitFor();
  await day.getByRole('button', { name: `Correct ${shortDate(date)}` }).click();
  await dialog.getByRole('button', { name: 'Remove the drive from Home to Church hall' }).click();
  await dialog.getByRole('button', { name: 'Correct the day' }).click();
  await dialog.waitFor({ state: 'detached' });
  await day.getByText('Church hall').waitFor({ state: 'detached' });
  await page.getByRole('switch', { name: 'Drives from and to home count as business' }).click();
  await page.getByText('12.2\u00a0mi').first().waitFor();
  await expect.poll(() => day.getByText('Business').count()).toBe(2);
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole('button', { name: 'Enter another rate' }).click();
  const rate = page.getByRole('dialog', { name: 'Enter another rate' });
  await rate.getByLabel('From').fill(`${date.slice(0, 4)}-01-01`);
  await rate.getByLabel('USD a mile').fill('0.5');
  expect(await axeFindings(page)).toEqual([]);
  await rate.getByRole('button', { name: 'Enter the rate' }).click();
  await page
    .getByRole('list', { name: 'Your own rates' })
    .getByText(/^\$0\.50 a mile from/)
    .waitFor();
  await page.getByText('$6.10').first().waitFor();
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await layoutFindings(page), `${width} px`).toEqual([]);
  }
  await page.getByRole('button', { name: 'Stop keeping drives' }).click();
  await page.getByRole('heading', { name: 'Keep what you drive' }).waitFor();
  await takeUp(page, 'Undo');
  await day.getByText('“A detour”').waitFor();
  expect(await leave()).toEqual([]);
});
