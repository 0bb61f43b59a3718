import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { axeFindings, layoutFindings } from './page-checks.ts';
import { phone, teacher, visitor } from './person.ts';
import { addStudent, addTeacher } from './roster-steps.ts';
import { send } from './send.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** A date and a time in Chicago at least 28 and less than 31 hours from now, early enough to end on the same day. */
const dayAfterNext = (): { readonly lessonDate: string; readonly startTime: string } => {
  const at = new Date(Date.now() + 30.5 * 3_600_000);
  const [lessonDate = '', time = ''] = at.toLocaleString('sv-SE', { timeZone: 'America/Chicago' }).split(' ');
  return { lessonDate, startTime: time > '22:30' ? '22:30' : time.slice(0, 5) };
};

/** All day, every day. */
const hours = {
  availability: [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({
    dayOfWeek,
    startTime: '08:00',
    endTime: '20:00',
    enabled: true,
  })),
};

test('a family opens its link on a phone, reads what cancelling costs, cancels, and the teacher sees it', async () => {
  const { page, leave } = await teacher();
  const { id: teacherId } = await addTeacher(page, 'Marcus Bell');
  const { id: studentId } = await addStudent(page, 'Ann Lee');
  await send(page, 'PUT', `/api/students/${studentId}`, { paymentType: 'per_lesson', perLessonRate: 50 });
  const { lessonDate, startTime } = dayAfterNext();
  const entry = { teacherId, studentId, lessonDate, startTime, duration: 45 };
  expect((await send(page, 'POST', '/api/lessons', entry)).ok).toBe(true);
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Chicago' });
  const tiers = [
    { hours: 48, outcome: { owed: true } },
    { hours: 24, outcome: { charge: 50 } },
  ];
  expect((await send(page, 'POST', '/api/policy', { from: today, tiers })).ok).toBe(true);
  await send(page, 'PATCH', '/api/settings', { familyPage: true, familyCancel: true, studioName: 'Bell Strings' });
  const shared = await send(page, 'POST', '/api/families/links', { recipientIds: [studentId] });
  const [link] = z.array(z.object({ url: z.string() })).parse(shared.body);

  const family = await visitor(phone);
  await family.page.goto(link?.url ?? '');
  await family.page.getByText('Lessons of Ann').waitFor();
  expect(family.page.url()).not.toContain('#');
  expect(await axeFindings(family.page)).toEqual([]);
  await button(family.page, /^Change/).click();
  const dialog = family.page.getByRole('dialog', { name: /^Ann, / });
  await dialog.getByText('of $50.00 is charged.').waitFor();
  const steps = dialog.getByRole('list', { name: 'What it costs, and until when' }).getByRole('listitem');
  expect(await steps.count()).toBe(3);
  await steps.nth(1).getByText('Now').waitFor();
  const isDestructive = (await family.page.locator(':focus').textContent()) === 'Cancel this lesson';
  expect(isDestructive).toBe(false);
  expect(await axeFindings(family.page)).toEqual([]);
  for (const width of [320, 390]) {
    await family.page.setViewportSize({ width, height: 844 });
    expect(await layoutFindings(family.page), `${width} px`).toEqual([]);
  }
  await dialog.getByLabel('Message to Marcus (optional)').fill('Ann has a fever.');
  await button(family.page, 'Cancel this lesson').click();
  await family.page.getByRole('status').getByText('$25.00 of $50.00 is charged.').waitFor();
  await family.page.getByText('Cancelled by you').waitFor();
  expect(await family.leave()).toEqual([]);

  await page.goto('/schedule');
  await button(page, /notification/i).click();
  await page.getByText('Cancelled by Ann Lee').waitFor();
  await page.getByText('“Ann has a fever.”').waitFor();
  expect(await leave()).toEqual([]);
});

test('a family asks for another time on a phone, the teacher moves the lesson, and the family reads it', async () => {
  const { page, leave } = await teacher();
  const { id: teacherId } = await addTeacher(page, 'Marcus Bell', hours);
  const { id: studentId } = await addStudent(page, 'Ann Lee');
  const { lessonDate } = dayAfterNext();
  const entry = { teacherId, studentId, lessonDate, startTime: '16:00', duration: 45 };
  expect((await send(page, 'POST', '/api/lessons', entry)).ok).toBe(true);
  await send(page, 'PATCH', '/api/settings', { familyPage: true, familyRequest: true, studioName: 'Bell Strings' });
  const shared = await send(page, 'POST', '/api/families/links', { recipientIds: [studentId] });
  const [link] = z.array(z.object({ url: z.string() })).parse(shared.body);

  const family = await visitor(phone);
  await family.page.goto(link?.url ?? '');
  await button(family.page, /^Change/).click();
  const dialog = family.page.getByRole('dialog', { name: /^Ann, / });
  await dialog.getByRole('checkbox').first().check();
  await dialog.getByText('First', { exact: true }).waitFor();
  expect(await axeFindings(family.page)).toEqual([]);
  for (const width of [320, 390]) {
    await family.page.setViewportSize({ width, height: 844 });
    expect(await layoutFindings(family.page), `${width} px`).toEqual([]);
  }
  await dialog.getByLabel('Message to Marcus (optional)').fill('We are still traveling.');
  await button(family.page, 'Ask Marcus for another time').click();
  await family.page.getByText('You requested another time', { exact: true }).waitFor();

  await page.goto('/families');
  await page.getByText('We are still traveling.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  // Other times are ticked, at most three.
  await button(page, 'Offer other times').click();
  const offer = page.getByRole('dialog');
  const free = offer.getByRole('group', { name: 'Free times' }).getByRole('checkbox');
  for (const which of [0, 1, 2]) await free.nth(which).check();
  await expect.poll(() => free.nth(3).isDisabled()).toBe(true);
  await free.nth(2).uncheck();
  await expect.poll(() => free.nth(3).isEnabled()).toBe(true);
  expect(await axeFindings(page)).toEqual([]);
  for (const width of [320, 390, 820, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await layoutFindings(page), `${width} px`).toEqual([]);
  }
  await page.keyboard.press('Escape');
  await offer.waitFor({ state: 'detached' });
  await button(page, /^Move to /).click();
  await page.getByText('Ann Lee has moved').waitFor();
  await page.getByRole('region', { name: 'Answered' }).getByText('Ann Lee').waitFor();
  await family.page.reload();
  await family.page.getByText(/Moved as you asked/).waitFor();

  expect((await send(page, 'DELETE', `/api/families/links/${studentId}`)).ok).toBe(true);
  await family.page.reload();
  await family.page.getByText('This link no longer works. Please ask your teacher for a new one.').waitFor();
  const address = family.page.getByLabel('Your email address');
  await address.fill('nobody');
  await button(family.page, 'Send me my link').click();
  await family.page.getByText('Please enter a valid email address').waitFor();
  await address.fill('nobody@example.com');
  await button(family.page, 'Send me my link').click();
  await family.page.getByText('If we know this address, a mail with the link is on its way.').waitFor();
  expect(await axeFindings(family.page)).toEqual([]);
  expect(await family.leave()).toEqual([]);
  expect(await leave()).toEqual([]);
});
