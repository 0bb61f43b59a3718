import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { longDate, monthAndDay, shortDate } from '@rondo/contracts/calendar/words.ts';
import type { Page } from 'playwright';
import { z } from 'zod';
import { expect, test } from 'vitest';
import { changing, deskSize, phoneSize } from './devices.ts';
import { enter, lessonStudio, type LessonStudio } from './lesson-studio.ts';
import { axeFindings, findings, layoutOnAll } from './page-checks.ts';
import { middleOf, pressOn } from './mouse-steps.ts';
import { teacher } from './person.ts';
import type { Named } from './planner-studio.ts';
import { send } from './send.ts';
import { takeUp } from './toast-steps.ts';

type TwoTeachers = LessonStudio & { readonly marcus: Named };

const created = z.object({ id: z.string() });

const addTeacher = async (page: Page, name: string): Promise<Named> => {
  const availability = [1, 2, 3, 4, 5].map((dayOfWeek) => ({
    dayOfWeek,
    startTime: '14:00',
    endTime: '18:00',
    enabled: true,
  }));
  const { body } = await send(page, 'POST', '/api/teachers', {
    name,
    phone: '512-555-0101',
    email: 'second@example.com',
    address: '400 W Mary St, Austin, TX 78704',
    availability,
  });
  return { id: created.parse(body).id, name };
};

/** Dana and Marcus; Ann's lesson on the coming Tuesday is Dana's. */
const twoTeachers = async (page: Page): Promise<TwoTeachers> => {
  const studio = await lessonStudio(page);
  return { ...studio, marcus: await addTeacher(page, 'Marcus Bell') };
};

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const addressOf = ({ tuesday }: LessonStudio): string => `/schedule?teacher=all&day=${tuesday}`;

test('a day of all teachers is reached from the week and the day, has a column for each, and a reload and Back keep it', async () => {
  const { page, leave } = await teacher();
  const studio = await twoTeachers(page);
  await enter(page, studio, studio.ann, { startTime: '15:00', date: studio.tuesday });
  await enter(page, { ...studio, dana: studio.marcus }, studio.ben, { startTime: '16:00', date: studio.tuesday });
  await page.goto(studio.week);
  await page.getByRole('button', { name: /^Teacher/ }).click();
  await page.getByRole('option', { name: 'All teachers' }).click();
  await page.getByRole('heading', { level: 1, name: longDate(studio.monday) }).waitFor();
  await page.getByRole('button', { name: 'Next day' }).click();
  await column(page, 'Dana Whitfield')
    .getByRole('button', { name: /^Ann Lee, 3:00/ })
    .waitFor();
  await column(page, 'Marcus Bell')
    .getByRole('button', { name: /^Ben Ito, 4:00/ })
    .waitFor();
  await page.reload();
  await column(page, 'Marcus Bell')
    .getByRole('button', { name: /^Ben Ito, 4:00/ })
    .click();
  const card = page.getByRole('dialog', { name: 'Ben Ito' });
  await card.getByRole('button', { name: /^Open day/ }).click();
  const day = page.getByRole('dialog', { name: longDate(studio.tuesday) });
  await day.getByText('Marcus Bell').first().waitFor();
  await day.getByRole('link', { name: 'All teachers' }).click();
  await column(page, 'Dana Whitfield')
    .getByRole('button', { name: /^Ann Lee, 3:00/ })
    .waitFor();
  await page.goBack();
  await day.waitFor();
  expect(await leave()).toEqual([]);
});

test('side by side, two teachers and nine have their layout on every width, and no barrier', async () => {
  const { page, leave } = await teacher({ fresh: true });
  const become = await changing(page);
  const studio = await twoTeachers(page);
  await enter(page, studio, studio.ann, { startTime: '15:00', date: studio.tuesday });
  await enter(page, studio, studio.ben, { startTime: '15:55' });
  await enter(page, { ...studio, dana: studio.marcus }, studio.ben, { startTime: '17:00', date: studio.tuesday });
  const cancelled = await enter(page, studio, studio.ann, { startTime: '17:00', date: studio.tuesday });
  await send(page, 'POST', `/api/lessons/${cancelled}/cancel`, { lessonDate: studio.tuesday });
  await page.goto(addressOf(studio));
  await page.getByText('(Cancelled)').first().waitFor();
  expect(await layoutOnAll(page, become, { finger: false, colorScheme: 'light' })).toEqual([]);
  for (const device of [deskSize, phoneSize]) {
    await become({ ...device, colorScheme: 'dark' });
    expect(await findings(page, device)).toEqual([]);
  }
  for (const name of ['Ada Reyes', 'Bea Longfellow-Castellanos', 'Cy Young', 'Eve Ng', 'Flo Im', 'Gus Park', 'Hal Orr'])
    await addTeacher(page, name);
  await page.reload();
  await page.getByText('(Cancelled)').first().waitFor();
  expect(await page.getByRole('region', { name: 'Teachers side by side' }).getByRole('region').count()).toBe(8);
  expect(await layoutOnAll(page, become, { finger: false, colorScheme: 'light' })).toEqual([]);
  await page.getByText('Showing 8 of 9 teachers.').click();
  await page.getByRole('button', { name: 'Cy Young' }).click();
  await page.getByRole('button', { name: 'Marcus Bell' }).click();
  await column(page, 'Marcus Bell')
    .getByRole('button', { name: /^Ben Ito, 5:00/ })
    .waitFor();
  expect(await column(page, 'Cy Young').count()).toBe(0);
  expect(await layoutOnAll(page, become, { finger: false, colorScheme: 'light' })).toEqual([]);
  expect(await leave()).toEqual([]);
});

