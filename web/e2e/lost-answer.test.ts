import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { teacher } from './person.ts';
import { students } from './roster-steps.ts';

/** The form of a new student, filled in. */
const newStudent = async (page: Page) => {
  await page.goto('/students?edit=new');
  const dialog = page.getByRole('dialog', { name: 'Add Student' });
  await dialog.getByLabel('First name').fill('Ava');
  await dialog.getByLabel('Last name').fill('Lindqvist');
  await dialog.getByRole('combobox', { name: 'Address' }).fill('4208 Avenue G, Austin, TX 78751');
  return { dialog, add: dialog.getByRole('button', { name: 'Add Student' }) };
};

test('a lost response and a second press of the button add one student, not two', async () => {
  const { page, leave } = await teacher();
  const { dialog, add } = await newStudent(page);

  let answersLost = 0;
  await page.route(
    '**/api/students',
    async (route) => {
      await route.fetch();
      answersLost += 1;
      await route.abort();
    },
    { times: 1 },
  );
  await add.click();
  await dialog.getByText('Rondo cannot be reached.').waitFor();
  expect(answersLost).toBe(1);
  expect(await dialog.getByLabel('First name').inputValue()).toBe('Ava');

  await add.click();
  await dialog.waitFor({ state: 'detached' });
  expect(await students(page)).toHaveLength(1);
  expect(await leave()).toEqual([]);
});

test('a write that is never answered says so after 30 seconds, and is carried out once when it is sent again', async () => {
  const { page, leave } = await teacher({ fresh: true });
  await page.clock.install();
  const { dialog, add } = await newStudent(page);
  const saved = Promise.withResolvers<void>();
  await page.route(
    '**/api/students',
    async (route) => {
      await route.fetch();
      saved.resolve();
    },
    { times: 1 },
  );
  await add.click();
  await saved.promise;
  await page.clock.fastForward(30_000);
  await dialog.getByText('Rondo has not answered for 30 seconds.').waitFor();
  await dialog.getByText('Trying again is safe').waitFor();
  await add.click();
  await dialog.waitFor({ state: 'detached' });
  expect(await students(page)).toHaveLength(1);
  expect(await leave()).toEqual([]);
});
