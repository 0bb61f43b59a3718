import type { Page } from 'playwright';
import { generate } from '../planner-studio.ts';
import { button, dialog, fail, stall, waitingPlan, type Scene, type Stage } from './stage.ts';

const generating = async (page: Page) => {
  await page.goto('/planner');
  await button(page, 'Generate Schedule').click();
  const choices = dialog(page, 'Generate Optimized Schedule');
  await choices.getByRole('checkbox', { name: /^Dana Whitfield/, checked: true }).waitFor();
  await choices.getByText(/students selected$/).waitFor();
  return choices;
};

const report = async (stage: Stage) => {
  const id = await waitingPlan(stage, stage.dana);
  await stage.page.goto(`/planner?report=${id}`);
  const review = dialog(stage.page, 'Optimization Reports');
  await review.getByRole('heading', { name: 'Vacant Time Analysis' }).waitFor();
  return review;
};

const begin = async ({ page }: Stage): Promise<void> => {
  const choices = await generating(page);
  await choices.getByRole('button', { name: 'Generate Schedule' }).click();
  await button(page, 'Continue with Generation').click();
};

/** The planner and every dialog it opens. */
export const plannerScenes: readonly Scene[] = [
  {
    name: 'planner-empty',
    of: 'newcomer',
    show: async ({ page }) => {
      await page.goto('/planner');
      await page.getByRole('link', { name: 'Add Teacher' }).waitFor();
    },
  },
  {
    name: 'planner',
    of: 'studio',
    show: async (stage) => {
      await waitingPlan(stage, stage.dana);
      await stage.page.goto('/planner');
      await stage.page.getByRole('region', { name: 'Pending plan' }).waitFor();
    },
  },
  {
    name: 'planner-failed',
    of: 'studio',
    show: async ({ page }) => {
      await fail(page, '**/api/optimization-reports');
      await page.goto('/planner');
      await button(page, 'Retry').waitFor();
    },
  },
  {
    name: 'planner-where',
    of: 'studio',
    inWindow: true,
    show: async ({ page }) => {
      await page.goto('/planner?open=where');
      const where = dialog(page, 'Where would a pupil fit?');
      const address = where.getByRole('combobox', { name: 'Address' });
      await address.fill('1905 S 5th St, Austin, TX 78704');
      // Leaves the suggestions, which would cover the button.
      await address.press('Tab');
      await where.getByRole('button', { name: 'Find Times' }).click();
      await where.getByRole('list', { name: 'Weekly times, best first' }).waitFor();
    },
  },
  { name: 'generate', of: 'studio', inWindow: true, show: ({ page }) => generating(page) },
  {
    name: 'generate-overwrite',
    of: 'studio',
    inWindow: true,
    show: async ({ page }) => {
      const choices = await generating(page);
      await choices.getByRole('button', { name: 'Select All', exact: true }).click();
      await choices.getByRole('button', { name: 'Generate Schedule' }).click();
      await dialog(page, 'Schedule Overwrite Warning').waitFor();
    },
  },
  {
    name: 'generate-progress',
    of: 'studio',
    inWindow: true,
    show: async (stage) => {
      await stall(stage.page, '**/api/schedule/generate');
      await begin(stage);
      await stage.page.getByRole('heading', { name: 'Generating the schedule' }).waitFor();
    },
  },
  {
    name: 'generate-failed',
    of: 'studio',
    inWindow: true,
    show: async (stage) => {
      await fail(stage.page, '**/api/schedule/generate');
      await begin(stage);
      await stage.page.getByText('Failed to generate schedule. Please try again.').waitFor();
    },
  },
  {
    name: 'generate-complete',
    of: 'studio',
    inWindow: true,
    show: async (stage) => {
      await begin(stage);
      await stage.page.getByRole('heading', { name: 'Schedule Complete!' }).waitFor();
    },
  },
  { name: 'report', of: 'studio', inWindow: true, show: report },
  {
    name: 'report-whole',
    of: 'studio',
    inWindow: true,
    show: async (stage) => {
      const { page } = stage;
      const width = Number(await page.evaluate('innerWidth'));
      await page.setViewportSize({ width, height: width < 640 ? 9000 : 4600 });
      const review = await report(stage);
      const more = review.getByRole('button', { name: /^Show all/ });
      while ((await more.count()) > 0) await more.first().click();
    },
  },
  {
    name: 'report-day',
    of: 'studio',
    inWindow: true,
    show: async (stage) => {
      const review = await report(stage);
      await review.getByRole('button', { name: /^Tuesday, \d+ lessons?/ }).click();
      await dialog(stage.page, 'Tuesday')
        .getByRole('figure', { name: /Route Map/ })
        .waitFor();
    },
  },
  {
    name: 'report-two-teachers',
    of: 'studio',
    inWindow: true,
    show: async (stage) => {
      await waitingPlan(stage, stage.marcus);
      await report(stage);
      await button(stage.page, /^Teacher /).click();
      await stage.page.getByRole('option', { name: /^Marcus Bell/ }).waitFor();
    },
  },
  {
    name: 'report-failed',
    of: 'studio',
    inWindow: true,
    show: async (stage) => {
      const id = await waitingPlan(stage, stage.dana);
      await fail(stage.page, '**/api/optimization-reports/*');
      await stage.page.goto(`/planner?report=${id}`);
      await button(stage.page, 'Retry').waitFor();
    },
  },
  {
    name: 'saved-reports',
    of: 'studio',
    inWindow: true,
    show: async (stage) => {
      await waitingPlan(stage, stage.dana);
      await stage.page.goto('/planner');
      await button(stage.page, 'View Previous Reports').click();
      await stage.page.getByRole('list', { name: 'Saved reports' }).waitFor();
    },
  },
  {
    name: 'delete-report',
    of: 'studio',
    inWindow: true,
    show: async (stage) => {
      await waitingPlan(stage, stage.dana);
      await stage.page.goto('/planner?open=reports');
      await button(stage.page, /^Delete Dana Whitfield/)
        .first()
        .click();
      await dialog(stage.page, 'Delete this report?').waitFor();
    },
  },
  {
    name: 'report-processed',
    of: 'studio',
    inWindow: true,
    show: async (stage) => {
      await generate(stage.page, stage.marcus);
      await report(stage);
      const reject = button(stage.page, 'Reject');
      await reject.click();
      await button(stage.page, /^Teacher /).waitFor({ state: 'detached' });
      await reject.click();
      await stage.page.getByText('Schedule review complete.').waitFor();
    },
  },
];
