import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { serveCalendars, type Calendars } from './calendar-feeds.ts';
import { enter, lessonStudio, type LessonStudio } from './lesson-studio.ts';
import { teacher, type Person } from './person.ts';
import { comingMonday } from './planner-studio.ts';
import { addStudent, addTeacher } from './roster-steps.ts';
import { send } from './send.ts';
import { takeUp } from './toast-steps.ts';

let calendars: Calendars;
beforeAll(async () => {
  calendars = await serveCalendars();
});
afterAll(() => calendars.close());

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Calendar Synchronization' });
const count = (page: Page, text: string) => dialogOf(page).getByRole('button', { name: text, exact: true });

/** Opens the dialog, which reads the calendars. */
const compare = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Auto-Sync Calendar' }).click();
  await dialogOf(page).getByRole('group', { name: 'Differences' }).waitFor();
};

/** A studio whose two lessons are cancelled in the calendar, after Rondo has read that they take place. */
type Notified = Person & { readonly studio: LessonStudio };

/** Turned on again, a calendar is due at once, also when a reading has failed before. */
const makeDue = async ({ page, studio: { dana } }: Notified): Promise<void> => {
  for (const syncEnabled of [false, true])
    await send(page, 'PATCH', `/api/calendar/sync-state/${dana.id}`, { syncEnabled });
};

const notifiedStudio = async (): Promise<Notified> => {
  const person = await teacher({ fresh: true });
  const { page } = person;
  const studio = await lessonStudio(page);
  const { monday, dana } = studio;
  await enter(page, studio, studio.ann, { startTime: '16:00', date: monday });
  await enter(page, studio, studio.ben, { startTime: '17:00', date: monday });
  const lessons = [
    { title: 'Ann Lee', date: monday },
    { title: 'Ben Ito', date: monday, startTime: '17:00', endTime: '17:45' },
  ];
  calendars.set('/bell.ics', lessons);
  await send(page, 'PUT', `/api/teachers/${dana.id}`, { calendarUrl: `${calendars.url}/bell.ics` });
  await send(page, 'POST', '/api/calendar/sync-cancellations');
  calendars.set(
    '/bell.ics',
    lessons.map((lesson) => ({ ...lesson, cancelled: true })),
  );
  await makeDue({ ...person, studio });
  return { ...person, studio };
};

// Rondo looks for calendars that are due every 8 to 23 seconds. The other tests run in that time.
let notified: Notified;
beforeAll(async () => {
  notified = await notifiedStudio();
});

test('a calendar is compared with the schedule, a name is linked, and what was imported can be taken back', async () => {
  const { page, leave } = await teacher();
  await addStudent(page, 'Ann Lee');
  await addStudent(page, 'Ruby Salazar');
  await addTeacher(page, 'Marcus Bell', { calendarUrl: `${calendars.url}/none.ics` });
  await addTeacher(page, 'Dana Whitfield', { calendarUrl: `${calendars.url}/dana.ics` });
  const monday = addDays(await comingMonday(page), 7);
  const lessons = [
    { title: 'Ann Lee', date: monday },
    { title: 'Make-up for R S', date: addDays(monday, 1) },
    { title: 'Make-up for R S', date: addDays(monday, 8) },
    { title: 'Never imported', date: monday, cancelled: true },
  ];
  calendars.set('/dana.ics', lessons);
  await page.goto('/teachers');
  await compare(page);
  // The calendar that failed does not hide the other one.
  const marcus = dialogOf(page).getByRole('region', { name: 'Marcus Bell' });
  await marcus.getByText('There is no calendar at this address.').waitFor();
  await dialogOf(page)
    .getByText(/^4.events read .+ 1.calendar could not be read\. Nothing is changed yet\.$/)
    .waitFor();
  // A name is counted once, whatever the number of its dates.
  await count(page, '1 unknown name').waitFor();
  await count(page, '1 added').waitFor();
  await count(page, '1 unchanged').waitFor();

  const student = page.getByRole('combobox', { name: 'Student for “Make-up for R S”' });
  await student.fill('sala');
  await page.getByRole('option', { name: 'Ruby Salazar' }).waitFor();
  await student.press('Enter');
  await dialogOf(page).getByRole('button', { name: 'Link “Make-up for R S”' }).click();
  await count(page, '3 added').waitFor();
  await count(page, '0 unknown names').waitFor();
  // Taken back at its toast, and taken back again.
  await takeUp(page, 'Undo');
  await count(page, '1 unknown name').waitFor();
  await takeUp(page, 'Redo');
  await count(page, '3 added').waitFor();

  await dialogOf(page).getByRole('button', { name: 'Replace All Appointments' }).click();
  const question = page.getByRole('dialog', { name: 'Replace All Appointments?' });
  await question.getByText('The calendar of Marcus Bell could not be read, so').waitFor();
  const adds = question.getByRole('list', { name: 'Adds 3' });
  expect(await adds.getByRole('listitem').count()).toBe(3);
  await question.getByRole('button', { name: 'Replace All Appointments' }).click();
  await dialogOf(page).waitFor({ state: 'detached' });
  await page.getByText('Appointments replaced').waitFor();
  await page.getByText('3 appointments imported').waitFor();

  // The calendar cancels one of them, and loses another.
  calendars.set('/dana.ics', [{ title: 'Ann Lee', date: monday, cancelled: true }, ...lessons.slice(1, 2)]);
  await compare(page);
  await count(page, '1 gone').waitFor();
  await count(page, '1 cancelled').click();
  await dialogOf(page).getByRole('list', { name: 'Cancelled in the calendar' }).getByText('Ann Lee').waitFor();
  await dialogOf(page).getByText('Cancels 2.').waitFor();
  await dialogOf(page).getByRole('button', { name: 'Sync Cancellation Statuses Only' }).click();
  await dialogOf(page).waitFor({ state: 'detached' });
  await page.getByText('2 lessons updated').waitFor();
  await takeUp(page, 'Undo');
  await page.getByText(/^Undone/).waitFor();
  await compare(page);
  await count(page, '1 cancelled').waitFor();
  expect(await leave()).toEqual([]);
});

