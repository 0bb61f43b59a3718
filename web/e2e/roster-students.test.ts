import { expect, test } from 'vitest';
import { overflows } from './page-checks.ts';
import { phone, teacher } from './person.ts';
import { addStudent, addTeacher, opened } from './roster-steps.ts';
import { send } from './send.ts';
import { takeUp } from './toast-steps.ts';

test('the list shows all students, those of one teacher, unassigned ones, or those with a name', async () => {
  const { page, leave } = await teacher();
  const marcus = await addTeacher(page, 'Marcus Bell');
  await addTeacher(page, 'Yuki Tanaka');
  const ben = await addStudent(page, 'Ben Ito');
  await addStudent(page, 'Ava Lindqvist');
  await send(page, 'PUT', `/api/students/${ben.id}/teacher`, { teacherId: marcus.id });
  await page.goto('/students');
  const names = page.getByRole('button', { name: /^Expand/ });
  await expect.poll(() => names.count()).toBe(2);
  const choose = async (teacher: string): Promise<void> => {
    await page.getByRole('button', { name: /^Teacher/ }).click();
    await page.getByRole('option', { name: teacher }).click();
  };
  await choose('Marcus Bell');
  await page.getByRole('button', { name: 'Expand Ava Lindqvist' }).waitFor({ state: 'hidden' });
  expect(await names.count()).toBe(1);
  await page.reload();
  await page.getByRole('button', { name: 'Expand Ben Ito' }).waitFor();
  expect(await names.count()).toBe(1);
  await choose('Unassigned');
  await page.getByRole('button', { name: 'Expand Ava Lindqvist' }).waitFor();
  await choose('Yuki Tanaka');
  await page.getByText('No students found').waitFor();
  await page.getByRole('button', { name: 'Show all students' }).click();
  await expect.poll(() => names.count()).toBe(2);
  const search = page.getByRole('searchbox', { name: 'Search students' });
  await search.pressSequentially('lind');
  await expect.poll(() => names.count()).toBe(1);
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('lind');
  await page.reload();
  await page.getByRole('button', { name: 'Expand Ava Lindqvist' }).waitFor();
  expect(await search.inputValue()).toBe('lind');
  // The tab's link leads to the list without a search.
  await page.getByRole('navigation').getByRole('link', { name: 'Students' }).first().click();
  await expect.poll(() => names.count()).toBe(2);
  expect(await search.inputValue()).toBe('');
  await search.fill('nobody');
  await page.getByText('No student’s name matches “nobody”.').waitFor();
  await page.getByRole('button', { name: 'Show all students' }).click();
  await expect.poll(() => names.count()).toBe(2);
  expect(await leave()).toEqual([]);
});

