import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { changeElsewhere, enter, lessonStudio } from './lesson-studio.ts';
import { axeFindings } from './page-checks.ts';
import { teacher } from './person.ts';
import { decide, generate } from './planner-studio.ts';
import { send } from './send.ts';
import { takeUp } from './toast-steps.ts';

/** A user viewing the coming week of a small studio. */
const atTheWeek = async () => {
  const person = await teacher();
  const studio = await lessonStudio(person.page);
  return { ...person, studio };
};

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
/** The newest toast with this text, even if the text is elsewhere on the page too. */
const said = (page: Page, text: string | RegExp) =>
  page.getByRole('status').getByText(text, { exact: true }).first().waitFor();
const chooseStudent = async (page: Page, name: string): Promise<void> => {
  await button(page, /^Student /).click();
  await page.getByRole('option', { name }).click();
};

describe('a manual entry', () => {
  test('can be added, appears in the week and can be undone', async () => {
    const { page, studio, leave } = await atTheWeek();
    await page.goto(studio.week);
    await button(page, 'Add Manual Entry').click();
    const form = dialog(page, 'Add Manual Entry');
    await form.getByRole('button', { name: 'Add Entry' }).click();
    await form.getByText('Please fill in all required fields based on entry type').waitFor();
    await form
      .getByRole('button', { name: /^Student/ })
      .and(page.locator(':focus'))
      .waitFor();
    await form.getByLabel('Date', { exact: true }).fill('');
    await form.getByRole('button', { name: 'Add Entry' }).click();
    await form
      .getByText('Please select a day of week for pre-scheduled lessons or a date for regular entries')
      .waitFor();
    await chooseStudent(page, 'Ben Ito');
    await form.getByLabel('Date', { exact: true }).fill(studio.tuesday);
    await form.getByRole('radio', { name: 'Every week' }).click();
    await form.getByRole('button', { name: /^Day of week Tuesday/ }).waitFor();
    await form.getByRole('radio', { name: 'Once, on a date' }).click();
    await form.getByText('This time is free.').waitFor();

    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/lessons')) sent.push(request.url());
    });
    await form.getByRole('button', { name: 'Add Entry' }).dblclick();
    await said(page, 'Manual lesson added');
    expect(sent).toHaveLength(1);
    const ben = button(page, /^Ben Ito, 3:00 – 3:45 PM, Manual/);
    await ben.waitFor();
    await takeUp(page, 'Undo');
    await said(page, /^Undone/);
    await ben.waitFor({ state: 'detached' });
    await takeUp(page, 'Redo');
    await ben.waitFor();
    expect(await leave()).toEqual([]);
  });

  test('outside the availability asks first, and declining changes nothing', async () => {
    const { page, studio, leave } = await atTheWeek();
    await page.goto(`${studio.week}&open=new&on=${studio.tuesday}`);
    const form = dialog(page, 'Add Manual Entry');
    await form.getByRole('radio', { name: 'Appointment' }).click();
    await form.getByLabel('Title').fill('Piano tuner');
    await form.getByLabel('Start time').fill('09:00');
    await form.getByRole('button', { name: 'Add Entry' }).click();
    const question = dialog(page, 'Outside the regular availability');
    await question.getByText(/An exception to the regular schedule will be created/).waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await form.getByRole('button', { name: 'Add Entry' }).click();
    await question.getByRole('button', { name: 'Create Exception' }).click();
    await said(page, 'Manual entry added');
    await button(page, /^Piano tuner, 9:00 – 9:45 AM, Appointment/).waitFor();
    expect(await leave()).toEqual([]);
  });

  test('at a taken time shows the conflict: pick another time or override it', async () => {
    const { page, studio, leave } = await atTheWeek();
    await enter(page, studio, studio.ann, { startTime: '15:00', date: studio.tuesday });
    await page.goto(`${studio.week}&open=new&on=${studio.tuesday}`);
    const form = dialog(page, 'Add Manual Entry');
    await chooseStudent(page, 'Ben Ito');
    await form.getByText(/^Overlaps Ann Lee/).waitFor();
    await form.getByRole('button', { name: 'Add Entry' }).click();
    const conflict = dialog(page, 'Schedule Conflict Detected');
    await conflict.getByRole('list', { name: 'Conflicting entries' }).getByText('Ann Lee').waitFor();
    const times = conflict.getByRole('list', { name: 'Other times' }).getByRole('button');
    expect(await times.count()).toBeLessThanOrEqual(5);
    await times.first().click();
    await said(page, 'Alternative scheduled');
    await button(page, /^Ben Ito, .*Recommended/).waitFor();

    await page.goto(`${studio.week}&open=new&on=${studio.tuesday}`);
    await chooseStudent(page, 'Ben Ito');
    await form.getByRole('button', { name: 'Add Entry' }).click();
    await conflict.getByRole('button', { name: 'Override Conflict' }).click();
    await said(page, 'Conflict overridden');
    await button(page, /^Ben Ito, 3:00 – 3:45 PM, Manual, Conflict/).waitFor();
    expect(await leave()).toEqual([]);
  });

  test('changed in another window is reloaded and keeps what the user typed', async () => {
    const { page, studio, leave } = await atTheWeek();
    const id = await enter(page, studio, studio.ann, { startTime: '15:00', date: studio.tuesday });
    await page.goto(`${studio.week}&open=edit&lesson=${id}&on=${studio.tuesday}`);
    const form = dialog(page, 'Edit Manual Entry');
    await form.getByLabel('Notes').fill('Bring the metronome');
    await changeElsewhere(page, id, { startTime: '16:00' });
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await form.getByText(/was changed somewhere else in the meantime/).waitFor();
    expect(await form.getByLabel('Start time').inputValue()).toBe('16:00');
    expect(await form.getByLabel('Notes').inputValue()).toBe('Bring the metronome');
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await said(page, 'Manual lesson updated');
    await button(page, /^Ann Lee, 4:00 – 4:45 PM/).waitFor();
    expect(await leave()).toEqual([]);
  });

  test('split in another window continues as its later part and keeps what the user typed', async () => {
    const { page, studio, leave } = await atTheWeek();
    const id = await enter(page, studio, studio.ann, { startTime: '15:00' });
    const later = addDays(studio.tuesday, 14);
    await page.goto(
      `${studio.week.replace(studio.monday, addDays(studio.monday, 14))}&open=edit&lesson=${id}&on=${later}`,
    );
    const form = dialog(page, 'Edit Manual Entry');
    await form.getByLabel('Notes').fill('Bring the metronome');
    const divided = { editScope: 'series', dayOfWeek: 2, startTime: '15:15' };
    await send(page, 'PATCH', `/api/lessons/${id}/edit`, { ...divided, originalDate: addDays(studio.tuesday, 7) });
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await form.getByText(/was changed somewhere else in the meantime/).waitFor();
    expect(await form.getByLabel('Start time').inputValue()).toBe('15:15');
    expect(await form.getByLabel('Notes').inputValue()).toBe('Bring the metronome');
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await said(page, 'Manual lesson updated');
    await button(page, /^Ann Lee, 3:15 – 4:00 PM/).waitFor();
    expect(await leave()).toEqual([]);
  });
});

