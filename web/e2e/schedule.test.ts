import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { describe, expect, test } from 'vitest';
import { enter, lessonStudio } from './lesson-studio.ts';
import { axeFindings } from './page-checks.ts';
import { teacher } from './person.ts';
import { comingMonday, loadSample, teacherNamed } from './planner-studio.ts';
import { send } from './send.ts';

describe('an empty studio', () => {
  test('explains the three steps and offers a sample', async () => {
    const { page, leave } = await teacher();
    await page.goto('/schedule');
    await page.getByRole('heading', { name: 'Your week will appear here' }).waitFor();
    await page.getByText('No teachers available').waitFor();
    expect(await page.getByRole('listitem').filter({ hasText: 'Add a teacher' }).getAttribute('aria-current')).toBe(
      'step',
    );
    await expect.poll(() => page.getByText('No lessons').count()).toBe(7);
    expect(await axeFindings(page)).toEqual([]);

    await page.getByRole('button', { name: 'Load a sample studio' }).click();
    await page.getByRole('button', { name: /Teacher (Dana Whitfield|Marcus Bell)/ }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
    await page.getByText(/Next, generate a schedule\.$/).waitFor();
    await page.getByRole('heading', { name: /^Plan the rest of the week|^No lessons this week/ }).waitFor();
    await page.getByRole('link', { name: 'Generate Schedule' }).waitFor();
    await page.getByRole('button', { name: 'Remove it' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('heading', { name: 'Your week will appear here' }).waitFor();
    await page.getByRole('link', { name: 'Add Teacher' }).click();
    await page.getByRole('heading', { name: 'Teachers', level: 1 }).waitFor();
    expect(await leave()).toEqual([]);
  });

  test('links to the students once there is a teacher', async () => {
    const { page, leave } = await teacher();
    await send(page, 'POST', '/api/teachers', { name: 'Ada', phone: '1', email: 'ada@example.com' });
    await page.goto('/schedule');
    await page.getByRole('link', { name: 'Add Student' }).waitFor();
    await page.getByRole('button', { name: 'Teacher Ada' }).waitFor();
    expect(await leave()).toEqual([]);
  });
});

test('a week without lessons offers to generate a schedule, or names the next week that has some', async () => {
  const { page, leave } = await teacher();
  const studio = await lessonStudio(page);
  const { dana, ann, monday, week } = studio;
  await send(page, 'PUT', `/api/students/${ann.id}/teacher`, { teacherId: dana.id });
  await page.goto(week);
  await page.getByRole('heading', { name: 'No lessons this week' }).waitFor();
  await page.getByText('1 student is ready').waitFor();
  await page.getByText('Ben Ito has no teacher yet.').waitFor();
  await page.getByRole('link', { name: 'Generate Schedule' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const later = addDays(monday, 15);
  await enter(page, studio, ann, { startTime: '15:00', date: later });
  await page.reload();
  await page.getByRole('button', { name: `Next lessons: ${shortDate(later)}` }).click();
  await page.getByRole('button', { name: /^Ann Lee, 3:00/ }).waitFor();
  expect(await leave()).toEqual([]);
});

test('the teacher select says that the teachers are loading, or did not load', async () => {
  const { page, leave } = await teacher();
  const { promise: answered, resolve: answer } = Promise.withResolvers<null>();
  await page.route('**/api/teachers', async (route) => {
    await answered;
    await route.fulfill({ status: 503, body: 'The database is not answering.' });
  });
  await page.goto('/schedule');
  await page.getByText('Loading...', { exact: true }).waitFor();
  expect(await page.getByText('No teachers available').count()).toBe(0);
  answer(null);
  await page.getByText('Teachers did not load', { exact: true }).waitFor();
  await page.unroute('**/api/teachers');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('No teachers available').waitFor();
  expect(await leave()).toEqual([]);
});

test('week navigation updates the heading and the URL', async () => {
  const { page, leave } = await teacher();
  await page.goto('/schedule');
  const label = (name: string) => page.getByRole('heading', { name, level: 1, exact: true }).waitFor();
  await label('This Week');
  await page.getByRole('button', { name: 'Next week' }).click();
  await label('Next Week');
  await page.getByRole('button', { name: 'Next week' }).click();
  await label('2 Weeks Ahead');
  await expect.poll(() => new URL(page.url()).searchParams.get('week')).toBe(addDays(await comingMonday(page), 7));
  await page.goBack();
  await label('Next Week');
  await page.getByRole('button', { name: 'Today' }).click();
  await label('This Week');
  await page.getByRole('button', { name: 'Previous week' }).click();
  await label('Last Week');
  await page.getByRole('button', { name: 'Previous week' }).click();
  await label('2 Weeks Ago');
  await page.goto('/schedule?week=2026-10-07');
  await page.getByText('Oct 5 – 11, 2026').waitFor();
  expect(await leave()).toEqual([]);
});

describe('the teacher whose calendar is shown', () => {
  test('is the user’s default at first, then the last one chosen, and is in the URL', async () => {
    const { page, leave } = await teacher();
    await loadSample(page);
    const marcus = await teacherNamed(page, 'Marcus Bell');
    await send(page, 'POST', '/api/user-preferences', { defaultTeacherId: marcus.id });
    await page.goto('/schedule');
    await page.getByRole('button', { name: 'Teacher Marcus Bell' }).click();
    await page.getByRole('option', { name: 'Dana Whitfield' }).click();
    await page.getByRole('button', { name: 'Teacher Dana Whitfield' }).waitFor();
    const dana = await teacherNamed(page, 'Dana Whitfield');
    await expect.poll(() => new URL(page.url()).searchParams.get('teacher')).toBe(dana.id);
    await page.goto('/schedule');
    await page.getByRole('button', { name: 'Teacher Dana Whitfield' }).waitFor();
    await page.goto(`/schedule?teacher=${marcus.id}`);
    await page.getByRole('button', { name: 'Teacher Marcus Bell' }).waitFor();
    await page.goto('/schedule?teacher=nobody');
    await page.getByRole('button', { name: 'Teacher Dana Whitfield' }).waitFor();
    expect(await leave()).toEqual([]);
  });
});
