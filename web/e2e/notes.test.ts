import { expect, test } from 'vitest';
import { z } from 'zod';
import { axeFindings, layoutFindings } from './page-checks.ts';
import { phone, teacher, visitor } from './person.ts';
import { addStudent, addTeacher } from './roster-steps.ts';
import { send } from './send.ts';

test('a teacher writes a note on the day’s lesson and shares it, another tab is not written over, and the family reads it', async () => {
  const { page, leave } = await teacher();
  const { id: teacherId } = await addTeacher(page, 'Marcus Bell');
  const { id: studentId } = await addStudent(page, 'Ann Lee');
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Chicago' });
  const entry = { teacherId, studentId, lessonDate: today, startTime: '00:00', duration: 45 };
  expect((await send(page, 'POST', '/api/lessons', entry)).ok).toBe(true);
  await send(page, 'PATCH', '/api/settings', { familyPage: true, studioName: 'Bell Strings' });
  const shared = await send(page, 'POST', '/api/families/links', { recipientIds: [studentId] });
  const [link] = z.array(z.object({ url: z.string() })).parse(shared.body);

  await page.goto(`/schedule?day=${today}`);
  await page.getByRole('button', { name: 'Actions for Ann Lee' }).click();
  await page.getByRole('menuitem').first().getByText('Write a note').click();
  const dialog = page.getByRole('dialog', { name: 'Note of Ann Lee’s lesson' });
  const [forFamily, own] = [dialog.getByLabel('The family reads this'), dialog.getByLabel('Only you read this')];
  await forFamily.fill('Scales in G.');
  await own.fill('Ask about the recital.');
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Share with the family' }).click();
  await page.getByText('Ann Lee: note shared with the family').waitFor();
  await dialog.waitFor({ state: 'detached' });

  await page.goto(`/students/${studentId}`);
  const notes = page.getByRole('region', { name: 'Notes of lessons' });
  await notes.getByText('Ask about the recital.').waitFor();
  await notes.getByRole('button', { name: /^Edit the note of/ }).click();
  await dialog.getByText('On the family’s page.').waitFor();
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await layoutFindings(page), `${width} px`).toEqual([]);
  }
  // In another tab.
  const path = `/api/students/${studentId}/family-notes/${today}`;
  expect((await send(page, 'PUT', path, { text: 'Scales in D.' })).ok).toBe(true);
  await forFamily.fill('Scales in A.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('This note was changed somewhere else in the meantime.').waitFor();
  expect(await forFamily.inputValue()).toBe('Scales in A.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Ann Lee: note saved').waitFor();
  await notes.getByText('Scales in A.').waitFor();
  expect(await axeFindings(page)).toEqual([]);

  const family = await visitor(phone);
  await family.page.goto(link?.url ?? '');
  const onPage = family.page.getByRole('region', { name: 'Notes' });
  await onPage.getByText('Scales in A.').waitFor();
  await onPage.getByText(/· Edited /).waitFor();
  expect(await family.page.content()).not.toContain('recital');
  expect(await axeFindings(family.page)).toEqual([]);
  expect(await layoutFindings(family.page)).toEqual([]);
  expect(await family.leave()).toEqual([]);
  expect(await leave()).toEqual([]);
});