describe('a lesson', () => {
  test('of a plan, edited on the same date in another window, keeps what the user typed for that date', async () => {
    const { page, studio, leave } = await atTheWeek();
    const { ann, dana, monday } = studio;
    await send(page, 'PUT', `/api/students/${ann.id}/teacher`, { teacherId: dana.id });
    await decide(page, await generate(page, dana, monday), 'accepted');
    const { body } = await send(page, 'GET', '/api/lessons');
    const [lesson] = z.array(z.looseObject({ id: z.string(), dayOfWeek: z.number() })).parse(body);
    const date = addDays(monday, (lesson?.dayOfWeek ?? 1) - 1);
    await page.goto(`${studio.week}&open=edit&lesson=${lesson?.id}&on=${date}`);
    const form = dialog(page, 'Edit Lesson');
    await form.getByLabel('Notes').fill('Bring the metronome');
    const elsewhere = { editScope: 'single', originalDate: date, startTime: '18:00' };
    await send(page, 'PATCH', `/api/lessons/${lesson?.id}/edit`, elsewhere);
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await form.getByText(/was changed somewhere else in the meantime/).waitFor();
    expect(await form.getByLabel('Start time').inputValue()).toBe('18:00');
    expect(await form.getByLabel('Notes').inputValue()).toBe('Bring the metronome');
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await said(page, 'Lesson updated');
    await button(page, /^Ann Lee, 6:00 – 6:45\sPM.*Notes: Bring the metronome/).waitFor();
    expect(await leave()).toEqual([]);
  });

  test('can be cancelled for one week and restored from its badge; its history has both', async () => {
    const { page, studio, leave } = await atTheWeek();
    await enter(page, studio, studio.ann, { startTime: '15:00' });
    await page.goto(`${studio.week}&day=${studio.tuesday}`);
    const day = dialog(page, longDate(studio.tuesday));
    const act = async (name: string): Promise<void> => {
      await day.getByRole('button', { name: 'Actions for Ann Lee' }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await act('Cancel Lesson');
    await dialog(page, 'Cancel Lesson').getByRole('button', { name: 'Keep Lesson' }).click();
    await act('Cancel Lesson');
    await dialog(page, 'Cancel Lesson').getByRole('button', { name: 'Just Cancel' }).click();
    await said(page, 'Lesson Cancelled');
    await day.getByRole('button', { name: '(Cancelled)' }).click();
    await said(page, 'Lesson Restored');
    await day.getByText('Manual', { exact: true }).waitFor();
    await act('History');
    const history = dialog(page, 'History').getByRole('list', { name: 'Lesson history' }).getByRole('listitem');
    await expect.poll(() => history.count()).toBe(3);
    await history.last().getByRole('button', { name: 'Undo' }).click();
    await said(page, /^Undone/);
    await day.getByRole('button', { name: '(Cancelled)' }).waitFor();
    expect(await leave()).toEqual([]);
  });

  test('keeps its loaded history while Rondo cannot be reached, marked as not current', async () => {
    const { page, studio, leave } = await atTheWeek();
    await enter(page, studio, studio.ann, { startTime: '15:00' });
    await page.goto(`${studio.week}&day=${studio.tuesday}`);
    const day = dialog(page, longDate(studio.tuesday));
    const act = async (name: string): Promise<void> => {
      await day.getByRole('button', { name: 'Actions for Ann Lee' }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await act('Cancel Lesson');
    await dialog(page, 'Cancel Lesson').getByRole('button', { name: 'Just Cancel' }).click();
    await said(page, 'Lesson Cancelled');
    await act('History');
    const history = dialog(page, 'History');
    await history.getByRole('listitem').first().waitFor();
    await page.route('**/history', (route) => route.abort());
    await page.keyboard.press('Control+z');
    await history.getByText('Not current:', { exact: false }).waitFor();
    await history.getByRole('listitem').first().waitFor();
    await page.unroute('**/history');
    await history.getByRole('button', { name: 'Retry' }).click();
    await history.getByText('Not current:', { exact: false }).waitFor({ state: 'detached' });
    expect(await leave()).toEqual([]);
  });

  test('can be cancelled and rescheduled in one step', async () => {
    const { page, studio, leave } = await atTheWeek();
    const id = await enter(page, studio, studio.ann, { startTime: '15:00' });
    await page.goto(`${studio.week}&open=cancel&lesson=${id}&on=${studio.tuesday}`);
    const edges = async (edge: 'x' | 'y') =>
      new Set(
        await Promise.all(
          ['Keep Lesson', 'Just Cancel', 'Cancel & Reschedule'].map(
            async (name) => (await button(page, name).boundingBox())?.[edge],
          ),
        ),
      );
    // In one line, or one below the other.
    expect((await edges('y')).size).toBe(1);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(async () => (await edges('x')).size).toBe(1);
    await button(page, 'Cancel & Reschedule').click();
    const search = dialog(page, 'Move Lesson');
    await search.getByLabel('To', { exact: true }).fill('2020-01-01');
    await search.getByRole('button', { name: 'Find Times' }).click();
    await search.getByText("The end date can't be before the start date.").waitFor();
    await search.getByRole('list', { name: 'Suggested times' }).getByRole('button').first().click();
    await said(page, 'Lesson Rescheduled');
    await search.waitFor({ state: 'detached' });
    expect(await leave()).toEqual([]);
  });

  test('whose time has been taken is restored only after confirmation', async () => {
    const { page, studio, leave } = await atTheWeek();
    const id = await enter(page, studio, studio.ann, { startTime: '15:00' });
    await send(page, 'POST', `/api/lessons/${id}/cancel`, { lessonDate: studio.tuesday });
    await enter(page, studio, studio.ben, { startTime: '15:00', date: studio.tuesday });
    await page.goto(studio.week);
    await button(page, '(Cancelled): restore Ann Lee').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await button(page, '(Cancelled): restore Ann Lee').click();
    const conflict = dialog(page, 'Schedule Conflict Detected');
    await conflict.getByRole('list', { name: 'Conflicting entries' }).getByText('Ben Ito').waitFor();
    await conflict.getByRole('button', { name: 'Restore Anyway' }).click();
    await said(page, 'Lesson Restored');
    await button(page, /^Ann Lee, 3:00 – 3:45 PM, Manual, Conflict/).waitFor();
    expect(await leave()).toEqual([]);
  });

  test('can be deleted for one date, then with its whole series, and Ctrl+Z restores it', async () => {
    const { page, studio, leave } = await atTheWeek();
    const id = await enter(page, studio, studio.ann, { startTime: '15:00' });
    await page.goto(`${studio.week}&open=delete&lesson=${id}&on=${studio.tuesday}`);
    const ann = button(page, /^Ann Lee, 3:00/);
    await button(page, 'Delete This Occurrence').click();
    await said(page, 'Lesson Deleted');
    await ann.waitFor({ state: 'detached' });
    await button(page, 'Keyboard shortcuts').waitFor();
    await page.keyboard.press('Control+z');
    await ann.waitFor();
    await page.goto(`${studio.week}&open=delete&lesson=${id}&on=${studio.tuesday}`);
    await button(page, 'Delete Whole Series').click();
    await said(page, 'Lesson Series Deleted');
    await ann.waitFor({ state: 'detached' });
    expect(await leave()).toEqual([]);
  });

  test('can be moved to another time, only this occurrence', async () => {
    const { page, studio, leave } = await atTheWeek();
    const id = await enter(page, studio, studio.ann, { startTime: '15:00' });
    await page.goto(`${studio.week}&open=move&lesson=${id}&on=${studio.tuesday}`);
    const move = dialog(page, 'Move Lesson');
    await move.getByLabel('Start time').fill('17:00');
    await move.getByText(/min from home/).waitFor();
    await move.getByRole('button', { name: 'Move this lesson' }).click();
    await said(page, 'Lesson Rescheduled');
    await button(page, /^Ann Lee, 5:00 – 5:45 PM/).waitFor();
    await button(page, 'Next week').click();
    await button(page, /^Ann Lee, 3:00 – 3:45 PM/).waitFor();
    expect(await leave()).toEqual([]);
  });
});

test('the schedule can be cleared by kind and teacher, and that can be undone', async () => {
  const { page, studio, leave } = await atTheWeek();
  // One date of the weekly lesson is a row of its own, but no lesson of its own.
  const weekly = await enter(page, studio, studio.ann, { startTime: '15:00' });
  await send(page, 'POST', `/api/lessons/${weekly}/cancel`, { lessonDate: studio.tuesday });
  await enter(page, studio, studio.ben, { startTime: '17:00', date: studio.tuesday });
  await page.goto('/planner');
  await button(page, 'Clear Selected').click();
  await said(page, 'No options selected');
  await page.getByText('Manual entries', { exact: true }).click();
  expect(await page.getByRole('checkbox', { name: 'Manual entries' }).isChecked()).toBe(true);
  const clear = async (): Promise<void> => {
    await button(page, 'Clear Selected').click();
    await dialog(page, 'Clear Schedule?')
      .getByText('are removed: 1 weekly entry and 1 on a single date.', { exact: false })
      .waitFor();
    await dialog(page, 'Clear Schedule?').getByRole('button', { name: 'Clear', exact: true }).click();
  };
  await page.route('**/api/lessons/clear', (route) => route.fulfill({ status: 503, body: 'Not answering.' }));
  await clear();
  await said(page, 'Failed to clear schedule. Please try again.');
  await page.unroute('**/api/lessons/clear');
  await dialog(page, 'Clear Schedule?').waitFor({ state: 'hidden' });
  await clear();
  await said(page, '1 weekly entry and 1 on a single date removed.');
  await takeUp(page, 'Undo');
  await said(page, /^Undone/);
  await page.goto(studio.week);
  await button(page, /^Ben Ito, 5:00/).waitFor();
  expect(await leave()).toEqual([]);
});