test('a lesson is dragged to another teacher’s column, which is asked once and can be undone', async () => {
  const { page, leave } = await teacher();
  const studio = await twoTeachers(page);
  await enter(page, studio, studio.ann, { startTime: '15:00', date: studio.tuesday });
  await page.goto(addressOf(studio));
  const ann = column(page, 'Dana Whitfield').getByRole('button', { name: /^Ann Lee, 3:00/ });
  const from = await pressOn(page, ann);
  const { x } = await middleOf(column(page, 'Marcus Bell'));
  await page.mouse.move(from.x + 20, from.y);
  await page.mouse.move(x, from.y, { steps: 4 });
  await page
    .getByRole('status')
    .filter({ hasText: /Ann Lee, Tuesday.*3:00 – 3:45\sPM, with Marcus Bell/ })
    .waitFor();
  await page.mouse.up();
  const dialog = page.getByRole('dialog', { name: 'Give Lesson' });
  await dialog.getByText(`Give Ann Lee’s lesson on ${shortDate(studio.tuesday)} at 3:00 PM to Marcus Bell?`).waitFor();
  await dialog.getByText('Only this date goes to Marcus Bell.').waitFor();
  await dialog.getByText('This time is free.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Give to Marcus Bell' }).click();
  await page.getByText('Given to Marcus Bell').waitFor();
  await column(page, 'Marcus Bell')
    .getByRole('button', { name: /^Ann Lee, 3:00/ })
    .waitFor();
  expect(await ann.count()).toBe(0);
  await takeUp(page, 'Undo');
  await ann.waitFor();
  expect(
    await column(page, 'Marcus Bell')
      .getByRole('button', { name: /^Ann Lee/ })
      .count(),
  ).toBe(0);
  expect(await leave()).toEqual([]);
});

test('with Alt and the arrow keys a weekly lesson goes to the next column from that day on, and earlier dates stay', async () => {
  const { page, leave } = await teacher();
  const studio = await twoTeachers(page);
  await enter(page, studio, studio.ann, { startTime: '15:00' });
  const second = addDays(studio.tuesday, 7);
  await page.goto(`/schedule?teacher=all&day=${second}`);
  const ann = (name: string) => column(page, name).getByRole('button', { name: /^Ann Lee, 3:/ });
  await ann('Dana Whitfield').focus();
  await page.keyboard.press('Alt+ArrowRight');
  await page.keyboard.press('Alt+ArrowRight');
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Give Lesson' });
  await dialog
    .getByText(
      `Give Ann Lee’s lesson every Tuesday at 3:05 PM instead of 3:00 PM to Marcus Bell from ${monthAndDay(second)} on?`,
    )
    .waitFor();
  await dialog.getByRole('button', { name: 'Give to Marcus Bell' }).focus();
  await page.keyboard.press('Enter');
  await column(page, 'Marcus Bell')
    .getByRole('button', { name: /^Ann Lee, 3:05/ })
    .waitFor();
  expect(await ann('Dana Whitfield').count()).toBe(0);
  await page.goto(addressOf(studio));
  await ann('Dana Whitfield').waitFor();
  expect(await ann('Marcus Bell').count()).toBe(0);
  expect(await leave()).toEqual([]);
});

test('from a lesson’s card, Move… leads to giving it to a teacher of one’s choice; a taken time says so', async () => {
  const { page, leave } = await teacher();
  const studio = await twoTeachers(page);
  await addTeacher(page, 'Ada Reyes');
  await enter(page, studio, studio.ann, { startTime: '15:00', date: studio.tuesday });
  await enter(page, { ...studio, dana: studio.marcus }, studio.ben, { startTime: '15:15', date: studio.tuesday });
  await page.goto(studio.week);
  await page.getByRole('button', { name: /^Ann Lee, 3:00/ }).click();
  await page.getByRole('dialog', { name: 'Ann Lee' }).getByRole('button', { name: 'Move…' }).click();
  await page
    .getByRole('dialog', { name: 'Move Lesson' })
    .getByRole('button', { name: 'Give to another teacher…' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Give Lesson' });
  const choose = async (name: string): Promise<void> => {
    await dialog.getByRole('button', { name: /^To/ }).click();
    await page.getByRole('option', { name }).click();
  };
  await choose('Marcus Bell');
  await dialog.getByText('Overlaps Ben Ito').waitFor();
  await dialog.getByRole('button', { name: 'Give to Marcus Bell' }).click();
  await page
    .getByRole('dialog', { name: 'Schedule Conflict Detected' })
    .getByRole('button', { name: 'Back', exact: true })
    .click();
  await choose('Ada Reyes');
  await dialog.getByRole('button', { name: 'Give to Ada Reyes' }).click();
  await page.getByText('Given to Ada Reyes').waitFor();
  expect(await page.getByRole('button', { name: /^Ann Lee, 3:00/ }).count()).toBe(0);
  expect(await leave()).toEqual([]);
});

test('without a teacher, a day of all of them says what comes first', async () => {
  const { page, leave } = await teacher({ fresh: true });
  await page.goto('/schedule?teacher=all');
  await page.getByRole('heading', { name: 'Your week will appear here' }).waitFor();
  await page.getByText('No teachers available').waitFor();
  expect(await page.getByRole('button', { name: 'Add Manual Entry' }).isDisabled()).toBe(true);
  expect(await leave()).toEqual([]);
});
