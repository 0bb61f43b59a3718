import { longDate } from '@rondo/contracts/calendar/words.ts';
import type { Page } from 'playwright';
import { z } from 'zod';
import { expect, test } from 'vitest';
import { changing, deskSize, phoneSize } from './devices.ts';
import { enter, lessonStudio, type LessonStudio } from './lesson-studio.ts';
import { findings, layoutOnAll } from './page-checks.ts';
import { teacher } from './person.ts';
import type { Named } from './planner-studio.ts';
import { send } from './send.ts';

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
  expect(await layoutOnAll(page, become)).toEqual([]);
  for (const device of [deskSize, phoneSize]) {
    await become({ ...device, colorScheme: 'dark' });
    expect(await findings(page, device)).toEqual([]);
  }
  for (const name of ['Ada Reyes', 'Bea Longfellow-Castellanos', 'Cy Young', 'Eve Ng', 'Flo Im', 'Gus Park', 'Hal Orr'])
    await addTeacher(page, name);
  await page.reload();
  await page.getByText('(Cancelled)').first().waitFor();
  expect(await page.getByRole('region', { name: 'Teachers side by side' }).getByRole('region').count()).toBe(8);
  expect(await layoutOnAll(page, become)).toEqual([]);
  await page.getByText('Showing 8 of 9 teachers.').click();
  await page.getByRole('button', { name: 'Cy Young' }).click();
  await page.getByRole('button', { name: 'Marcus Bell' }).click();
  await column(page, 'Marcus Bell')
    .getByRole('button', { name: /^Ben Ito, 5:00/ })
    .waitFor();
  expect(await column(page, 'Cy Young').count()).toBe(0);
  expect(await layoutOnAll(page, become)).toEqual([]);
  expect(await leave()).toEqual([]);
});
