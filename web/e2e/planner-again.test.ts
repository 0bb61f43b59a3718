import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { escapeFrom } from './dialog-steps.ts';
import { axeFindings } from './page-checks.ts';
import { teacher } from './person.ts';
import { decide, generate, reports, type Named } from './planner-studio.ts';
import { send } from './send.ts';
import { stoppedTightWeek } from './tight-week.ts';

const tuesday = (startTime: string, endTime: string) => ({ dayOfWeek: 2, startTime, endTime });
const idOf = (made: unknown) => String(Reflect.get(Object(made), 'id'));

/** Ada teaches on Tuesdays; her students are free then, each for one hour's lesson. */
const ada = async (page: Page, endTime: string, students: readonly string[]): Promise<Named> => {
  const { body } = await send(page, 'POST', '/api/teachers', {
    name: 'Ada',
    phone: '1',
    email: 'ada@example.com',
    address: '2210 Bluebonnet Ln, Austin, TX 78704',
    availability: [tuesday('15:00', endTime)],
  });
  for (const firstName of students) {
    const { body: student } = await send(page, 'POST', '/api/students', {
      firstName,
      lastName: 'Lee',
      address: '1905 S 5th St, Austin, TX 78704',
      lessonDuration: 60,
      availability: [tuesday('14:00', '21:00')],
    });
    await send(page, 'POST', '/api/assignments', { studentId: idOf(student), teacherId: idOf(body) });
  }
  return { id: idOf(body), name: 'Ada' };
};

test('what would place a student is done by a button, and the week is planned again', async () => {
  const { page, leave } = await teacher();
  const person = await ada(page, '16:30', ['Ann', 'Ben']);
  const plan = await generate(page, person);
  await page.goto(`/planner?report=${plan}`);
  const report = page.getByRole('dialog', { name: 'Optimization Reports' });
  await report.getByText('Proven optimal').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await report.getByRole('button', { name: /^Apply and plan again for (Ann|Ben) Lee$/ }).click();

  const again = page.getByRole('dialog', { name: 'Plan again' });
  await again.getByRole('heading', { name: 'Schedule Complete!' }).waitFor();
  await again.getByRole('button', { name: 'View Schedule & Report' }).click();
  await report.getByText('Every selected student is placed.').waitFor();
  await report.getByText('No students are left out.').waitFor();
  expect((await reports(page)).map(({ status }) => status)).toEqual(['pending', 'superseded']);
  const { body } = await send(page, 'GET', `/api/teachers/${person.id}/availability`);
  expect(body).toMatchObject([{ dayOfWeek: 2 }]);
  expect(await leave()).toEqual([]);
});

test('over a pending plan the next Monday is preset, because an accepted lesson would move', async () => {
  const { page, leave } = await teacher();
  const person = await ada(page, '20:00', ['Ann']);
  await decide(page, await generate(page, person), 'accepted');
  await page.goto('/planner');
  const today = await page.evaluate(() => fetch('/api/user').then(async (answer) => Object(await answer.json()).today));
  await generate(page, person, String(today));
  await page.reload();
  await page.getByRole('button', { name: 'Generate Schedule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Generate Optimized Schedule' });
  expect(await dialog.getByRole('radio', { name: /^Next Monday, / }).isChecked()).toBe(true);
  await escapeFrom(page, dialog);
  expect(await leave()).toEqual([]);
});

test('a student who would fit if another one moved is placed by the button, which moves that lesson', async () => {
  const { page, leave } = await teacher();
  const plan = await stoppedTightWeek(page);
  await page.goto(`/planner?report=${plan}`);
  const report = page.getByRole('dialog', { name: 'Optimization Reports' });
  const figure = report.getByRole('paragraph').filter({ hasText: 'students placed' }).first();
  await figure.getByText(/6\sof\s7/).waitFor();
  await report
    .getByText(/^It would fit if|Tight\d Lee moved from/)
    .first()
    .waitFor();
  await report.getByRole('button', { name: /^Apply and plan again for Tight\d Lee$/ }).click();
  const again = page.getByRole('dialog', { name: 'Plan again' });
  await again.getByRole('heading', { name: 'Schedule Complete!' }).waitFor();
  await again.getByRole('button', { name: 'View Schedule & Report' }).click();
  await report.getByText('Every selected student is placed.').waitFor();
  await figure.getByText(/7\sof\s7/).waitFor();
  expect(await leave()).toEqual([]);
});

test('a report that cannot be loaded again stays, marked as not current', async () => {
  const { page, leave } = await teacher();
  const plan = await generate(page, await ada(page, '20:00', ['Ann']));
  await page.goto(`/planner?report=${plan}`);
  const report = page.getByRole('dialog', { name: 'Optimization Reports' });
  await report.getByText('Every selected student is placed.').waitFor();
  await page.context().setOffline(true);
  await report.getByRole('button', { name: 'Accept Schedule' }).click();
  await report.getByText('Not current: Rondo cannot be reached', { exact: false }).waitFor();
  await report.getByText('Every selected student is placed.').waitFor();
  await page.context().setOffline(false);
  await report.getByRole('button', { name: 'Retry' }).click();
  await report.getByText('Not current:', { exact: false }).waitFor({ state: 'detached' });
  expect(await leave()).toEqual([]);
});
