import type { Locator, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { enter, lessonStudio } from './lesson-studio.ts';
import { password, teacher } from './person.ts';
import { addStudent, addTeacher, editStudent } from './roster-steps.ts';
import { send } from './send.ts';

// What is open in one tab was changed or deleted in the other one: nothing that was typed is lost, one sentence says what happened, and
// the lists show what is there. Decisions on plans are in planner-reports.test.ts.
/** A user with two tabs; what the second one does is sent without its screens. */
const twoTabs = async () => {
  const person = await teacher();
  const other = await person.page.context().newPage();
  const change = async (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, data?: unknown): Promise<void> => {
    const { ok, text } = await send(other, method, path, data);
    if (!ok) throw new Error(text);
  };
  return { ...person, other, change };
};

const button = (where: Page | Locator, name: string | RegExp) => where.getByRole('button', { name });
const said = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text).first().waitFor();

/** Expects the form to say that its row was deleted, and to still have what was typed; then closes it. */
const expectGone = async (page: Page, form: Locator, noun: string, typed: Locator, text: string): Promise<void> => {
  const sentence = `This ${noun} was deleted somewhere else in the meantime. What you typed is still here, but it cannot be saved.`;
  await form.getByText(sentence).waitFor();
  expect(await typed.inputValue()).toBe(text);
  expect(await button(form, 'Save Changes').isDisabled()).toBe(true);
  await button(form, 'Cancel').click();
  await page.getByRole('dialog', { name: 'Discard your changes?' }).getByRole('button', { name: 'Discard' }).click();
  await form.waitFor({ state: 'detached' });
  expect(await page.getByText('Please try again').count()).toBe(0);
};

test('a studio profile that was changed', async () => {
  const { page, change, leave } = await twoTabs();
  await page.goto('/settings');
  const profile = page.getByRole('region', { name: 'Studio profile' });
  await profile.getByLabel('Phone').fill('512-555-0199');
  await change('PATCH', '/api/settings', { studioName: 'Whitfield Strings' });
  await button(profile, 'Save').click();
  await profile.getByText('This studio profile was changed somewhere else in the meantime.').waitFor();
  expect(await profile.getByLabel('Studio name').inputValue()).toBe('Whitfield Strings');
  expect(await profile.getByLabel('Phone').inputValue()).toBe('512-555-0199');
  await button(profile, 'Save').click();
  await said(page, 'Settings saved');
  const saved = JSON.parse((await send(page, 'GET', '/api/settings')).text);
  expect(saved).toMatchObject({ studioName: 'Whitfield Strings', studioPhone: '512-555-0199' });
  expect(await leave()).toEqual([]);
});

test('a student and a teacher who were changed, then deleted', async () => {
  const { page, change, leave } = await twoTabs();
  const ann = await addStudent(page, 'Ann Lee');
  const dana = await addTeacher(page, 'Dana Whitfield');
  const hours = [{ dayOfWeek: 2, startTime: '14:00', endTime: '18:00', enabled: true }];
  await page.goto('/students');
  const { dialog: form, save } = await editStudent(page, 'Ann Lee');
  await form.getByLabel('Phone').fill('512-555-0199');
  await change('PUT', `/api/students/${ann.id}`, { firstName: 'Anna', availability: hours });
  await save.click();
  await form.getByText('This student was changed somewhere else in the meantime.').waitFor();
  expect(await form.getByLabel('Phone').inputValue()).toBe('512-555-0199');
  expect(await form.getByLabel('First name').inputValue()).toBe('Anna');
  await save.click();
  await page
    .getByText(/ updated$/)
    .first()
    .waitFor();
  const [saved] = JSON.parse((await send(page, 'GET', '/api/students')).text);
  expect(saved).toMatchObject({ firstName: 'Anna', phone: '512-555-0199', availability: [{ startTime: '14:00' }] });

  await page.goto(`/students?edit=${ann.id}`);
  const open = page.getByRole('dialog', { name: 'Edit Student' });
  await open.getByLabel('Phone').fill('512-555-0100');
  await change('DELETE', `/api/students/${ann.id}`);
  await button(open, 'Save Changes').click();
  await expectGone(page, open, 'student', open.getByLabel('Phone'), '512-555-0100');
  await page.getByRole('heading', { name: 'No students yet' }).waitFor();

  await page.goto(`/teachers?edit=${dana.id}`);
  const teaching = page.getByRole('dialog', { name: 'Edit Teacher' });
  await teaching.getByLabel('Phone').fill('512-555-0100');
  await change('PUT', `/api/teachers/${dana.id}`, { availability: hours });
  await button(teaching, 'Save Changes').click();
  await teaching.getByText('This teacher was changed somewhere else in the meantime.').waitFor();
  await change('DELETE', `/api/teachers/${dana.id}`);
  await button(teaching, 'Save Changes').click();
  await expectGone(page, teaching, 'teacher', teaching.getByLabel('Phone'), '512-555-0100');
  expect(await leave()).toEqual([]);
});

