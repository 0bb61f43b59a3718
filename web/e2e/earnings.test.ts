import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { expect, test } from 'vitest';
import { axeFindings, layoutFindings } from './page-checks.ts';
import { teacher } from './person.ts';
import { addStudent, addTeacher } from './roster-steps.ts';
import { send } from './send.ts';

test('a teacher sees what an hour from door to door brings in, by student and by day', async () => {
  const { page, leave } = await teacher();
  await page.goto('/mileage?view=earnings');
  await page.getByRole('heading', { name: 'There is no teacher yet' }).waitFor();
  const { id: teacherId } = await addTeacher(page, 'Marcus Bell');
  const home = { address: '2210 Bluebonnet Ln, Austin, TX 78704' };
  expect((await send(page, 'PUT', `/api/teachers/${teacherId}`, home)).ok).toBe(true);
  const { id: ann } = await addStudent(page, 'Ann Lee');
  const { id: ben } = await addStudent(page, 'Ben Ito');
  expect((await send(page, 'PUT', `/api/students/${ann}`, { perLessonRate: 50 })).ok).toBe(true);
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Chicago' });
  const date = addDays(today, -2);

  await page.goto(`/mileage?teacher=${teacherId}`);
  await page.getByRole('heading', { name: 'Keep what you drive' }).waitFor();
  await page.getByRole('radio', { name: 'Door to door' }).click();
  await page.getByRole('heading', { name: 'No lessons in this period' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);

  const lesson = { teacherId, lessonDate: date, duration: 45 };
  for (const [studentId, startTime] of [
    [ann, '15:00'],
    [ben, '16:30'],
  ] as const)
    expect((await send(page, 'POST', '/api/lessons', { ...lesson, studentId, startTime })).ok).toBe(true);
  await page.reload();
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
  await row('Ann Lee').getByRole('cell', { name: '$50.00' }).waitFor();
  await row('Ben Ito').getByRole('cell', { name: 'No rate' }).waitFor();
  await row('All').getByRole('cell', { name: '1\u00a0h\u00a030' }).waitFor();
  await page.getByText('Drives are not kept: without a rate they cost nothing.').waitFor();
  await page.getByText('1 lesson has no rate: no income is counted for them.').waitFor();
  for (const width of [320, 820, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await layoutFindings(page), `${width} px`).toEqual([]);
  }
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole('radio', { name: 'Days' }).click();
  await row(shortDate(date)).getByRole('cell', { name: '$50.00' }).waitFor();
  await page.getByRole('button', { name: 'Period' }).click();
  await page.getByRole('option', { name: 'Other dates' }).click();
  await page.getByLabel('Last day').fill(addDays(date, -200));
  await page.getByRole('alert').getByText('The last day can’t be before the first.').waitFor();
  await page.getByLabel('First day').fill(addDays(date, -200));
  await page.getByRole('heading', { name: 'No lessons in this period' }).waitFor();
  await page.getByRole('radio', { name: 'Mileage' }).click();
  await page.getByRole('heading', { name: 'Keep what you drive' }).waitFor();
  expect(await leave()).toEqual([]);
});
