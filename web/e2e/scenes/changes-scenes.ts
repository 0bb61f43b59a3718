import type { FamilyChanges, LessonChange } from '@rondo/contracts/api/history/changes.ts';
import { addDays, dayOfWeekOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import { button, fail, type Scene, type Stage } from './stage.ts';

const teacher = { id: 'dana', name: 'Dana Whitfield' };

const timeOf = (date: IsoDate, startTime: string, weekly = false): NonNullable<LessonChange['before']> => ({
  date: weekly ? null : date,
  dayOfWeek: dayOfWeekOf(date),
  startTime,
  endTime: startTime,
  duration: 45,
  teacher,
  address: null,
});

const cancelled = (firstName: string, date: IsoDate, startTime: string): LessonChange => ({
  kind: 'cancelled',
  lessonId: firstName,
  date,
  weekly: null,
  closure: null,
  before: timeOf(date, startTime),
  after: null,
  text: `${firstName}’s lesson on ${longDate(date)} at ${startTime} is cancelled.`,
});

type Told = Partial<FamilyChanges> & { readonly name: string; readonly changes: readonly LessonChange[] };

const rowOf = (told: Told, monday: IsoDate): FamilyChanges => {
  const message = [...told.changes.map(({ text }) => text), `The next lesson is on ${longDate(monday)}.`].join(' ');
  return {
    studentId: told.name,
    phone: null,
    email: null,
    toldUntil: null,
    calendar: null,
    until: `${monday}T12:00:00.000000Z`,
    message,
    family: { id: told.name, message },
    ...told,
    changes: [...told.changes],
  };
};

/** One family of each kind: cancelled, moved for one week and for all, two students, and a name that is long. */
const families = async ({ page, monday }: Stage): Promise<void> => {
  const [tuesday, wednesday] = [addDays(monday, 1), addDays(monday, 2)];
  const parks = { id: 'Theo Park', message: 'Theo’s and Mia’s lessons on Monday are cancelled.' };
  const moved: LessonChange = {
    kind: 'moved',
    lessonId: 'Oliver',
    date: null,
    weekly: { from: wednesday, to: null },
    closure: null,
    before: timeOf(wednesday, '17:15', true),
    after: timeOf(wednesday, '18:00', true),
    text: `From ${longDate(wednesday)}, Oliver’s lesson is every Wednesday at 6:00 PM instead of every Wednesday at 5:15 PM.`,
  };
  const once: LessonChange = {
    ...moved,
    date: monday,
    weekly: null,
    before: timeOf(monday, '15:15'),
    after: timeOf(addDays(monday, 4), '14:45'),
    text: `Maximiliana’s lesson on ${longDate(monday)} at 3:15 PM moves to ${longDate(addDays(monday, 4))} at 2:45 PM.`,
  };
  const calendar = { lastFetchedAt: `${addDays(monday, -3)}T23:20:00.000Z`, lastFetchedBy: 'Google' } as const;
  const json = [
    {
      name: 'Leo Vance',
      phone: '(512) 555-0117',
      email: 'vance@example.com',
      changes: [cancelled('Leo', tuesday, '19:25')],
    },
    { name: 'Oliver Quist', calendar: { ...calendar, changedSince: false }, changes: [moved] },
    {
      name: 'Maximiliana Featherstonehaugh-Oyelaran',
      phone: '(512) 555-0118',
      calendar: { ...calendar, changedSince: true },
      changes: [once],
    },
    {
      name: 'Theo Park',
      family: parks,
      toldUntil: `${addDays(monday, -12)}T12:00:00Z`,
      changes: [cancelled('Theo', monday, '16:15')],
    },
    { name: 'Mia Park', family: parks, changes: [cancelled('Mia', monday, '16:45')] },
  ].map((told) => rowOf(told, monday));
  await page.route('**/api/changes', (route) => route.fulfill({ json }));
  await page.goto('/changes');
  await page.getByRole('heading', { name: 'Theo Park and Mia Park' }).waitFor();
};

/** Telling families. */
export const changesScenes: readonly Scene[] = [
  { name: 'changes', of: 'studio', show: families },
  {
    name: 'changes-real',
    of: 'studio',
    show: async ({ page }) => {
      await page.goto('/changes');
      await page.getByRole('main').getByRole('textbox').first().waitFor();
    },
  },
  {
    name: 'changes-none',
    of: 'newcomer',
    show: async ({ page }) => {
      await page.goto('/changes');
      await page.getByText('Every family knows its lessons').waitFor();
    },
  },
  {
    name: 'changes-failed',
    of: 'newcomer',
    show: async ({ page }) => {
      await fail(page, '**/api/changes');
      await page.goto('/changes');
      await button(page, 'Retry').waitFor();
    },
  },
  {
    name: 'changes-bell',
    of: 'studio',
    inWindow: true,
    show: async ({ page }) => {
      await page.goto('/schedule');
      await button(page, /families to tell/).click();
      await page
        .getByRole('dialog', { name: 'Notifications' })
        .getByRole('link', { name: /to tell/ })
        .waitFor();
    },
  },
];