test('an entry that was deleted', async () => {
  const { page, change, leave } = await twoTabs();
  const studio = await lessonStudio(page);
  const id = await enter(page, studio, studio.ann, { startTime: '15:00', date: studio.tuesday });
  await page.goto(`${studio.week}&open=edit&lesson=${id}&on=${studio.tuesday}`);
  const form = page.getByRole('dialog', { name: 'Edit Manual Entry' });
  await form.getByLabel('Notes').fill('Bring the metronome');
  await change('DELETE', `/api/lessons/${id}`);
  await button(form, 'Save Changes').click();
  await expectGone(page, form, 'entry', form.getByLabel('Notes'), 'Bring the metronome');
  await page.getByText('No lessons').first().waitFor();
  expect(await leave()).toEqual([]);
});

test('a backup and a default teacher that were deleted', async () => {
  const { page, change, leave } = await twoTabs();
  const dana = await addTeacher(page, 'Dana Whitfield');
  await addTeacher(page, 'Marcus Bell');
  await change('POST', '/api/backups', { name: 'Fall timetable' });
  const [{ id }] = JSON.parse((await send(page, 'GET', '/api/backups')).text);
  await page.goto('/settings');
  await page.getByLabel('Backup name').fill('Before the winter break');
  await button(page, 'Delete Fall timetable').click();
  await change('DELETE', `/api/backups/${id}`);
  await page.getByRole('dialog', { name: 'Delete this backup?' }).getByRole('button', { name: 'Delete' }).click();
  await said(page, 'There is no such backup.');
  await page.getByText('No backups yet.').waitFor();
  expect(await page.getByLabel('Backup name').inputValue()).toBe('Before the winter break');

  await button(page, /^Default teacher/).click();
  await page.getByRole('option', { name: 'Dana Whitfield' }).click();
  await change('DELETE', `/api/teachers/${dana.id}`);
  await button(page.getByRole('region', { name: 'Calendar' }), 'Save').click();
  await said(page, 'There is no such teacher.');
  await button(page, /^Default teacher/).click();
  await page.getByRole('option', { name: 'Marcus Bell' }).waitFor();
  expect(await page.getByRole('option', { name: 'Dana Whitfield' }).count()).toBe(0);
  expect(await leave()).toEqual([]);
});

describe('all tabs have one user', () => {
  test('who signs out in one tab leaves nothing in the others', async () => {
    const { page, other, leave } = await twoTabs();
    await addStudent(page, 'Ann Lee');
    await other.goto('/students');
    await button(other, 'Expand Ann Lee').waitFor();
    // What listens to other tabs loads with the gear.
    await button(other, 'Account Settings').waitFor();
    await page.goto('/teachers');
    await button(page, 'Account Settings').click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await leave()).toEqual([]);
  });

  test('another user who signs in in one tab is the user of the others, so that nothing typed there is saved in their studio', async () => {
    const { page: other, email, leave } = await teacher();
    await addStudent(other, 'Ann Lee');
    const page = await other.context().newPage();
    await send(other, 'POST', '/api/logout');
    await page.goto('/auth');
    await button(page, 'Create account').click();
    await page.getByLabel('First name').fill('Marcus');
    await page.getByLabel('Email').fill(`marcus.${email}`);
    await page.getByLabel('Password').fill(password);
    // Meanwhile the first user signs in again in the other tab.
    await send(other, 'POST', '/api/login', { email, password });
    await other.goto('/students');
    await button(other, 'Add Student').first().click();
    await other.getByRole('dialog', { name: 'Add Student' }).getByLabel('First name').fill('Ben');
    await button(page, 'Create Account').click();
    await page.getByText('Welcome, Marcus').waitFor();
    await other.getByText('Welcome, Marcus').waitFor();
    await said(other, 'Someone else signed in in another tab. What had not been saved here is gone.');
    expect(await other.getByRole('dialog').count()).toBe(0);
    expect(await leave()).toEqual([]);
  });

  test('a guest’s studio is not erased by signing in where the page for it was still open', async () => {
    const { page, email, leave } = await teacher();
    await send(page, 'POST', '/api/logout');
    await page.goto('/auth');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await send(page, 'POST', '/api/guest-login', {});
    const ann = await addStudent(page, 'Ann Lee');
    await button(page, 'Sign In').click();
    await said(page, /^You are using Rondo as a guest in another tab/);
    expect((await send(page, 'GET', '/api/students')).body).toMatchObject([{ id: ann.id }]);
    expect(await leave()).toEqual([]);
  });

  test('the server refuses what a tab saves of a user who has been replaced by another, even if the tab was not told', async () => {
    const { page, email, leave } = await teacher();
    await page.goto('/settings');
    await button(page, 'Account Settings').waitFor();
    const profile = page.getByRole('region', { name: 'Studio profile' });
    await profile.getByLabel('Studio name').fill('Whitfield Strings');
    await send(page, 'POST', '/api/register', { email: `marcus.${email}`, password, firstName: 'Marcus' });
    await button(profile, 'Save').click();
    await page.getByText('Welcome, Marcus').waitFor();
    await said(page, 'Someone else signed in in another tab. What had not been saved here is gone.');
    expect((await send(page, 'GET', '/api/settings')).body).not.toMatchObject({ studioName: 'Whitfield Strings' });
    expect(await leave()).toEqual([]);
  });
});
