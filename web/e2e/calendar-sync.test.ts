import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { feedServer, type FeedServer } from '../../services/calendar-sync/testing/feed-server.ts';
import { changing, deskSize, phoneSize } from './devices.ts';
import { findings } from './page-checks.ts';
import { teacher } from './person.ts';
import { comingMonday } from './planner-studio.ts';
import { addStudent, addTeacher } from './roster-steps.ts';
import { removeDataDir, scratchDataDir, startRondo, type RunningRondo } from './running-rondo.ts';
import { takeUp } from './toast-steps.ts';

// A Rondo of its own, which may read calendars from this machine.
let dataDir: string;
let rondo: RunningRondo;
let calendars: FeedServer;
/** The calendar that the server answers with. */
let calendar = '';

beforeAll(async () => {
  dataDir = await scratchDataDir();
  calendars = await feedServer(({ url }, response) => {
    if (url === '/dana.ics') response.setHeader('Content-Type', 'text/calendar').end(calendar);
    else response.writeHead(404).end();
  });
  rondo = await startRondo(dataDir, { FEEDS_ALLOW_PRIVATE: 'true' });
});
afterAll(async () => {
  await rondo.stop();
  await calendars.close();
  await removeDataDir(dataDir);
});

type Event = { readonly title: string; readonly date: IsoDate; readonly cancelled?: true };

/** Events from 4:00 to 4:45 PM. */
const icsOf = (events: readonly Event[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Studio//EN',
    ...events.flatMap(({ title, date, cancelled }) => [
      'BEGIN:VEVENT',
      `UID:${title.replaceAll(' ', '-')}@studio.example`,
      'DTSTAMP:20260101T000000Z',
      `DTSTART;TZID=America/Chicago:${date.replaceAll('-', '')}T160000`,
      `DTEND;TZID=America/Chicago:${date.replaceAll('-', '')}T164500`,
      `SUMMARY:${title}`,
      ...(cancelled ? ['STATUS:CANCELLED'] : []),
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n');

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Calendar Synchronization' });
const count = (page: Page, text: string) => dialogOf(page).getByRole('button', { name: text, exact: true });

/** Opens the dialog, which reads the calendars. */
const compare = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Auto-Sync Calendar' }).click();
  await dialogOf(page).getByRole('group', { name: 'Differences' }).waitFor();
};

test('a calendar is compared with the schedule, a name is linked, and what was imported can be taken back', async () => {
  const { page, leave } = await teacher({ fresh: true, baseURL: rondo.url });
  await addStudent(page, 'Ann Lee');
  await addStudent(page, 'Ruby Salazar');
  await addTeacher(page, 'Marcus Bell', { calendarUrl: `${calendars.url}/none.ics` });
  await addTeacher(page, 'Dana Whitfield', { calendarUrl: `${calendars.url}/dana.ics` });
  const monday = addDays(await comingMonday(page), 7);
  const lessons = [
    { title: 'Ann Lee', date: monday },
    { title: 'Make-up for R S', date: addDays(monday, 1) },
  ];
  calendar = icsOf(lessons);
  await page.goto('/teachers');
  await compare(page);
  // The calendar that failed does not hide the other one.
  const marcus = dialogOf(page).getByRole('region', { name: 'Marcus Bell' });
  await marcus.getByText('There is no calendar at this address.').waitFor();
  await count(page, '1 unknown name').waitFor();
  await count(page, '1 added').waitFor();
  const become = await changing(page);
  for (const size of [phoneSize, deskSize]) {
    await become({ ...size, colorScheme: 'dark' });
    expect(await findings(page, size)).toEqual([]);
  }

  const student = page.getByRole('combobox', { name: 'Student for “Make-up for R S”' });
  await student.fill('sala');
  await page.getByRole('option', { name: 'Ruby Salazar' }).waitFor();
  await student.press('Enter');
  await dialogOf(page).getByRole('button', { name: 'Link “Make-up for R S”' }).click();
  await count(page, '2 added').waitFor();
  await count(page, '0 unknown names').waitFor();

  await dialogOf(page).getByRole('button', { name: 'Replace All Appointments' }).click();
  const question = page.getByRole('dialog', { name: 'Replace All Appointments?' });
  const adds = question.getByRole('list', { name: 'Adds 2' });
  expect(await adds.getByRole('listitem').count()).toBe(2);
  await question.getByRole('button', { name: 'Replace All Appointments' }).click();
  await dialogOf(page).waitFor({ state: 'detached' });
  await page.getByText('Appointments replaced').waitFor();
  await page.getByText('2 appointments imported').waitFor();

  // The calendar cancels one of them.
  calendar = icsOf(lessons.map((lesson) => (lesson.title === 'Ann Lee' ? { ...lesson, cancelled: true } : lesson)));
  await compare(page);
  await count(page, '1 cancelled').click();
  await dialogOf(page).getByRole('list', { name: 'Cancelled in the calendar' }).getByText('Ann Lee').waitFor();
  await dialogOf(page).getByRole('button', { name: 'Sync Cancellation Statuses Only' }).click();
  await dialogOf(page).waitFor({ state: 'detached' });
  await page.getByText('1 lesson updated').waitFor();
  await takeUp(page, 'Undo');
  await page.getByText('Undone').waitFor();
  await compare(page);
  await count(page, '1 cancelled').waitFor();
  expect(await leave()).toEqual([]);
});

test('without a calendar address, the dialog leads to the teacher, where it is entered', async () => {
  const { page, leave } = await teacher({ fresh: true, baseURL: rondo.url });
  await addTeacher(page, 'Dana Whitfield');
  calendar = icsOf([]);
  await page.goto('/teachers?sync=all');
  await dialogOf(page).getByText('No Calendar URLs Found').waitFor();
  await dialogOf(page).getByRole('button', { name: 'Edit Dana Whitfield' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Teacher' });
  await form.getByLabel('Calendar URL').fill(`${calendars.url}/dana.ics`);
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
