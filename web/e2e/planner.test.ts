import { longDate } from '@rondo/contracts/calendar/words.ts';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { escapeFrom } from './dialog-steps.ts';
import { axeFindings } from './page-checks.ts';
import { dark, phone, teacher } from './person.ts';
import { openGenerate, withSample } from './planner-steps.ts';
import { comingMonday, decide, generate, reports, teacherNamed } from './planner-studio.ts';
import { send } from './send.ts';

const sections = [
  'What changes',
  'Weekly Schedule Snapshot',
  'Daily Schedule Analysis',
  'Scheduling Decisions',
  'Unscheduled Students Analysis',
  'Vacant Time Analysis',
];

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

const toast = (page: Page, title: string) => page.getByRole('status').getByText(title, { exact: true }).waitFor();

describe('a week is planned', () => {
  test('from choosing the students to the accepted calendar', { timeout: 120_000 }, async () => {
    const { page, dana, leave } = await withSample();
    await page.goto('/planner');
    await page.getByRole('heading', { name: 'Schedule Planner' }).waitFor();
    await page.getByText('34 students', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'View Previous Reports' }).count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);

    const dialog = await openGenerate(page);
    const start = dialog.getByRole('button', { name: 'Generate Schedule' });
    await dialog.getByText('22 of 24 students selected').waitFor();
    await dialog.getByText('(2 already scheduled)').waitFor();
    await dialog.getByRole('checkbox', { name: 'Ben Ito (has manual lessons)' }).waitFor();
    await dialog.getByText('1 student has no teacher').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Deselect All' }).click();
    await dialog.getByText('0 of 24 students selected').waitFor();
    expect(await start.isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Unscheduled Only' }).click();
    await dialog.getByText('22 of 24 students selected').waitFor();
    await dialog.getByRole('button', { name: 'Select All', exact: true }).click();
    await dialog.getByText('24 of 24 students selected').waitFor();
    await dialog.getByText('Ben Ito', { exact: true }).click();
    await dialog.getByText('23 of 24 students selected').waitFor();

    await start.click();
    await page
      .getByRole('dialog', { name: 'Schedule Overwrite Warning' })
      .getByText(/Oliver Quist/)
      .waitFor();
    await page.getByRole('button', { name: 'Cancel' }).last().click();
    await dialog.getByRole('button', { name: 'No Manual Entries' }).click();
    await start.click();
    await expect.poll(() => focused(page)).toBe('Generating the schedule');
    const bar = dialog.getByRole('progressbar', { name: 'Time used' });
    expect(await bar.evaluate((drawn) => getComputedStyle(drawn).appearance)).toBe('none');
    await page.getByRole('heading', { name: 'Schedule Complete!' }).waitFor();
    await expect.poll(() => focused(page)).toBe('Schedule Complete!');
    await page.getByRole('button', { name: 'View Schedule & Report' }).click();

    const report = page.getByRole('dialog', { name: 'Optimization Reports' });
    await report.getByRole('heading', { name: 'Weekly Schedule Snapshot' }).waitFor();
    expect(await report.getByRole('heading', { level: 3 }).allTextContents()).toEqual(sections);
    await report.getByText('Pending', { exact: true }).waitFor();
    await report.getByText(/^Dana Whitfield\. Made today at/).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await report.getByRole('button', { name: /^Tuesday, \d+ lessons?/ }).click();
    const day = page.getByRole('dialog', { name: 'Tuesday' });
    await day.getByRole('figure', { name: /Route Map/ }).waitFor();
    await day.getByText('Ben Ito', { exact: true }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await escapeFrom(page, day);

    await report.getByRole('button', { name: 'Accept Schedule' }).click();
    await toast(page, 'Schedule Accepted');
    await page
      .getByRole('status')
      .getByRole('button', { name: /^Tell \d+.famil/ })
      .waitFor();
    await report.getByText('Status: accepted').waitFor();
    await report.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'View Previous Reports' }).waitFor();

    await page.getByRole('link', { name: 'See your week' }).click();
    await page
      .getByRole('button', { name: /Optimized/ })
      .first()
      .waitFor();
    const address = new URL(page.url());
    expect(address.searchParams.get('teacher')).toBe(dana.id);
    expect(address.searchParams.get('week')).not.toBeNull();
    expect(await page.getByRole('button', { name: /Pending/ }).count()).toBe(0);
    expect(await leave()).toEqual([]);
  });

  test('again: existing lessons may move, from the next Monday on, and the plan can be rejected', async () => {
    const { page, dana, leave } = await withSample(dark);
    const monday = await comingMonday(page);
    await decide(page, await generate(page, dana), 'accepted');
    const dialog = await openGenerate(page);
    await dialog.getByText('Rescheduling Warning').waitFor();
    await dialog.getByRole('checkbox', { name: 'Ava Lindqvist (already optimized)' }).waitFor();
    const next = dialog.getByRole('radio', { name: /^Next Monday, / });
    expect(await next.isChecked()).toBe(true);
    await dialog.getByRole('radio', { name: /^Today, / }).waitFor();
    await dialog.getByRole('button', { name: 'Generate Schedule' }).click();
    await page.getByRole('button', { name: 'Continue with Generation' }).click();
    await page.getByRole('button', { name: 'View Schedule & Report' }).click();
    const report = page.getByRole('dialog', { name: 'Optimization Reports' });
    await report.getByRole('button', { name: 'Reject' }).waitFor();
    await escapeFrom(page, report);

    const plan = page.getByRole('region', { name: 'Pending plan' });
    await plan.getByText(`Decide before ${longDate(monday)}`).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await plan.getByRole('button', { name: 'Review' }).click();
    await report.getByRole('button', { name: 'Reject' }).click();
    await toast(page, 'Teacher Schedule Rejected');
    await report.getByRole('heading', { name: 'All Schedules Processed' }).waitFor();
    await report.getByText('Schedule review complete.').waitFor();
    await report.waitFor({ state: 'detached' });
    await plan.waitFor({ state: 'detached' });

    await page.goto(`/schedule?week=${monday}&teacher=${dana.id}`);
    await page.getByRole('button', { name: /^Ava Lindqvist, .*Optimized/ }).waitFor();
    expect(await leave()).toEqual([]);
  });

  test('on a phone', async () => {
    const { page, leave } = await withSample(phone);
    const dialog = await openGenerate(page);
    await dialog.getByText('22 of 24 students selected').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Generate Schedule' }).click();
    await page.getByRole('button', { name: 'View Schedule & Report' }).click();
    const report = page.getByRole('dialog', { name: 'Optimization Reports' });
    await report.getByRole('heading', { name: 'Vacant Time Analysis' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await report.getByRole('button', { name: /^Tuesday, / }).click();
    await page.getByRole('dialog', { name: 'Tuesday' }).getByRole('button', { name: 'Wednesday' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await leave()).toEqual([]);
  });
});

describe('plans of two teachers', () => {
  test('are reviewed one after the other until all are decided', async () => {
    const { page, dana, leave } = await withSample();
    const marcus = await teacherNamed(page, 'Marcus Bell');
    const first = await generate(page, dana);
    await generate(page, marcus);
    await page.goto(`/planner?report=${first}`);
    const report = page.getByRole('dialog', { name: 'Optimization Reports' });
    const chosen = report.getByRole('button', { name: /^Teacher / });
    await expect.poll(() => chosen.textContent()).toContain('Dana Whitfield');
    await chosen.click();
    await page.getByRole('option', { name: /^Marcus Bell/ }).click();
    await expect.poll(() => chosen.textContent()).toContain('Marcus Bell');
    await report.getByRole('button', { name: 'Reject' }).click();
    await toast(page, 'Teacher Schedule Rejected');
    // One is left, so there is nothing to choose from anymore.
    await chosen.waitFor({ state: 'detached' });
    await report.getByRole('button', { name: 'Reject' }).click();
    await report.getByRole('heading', { name: 'All Schedules Processed' }).waitFor();
    await report.waitFor({ state: 'detached' });
    expect((await reports(page)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await leave()).toEqual([]);
  });
});

test('a failed run closes its progress and says why', async () => {
  const { page, leave } = await teacher();
  const { body: ada } = await send(page, 'POST', '/api/teachers', {
    name: 'Ada',
    phone: '1',
    email: 'ada@example.com',
  });
  const { body: ann } = await send(page, 'POST', '/api/students', {
    firstName: 'Ann',
    lastName: 'Lee',
    address: '1905 S 5th St, Austin, TX 78704',
    availability: [{ dayOfWeek: 2, startTime: '16:00', endTime: '18:00' }],
  });
  const idOf = (made: unknown) => String(Reflect.get(Object(made), 'id'));
  await send(page, 'POST', '/api/assignments', { studentId: idOf(ann), teacherId: idOf(ada) });
  await page.goto('/planner');
  await page.getByRole('button', { name: 'Generate Schedule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Generate Optimized Schedule' });
  await dialog.getByText('1 of 1 students selected').waitFor();
  await dialog.getByRole('button', { name: 'Generate Schedule' }).click();
  await toast(page, 'Error');
  await page.getByText('Failed to generate schedule. Please try again.').waitFor();
  await dialog
    .getByRole('alert')
    .getByText(/availability|hours/i)
    .waitFor();
  await dialog.getByText('1 of 1 students selected').waitFor();
  await expect.poll(() => focused(page)).toBe('Generate Schedule');
  expect(await leave()).toEqual([]);
});

test('students who would lose a lesson are named before the plan is accepted', async () => {
  const { page, leave } = await teacher();
  const window = (dayOfWeek: number, startTime: string, endTime: string) => ({ dayOfWeek, startTime, endTime });
  const { body: ada } = await send(page, 'POST', '/api/teachers', {
    name: 'Ada',
    phone: '1',
    email: 'ada@example.com',
    address: '2210 Bluebonnet Ln, Austin, TX 78704',
    availability: [window(2, '15:00', '20:00')],
  });
  const { body: ann } = await send(page, 'POST', '/api/students', {
    firstName: 'Ann',
    lastName: 'Lee',
    address: '1905 S 5th St, Austin, TX 78704',
    availability: [window(2, '15:00', '20:00')],
  });
  const idOf = (made: unknown) => String(Reflect.get(Object(made), 'id'));
  const person = { id: idOf(ada), name: 'Ada' };
  await send(page, 'POST', '/api/assignments', { studentId: idOf(ann), teacherId: person.id });
  await decide(page, await generate(page, person), 'accepted');
  await send(page, 'PUT', `/api/students/${idOf(ann)}`, { availability: [window(5, '15:00', '20:00')] });
  const plan = await generate(page, person);

  await page.goto(`/planner?report=${plan}`);
  const report = page.getByRole('dialog', { name: 'Optimization Reports' });
  await report.getByText('Loses the current lesson when you accept.').waitFor();
  await report.getByRole('button', { name: 'Accept Schedule' }).click();
  const question = page.getByRole('dialog', { name: 'Accept this schedule?' });
  await question.getByText(/^Ann Lee loses the current lesson/).waitFor();
  await question.getByRole('button', { name: 'Accept', exact: true }).click();
  await toast(page, 'Schedule Accepted');
  await report.waitFor({ state: 'detached' });
  expect(await leave()).toEqual([]);
});

test('the planner without teachers links to the first step', async () => {
  const { page, leave } = await teacher();
  await page.goto('/planner');
  await page.getByRole('link', { name: 'Add Teacher' }).click();
  await page.getByRole('heading', { name: 'Teachers', level: 1 }).waitFor();
  expect(await leave()).toEqual([]);
});
