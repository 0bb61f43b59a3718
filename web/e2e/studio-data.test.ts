import { readFile } from 'node:fs/promises';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { z } from 'zod';
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
  const types = lines.map((line) => z.object({ type: z.string() }).parse(JSON.parse(line)).type);
  expect(types).toContain('TeacherRegistered');
  expect(await leave()).toEqual([]);
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
