import { addDays } from '@rondo/contracts/calendar/dates.ts';
import type { Page } from 'playwright';
import { send } from '../send.ts';
import { button, dialog, fail, stall, type Scene, type Stage } from './stage.ts';

const settings = async (page: Page): Promise<void> => {
  await page.goto('/settings');
  await page.getByText(/rows match the log$/).waitFor();
};

/** A backup that someone took, once. */
const takeBackup = async (page: Page): Promise<void> => {
  const name = 'Fall timetable';
  const { text } = await send(page, 'GET', '/api/backups');
  if (!text.includes(name))
    await send(page, 'POST', '/api/backups', { name, description: 'The first week that worked' });
};

const orphan = {
  id: 'orphan',
  lessonDate: '2026-12-04',
  dayOfWeek: 5,
  source: 'actual',
  startTime: '17:15',
  endTime: '17:45',
  orphanedReason: 'Its student is unknown',
  status: 'scheduled',
  teacherId: 'dana',
  shownOn: '2026-12-04',
};

const unsound = async (page: Page): Promise<void> => {
  await page.route('**/api/data-integrity', (route) =>
    route.fulfill({
      json: {
        issuesFound: 2,
        totalLessons: 1318,
        totalStudents: 34,
        totalTeachers: 2,
        orphanedLessons: [
          orphan,
          { ...orphan, id: 'strange', lessonDate: '', teacherId: null, orphanedReason: 'Its teacher is unknown' },
        ],
      },
    }),
  );
  await page.route('**/api/data-integrity/read-models', (route) =>
    route.fulfill({
      json: {
        rows: 1204,
        differing: 3,
        models: [
          { name: 'lessons', rows: 318, missing: 1, extra: 0, changed: 1 },
          { name: 'history', rows: 886, missing: 1, extra: 0, changed: 0 },
        ],
      },
    }),
  );
};

/** One that is over, one of a part of a day, and a long one. */
const closures = (monday: string, dana: string) => {
  const one = {
    fromTime: null,
    toTime: null,
    teacherIds: null,
    kind: 'holiday',
    money: 'refund',
    uid: null,
    families: 1,
    kept: 0,
    over: false,
    createdAt: '2026-09-01T12:00:00.000Z',
    revision: '1',
  };
  const day = addDays(monday, 8);
  return [
    {
      ...one,
      id: 'fall',
      from: addDays(monday, -40),
      to: addDays(monday, -36),
      reason: 'Fall break',
      lessons: 12,
      over: true,
    },
    {
      ...one,
      id: 'away',
      from: day,
      to: day,
      fromTime: '14:00',
      toTime: '16:00',
      teacherIds: [dana],
      kind: 'away',
      reason: null,
      money: 'owed',
      lessons: 2,
    },
    {
      ...one,
      id: 'winter',
      from: addDays(monday, 14),
      to: addDays(monday, 27),
      reason: 'Winter break',
      lessons: 63,
      kept: 1,
    },
  ];
};

const nothing = { added: [], removed: [], changed: [] };
const rowsOf = (...rows: readonly (readonly [name: string, text: string])[]) =>
  rows.map(([name, text], i) => ({ id: `${i} ${name}`, name, text }));

const movesOf = (...moves: readonly (readonly [name: string, before: string, after: string])[]) =>
  moves.map(([name, before, after], i) => ({
    id: `${i} ${name}`,
    name,
    before,
    after,
    text: `${before} becomes ${after}`,
  }));

const changes = {
  asOf: '2026-11-12T20:05:00.000000Z',
  counts: { added: 4, removed: 3, changed: 3 },
  lessons: {
    added: rowsOf(
      ['Nora Feldman', 'Fridays, 5:15 PM, every week'],
      ['Leo Vance', 'Tue, Dec 1, 7:25 PM'],
      ['Theo Park', 'Mon, Dec 14, 4:15 PM'],
    ),
    changed: movesOf(
      ['Josephine Abernathy', 'Thursdays at 5:20 PM with Dana Whitfield', 'Mondays at 6:20 PM with Marcus Bell'],
      ['Oliver Quist', 'Wednesdays at 6:00 PM', 'Wednesdays at 5:15 PM'],
    ),
    removed: rowsOf(['Noah Becker', 'Saturdays, 9:50 AM, every week'], ['Youth orchestra', 'Mondays, 7:30 PM']),
  },
  students: {
    added: rowsOf(['Nora Feldman', 'Comes back']),
    removed: rowsOf(['Noah Becker', 'Added later']),
    changed: rowsOf(['Maximiliana Featherstonehaugh-Nakamura', 'Is as it was then']),
  },
  teachers: nothing,
  staysAway: [],
};

const preview = (page: Page, json: object) =>
  page.route('**/api/restore/preview?*', (route) => route.fulfill({ json }));

/** The restore dialog of the newest backup. */
const restoring = async ({ page }: Stage) => {
  await takeBackup(page);
  await settings(page);
  await page.getByRole('list', { name: 'Backups' }).getByRole('button', { name: 'Restore' }).first().click();
  const opened = dialog(page, /^Restore to /);
  await opened.waitFor();
  return opened;
};

const moment = async ({ page }: Stage): Promise<void> => {
  await takeBackup(page);
  await settings(page);
  await page.getByRole('link', { name: 'Look at this moment' }).first().click();
  await page.getByRole('heading', { name: /^As it stood on/ }).waitFor();
};

