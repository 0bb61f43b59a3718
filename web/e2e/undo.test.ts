import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { enter, lessonStudio } from './lesson-studio.ts';
import { teacher } from './person.ts';
import { editStudent, opened } from './roster-steps.ts';
import { send } from './send.ts';
import { agree, takeUp } from './toast-steps.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const said = (page: Page, text: string | RegExp) =>
  page.getByRole('status').getByText(text, { exact: true }).first().waitFor();
const lessons = async (page: Page): Promise<unknown> => (await send(page, 'GET', '/api/lessons')).body;

test('a deleted student returns with the lessons by the toast of every page, or by keyboard', async () => {
  const { page, leave } = await teacher();
  const studio = await lessonStudio(page);
  await enter(page, studio, studio.ann, { startTime: '15:00' });
  const before = JSON.stringify(await lessons(page));
  const withoutRevisions = (text: string): string => text.replaceAll(/"revision":"[^"]*"/g, '');
  await page.goto('/students');
  const ann = button(page, 'Expand Ann Lee');
  const remove = async (): Promise<void> => {
    await ann.click();
    await opened(page, 'Ann Lee').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete Student?' }).getByRole('button', { name: 'Delete' }).click();
    await said(page, / deleted$/);
    await ann.waitFor({ state: 'detached' });
  };
  await remove();
  await takeUp(page, 'Undo');
  await said(page, /^Undone/);
  await ann.waitFor();
  expect(withoutRevisions(JSON.stringify(await lessons(page)))).toBe(withoutRevisions(before));
  await takeUp(page, 'Redo');
  await said(page, /^Redone/);
  await ann.waitFor({ state: 'detached' });
  // Another page of the same visit.
  await page.getByRole('navigation').getByRole('link', { name: 'Teachers' }).first().click();
  await button(page, /^Expand/)
    .first()
    .waitFor();
  await page.keyboard.press('ControlOrMeta+z');
  await said(page, /^Undone/);
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await said(page, /^Redone/);
  await page.keyboard.press('ControlOrMeta+z');
  await said(page, /^Undone/);
  await page.getByRole('navigation').getByRole('link', { name: 'Students' }).first().click();
  await ann.waitFor();
  expect(await leave()).toEqual([]);
});

test('saving a student and the teacher is one action, and text fields keep their own undo', async () => {
  const { page, leave } = await teacher();
  await lessonStudio(page);
  const lists = async (): Promise<unknown[]> =>
    Promise.all(
      ['students', 'assignments'].map(async (list) =>
        JSON.stringify((await send(page, 'GET', `/api/${list}`)).body).replaceAll(/"revision":"[^"]*"/g, ''),
      ),
    );
  await page.goto('/students');
  const first = await editStudent(page, 'Ann Lee');
  await first.dialog.getByLabel('Phone').fill('(512) 555-0115');
  await first.save.click();
  await said(page, / updated$/);
  const before = await lists();
  await opened(page, 'Ann Lee').getByRole('button', { name: 'Edit Student' }).click();
  const { dialog, save } = first;
  const phone = dialog.getByLabel('Phone');
  await phone.press('ControlOrMeta+z');
  await phone.fill('(512) 555-0199');
  await dialog.getByRole('button', { name: /^Assigned teacher/ }).click();
  await page.getByRole('option', { name: 'Dana Whitfield' }).click();
  await save.click();
  await dialog.waitFor({ state: 'detached' });
  expect(await lists()).not.toEqual(before);
  const update = page.getByRole('dialog', { name: 'Update Schedule' });
  await update.waitFor();
  await page.keyboard.press('Escape');
  await update.waitFor({ state: 'detached' });
  await page.keyboard.press('ControlOrMeta+z');
  await said(page, /^Undone/);
  expect(await lists()).toEqual(before);
  expect(await leave()).toEqual([]);
});

test('loading the sample studio can be undone, and the toast stays long enough to read it', async () => {
  const { page, leave } = await teacher({ fresh: true });
  await page.clock.install();
  await page.goto('/students');
  await button(page, 'Load a sample studio').click();
  await said(page, 'Sample studio loaded');
  await page.clock.runFor(5000);
  await takeUp(page, 'Undo');
  await said(page, /^Undone/);
  await page.getByText('No students yet').waitFor();
  expect(await leave()).toEqual([]);
});

test('an undo that has to wait for something that runs can be tried again', async () => {
  const { page, leave } = await teacher();
  await lessonStudio(page);
  await page.goto('/students');
  await page.getByRole('checkbox', { name: 'Select all students' }).click();
  await page.getByRole('region', { name: 'Actions on the selected students' }).getByRole('button').last().waitFor();
  await button(page, 'Clear Availability').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clear Availability' }).click();
  const problem = { detail: 'This change is still being carried out.', isTemporary: true };
  await page.route('**/api/undo', (route) => route.fulfill({ status: 409, json: problem }), { times: 2 });
  await takeUp(page, 'Undo');
  await said(page, 'This could not be undone');
  const again = page.getByRole('status').getByRole('button', { name: 'Try again' });
  const first = await again.elementHandle();
  await takeUp(page, 'Try again');
  // A second toast says the same: until then the undo is on its way, and a key would not begin it again.
  await first?.waitForElementState('hidden');
  await again.waitFor();
  await page.keyboard.press('ControlOrMeta+z');
  await agree(page, 'Undo');
  await said(page, /^Undone/);
  expect(await leave()).toEqual([]);
});
