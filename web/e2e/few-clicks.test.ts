import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { axeFindings, overflows } from './page-checks.ts';
import { phone, teacher } from './person.ts';
import { addTeacher } from './roster-steps.ts';
import { send } from './send.ts';

const week = (startTime: string, endTime: string) =>
  [1, 2, 3, 4, 5].map((dayOfWeek) => ({ dayOfWeek, startTime, endTime }));

/** Clicks and counts. */
const counter = () => {
  let count = 0;
  return {
    press: async (what: Locator): Promise<void> => {
      await what.click();
      count += 1;
    },
    count: () => count,
  };
};

const addStudents = async (page: Page, names: readonly string[], teacherId: string, availability: unknown) => {
  const ids: string[] = [];
  for (const [i, name] of names.entries()) {
    const [firstName, lastName] = name.split(' ');
    const { body } = await send(page, 'POST', '/api/students', {
      firstName,
      lastName,
      address: `${1900 + 10 * i} S 5th St, Austin, TX 78704`,
      teacherId,
      availability,
    });
    ids.push(String(Object.entries(Object(body)).find(([key]) => key === 'id')?.[1]));
  }
  return ids;
};

const listed = async (page: Page, path: string): Promise<unknown[]> => {
  const { body } = await send(page, 'GET', path);
  return Array.isArray(body) ? body : [];
};

test('a new pupil is in the week after her four fields and at most five clicks, and one more takes that back', async () => {
  const { page, leave } = await teacher();
  await addTeacher(page, 'Carla Mendes', { availability: week('14:00', '20:00') });
  await page.goto('/students');
  const { press, count } = counter();
  await press(page.getByRole('button', { name: 'Add Student' }).first());
  const form = page.getByRole('dialog', { name: 'Add Student' });
  await form.getByLabel('First name').fill('Nina');
  await form.getByLabel('Last name').fill('New');
  await form.getByLabel('Address').fill('1905 S 5th St, Austin, TX 78704');
  await form.getByLabel('Phone').fill('(512) 555-0100');
  await press(form.getByRole('button', { name: 'Add Student' }));
  const update = page.getByRole('dialog', { name: 'Update Schedule' });
  await press(update.getByRole('button', { name: 'Add to Current Schedule' }));
  const times = update.getByRole('list', { name: 'Weekly times, best first' }).getByRole('button');
  await times.first().waitFor();
  expect(await times.count()).toBe(5);
  expect(await axeFindings(page)).toEqual([]);
  // Nothing is in force before one is chosen.
  expect(await listed(page, '/api/lessons')).toEqual([]);
  await press(times.nth(1));
  await update.getByText(/^Nina New was added: /).waitFor();
  expect(count()).toBeLessThanOrEqual(5);
  expect(await listed(page, '/api/lessons')).toHaveLength(1);
  expect(await listed(page, '/api/assignments')).toHaveLength(1);
  // The card stays, with its Undo.
  await press(update.getByRole('button', { name: 'Undo' }));
  await expect.poll(() => listed(page, '/api/lessons')).toEqual([]);
  expect(await leave()).toEqual([]);
});

test('a pupil without a teacher is asked for one before the schedule is', async () => {
  const { page, leave } = await teacher();
  for (const name of ['Carla Mendes', 'Marcus Bell'])
    await addTeacher(page, name, { availability: week('14:00', '20:00') });
  await page.goto('/students?edit=new');
  const form = page.getByRole('dialog', { name: 'Add Student' });
  await form.getByLabel('First name').fill('Nina');
  await form.getByLabel('Last name').fill('New');
  await form.getByLabel('Address').fill('1905 S 5th St, Austin, TX 78704');
  await form.getByRole('button', { name: 'Add Student' }).click();
  const update = page.getByRole('dialog', { name: 'Update Schedule' });
  await update.getByRole('button', { name: 'Add to Current Schedule' }).click();
  await update.getByRole('region', { name: 'Which teacher?' }).getByRole('button', { name: 'Marcus Bell' }).click();
  await update.getByRole('button', { name: 'Choose a time myself' }).click();
  await update.getByLabel('Start time').fill('15:20');
  await update.getByRole('button', { name: 'Use This Time' }).click();
  await update.getByText(/^Nina New was added: Mon 3:20\sPM with Marcus Bell/).waitFor();
  expect(await leave()).toEqual([]);
});

