import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { enter, lessonStudio } from './lesson-studio.ts';
import { axeFindings } from './page-checks.ts';
import { teacher } from './person.ts';
import { addTeacher } from './roster-steps.ts';
import { send } from './send.ts';
import { takeUp } from './toast-steps.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const family = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });
const text = (page: Page, name: string) => page.getByRole('textbox', { name: `Text for ${name}` });

/** Dana with weekly lessons of Ann and Ben, which their families know of. */
const withFamilies = async () => {
  const person = await teacher({ fresh: true });
  const { page } = person;
  const studio = await lessonStudio(page);
  await enter(page, studio, studio.ann, { startTime: '15:00' });
  const ofBen = await enter(page, studio, studio.ben, { startTime: '16:00' });
  const studentIds = [studio.ann.id, studio.ben.id];
  await send(page, 'POST', '/api/changes/told', { studentIds, until: new Date().toISOString() });
  return { ...person, studio, ofBen };
};

test('a cancelled lesson leads to its family, which is told and untold again', async () => {
  const { page, leave, studio, ofBen } = await withFamilies();
  await send(page, 'PUT', `/api/students/${studio.ann.id}`, { phone: '(512) 555-0100', email: 'lee@example.com' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(studio.week);
  expect(await bell(page).getAttribute('aria-label')).toBe('Notifications');
  await page.goto(`${studio.week}&day=${studio.tuesday}`);
  await send(page, 'POST', `/api/lessons/${ofBen}/cancel`, { lessonDate: studio.tuesday });

  await button(page, 'Actions for Ann Lee').click();
  await page.getByRole('menuitem', { name: 'Cancel Lesson' }).click();
  await button(page, 'Just Cancel').click();
  await takeUp(page, 'Tell the Lees');
  await page.getByRole('heading', { name: 'What changed since I told them' }).waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('student')).toBe(studio.ann.id);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Ann Lee');
  await page.getByText('2 families do not know yet').waitFor();
  await expect.poll(() => bell(page).getAttribute('aria-label')).toBe('Notifications, 1 new: 2\u00a0families to tell');
  expect(await family(page, 'Ann Lee').getByText('3:00 PM, cancelled').count()).toBe(1);
  expect(await axeFindings(page)).toEqual([]);

  const message = await text(page, 'Ann Lee').inputValue();
  expect(message).toMatch(/^Ann’s lesson on Tuesday, .* is cancelled\. The next lesson is on Tuesday, /);
  await text(page, 'Ann Lee').fill(`Dear Lees! ${message}`);
  await button(page, 'Copy text for Ann Lee').click();
  await page.getByRole('status').getByText('Text copied').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`Dear Lees! ${message}`);
  const mail = await page.getByRole('link', { name: 'Mail Ann Lee' }).getAttribute('href');
  expect(mail).toBe(
    `mailto:lee@example.com?subject=Your%20lessons&body=${encodeURIComponent(`Dear Lees! ${message}`)}`,
  );
  const sms = await page.getByRole('link', { name: 'Text Ann Lee' }).getAttribute('href');
  expect(sms).toBe(`sms:5125550100?&body=${encodeURIComponent(`Dear Lees! ${message}`)}`);
  expect(await page.getByRole('link', { name: 'Text Ben Ito' }).count()).toBe(0);

  await button(page, 'Mark as told: Ann Lee').click();
  await family(page, 'Ann Lee').waitFor({ state: 'detached' });
  await page.getByText('1 family does not know yet').waitFor();
  await page.getByText('Ann Lee’s family knows of every change.').waitFor();
  await takeUp(page, 'Undo');
  await family(page, 'Ann Lee').waitFor();
  await button(page, 'Mark all as told').click();
  await page.getByText('Every family knows its lessons').waitFor();
  await expect.poll(() => bell(page).getAttribute('aria-label')).toBe('Notifications');
  expect(await leave()).toEqual([]);
});

test('the bell, the head of the schedule and the menus lead to the families', async () => {
  const { page, leave, studio, ofBen } = await withFamilies();
  await send(page, 'POST', `/api/lessons/${ofBen}/cancel`, { lessonDate: studio.tuesday });
  await page.goto(studio.week);
  await page.getByRole('link', { name: '1 family to tell' }).click();
  await family(page, 'Ben Ito').waitFor();
  await page.goBack();
  await page.getByText('(Cancelled)').first().waitFor();
  await bell(page).click();
  await page.getByRole('dialog', { name: 'Notifications' }).getByRole('link', { name: '1 family to tell' }).click();
  await family(page, 'Ben Ito').waitFor();
  await page.goto('/students');
  await button(page, 'Expand Ben Ito').click();
  await button(page, 'Tell the Itos').click();
  await family(page, 'Ben Ito').waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('student')).toBe(studio.ben.id);
  await page.goto(`${studio.week}&day=${studio.tuesday}`);
  await button(page, 'Actions for Ann Lee').click();
  await page.getByRole('menuitem', { name: 'Tell the Lees' }).click();
  await page.getByText('Ann Lee’s family knows of every change.').waitFor();
  expect(await leave()).toEqual([]);
});

test('the head of the week keeps its lines when families are to be told, and no way to tell them stands alone', async () => {
  const { page, leave } = await teacher({ viewport: { width: 1180, height: 800 } });
  const carla = await addTeacher(page, 'Carla Mendes');
  const add = page.getByRole('button', { name: 'Add Manual Entry' });
  const placeOf = async () => {
    await page.goto(`/schedule?teacher=${carla.id}`);
    await page.getByRole('heading', { name: 'This Week' }).first().waitFor();
    await page.waitForLoadState('networkidle');
    await page.evaluate(async () => document.fonts.ready.then(() => undefined));
    return add.boundingBox();
  };
  const before = await placeOf();
  const { body } = await send(page, 'POST', '/api/students', {
    firstName: 'Theo',
    lastName: 'Park',
    phone: '(512) 555-0100',
    address: '1905 S 5th St, Austin, TX 78704',
    teacherId: carla.id,
  });
  const { id } = z.object({ id: z.string() }).parse(body);
  await send(page, 'POST', '/api/lessons', { teacherId: carla.id, studentId: id, dayOfWeek: 3, startTime: '15:00' });
  const after = await placeOf();
  await page.getByRole('link', { name: /^1\sfamily to tell$/ }).waitFor();
  expect(await add.boundingBox()).toEqual(after);
  expect(after?.x).toBe(before?.x);
  await page.goto('/changes');
  const [copy, mail, text] = await Promise.all(
    ['Copy text for Theo Park', 'Mail Theo Park', 'Text Theo Park'].map((name) =>
      page.getByLabel(name, { exact: true }).boundingBox(),
    ),
  );
  expect(text?.y).toBe(mail?.y);
  expect(copy?.width).toBeGreaterThan(mail?.width ?? Infinity);
  expect(await leave()).toEqual([]);
});