/** Three sessions with settled times: the real ones have those of the run. */
const signedInThrice = async (page: Page): Promise<void> => {
  const session = {
    device: 'Chrome on macOS',
    kind: 'computer',
    signedInAt: '2026-11-20T14:12:00.000000Z',
    lastSeenAt: '2026-11-23T13:40:00.000000Z',
    isHere: true,
    isCurrent: false,
  };
  await page.route('**/api/sessions', (route) =>
    route.fulfill({
      json: [
        { ...session, id: 'own', isCurrent: true },
        { ...session, id: 'phone', device: 'Safari on iPhone', kind: 'phone', isHere: false },
        { ...session, id: 'old', device: null, signedInAt: null, lastSeenAt: null, isHere: false },
      ],
    }),
  );
};

/** The settings, what their backups open, and the schedule of another moment. */
export const settingsScenes: readonly Scene[] = [
  { name: 'settings-empty', of: 'newcomer', show: ({ page }) => settings(page) },
  {
    name: 'settings',
    of: 'studio',
    show: async ({ page }) => {
      await takeBackup(page);
      await signedInThrice(page);
      await settings(page);
      await page.getByRole('heading', { name: 'Fall timetable' }).waitFor();
      await page.getByText('This browser').waitFor();
    },
  },
  {
    name: 'settings-issues',
    of: 'studio',
    show: async ({ page }) => {
      await unsound(page);
      await page.goto('/settings');
      await page.getByText(/differ from the log/).waitFor();
    },
  },
  {
    name: 'settings-failed',
    of: 'studio',
    show: async ({ page }) => {
      await fail(page, '**/api/backups');
      await fail(page, '**/api/data-integrity');
      await page.goto('/settings');
      await page.getByText(/^Failed to load data integrity report/).waitFor();
    },
  },
  {
    name: 'settings-nameless',
    of: 'newcomer',
    show: async ({ page }) => {
      await settings(page);
      await button(page, 'Create').click();
      await page.getByLabel('Backup name').and(page.locator('[aria-invalid=true]')).waitFor();
    },
  },
  {
    name: 'settings-unsaved',
    of: 'studio',
    show: async ({ page }) => {
      await settings(page);
      const planning = page.getByRole('region', { name: 'Time and planning' });
      await planning.getByLabel('Planning time').fill('ten');
      await planning.getByRole('button', { name: 'Save' }).click();
      await planning.getByText(/^The planning time must be/).waitFor();
    },
  },
  {
    name: 'api-monitor',
    of: 'studio',
    show: async ({ page }) => {
      await page.goto('/api-monitor');
      await page.getByText('from the cache').first().waitFor();
    },
  },
  {
    name: 'api-monitor-clear',
    of: 'newcomer',
    inWindow: true,
    show: async ({ page }) => {
      await page.goto('/api-monitor');
      await button(page, 'Clear All Caches').click();
      await dialog(page, 'Clear all caches?').waitFor();
    },
  },
  {
    name: 'backup-delete',
    of: 'studio',
    inWindow: true,
    show: async ({ page }) => {
      await takeBackup(page);
      await settings(page);
      await button(page, 'Delete Fall timetable').click();
      await dialog(page, 'Delete this backup?').waitFor();
    },
  },
  {
    name: 'restore-moment',
    of: 'studio',
    inWindow: true,
    show: async (stage) => {
      await preview(stage.page, changes);
      const opened = await restoring(stage);
      await opened.getByText('Youth orchestra').waitFor();
    },
  },
  {
    name: 'restore-moment-nothing',
    of: 'studio',
    inWindow: true,
    show: async (stage) => {
      await preview(stage.page, { ...changes, lessons: nothing, students: nothing });
      const opened = await restoring(stage);
      await opened.getByText('Nothing has changed since then.').waitFor();
    },
  },
  {
    name: 'restore-moment-running',
    of: 'studio',
    inWindow: true,
    show: async (stage) => {
      const { page } = stage;
      await preview(page, changes);
      await page.route('**/api/backups/*/restore', (route) =>
        route.fulfill({ status: 202, json: { restoreId: 'restore', status: 'running' } }),
      );
      await stall(page, '**/api/restores/*');
      const opened = await restoring(stage);
      await opened.getByRole('button', { name: 'Restore', exact: true }).click();
      await opened.getByText('A restore is running').waitFor();
    },
  },
  {
    name: 'moment',
    of: 'studio',
    show: async (stage) => {
      await moment(stage);
      await stage.page.goto(`${stage.page.url()}&week=${stage.monday}&teacher=${stage.dana.id}`);
      await stage.page.getByText('differences from now').waitFor();
    },
  },
  {
    name: 'moment-day',
    of: 'studio',
    inWindow: true,
    show: async (stage) => {
      await moment(stage);
      await stage.page.goto(`${stage.page.url()}&day=${addDays(stage.monday, 1)}&teacher=${stage.dana.id}`);
      await stage.page.getByRole('dialog').getByText('Ben Ito').first().waitFor();
    },
  },
  ...(['students', 'teachers'] as const).map((people): Scene => ({
    name: `moment-${people}`,
    of: 'studio',
    show: async (stage) => {
      await moment(stage);
      await stage.page.goto(stage.page.url().replace('/moment', `/moment/${people}`));
      await stage.page.getByText(`${people} then, `).waitFor();
    },
  })),
  {
    name: 'moment-missing',
    of: 'newcomer',
    show: async ({ page }) => {
      await page.goto('/moment');
      await page.getByRole('heading', { name: 'No moment is chosen' }).waitFor();
    },
  },
  {
    name: 'settings-time-off',
    of: 'studio',
    show: async ({ page, monday, dana }) => {
      await page.route('**/api/closures', (route) => route.fulfill({ json: closures(monday, dana.id) }));
      await settings(page);
      await button(page, 'Show 1 that is over').click();
      await page.getByText('63 lessons, 1 kept').scrollIntoViewIfNeeded();
    },
  },
];