test('three pupils go to another teacher, and that week is planned, in at most six clicks', async () => {
  const { page, leave } = await teacher();
  const hours = { availability: week('14:00', '20:00') };
  const carla = await addTeacher(page, 'Carla Mendes', hours);
  const marcus = await addTeacher(page, 'Marcus Bell', hours);
  const names = ['Ann Lee', 'Ben Ito', 'Cy Moss'];
  const ids = await addStudents(page, names, carla.id, week('14:00', '20:00'));
  for (const id of ids)
    await send(page, 'POST', '/api/students/optimize', { studentId: id, optimizationType: 'add-only' });
  await page.goto('/students');
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).click();
  const { press, count } = counter();
  await press(page.getByRole('button', { name: 'Assign Teachers' }));
  const assigning = page.getByRole('dialog', { name: 'Assign Teachers to Students' });
  await press(assigning.getByRole('checkbox', { name: 'Marcus Bell' }));
  await assigning.getByText(/Carla Mendes no longer teaches them/).waitFor();
  await press(assigning.getByRole('button', { name: 'Move to Marcus Bell' }));
  const moved = page.getByRole('dialog', { name: '3 students moved to Marcus Bell' });
  await moved.getByText(/^3\slessons with other teachers stay until you accept a plan/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await press(moved.getByRole('link', { name: 'Plan Marcus Bell’s week' }));
  const generating = page.getByRole('dialog', { name: 'Generate Optimized Schedule' });
  await generating.getByText('3 of 3 students selected').waitFor();
  await press(generating.getByRole('button', { name: 'Generate Schedule' }));
  await press(page.getByRole('button', { name: 'Continue with Generation' }));
  await page.getByRole('heading', { name: 'Schedule Complete!' }).waitFor();
  expect(count()).toBeLessThanOrEqual(6);
  // The report says for each family from whom and to when.
  await page.getByRole('button', { name: 'View Schedule & Report' }).click();
  const changes = page.getByRole('region', { name: 'What changes' });
  await changes.getByText('3 move.').waitFor();
  expect(await changes.getByText(/with Carla Mendes/).count()).toBe(3);
  expect(await listed(page, '/api/assignments')).toHaveLength(3);
  expect(marcus.id).not.toBe(carla.id);
  expect(await leave()).toEqual([]);
});

test('a first plan is made and accepted in four clicks, and who has no times is said before and after', async () => {
  const { page, leave } = await teacher();
  const carla = await addTeacher(page, 'Carla Mendes', { availability: week('14:00', '20:00') });
  await addStudents(page, ['Ann Lee', 'Ben Ito'], carla.id, week('14:00', '20:00'));
  await addStudents(page, ['Cy Moss', 'Di Park'], carla.id, []);
  await page.goto('/planner');
  await page.getByRole('button', { name: 'Generate Schedule' }).click();
  const generating = page.getByRole('dialog', { name: 'Generate Optimized Schedule' });
  await generating.getByText('2 students have no times').waitFor();
  await generating.getByRole('button', { name: 'Leave them out' }).click();
  await generating.getByText('2 of 4 students selected').waitFor();
  await generating.getByRole('button', { name: 'Select All', exact: true }).click();
  expect(await axeFindings(page)).toEqual([]);
  await generating.getByRole('button', { name: 'Cancel' }).click();

  const { press, count } = counter();
  await press(page.getByRole('button', { name: 'Generate Schedule' }));
  await press(generating.getByRole('button', { name: 'Generate Schedule' }));
  await press(page.getByRole('button', { name: 'View Schedule & Report' }));
  const report = page.getByRole('dialog', { name: 'Optimization Reports' });
  await report.getByText(/^2\sstudents have no availability$/).waitFor();
  // No sentence contradicts another.
  expect(await report.getByText('every student is placed').count()).toBe(0);
  expect(await report.getByText('preferred slots').count()).toBe(0);
  await report.getByText('No availability is entered').waitFor({ state: 'detached' });
  await press(report.getByRole('button', { name: 'Accept Schedule' }));
  await page.getByText('Schedule Accepted').waitFor();
  expect(count()).toBe(4);
  expect(await leave()).toEqual([]);
});