test('an event that cannot be read is named, with what stays because of it, until it is corrected', async () => {
  const { page, leave } = await teacher();
  await addStudent(page, 'Ann Lee');
  await addTeacher(page, 'Dana Whitfield', { calendarUrl: `${calendars.url}/unread.ics` });
  const monday = addDays(await comingMonday(page), 7);
  const [ann, lunch] = [
    { title: 'Ann Lee', date: monday },
    { title: 'Lunch', date: monday, startTime: '12:00', endTime: '13:00' },
  ];
  calendars.set('/unread.ics', [ann, lunch]);
  await send(page, 'POST', '/api/calendar/replace-all-appointments');
  const holidays = [1, 2].map((day) => ({ title: 'Holidays', date: addDays(monday, day), allDay: true }));
  calendars.set('/unread.ics', [ann, { ...lunch, broken: true }, ...holidays]);
  await page.goto('/teachers');
  await compare(page);
  const dana = dialogOf(page).getByRole('region', { name: 'Dana Whitfield' });
  await dana.getByText('What could be read agrees with Rondo.').waitFor();
  await dana.getByRole('link', { name: '“Lunch” could not be read.' }).click();
  const unread = dana.getByRole('list', { name: 'Could not be read' });
  await unread
    .getByText('One of its dates cannot be read. What was imported from it stays, on all its dates.')
    .waitFor();
  expect(await unread.evaluate((list) => list.parentElement?.parentElement === document.activeElement)).toBe(true);
  await dana.getByText('One imported entry may be from it, and stays.').waitFor();
  expect(await dana.getByText('Holidays').count(), 'what is no lesson is not listed at first').toBe(0);
  await dana.getByRole('button', { name: 'Show 1 entry' }).click();
  await dana.getByText('An all-day event has no time and is not imported.').waitFor();
  await dana.getByText('Holidays · 2 events'.replace('2 ', '2\u00a0')).waitFor();

  calendars.set('/unread.ics', [ann, { ...lunch, startTime: '12:30', endTime: '13:30' }]);
  await dana.getByRole('button', { name: 'Compare Again' }).click();
  await count(page, '1 changed').waitFor();
  expect(await dana.getByText('could not be read').count()).toBe(0);
  expect(await leave()).toEqual([]);
});

