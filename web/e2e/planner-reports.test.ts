import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { escapeFrom } from './dialog-steps.ts';
import { axeFindings } from './page-checks.ts';
import { openGenerate, withSample } from './planner-steps.ts';
import { decide, generate, reports } from './planner-studio.ts';
import { send } from './send.ts';

const toast = (page: Page, title: string) => page.getByRole('status').getByText(title, { exact: true }).waitFor();

describe('a decision made elsewhere in the meantime', () => {
  const review = async (page: Page, reportId: string) => {
    await page.goto(`/planner?report=${reportId}`);
    const report = page.getByRole('dialog', { name: 'Optimization Reports' });
    await report.getByRole('button', { name: 'Accept Schedule' }).waitFor();
    return report;
  };

  test('is reported when accepting', async () => {
    const { page, dana, leave } = await withSample();
    const accepted = await generate(page, dana);
    const report = await review(page, accepted);
    // Beside the two large figures, the small ones have room for a line each.
    const waiting = await report.getByText('waiting between lessons').boundingBox();
    expect(waiting?.height).toBeLessThan(30);
    await decide(page, accepted, 'accepted');
    await report.getByRole('button', { name: 'Accept Schedule' }).click();
    await toast(page, 'Schedule Already Accepted');
    await report.getByText('Status: accepted').waitFor();

    const rejected = await generate(page, dana);
    await review(page, rejected);
    await decide(page, rejected, 'rejected');
    await report.getByRole('button', { name: 'Accept Schedule' }).click();
    await toast(page, 'Schedule Already Rejected');
    await page.getByText('schedule has already been rejected and cannot be accepted.').waitFor();
    await report.getByText('Status: rejected').waitFor();
    expect(await leave()).toEqual([]);
  });

  test('is reported when rejecting', async () => {
    const { page, dana, leave } = await withSample();
    const accepted = await generate(page, dana);
    const report = await review(page, accepted);
    await decide(page, accepted, 'accepted');
    await report.getByRole('button', { name: 'Reject' }).click();
    await toast(page, 'Cannot Reject Accepted Schedule');

    const rejected = await generate(page, dana);
    await review(page, rejected);
    await decide(page, rejected, 'rejected');
    await report.getByRole('button', { name: 'Reject' }).click();
    await toast(page, 'Schedule Already Rejected');
    expect(await leave()).toEqual([]);
  });

  test('is reported when the report is gone', async () => {
    const { page, dana, leave } = await withSample();
    const gone = await generate(page, dana);
    const report = await review(page, gone);
    await send(page, 'DELETE', `/api/optimization-reports/${gone}`);
    await report.getByRole('button', { name: 'Accept Schedule' }).click();
    await toast(page, 'Report Not Found');
    await page.getByText('Could not find a report for Dana Whitfield.').waitFor();
    await page.goto(`/planner?report=${gone}`);
    await report.getByText('Failed to load optimization report').waitFor();
    expect(await leave()).toEqual([]);
  });

  test('shows only a notice for a replaced report', async () => {
    const { page, dana, leave } = await withSample();
    const first = await generate(page, dana);
    await generate(page, dana);
    await page.goto(`/planner?report=${first}`);
    await page.getByText('Status: superseded').waitFor();
    expect(await page.getByRole('button', { name: 'Accept Schedule' }).count()).toBe(0);
    expect(await leave()).toEqual([]);
  });
});

describe('saved reports', () => {
  test('are listed with their status, can be opened and deleted', async () => {
    const { page, dana, leave } = await withSample();
    await decide(page, await generate(page, dana), 'accepted');
    await generate(page, dana);
    await page.goto('/planner');
    await page.getByRole('button', { name: 'View Previous Reports' }).click();
    const list = page.getByRole('dialog', { name: 'Select Optimization Report' });
    await list.getByText('Accepted', { exact: true }).waitFor();
    await list.getByText('Pending', { exact: true }).waitFor();
    await list
      .getByText(/^Made today at .+, starts .+ · \d+\slessons · 1\steacher · .+ driving a week$/)
      .first()
      .waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await list
      .getByRole('button', { name: /^Dana Whitfield/ })
      .last()
      .click();
    const report = page.getByRole('dialog', { name: 'Optimization Reports' });
    await report.getByText('Status: accepted').waitFor();
    await escapeFrom(page, report);

    await page.getByRole('button', { name: 'View Previous Reports' }).click();
    await list
      .getByRole('button', { name: /^Delete Dana Whitfield/ })
      .first()
      .click();
    const question = page.getByRole('dialog', { name: 'Delete this report?' });
    await question.getByText(/will be withdrawn/).waitFor();
    await question.getByRole('button', { name: 'Delete Report' }).click();
    await toast(page, 'Report Deleted');
    await list.getByText('Pending', { exact: true }).waitFor({ state: 'detached' });
    expect((await reports(page)).map(({ status }) => status)).toEqual(['accepted']);
    expect(await leave()).toEqual([]);
  });

  test('the latest one is readable offline, and is removed at sign-out', async () => {
    const { page, leave } = await withSample();
    const dialog = await openGenerate(page);
    await dialog.getByRole('button', { name: 'Generate Schedule' }).click();
    await page.getByRole('button', { name: 'View Schedule & Report' }).click();
    const report = page.getByRole('dialog', { name: 'Optimization Reports' });
    await report.getByRole('button', { name: 'Accept Schedule' }).waitFor();
    await escapeFrom(page, report);
    const keptKeys = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('latest')));
    expect(new Set((await keptKeys()).map((key) => key.split('.').at(-1)))).toEqual(
      new Set(['latestLessons', 'latestReport']),
    );

    await page.route('**/api/optimization-reports**', (route) => route.abort());
    await page.goto('/planner');
    await page.getByRole('alert').getByText('Failed to load optimization reports').waitFor();
    await page.getByRole('button', { name: 'View Previous Reports' }).click();
    await page.getByText('Saved in this browser from the last run:').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Dana Whitfield' }).click();
    await report.getByText('Status: pending when this copy was saved.').waitFor();
    await report.getByRole('heading', { name: 'Vacant Time Analysis' }).waitFor();
    await escapeFrom(page, report);

    await page.getByRole('button', { name: 'Account Settings' }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await keptKeys()).toEqual([]);
    expect(await leave()).toEqual([]);
  });
});
