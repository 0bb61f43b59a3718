import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { z } from 'zod';
import { serveCalendars, type Event } from '../calendar-feeds.ts';
import { send } from '../send.ts';
import { dialog, type Scene, type Stage } from './stage.ts';

const weekly = z.object({
  teacherId: z.string(),
  dayOfWeek: z.number(),
  startTime: z.string(),
  endTime: z.string(),
  student: z.object({ name: z.string() }).nullable(),
});

/** Dana's lessons of a week, as the calendar of a music-studio service has them. */
const weekOf = async ({ page, dana }: Stage, monday: IsoDate): Promise<Event[]> => {
  const { body } = await send(page, 'GET', `/api/lessons?from=${monday}&to=${addDays(monday, 6)}`);
  return z
    .array(weekly)
    .parse(body)
    .filter(({ teacherId, student }) => teacherId === dana.id && student !== null)
    .map(({ dayOfWeek, startTime, endTime, student }) => ({
      title: student?.name ?? '',
      date: addDays(monday, (dayOfWeek + 6) % 7),
      startTime,
      endTime,
    }));
};

const setAddress = ({ page, dana }: Stage, calendarUrl: string) =>
  send(page, 'PUT', `/api/teachers/${dana.id}`, { calendarUrl });

/** Compares Dana's schedule with a calendar that has some lessons cancelled, and others that Rondo does not know. */
const compare = async (stage: Stage): Promise<void> => {
  const { page, monday } = stage;
  const calendars = await serveCalendars();
  try {
    const week = addDays(monday, 7);
    const lessons = await weekOf(stage, week);
    calendars.set('/dana.ics', [
      ...lessons.map((lesson, i) => ({ ...lesson, cancelled: i < 3 })),
      { title: 'M. Featherstonehaugh-Oyelaran make-up', date: addDays(week, 5) },
      { title: 'Faculty meeting', date: addDays(week, 3), startTime: '10:00', endTime: '11:00' },
      { title: 'Faculty meeting', date: addDays(week, 10), startTime: '10:00', endTime: '11:00' },
      { title: 'Ben Ito, recital rehearsal', date: addDays(week, 5), startTime: '12:00', endTime: '13:30' },
      { title: 'Zoe Nowhere', date: addDays(week, 1), startTime: '09:00', endTime: '09:45', cancelled: true },
    ]);
    await setAddress(stage, `${calendars.url}/dana.ics`);
    await page.goto('/teachers?sync=all');
    await dialog(page, 'Calendar Synchronization').getByRole('group', { name: 'Differences' }).waitFor();
    await dialog(page, 'Calendar Synchronization').getByRole('switch').waitFor();
  } finally {
    await setAddress(stage, '');
    await calendars.close();
  }
};

/** Two changes of one reading, and one that was read before. */
const notify = async ({ page, monday, dana }: Stage): Promise<void> => {
  const one = (id: string, name: string, more: object) => ({
    id,
    type: 'lesson_cancelled',
    lessonId: null,
    teacherId: dana.id,
    title: 'Cancelled in the calendar feed',
    message: `The lesson of ${name} on Friday, December 4 at 3:15\u00a0PM was cancelled.`,
    isRead: false,
    actionRequired: false,
    metadata: { date: monday, batchId: 'reading', batchSize: 2 },
    createdAt: `${monday}T22:40:00.000Z`,
    ...more,
  });
  const json = [
    one('1', 'Maximiliana Featherstonehaugh-Oyelaran', {}),
    one('2', 'Ben Ito', {}),
    one('3', 'Lily Tran', {
      type: 'lesson_restored',
      title: 'Restored in the calendar feed',
      message: 'The lesson of Lily Tran on Wednesday, December 9 at 4:15\u00a0PM takes place again.',
      isRead: true,
      metadata: { date: monday, batchId: 'earlier', batchSize: 1 },
    }),
  ];
  await page.route('**/api/notifications', (route) => route.fulfill({ json }));
  await page.goto('/schedule');
  await page.getByRole('button', { name: /2 unread/ }).click();
  await page.getByRole('list', { name: 'Notifications' }).waitFor();
};

/** Reading teachers' calendars. */
export const syncScenes: readonly Scene[] = [
  { name: 'sync-differences', of: 'studio', inWindow: true, show: compare },
  { name: 'notifications', of: 'studio', inWindow: true, show: notify },
];