test('a student is deleted after confirmation', async () => {
  const { page, leave } = await teacher();
  await addStudent(page, 'Ben Ito');
  await page.goto('/students');
  await page.getByRole('button', { name: 'Expand Ben Ito' }).click();
  await opened(page, 'Ben Ito').getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Student?' });
  await question.getByText('Ben Ito').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await opened(page, 'Ben Ito').getByRole('button', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByText(/ deleted$/).waitFor();
  await page.getByText('No students yet').waitFor();
  expect(await leave()).toEqual([]);
});

test('many students are assigned, given hours and deleted at once, and each of it is undone', async () => {
  const { page, leave } = await teacher();
  await addTeacher(page, 'Marcus Bell');
  for (const name of ['Ben Ito', 'Ava Lindqvist', 'Cy Moss']) await addStudent(page, name);
  await page.goto('/students');
  const tick = (name: string) => page.getByRole('checkbox', { name });
  const all = tick('Select all students');
  await tick('Select Ben Ito').press('Space');
  await page.getByText('1 selected').waitFor();
  const search = page.getByRole('searchbox', { name: 'Search students' });
  await search.fill('lind');
  await page.getByText('1 selected, 1 not shown').waitFor();
  const bar = page.getByRole('region', { name: 'Actions on the selected students' });
  await search.fill('nobody');
  await page.getByText('No student’s name matches “nobody”.').waitFor();
  await page.getByText('1 selected, 1 not shown').waitFor();
  expect(await all.isDisabled()).toBe(true);
  await bar.getByRole('button', { name: 'Assign Teachers' }).waitFor();
  await bar.getByRole('button', { name: 'Deselect' }).click();
  await page.getByRole('button', { name: 'Show all students' }).and(page.locator(':focus')).waitFor();
  await search.fill('');
  await tick('Select Ben Ito').press('Space');
  await search.fill('lind');
  await all.click();
  await page.getByText('2 selected, 1 not shown').waitFor();

  await bar.getByRole('button', { name: 'Assign Teachers' }).click();
  const assigning = page.getByRole('dialog', { name: 'Assign Teachers to Students' });
  await assigning.getByText('2 students (Ava Lindqvist and Ben Ito)').waitFor();
  await assigning.getByText('One of them is selected, but hidden').waitFor();
  await assigning.getByRole('button', { name: 'Assign Teachers' }).click();
  await page.getByText('Please select at least one teacher to assign.').waitFor();
  await tick('Marcus Bell').click();
  await assigning.getByRole('button', { name: 'Assign Teachers' }).click();
  await page.getByText('Marcus Bell assigned to 2 students').waitFor();
  await search.fill('');
  await expect.poll(() => page.getByText('No teacher assigned').count()).toBe(1);

  await page.route('**/assign-standard-availability', (route) =>
    route.fulfill({ status: 503, body: 'The database is not answering.' }),
  );
  const giveHours = async (): Promise<void> => {
    await bar.getByRole('button', { name: 'Assign Standard Availability' }).click();
    const question = page.getByRole('dialog', { name: 'Assign Standard Availability?' });
    await question.getByText(/Monday to Friday, 4:00 – 9:00\sPM/).waitFor();
    await question.getByRole('button', { name: 'Assign Standard Availability' }).click();
    await question.waitFor({ state: 'detached' });
  };
  await giveHours();
  await page.getByText('Failed to assign standard availability').waitFor();
  await page.unroute('**/assign-standard-availability');
  await giveHours();
  await page.getByText('Standard availability assigned to 2 students').waitFor();
  await expect.poll(() => page.getByText('No availability').count()).toBe(1);
  await takeUp(page, 'Undo');
  await expect.poll(() => page.getByText('No availability').count()).toBe(3);

  await bar.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete 2 Students?' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByText('2 students deleted').waitFor();
  await bar.waitFor({ state: 'detached' });
  await takeUp(page, 'Undo');
  await page.getByRole('button', { name: 'Expand Ben Ito' }).waitFor();
  await all.click();
  await page.getByText('3 selected').waitFor();
  await page.getByRole('button', { name: 'Deselect' }).click();
  await expect.poll(() => all.evaluate((box) => box === document.activeElement)).toBe(true);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download all students as a CSV file' }).click();
  expect((await download).suggestedFilename()).toBe('students.csv');
  expect(await leave()).toEqual([]);
});

test('a question about one student speaks of one, and the longest names fit on a phone', async () => {
  const { page, leave } = await teacher({ ...phone, fresh: true });
  await addTeacher(page, 'Bartholomew-Alexander Featherstonehaugh-Cholmondeley von Wolfeschlegelsteinhausen');
  const longest = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren';
  for (const name of ['Ben Ito', `${longest} Ito`]) await addStudent(page, name);
  await page.goto('/students');
  await page.getByRole('checkbox', { name: 'Select all students' }).press('Space');
  await page.getByRole('button', { name: 'Assign Teachers' }).click();
  const assigning = page.getByRole('dialog', { name: 'Assign Teachers to Students' });
  await assigning.getByRole('checkbox').waitFor();
  expect(await overflows(page)).toEqual([]);
  await assigning.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('checkbox', { name: `Select ${longest} Ito` }).press('Space');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Assign Random Availability' }).click();
  await page.getByText('1 student (Ben Ito) gets two to four days').waitFor();
  expect(await leave()).toEqual([]);
});

test('the page opens on the invoices once after invoicing was interrupted', async () => {
  const { page, leave } = await teacher();
  await page.goto('/students');
  await page.getByText('No students yet').waitFor();
  await page.evaluate(() => localStorage.setItem('returnToInvoicing', 'true'));
  await page.goto('/students');
  await page.getByText('No invoices found. Create your first invoice to get started.').waitFor();
  await page.goto('/students');
  await page.getByText('No students yet').waitFor();
  expect(await leave()).toEqual([]);
});

test('a list that fails to load says so and can be retried', async () => {
  const { page, leave } = await teacher();
  await page.route('**/api/students', (route) =>
    route.fulfill({ status: 503, body: 'The database is not answering.' }),
  );
  await page.goto('/students');
  await page.getByRole('alert').getByText('The database is not answering.').waitFor();
  expect(await page.getByText('No students yet').count()).toBe(0);
  await page.unroute('**/api/students');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('No students yet').waitFor();
  expect(await leave()).toEqual([]);
});