test('who has no times gets the standard ones from the report, which is then made again and says so', async () => {
  const { page, leave } = await teacher();
  const carla = await addTeacher(page, 'Carla Mendes', { availability: week('14:00', '20:00') });
  await addStudents(page, ['Ann Lee'], carla.id, week('14:00', '20:00'));
  await addStudents(page, ['Cy Moss', 'Di Park'], carla.id, []);
  await page.goto('/planner');
  await page.getByRole('button', { name: 'Generate Schedule' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Generate Schedule' }).click();
  await page.getByRole('button', { name: 'View Schedule & Report' }).click();
  const report = page.getByRole('dialog', { name: 'Optimization Reports' });
  await report.getByRole('button', { name: 'Give them standard availability and plan again' }).click();
  await page.getByRole('button', { name: 'View Schedule & Report' }).click();
  await report.getByText(/2\sstudents had no times and have the standard availability now/).waitFor();
  await report.getByText('Every selected student is placed.').waitFor();
  expect(await leave()).toEqual([]);
});

test('what would help a student can be asked of the family, and the student edited over the report', async () => {
  const { page, leave } = await teacher({ fresh: true });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const carla = await addTeacher(page, 'Carla Mendes', { availability: week('14:00', '20:00') });
  const crowded = [{ dayOfWeek: 1, startTime: '16:00', endTime: '18:00' }];
  await addStudents(page, ['Ann Lee', 'Ben Ito', 'Cy Moss'], carla.id, crowded);
  await page.goto('/planner');
  await page.getByRole('button', { name: 'Generate Schedule' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Generate Schedule' }).click();
  await page.getByRole('button', { name: 'View Schedule & Report' }).click();
  const report = page.getByRole('dialog', { name: 'Optimization Reports' });
  const ask = report.getByRole('button', { name: /^Ask the family of/ }).first();
  await ask.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await ask.click();
  await page.getByText('Message copied').waitFor();
  await report.getByText(/^You asked the family about /).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^Hello! .* Could .* have a lesson on /);
  await report.getByRole('button', { name: /^Edit Student/ }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Student' });
  await edit.getByLabel('Phone').fill('(512) 555-0199');
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText(/^(Ann Lee|Ben Ito|Cy Moss) updated$/).waitFor();
  await edit.waitFor({ state: 'detached' });
  await report.getByRole('heading', { name: 'Unscheduled Students Analysis' }).waitFor();
  expect(await leave()).toEqual([]);
});

test('where a pupil would fit is found before there is a student, on the phone too, and becomes one', async () => {
  const { page, leave } = await teacher(phone);
  await addTeacher(page, 'Carla Mendes', { availability: week('14:00', '20:00') });
  await page.goto('/planner');
  await page.getByRole('button', { name: 'Where would a pupil fit?' }).click();
  const where = page.getByRole('dialog', { name: 'Where would a pupil fit?' });
  const address = where.getByRole('combobox', { name: 'Address' });
  await address.fill('nowhere at all');
  await where.getByRole('button', { name: 'Find Times' }).click();
  await where.getByText(/^The map does not know this address\./).waitFor();
  await address.fill('1905 S 5th St, Austin, TX 78704');
  await where.getByRole('button', { name: 'Find Times' }).click();
  const times = where.getByRole('list', { name: 'Weekly times, best first' }).getByRole('button');
  await times.first().waitFor();
  expect(await overflows(page)).toEqual([]);
  expect(await axeFindings(page)).toEqual([]);
  await times.first().click();
  await where.getByLabel('First name').fill('Nina');
  await where.getByLabel('Last name').fill('New');
  await where.getByRole('button', { name: 'Add Student' }).click();
  await page.getByText(/^Nina New was added: /).waitFor();
  expect(await listed(page, '/api/lessons')).toHaveLength(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => listed(page, '/api/students')).toEqual([]);
  expect(await leave()).toEqual([]);
});

test('a teacher alone is asked neither her name nor her hours five times', async () => {
  const { page, email, leave } = await teacher();
  await page.goto('/teachers?edit=new');
  const form = page.getByRole('dialog', { name: 'Add Teacher' });
  await expect.poll(() => form.getByLabel('Name', { exact: true }).inputValue()).toBe('Dana');
  expect(await form.getByLabel('Email').inputValue()).toBe(email);
  await form.getByLabel('Phone').fill('(512) 555-0100');
  await form.getByLabel('Monday from').fill('14:00');
  await form.getByLabel('Monday to').fill('20:00');
  await form.getByRole('button', { name: 'Same hours Mon – Fri' }).click();
  expect(await form.getByLabel('Friday from').inputValue()).toBe('14:00');
  expect(await form.getByLabel('Saturday from').inputValue()).toBe('09:00');
  await form.getByRole('button', { name: 'Copy Monday to all days' }).click();
  expect(await form.getByLabel('Saturday from').inputValue()).toBe('14:00');
  expect(await axeFindings(page)).toEqual([]);
  await form.getByRole('button', { name: 'Add Teacher' }).click();
  await page.getByText('Dana added').waitFor();
  // A second teacher is somebody else.
  await page.goto('/teachers?edit=new');
  expect(await form.getByLabel('Name', { exact: true }).inputValue()).toBe('');
  expect(await leave()).toEqual([]);
});

test('the students of a teacher who is deleted are given to another one', async () => {
  const { page, leave } = await teacher();
  const carla = await addTeacher(page, 'Carla Mendes');
  const marcus = await addTeacher(page, 'Marcus Bell');
  await addTeacher(page, 'Ada Amari');
  await addStudents(page, ['Ann Lee'], carla.id, []);
  await page.goto('/teachers');
  await page.getByRole('button', { name: 'Expand Carla Mendes' }).click();
  await page.getByRole('region', { name: 'Carla Mendes' }).getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Teacher?' });
  await question.getByRole('button', { name: /^Give the students to/ }).click();
  await page.getByRole('option', { name: 'Marcus Bell' }).click();
  expect(await axeFindings(page)).toEqual([]);
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Marcus Bell has the students now.').waitFor();
  expect(await listed(page, '/api/assignments')).toMatchObject([{ teacherId: marcus.id }]);
  await page.getByRole('button', { name: 'Plan Marcus Bell’s week' }).click();
  const generate = page.getByRole('dialog', { name: 'Generate Optimized Schedule' });
  await generate.getByRole('checkbox', { name: /^Marcus Bell/, checked: true }).waitFor();
  await generate.getByText('Ann Lee').first().waitFor();
  expect(await leave()).toEqual([]);
});
