import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import { describe, expect, test } from 'vitest';
import { enter, lessonStudio } from './lesson-studio.ts';
import { axeFindings } from './page-checks.ts';
import { dark, phone, teacher } from './person.ts';
import { comingMonday, decide, generate, loadSample, teacherNamed } from './planner-studio.ts';

/** A user whose sample week is accepted and starts on the coming Monday. */
const withAcceptedWeek = async (options: Parameters<typeof teacher>[0] = {}) => {
  const person = await teacher(options);
  const { page } = person;
  await loadSample(page);
  const dana = await teacherNamed(page, 'Dana Whitfield');
  const monday = await comingMonday(page);
  await decide(page, await generate(page, dana, monday), 'accepted');
  return { ...person, dana, monday };
};

describe('a week with lessons', () => {
  test('shows lessons and driving hours, and its days open with all details', async () => {
    const { page, dana, monday, leave } = await withAcceptedWeek();
    await page.goto(`/schedule?week=${monday}&teacher=${dana.id}`);
    await page
      .getByText(/^\d+ lessons$/)
      .first()
      .waitFor();
    await page.getByText(/^\d+ ?h ?\d* driving, home to home$/).waitFor();
    const tuesday = addDays(monday, 1);
    const ben = page.getByRole('button', { name: /^Ben Ito, 3:45 – 4:15 PM, Manual/ });
    await ben.waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await ben.click();
    await page.getByRole('dialog', { name: 'Ben Ito' }).getByRole('button', { name: 'Open day' }).click();
    const dialog = page.getByRole('dialog', { name: longDate(tuesday) });
    await dialog.getByText('Ben Ito', { exact: true }).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('day')).toBe(tuesday);
    await dialog.getByText('Dana Whitfield', { exact: true }).waitFor();
    await dialog.getByText(/^about [\d hmin]+ driving, home to home$/).waitFor();
    await dialog
      .getByText(/^Leave home by/)
      .first()
      .waitFor();
    await dialog
      .getByText(/^Home \d+:\d\d/)
      .first()
      .waitFor();
    await dialog
      .getByText(/\d+\smin drive · \d+\smin (buffer|layover)/)
      .first()
      .waitFor();
    await dialog.getByRole('figure', { name: /^Route Map: home, \d+ stops?, home$/ }).waitFor();
    await dialog.getByText(/approximate/).waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await dialog.getByRole('button', { name: 'Next day' }).click();
    await page.getByRole('dialog', { name: longDate(addDays(monday, 2)) }).waitFor();
    await page.getByRole('button', { name: 'Previous day' }).click();
    await page.getByRole('dialog', { name: longDate(tuesday) }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => new URL(page.url()).searchParams.get('day')).toBeNull();
    expect(await leave()).toEqual([]);
  });

  test('opens a day from the keyboard, and day navigation continues into the next week', async () => {
    const { page, dana, monday, leave } = await withAcceptedWeek(dark);
    await page.goto(`/schedule?week=${monday}&teacher=${dana.id}`);
    await page.getByRole('button', { name: new RegExp(`^${longDate(addDays(monday, 1))}, \\d+ lessons?`) }).focus();
    await page.keyboard.press('Enter');
    const next = page.getByRole('button', { name: 'Next day' });
    await next.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    for (const days of [2, 3, 4, 5]) {
      await next.click();
      await page.getByRole('dialog', { name: longDate(addDays(monday, days)) }).waitFor();
    }
    await next.click();
    await page
      .getByRole('dialog', { name: longDate(addDays(monday, 6)) })
      .getByText('No lessons')
      .waitFor();
    await next.click();
    await page.getByRole('dialog', { name: longDate(addDays(monday, 7)) }).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('week')).toBe(addDays(monday, 7));
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('heading', { name: '2 Weeks Ahead' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await leave()).toEqual([]);
  });

  test('shows the pending plan and links to it', async () => {
    const { page, leave } = await teacher();
    await loadSample(page);
    const dana = await teacherNamed(page, 'Dana Whitfield');
    await generate(page, dana);
    const monday = await comingMonday(page);
    await page.goto(`/schedule?week=${monday}&teacher=${dana.id}`);
    await page.getByText('A plan is waiting for your decision.').waitFor();
    await page
      .getByRole('button', { name: /, Pending/ })
      .first()
      .click();
    await page.getByRole('button', { name: /^Open day/ }).click();
    await page
      .getByRole('dialog')
      .getByText(/part of a plan waiting for your decision/)
      .waitFor();
    await page.getByRole('dialog').getByRole('link', { name: 'Review' }).click();
    await page.getByRole('dialog', { name: 'Optimization Reports' }).waitFor();
    await page.goBack();
    await page.goto(`/schedule?week=${monday}&teacher=${dana.id}`);
    await page.getByRole('link', { name: 'Review' }).click();
    await page.getByRole('dialog', { name: 'Optimization Reports' }).waitFor();
    expect(await leave()).toEqual([]);
  });

  test('keeps the loaded day while Rondo cannot be reached, marked as not current', async () => {
    const { page, leave } = await teacher();
    const studio = await lessonStudio(page);
    await enter(page, studio, studio.ann, { startTime: '15:00', date: studio.tuesday });
    await page.goto(`${studio.week}&day=${studio.tuesday}`);
    const day = page.getByRole('list', { name: 'The day in order' });
    await page.getByRole('button', { name: 'Actions for Ann Lee' }).click();
    await page.getByRole('menuitem', { name: 'Cancel Lesson' }).click();
    const justCancel = page.getByRole('button', { name: 'Just Cancel' });
    // What has not loaded yet cannot load without a network.
    await justCancel.waitFor();
    await page.context().setOffline(true);
    await justCancel.click();
    const notCurrent = page.getByText('Not current: Rondo cannot be reached', { exact: false });
    await notCurrent.last().waitFor();
    await day.getByText('Ann Lee', { exact: true }).waitFor();
    expect(await page.getByText(/did not load/).count()).toBe(0);
    await page.context().setOffline(false);
    await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click();
    await notCurrent.first().waitFor({ state: 'detached' });
    await day.getByText('Ann Lee', { exact: true }).waitFor();
    expect(await leave()).toEqual([]);
  });

  test('that cannot be loaded shows an error in place, and Retry loads it', async () => {
    const { page, dana, monday, leave } = await withAcceptedWeek();
    await page.goto(`/schedule?week=${monday}&teacher=${dana.id}`);
    await page.getByRole('button', { name: /^Ben Ito/ }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Next week' }).click();
    await page
      .getByRole('alert')
      .getByText(/^The week did not load\./)
      .waitFor();
    expect(await page.getByText('No lessons').count()).toBe(0);
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('button', { name: /^Ben Ito/ }).waitFor();
    expect(await leave()).toEqual([]);
  });
});

describe('on a phone', () => {
  test('the week is a list of collapsible days', async () => {
    const { page, dana, monday, leave } = await withAcceptedWeek(phone);
    await page.goto(`/schedule?week=${monday}&teacher=${dana.id}`);
    const ben = page.getByRole('button', { name: /^Ben Ito/ });
    await ben.waitFor();
    const fold = page.getByRole('button', { name: 'Hide Tuesday' });
    await fold.click();
    await ben.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Show Tuesday' }).click();
    await ben.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await ben.click();
    await page.getByRole('dialog', { name: 'Ben Ito' }).getByRole('button', { name: 'Open day' }).click();
    const dialog = page.getByRole('dialog', { name: longDate(addDays(monday, 1)) });
    await dialog.getByRole('figure', { name: /Route Map/ }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Wednesday' }).click();
    await page.getByRole('dialog', { name: longDate(addDays(monday, 2)) }).waitFor();
    expect(await leave()).toEqual([]);
  });
});
