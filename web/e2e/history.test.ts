import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { enter, lessonStudio } from './lesson-studio.ts';
import { axeFindings } from './page-checks.ts';
import { teacher } from './person.ts';
import { send } from './send.ts';
import { agree } from './toast-steps.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const said = (page: Page, text: RegExp) => page.getByRole('status').getByText(text).first().waitFor();
const question = (page: Page) => page.getByRole('dialog', { name: 'Undo this change?' });
const entries = (page: Page) => page.getByRole('main').getByRole('listitem');

/** Dana with a weekly lesson of Ann that is cancelled on one date. */
const withCancellation = async () => {
  const person = await teacher();
  const { page } = person;
  const studio = await lessonStudio(page);
  const lessonId = await enter(page, studio, studio.ann, { startTime: '15:00' });
  const cancelled = await send(page, 'POST', `/api/lessons/${lessonId}/cancel`, { lessonDate: studio.tuesday });
  expect(cancelled.ok).toBe(true);
  return { ...person, studio, lessonId };
};

test('the history lists what happened, narrows it down by the address, and undoes after a question', async () => {
  const { page, leave } = await withCancellation();
  await page.goto('/schedule');
  await button(page, 'Account Settings').click();
  await page.getByRole('menuitem', { name: 'History' }).click();
  await page.getByRole('heading', { name: 'History', level: 1 }).waitFor();
  await entries(page)
    .first()
    .getByText(/^You cancelled Ann Lee on Tue/)
    .waitFor();
  await button(page, /^Student/).click();
  await page.getByRole('option', { name: 'Ben Ito' }).click();
  await expect.poll(() => entries(page).allInnerTexts()).toHaveLength(1);
  await expect.poll(() => new URL(page.url()).searchParams.has('student')).toBe(true);
  await page.reload();
  await expect.poll(() => entries(page).allInnerTexts()).toHaveLength(1);
  await page.goto('/history');
  await button(page, /^Undo: You cancelled Ann Lee/).click();
  await question(page).getByText('Undoing it changes 1 lesson.').waitFor();
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  await question(page).waitFor({ state: 'detached' });
  await button(page, /^Undo: You cancelled Ann Lee/).click();
  await agree(page, 'Undo');
  await said(page, /^Undone: Ann Lee back to Tue/);
  await entries(page)
    .first()
    .getByText(/^You undid: cancelled Ann Lee/)
    .waitFor();
  await entries(page)
    .nth(1)
    .getByText(/^Undone at/)
    .waitFor();
  expect(await leave()).toEqual([]);
});

test('Ctrl+Z undoes the newest change also after a reload, and asks first', async () => {
  const { page, leave } = await withCancellation();
  await page.goto('/teachers');
  await button(page, /^Expand/)
    .first()
    .waitFor();
  await page.keyboard.press('ControlOrMeta+z');
  await question(page)
    .getByText(/^Cancelled Ann Lee on Tue/)
    .waitFor();
  await agree(page, 'Undo');
  await said(page, /^Undone: Ann Lee back to Tue/);
  await page.reload();
  await button(page, /^Expand/)
    .first()
    .waitFor();
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await agree(page, 'Redo');
  await said(page, /^Redone/);
  await page.keyboard.press('ControlOrMeta+z');
  await agree(page, 'Undo');
  await said(page, /^Undone: Ann Lee back to Tue/);
  await page.keyboard.press('ControlOrMeta+z');
  await question(page)
    .getByText(/^Added Ann Lee, Tuesdays/)
    .waitFor();
  expect(await leave()).toEqual([]);
});

test('a moment is opened from the history and leads back', async () => {
  const { page, leave } = await withCancellation();
  await page.goto('/history');
  await button(page, 'Show more').first().click();
  await page.getByRole('link', { name: 'Look at this moment' }).click();
  await page.getByRole('heading', { name: /^As it stood on/ }).waitFor();
  await page.getByRole('link', { name: 'Back to now' }).click();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  expect(await leave()).toEqual([]);
});

test('one lesson of a larger change is put back alone', async () => {
  const { page, leave } = await teacher();
  const studio = await lessonStudio(page);
  const lessons = [
    await enter(page, studio, studio.ann, { startTime: '15:00', date: studio.tuesday }),
    await enter(page, studio, studio.ben, { startTime: '16:00', date: studio.tuesday }),
  ];
  const newest = await send(page, 'GET', '/api/history?limit=1');
  const { at } = JSON.parse(newest.text).entries[0];
  for (const id of lessons)
    await send(page, 'PATCH', `/api/lessons/${id}/reschedule`, { startTime: '18:00', lessonDate: studio.monday });
  const restored = await send(page, 'POST', '/api/restore', { asOf: at });
  expect(restored.ok, restored.text).toBe(true);
  await page.goto('/history');
  await entries(page)
    .first()
    .getByText(/^You restored/)
    .waitFor();
  await button(page, 'Show more').first().click();
  await button(page, /^Put back alone: .*Ann Lee/).click();
  await said(page, /^Ann Lee is back where it was/);
  const timesOf = async () =>
    JSON.parse((await send(page, 'GET', '/api/lessons')).text).map(
      ({ student, lessonDate, startTime }: { student: { name: string }; lessonDate: string; startTime: string }) =>
        `${student.name} ${lessonDate} ${startTime}`,
    );
  expect((await timesOf()).toSorted()).toEqual([`Ann Lee ${studio.monday} 18:00`, `Ben Ito ${studio.tuesday} 16:00`]);
  expect(await axeFindings(page)).toEqual([]);
  expect(await leave()).toEqual([]);
});
