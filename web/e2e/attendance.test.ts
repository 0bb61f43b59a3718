import { expect, test } from 'vitest';
import { axeFindings, layoutFindings } from './page-checks.ts';
import { teacher } from './person.ts';
import { addStudent, addTeacher } from './roster-steps.ts';
import { send } from './send.ts';
import { takeUp } from './toast-steps.ts';

test('a whole day by one click, and one of it corrected', async () => {
  const { page, leave } = await teacher();
  const { id: teacherId } = await addTeacher(page, 'Dana Whitfield');
  const { today } = JSON.parse((await send(page, 'GET', '/api/user')).text);
  const lessonDate = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
  await send(page, 'POST', '/api/policy', { from: today, tiers: [], noShow: 50 });
  for (const [i, name] of ['Ann Oh', 'Ben Ito', 'Cleo Marsh'].entries()) {
    const { id: studentId } = await addStudent(page, name);
    await send(page, 'PUT', `/api/students/${studentId}`, { paymentType: 'per_lesson', perLessonRate: 40 });
    await send(page, 'POST', '/api/lessons', {
      teacherId,
      studentId,
      duration: 45,
      lessonDate,
      startTime: `${14 + i}:00`,
    });
  }

  await page.goto(`/schedule?day=${lessonDate}`);
  const day = page.getByRole('dialog');
  const bar = day.getByRole('region', { name: 'Attendance' });
  await bar.getByText('0 of 3 recorded').waitFor();
  await expect.poll(() => day.getByText('$40.00 either way').count()).toBe(3);
  await bar.getByRole('button', { name: 'All taught' }).click();
  await bar.getByText('3 of 3 recorded: 3 taught.').waitFor();
  const ben = day.getByRole('group', { name: 'Attendance of Ben Ito' });
  await ben.getByRole('button', { name: 'Taught', pressed: true }).waitFor();
  await ben.getByRole('button', { name: 'Not home' }).press('Enter');
  await ben.getByRole('button', { name: 'Not home', pressed: true }).waitFor();
  await page.getByRole('status').getByText('Ben Ito: not home').hover();
  await bar.getByText('3 of 3 recorded: 2 taught, 1 not home.').waitFor();
  await day.getByText('$40.00 charged').waitFor();
  await takeUp(page, 'Undo');
  await bar.getByText('3 of 3 recorded: 3 taught.').waitFor();
  await day.getByRole('button', { name: 'Actions for Cleo Marsh' }).click();
  await page.getByRole('menuitem', { name: 'Began late…' }).click();
  await page.getByLabel('Minutes after the start').fill('10');
  await page.getByRole('button', { name: 'Save' }).click();
  await day.getByText('10 min late').waitFor();
  // Another charge than what is agreed, with its reason beside the day.
  await day.getByRole('button', { name: 'Actions for Ann Oh' }).click();
  await page.getByRole('menuitem', { name: 'Charge for not home…' }).click();
  await page.getByLabel('Percent of the price').fill('25');
  await page.getByLabel('Reason (optional)').fill('The first time');
  await page.getByRole('button', { name: 'Save' }).click();
  await day.getByText('$10.00 of $40.00 is charged. You can correct it').waitFor();
  await day.getByText('Reason: The first time').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const annHere = day.getByRole('group', { name: 'Attendance of Ann Oh' });
  await annHere.getByRole('button', { name: 'Taught' }).click();
  await bar.getByText('3 of 3 recorded: 3 taught.').waitFor();

  // A phone lists the lessons of the day with larger buttons.
  await page.setViewportSize({ width: 390, height: 800 });
  await bar.getByRole('button', { name: '3 of 3 recorded' }).click();
  const ann = page.getByRole('group', { name: 'Attendance of Ann Oh' });
  await ann.getByRole('button', { name: 'Taught', pressed: true }).click();
  await ann.getByRole('button', { name: 'Taught', pressed: false }).waitFor();
  await page.getByText('Records Ann as taught. The others stay.').waitFor();
  const { height = 0 } = (await ann.getByRole('button', { name: 'Not home' }).boundingBox()) ?? {};
  expect(height).toBeGreaterThanOrEqual(44);
  expect(await axeFindings(page)).toEqual([]);
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await layoutFindings(page), `${width} px`).toEqual([]);
  }
  await page.goto('/students?tab=attendance');
  await page.getByText('1 lesson: 1 taught, 1 began late').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  for (const width of [320, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await layoutFindings(page), `${width} px`).toEqual([]);
  }
  await page.getByRole('button', { name: 'Began late' }).click();
  await page.getByRole('columnheader', { name: 'Began late' }).and(page.locator('[aria-sort=descending]')).waitFor();
  expect(await page.getByRole('row').nth(1).getByRole('rowheader').textContent()).toBe('Cleo Marsh');
  expect(await axeFindings(page)).toEqual([]);
  expect(await leave()).toEqual([]);
});