test('without a calendar address, the dialog leads to the teacher, where it is entered', async () => {
  const { page, leave } = await teacher();
  await addTeacher(page, 'Dana Whitfield');
  calendars.set('/empty.ics', []);
  await page.goto('/teachers?sync=all');
  await dialogOf(page).getByText('No Calendar URLs Found').waitFor();
  await dialogOf(page).getByRole('button', { name: 'Edit Dana Whitfield' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Teacher' });
  await form.getByLabel('Calendar URL').fill(`${calendars.url}/empty.ics`);
  await form.getByRole('button', { name: 'Save Changes' }).click();
  // It is read at once.
  const dana = dialogOf(page).getByRole('region', { name: 'Dana Whitfield' });
  await dana.getByText('The calendar and Rondo agree.').waitFor();
  const auto = dana.getByRole('switch', { name: 'Auto-sync for Dana Whitfield' });
  await auto.click();
  await page.getByText('Auto-sync is off').waitFor();
  expect(await auto.isChecked()).toBe(false);
  await dialogOf(page).getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Notifications' }).click();
  await page.getByText('No notifications yet.').waitFor();
  expect(await leave()).toEqual([]);
});

test('the bell lists what a sync has cancelled by itself, leads to its day, and takes it back', async () => {
  const { page, leave, studio } = notified;
  const known = async () => z.array(z.unknown()).parse((await send(page, 'GET', '/api/notifications')).body).length;
  // Each reading that a crowded machine lets fail is followed by another one.
  await expect
    .poll(
      async () => {
        const count = await known();
        if (count === 0) await makeDue(notified);
        return count;
      },
      { timeout: 90_000, interval: 25_000 },
    )
    .toBe(2);
  await page.goto('/schedule');
  const bell = page.getByRole('button', { name: /^Notifications/ });
  const nameOfBell = () => bell.getAttribute('aria-label');
  const list = page.getByRole('list', { name: 'Notifications' });
  await expect.poll(nameOfBell).toBe('Notifications, 2 unread');
  await bell.press('Enter');
  await list.waitFor();
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  expect(await bell.evaluate((button) => button.ownerDocument.activeElement === button)).toBe(true);

  await bell.press('Enter');
  const said = (name: string, time: string): string =>
    `The lesson of ${name} on ${longDate(studio.monday)} at ${time}\u00a0PM was cancelled.`;
  const ann = said('Ann Lee', '4:00');
  await list.getByRole('button', { name: `Mark as read: ${ann}` }).press('Enter');
  await expect.poll(nameOfBell).toBe('Notifications, 1 unread');
  expect(await list.getByRole('listitem').count()).toBe(2);
  await list.getByRole('link', { name: said('Ben Ito', '5:00') }).click();
  await list.waitFor({ state: 'detached' });
  const day = page.getByRole('dialog');
  await day.getByText('Ben Ito').first().waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('day')).toBe(studio.monday);
  await page.keyboard.press('Escape');
  await day.waitFor({ state: 'detached' });
  await expect.poll(nameOfBell).toBe('Notifications');

  const cancelled = page.getByText('(Cancelled)');
  await cancelled.first().waitFor();
  await bell.click();
  // One button takes back the whole reading.
  await list.getByRole('button', { name: /^Undo all 2 changes of this reading/ }).click();
  // It did not happen on this visit, so that it is asked about first.
  const question = page.getByRole('dialog', { name: 'Undo this change?' });
  await question.getByText('Undoing it changes 2 lessons.').waitFor();
  await question.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText(/^Undone/).waitFor();
  await expect.poll(() => cancelled.count()).toBe(0);
  expect(await leave()).toEqual([]);
});

test('calendars that could not be compared say whether the server was reached, and can be compared again', async () => {
  const { page, leave } = await teacher();
  await addTeacher(page, 'Dana Whitfield', { calendarUrl: `${calendars.url}/none.ics` });
  await page.goto('/teachers');
  const failures = ['away', 'unreadable', 'none'];
  await page.route('**/api/calendar/sync-all', async (route) => {
    const failure = failures.shift();
    if (failure === 'away') await route.abort();
    else if (failure === 'unreadable') await route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' });
    else await route.continue();
  });
  await page.getByRole('button', { name: 'Auto-Sync Calendar' }).click();
  const panel = dialogOf(page).getByRole('alert');
  await panel.getByText('Sync Failed. Failed to connect to calendar').waitFor();
  await panel.getByRole('button', { name: 'Retry' }).click();
  await panel.getByText('Sync Failed. Failed to sync calendar').waitFor();
  await panel.getByRole('button', { name: 'Retry' }).click();
  await dialogOf(page).getByText('Nothing is changed.', { exact: false }).waitFor();
  expect(await leave()).toEqual([]);
});
