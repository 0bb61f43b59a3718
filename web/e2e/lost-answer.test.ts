import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { password, teacher, visitor } from './person.ts';
import { addStudent, opened, students } from './roster-steps.ts';
import { send } from './send.ts';

/** Fills in the open form of a new student. */
const fillIn = async (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Add Student' });
  await dialog.getByLabel('First name').fill('Ava');
  await dialog.getByLabel('Last name').fill('Lindqvist');
  await dialog.getByRole('combobox', { name: 'Address' }).fill('4208 Avenue G, Austin, TX 78751');
  return { dialog, add: dialog.getByRole('button', { name: 'Add Student' }) };
};

/** The form of a new student, filled in. */
const newStudent = async (page: Page) => {
  await page.goto('/students?edit=new');
  return fillIn(page);
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

test('while a student is being added, nothing offers to cancel it or says that it was not saved', async () => {
  const { page, leave } = await teacher();
  await page.goto('/schedule');
  await page.getByRole('link', { name: 'Students' }).first().click();
  await page.getByRole('button', { name: 'Add Student' }).click();
  const { dialog, add } = await fillIn(page);
  const held = Promise.withResolvers<void>();
  await page.route('**/api/students', async (route) => {
    if (route.request().method() === 'POST') await held.promise;
    await route.continue();
  });
  await add.click();
  for (const name of ['Cancel', 'Close'])
    await expect.poll(() => dialog.getByRole('button', { name }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Leave while this is being saved?' });
  expect(await page.getByRole('dialog').count()).toBe(1);
  await page.goBack();
  await question.getByText('What you typed is saved if it can be').waitFor();
  await question.getByRole('button', { name: 'Stay' }).click();
  await page.goBack();
  await question.getByRole('button', { name: 'Leave' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Teachers' }).first().click();
  const answered = page.waitForResponse(/api\/students$/);
  held.resolve();
  await (await answered).finished();
  await expect.poll(async () => (await students(page)).length).toBe(1);
  await expect.poll(() => new URL(page.url()).pathname).toBe('/teachers');
  expect(await leave()).toEqual([]);
});

test('while a student is being deleted, nothing closes the question, and its answer does', async () => {
  const { page, leave } = await teacher();
  await addStudent(page, 'Ben Ito');
  await page.goto('/students');
  await page.getByRole('button', { name: 'Expand Ben Ito' }).click();
  await opened(page, 'Ben Ito').getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Student?' });
  const held = Promise.withResolvers<void>();
  await page.route('**/api/students/*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await question.getByRole('button', { name: 'Delete' }).click();
  for (const name of ['Cancel', 'Close'])
    await expect.poll(() => question.getByRole('button', { name }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  // A question that closes fades out first.
  await page.waitForFunction(() => document.getAnimations().length === 0);
  expect(await question.isVisible()).toBe(true);
  held.resolve();
  await question.waitFor({ state: 'detached' });
  await page.getByText(/ deleted$/).waitFor();
  expect(await leave()).toEqual([]);
});

test('after a lost answer, the form says before it closes that what was typed may have been saved', async () => {
  const { page, leave } = await teacher();
  const { dialog, add } = await newStudent(page);
  await page.route('**/api/students', (route) => route.abort(), { times: 1 });
  await add.click();
  await dialog.getByText('Rondo cannot be reached.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('what you typed may have been saved all the same').waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await leave()).toEqual([]);
});

test('a guest whose registration was not answered presses again and has the account with the studio', async () => {
  const { page, email, leave } = await visitor();
  await send(page, 'POST', '/api/guest-login', {});
  const { id } = await addStudent(page, 'Ben Ito');
  await page.goto('/change-password');
  await page.getByRole('button', { name: 'Create Account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create account' });
  await dialog.getByLabel('First name').fill('Dana');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password').fill(password);
  await page.route(
    '**/api/register',
    async (route) => {
      await route.fetch();
      // The answer would have brought the new session's cookie.
      await page.context().clearCookies();
      await route.abort();
    },
    { times: 1 },
  );
  const create = dialog.getByRole('button', { name: 'Create Account' });
  await create.click();
  await page.getByRole('status').getByText('Rondo cannot be reached.').waitFor();
  await create.click();
  await page.getByText('Welcome, Dana').waitFor();
  expect(await students(page)).toMatchObject([{ id }]);
  expect(await leave()).toEqual([]);
});
