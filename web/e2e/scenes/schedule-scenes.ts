import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import { button, dialog, fail, skeletons, stall, waitingPlan, type Scene, type Stage } from './stage.ts';

const week = async ({ page, monday, dana }: Stage, later = 0): Promise<void> => {
  await page.goto(`/schedule?week=${addDays(monday, later)}&teacher=${dana.id}`);
  await button(page, /^Ben Ito, /).waitFor();
};

const day = async ({ page, monday, dana }: Stage, later: number): Promise<void> => {
  const date = addDays(monday, later);
  await page.goto(`/schedule?day=${date}&teacher=${dana.id}`);
  await dialog(page, longDate(date))
    .getByRole('figure', { name: /Route Map/ })
    .waitFor();
};

/** The calendar, its days and the routes. */
export const scheduleScenes: readonly Scene[] = [
  {
    name: 'schedule-empty',
    of: 'newcomer',
    show: async ({ page }) => {
      await page.goto('/schedule');
      await page.getByRole('heading', { name: 'Your week will appear here' }).waitFor();
    },
  },
  { name: 'schedule', of: 'studio', show: (stage) => week(stage) },
  {
    name: 'schedule-pending',
    of: 'studio',
    show: async (stage) => {
      await waitingPlan(stage, stage.dana);
      await week(stage, 7);
      await stage.page.getByText('A plan is waiting for your decision.').waitFor();
    },
  },
  {
    name: 'schedule-teachers',
    of: 'studio',
    inWindow: true,
    show: async (stage) => {
      await week(stage);
      await button(stage.page, 'Teacher Dana Whitfield').click();
      await stage.page.getByRole('option', { name: 'Marcus Bell' }).waitFor();
    },
  },
  {
    name: 'schedule-loading',
    of: 'studio',
    show: async ({ page }) => {
      await stall(page, '**/api/lessons?*');
      await page.goto('/schedule');
      await page.getByText('Loading the week').waitFor({ state: 'attached' });
      await skeletons(page);
    },
  },
  {
    name: 'schedule-failed',
    of: 'studio',
    show: async ({ page }) => {
      await fail(page, '**/api/lessons?*');
      await page.goto('/schedule');
      await button(page, 'Retry').waitFor();
    },
  },
  { name: 'day', of: 'studio', inWindow: true, show: (stage) => day(stage, 1) },
  { name: 'day-thursday', of: 'studio', inWindow: true, show: (stage) => day(stage, 3) },
  {
    name: 'day-pending',
    of: 'studio',
    inWindow: true,
    show: async (stage) => {
      await waitingPlan(stage, stage.dana);
      await day(stage, 8);
    },
  },
  {
    name: 'day-empty',
    of: 'studio',
    inWindow: true,
    show: async ({ page, monday, dana }) => {
      await page.goto(`/schedule?day=${addDays(monday, 6)}&teacher=${dana.id}`);
      await page.getByRole('dialog').getByText('No lessons').waitFor();
    },
  },
  {
    name: 'remove-sample',
    of: 'studio',
    inWindow: true,
    show: async (stage) => {
      await week(stage);
      await button(stage.page, 'Remove it').click();
      await dialog(stage.page, 'Remove the sample studio?').waitFor();
    },
  },
  {
    name: 'routes-empty',
    of: 'newcomer',
    show: async ({ page }) => {
      await page.goto('/routes');
      await page.getByText('No routes scheduled').waitFor();
    },
  },
  {
    name: 'routes',
    of: 'studio',
    show: async ({ page, monday }) => {
      await page.goto(`/routes?week=${monday}`);
      await page.getByRole('figure', { name: /^Map of routes/ }).waitFor();
      await page
        .getByText(/, [\d.]+\smi$/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'routes-day',
    of: 'studio',
    show: async ({ page, monday }) => {
      await page.goto(`/routes?week=${monday}`);
      await button(page, /^Tue /).click();
      await button(page, /^Tu 1: /).waitFor();
    },
  },
  {
    name: 'schedule-close-days',
    of: 'studio',
    show: async (stage) => {
      await week(stage);
      await button(stage.page, 'Close days').click();
      await dialog(stage.page, 'Close days')
        .getByText(/ families are closed\.$/)
        .waitFor();
    },
  },
];
