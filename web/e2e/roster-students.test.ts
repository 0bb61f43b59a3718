import { expect, test } from 'vitest';
import { teacher } from './person.ts';
import { addStudent, addTeacher, opened } from './roster-steps.ts';
import { send } from './send.ts';

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
  await page.getByText('Student deleted').waitFor();
  await page.getByText('No students yet').waitFor();
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
