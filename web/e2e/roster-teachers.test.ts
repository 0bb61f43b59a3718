import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { teacher } from './person.ts';
import { opened } from './roster-steps.ts';
import { send } from './send.ts';
import { takeUp } from './toast-steps.ts';

const teachers = z.array(
  z.object({
    id: z.string(),
    revision: z.string(),
    availabilityInterpretation: z.string(),
    availability: z.array(z.object({ dayOfWeek: z.number(), startTime: z.string(), endTime: z.string() })),
  }),
);

const list = async (page: Page) => teachers.parse((await send(page, 'GET', '/api/teachers')).body);

const addMarcus = (page: Page) =>
  send(page, 'POST', '/api/teachers', {
    name: 'Marcus Bell',
    phone: '(512) 555-0101',
    email: 'marcus@example.com',
    address: '8405 Burnet Rd, Austin, TX 78757',
    availability: [{ dayOfWeek: 2, startTime: '15:00', endTime: '20:00' }],
  });

test('the first teacher is added, by default available Monday to Saturday from nine to five', async () => {
  const { page, leave } = await teacher();
  await page.goto('/teachers');
  await page.getByText('No teachers yet').waitFor();
  await page.getByRole('button', { name: 'Add Teacher' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Teacher' });
  const add = dialog.getByRole('button', { name: 'Add Teacher' });
  // The account says who it is.
  await dialog.getByLabel('Name').fill('');
  await dialog.getByLabel('Email').fill('');
  await add.click();
  for (const sentence of ['Name is required.', 'Phone is required.', 'Email is required.'])
    await dialog.getByText(sentence).waitFor();
  await dialog.getByLabel('Name').fill('Dana Whitfield');
  await dialog.getByLabel('Phone').fill('(512) 555-0100');
  await dialog.getByLabel('Email').fill('dana');
  await add.click();
  await dialog.getByText('Please enter a valid email address.').waitFor();
  await dialog.getByLabel('Email').fill('dana@example.com');

  expect(await dialog.getByRole('checkbox', { checked: true }).count()).toBe(6);
  expect(await dialog.getByRole('checkbox', { name: 'Sunday' }).count()).toBe(0);
  expect(await dialog.getByRole('button', { name: /^Remove/ }).count()).toBe(0);
  await dialog.getByRole('checkbox', { name: 'Saturday available' }).click();
  await dialog.getByRole('radio', { name: 'Teaching time' }).click();
  await add.click();
  await page.getByText('Dana Whitfield added').waitFor();
  await page.getByText('1 teacher', { exact: true }).waitFor();
  await page.getByText('40 h a week').first().waitFor();

  const [saved] = await list(page);
  expect(saved?.availabilityInterpretation).toBe('start_lesson');
  expect(saved?.availability).toEqual(
    [1, 2, 3, 4, 5].map((dayOfWeek) => ({ dayOfWeek, startTime: '09:00', endTime: '17:00' })),
  );
  expect(await leave()).toEqual([]);
});

test('editing a teacher does not overwrite a newer change from another window', async () => {
  const { page, leave } = await teacher();
  await addMarcus(page);
  await page.goto('/teachers');
  await page.getByRole('button', { name: 'Expand Marcus Bell' }).click();
  await opened(page, 'Marcus Bell').getByRole('button', { name: 'Edit Teacher' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Teacher' });
  const save = dialog.getByRole('button', { name: 'Save Changes' });
  expect(await save.isDisabled()).toBe(true);
  await dialog.getByLabel('Phone').fill('(512) 555-0199');
  const [marcus] = await list(page);
  await send(page, 'PUT', `/api/teachers/${marcus?.id}`, { name: 'Marcus Bells', revision: marcus?.revision });
  await save.click();
  await dialog.getByText('This teacher was changed somewhere else in the meantime.').waitFor();
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Marcus Bells');
  await save.click();
  await page.getByText('Marcus Bells updated').waitFor();
  await page.getByRole('link', { name: '(512) 555-0199' }).waitFor();
  expect(await leave()).toEqual([]);
});

test('a teacher is deleted after a confirmation that lists what ends', async () => {
  const { page, leave } = await teacher();
  await send(page, 'POST', '/api/sample-studio');
  await page.goto('/teachers');
  await page.getByRole('button', { name: 'Expand Marcus Bell' }).click();
  await opened(page, 'Marcus Bell').getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Teacher?' });
  await question.getByText(/the assignment of \d+\sstudents/).waitFor();
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByText(/ deleted$/).waitFor();
  await page.getByRole('button', { name: 'Expand Marcus Bell' }).waitFor({ state: 'hidden' });
  expect(await leave()).toEqual([]);
});

test('the times of many teachers are cleared and many teachers deleted at once, and each of it is undone', async () => {
  const { page, leave } = await teacher();
  await send(page, 'POST', '/api/sample-studio');
  await page.goto('/teachers');
  const bar = page.getByRole('region', { name: 'Actions on the selected teachers' });
  await page.getByRole('checkbox', { name: 'Select all teachers' }).click();
  await page.getByText('2 selected').waitFor();
  await bar.getByRole('button', { name: 'Clear Times' }).click();
  const clearing = page.getByRole('dialog', { name: 'Clear Times?' });
  await clearing.getByText('2 teachers (Dana Whitfield and Marcus Bell)').waitFor();
  await clearing.getByRole('button', { name: 'Clear Times' }).click();
  await page.getByText('Times of 2 teachers cleared').waitFor();
  await expect.poll(() => page.getByText('No availability').count()).toBe(2);
  await takeUp(page, 'Undo');
  await expect.poll(() => page.getByText('No availability').count()).toBe(0);
  await bar.getByRole('button', { name: 'Delete Selected' }).click();
  const deleting = page.getByRole('dialog', { name: 'Delete 2 Teachers?' });
  await deleting.getByText(/\d+\sassignments of students/).waitFor();
  await deleting.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('2 teachers deleted').waitFor();
  await page.getByText('No teachers yet').waitFor();
  await takeUp(page, 'Undo');
  await page.getByText('2 teachers', { exact: true }).waitFor();
  await page.goto('/planner');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^lessons-\d{4}-\d\d-01-\d{4}-\d\d-\d\d\.csv$/);
  expect(await leave()).toEqual([]);
});

test('the sample studio can be loaded and removed', async () => {
  const { page, leave } = await teacher();
  await page.goto('/teachers');
  await page.getByRole('button', { name: 'Load a sample studio' }).click();
  await page.getByText('2 teachers', { exact: true }).waitFor();
  await page.getByText('This is the sample studio.').waitFor();
  await page.getByRole('button', { name: 'Remove it' }).click();
  const question = page.getByRole('dialog', { name: 'Remove the sample studio?' });
  await question.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No teachers yet').waitFor();
  expect(await leave()).toEqual([]);
});

test('a teacher’s students are one click away', async () => {
  const { page, leave } = await teacher();
  await send(page, 'POST', '/api/sample-studio');
  await page.goto('/teachers');
  await page.getByRole('button', { name: 'Expand Marcus Bell' }).click();
  await opened(page, 'Marcus Bell')
    .getByRole('link', { name: /students$/ })
    .click();
  await page.getByRole('button', { name: 'Teacher Marcus Bell' }).waitFor();
  expect(await leave()).toEqual([]);
});
