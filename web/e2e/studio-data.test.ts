import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { axeFindings } from './page-checks.ts';
import { enter, lessonStudio } from './lesson-studio.ts';
import { teacher } from './person.ts';
import { addTeacher } from './roster-steps.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const said = (page: Page, text: string | RegExp) =>
  page.getByRole('status').getByText(text, { exact: true }).first().waitFor();

test('everything that Rondo knows about the studio can be downloaded as a file', async () => {
  const { page, leave } = await teacher();
  await addTeacher(page, 'Dana Whitfield');
  await page.goto('/settings');
  const download = page.waitForEvent('download');
  await button(page, 'Download my data').click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('studio.jsonl');
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\n');
  await said(page, `${lines.length}\u00a0events in studio.jsonl.`);
  const types = lines.map((line) => z.object({ type: z.string() }).parse(JSON.parse(line)).type);
  expect(types).toContain('TeacherRegistered');
  expect(await leave()).toEqual([]);
});

/** The same studio as another server would have it: with an id of its own and other events. */
const ofAnotherServer = (file: string): string => {
  const { studioId } = z
    .object({ metadata: z.object({ studioId: z.string() }) })
    .parse(JSON.parse(file.split('\n')[0] ?? '')).metadata;
  return file.replaceAll(studioId, randomUUID()).replaceAll(/"eventId":"[^"]+"/g, () => `"eventId":"${randomUUID()}"`);
};

test('a studio is brought in from a file into an empty account, in all of its tabs', async () => {
  const before = await teacher();
  await addTeacher(before.page, 'Dana Whitfield');
  await before.page.goto('/settings');
  const download = before.page.waitForEvent('download');
  await button(before.page, 'Download my data').click();
  const text = await readFile(await (await download).path(), 'utf8');
  const choose = async (page: Page, content: string): Promise<void> => {
    const dialog = page.getByRole('dialog', { name: 'Bring a studio in' });
    await dialog
      .getByLabel('Choose the file of a studio')
      .setInputFiles({ name: 'studio.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(content) });
    await dialog.getByRole('button', { name: 'Bring In' }).click();
  };
  const alert = (page: Page, sentence: string | RegExp) => page.getByRole('alert').getByText(sentence).waitFor();

  await button(before.page, 'Bring a studio in').click();
  await choose(before.page, ofAnotherServer(text));
  await alert(before.page, 'Your studio has 1 teacher, and a studio can only be brought into an empty one.');

  const { page, leave } = await teacher();
  const other = await page.context().newPage();
  await other.goto('/teachers');
  await page.goto('/settings');
  await button(page, 'Bring a studio in').click();
  expect(await axeFindings(page)).toEqual([]);
  await choose(page, 'BEGIN:VCARD\n');
  await alert(page, /^Line 1 is not JSON\. Nothing was brought in\./);
  await choose(page, ofAnotherServer(text));
  await said(page, 'Your studio is here');
  await said(page, /^0\u00a0students and 1\u00a0teacher, with \d+\u00a0events of history\.$/);
  await page.getByRole('link', { name: 'Teachers' }).first().click();
  await page.getByText('Dana Whitfield').first().waitFor();
  await other.getByText('Dana Whitfield').first().waitFor();
  await other.close();
  expect(await leave()).toEqual(expect.anything());
  expect(await before.leave()).toEqual(expect.anything());
});

test('the data check says that all rows match the log, and leads to each orphaned lesson', async () => {
  const { page, leave } = await teacher();
  const studio = await lessonStudio(page);
  await enter(page, studio, studio.ann, { startTime: '15:00', date: studio.tuesday });
  await page.goto('/settings');
  await page.getByText('0 issues found').waitFor();
  await page.getByText('1 lesson, 2 students, 1 teacher checked').waitFor();
  await page.getByText(/^All \d+ rows match the log$/).waitFor();
  expect(await button(page, 'Delete orphaned lessons').count()).toBe(0);
  // Only imported data can have one; the calls behind it are tested with such an import.
  await page.route('**/api/data-integrity', (route) =>
    route.fulfill({
      json: {
        issuesFound: 1,
        totalLessons: 1,
        totalStudents: 2,
        totalTeachers: 1,
        orphanedLessons: [
          {
            id: 'orphan',
            lessonDate: studio.tuesday,
            dayOfWeek: 2,
            source: 'actual',
            startTime: '15:00',
            endTime: '15:45',
            orphanedReason: 'Its student is unknown',
            status: 'scheduled',
            teacherId: studio.dana.id,
            shownOn: studio.tuesday,
          },
        ],
      },
    }),
  );
  await button(page, 'Check again').click();
  await page.getByText('1 issue found').waitFor();
  await page.getByText('Imported, scheduled. Its student is unknown').waitFor();
  await button(page, 'Delete orphaned lessons').click();
  const question = page.getByRole('dialog', { name: 'Delete the orphaned lesson?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await said(page, 'There are no orphaned lessons.');
  await page.getByRole('link', { name: 'Show in calendar' }).click();
  await page.getByRole('dialog', { name: longDate(studio.tuesday) }).waitFor();
  expect(await leave()).toEqual([]);
});
