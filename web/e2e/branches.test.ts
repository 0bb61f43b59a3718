import { expect, test } from 'vitest';
import { axeFindings, layoutFindings } from './page-checks.ts';
import { comingMonday, decide, generate } from './planner-studio.ts';
import { withSample } from './planner-steps.ts';
import { takeUp } from './toast-steps.ts';

test('a teacher tries another home beside the present week, takes it over, and takes that back', async () => {
  const { page, dana, leave } = await withSample();
  await decide(page, await generate(page, dana, await comingMonday(page), 8), 'accepted');
  const toast = (text: string) => page.getByRole('status').getByText(text);
  const soundAt = async (widths: readonly number[]): Promise<void> => {
    expect(await axeFindings(page)).toEqual([]);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      expect(await layoutFindings(page), `${width} px`).toEqual([]);
    }
    await page.setViewportSize({ width: 1280, height: 844 });
  };

  await page.goto('/planner');
  await page.getByRole('link', { name: 'Compare Weeks' }).click();
  await page.getByText('Try another week before anyone hears of it').waitFor();
  await page.getByRole('button', { name: 'New Branch' }).click();
  const opening = page.getByRole('dialog', { name: 'New Branch' });
  await opening.getByRole('button', { name: 'Open Branch' }).click();
  await opening.getByText('Please enter a name for the branch.').waitFor();
  await opening.getByLabel('Name').fill('Move to Cedar Park');
  await opening.getByRole('button', { name: 'Open Branch' }).click();
  await toast('Move to Cedar Park is open').waitFor();
  const table = page.getByRole('table');
  await table.getByRole('columnheader', { name: 'Now' }).waitFor();
  await page.getByText('Move to Cedar Park: Same as Now.').waitFor();

  await table.getByRole('link', { name: 'Open' }).click();
  await page.getByText('Nothing is otherwise yet.').waitFor();
  await page.getByRole('button', { name: 'Add a Change' }).click();
  const change = page.getByRole('dialog', { name: 'Add a Change' });
  await change.getByRole('button', { name: /^What changes/ }).click();
  await page.getByRole('option', { name: 'Home of a teacher' }).click();
  await change.getByRole('button', { name: 'Add Change' }).click();
  await change.getByText('Address is required.').waitFor();
  await change.getByRole('button', { name: /^What changes/ }).click();
  await page.getByRole('option', { name: 'A lesson keeps its time' }).click();
  await change.getByRole('button', { name: /^Lesson/ }).click();
  await page
    .getByRole('option', { name: /day .* [AP]M$/u })
    .first()
    .click();
  await change.getByRole('button', { name: 'Add Change' }).click();
  const added = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Take Back' }) });
  await added.getByText(/keeps its time/u).waitFor();
  await added.getByRole('button', { name: 'Take Back' }).click();
  await page.getByText('Nothing is otherwise yet.').waitFor();
  await page.getByRole('button', { name: 'Add a Change' }).click();
  await change.getByRole('button', { name: /^What changes/ }).click();
  await page.getByRole('option', { name: 'Teachers of a student' }).click();
  await change.getByRole('checkbox', { checked: false }).first().check();
  await change.getByRole('button', { name: 'Add Change' }).click();
  await added.getByText(/ is taught by /u).waitFor();
  await added.getByRole('button', { name: 'Take Back' }).click();
  await page.getByText('Nothing is otherwise yet.').waitFor();
  await page.getByRole('button', { name: 'Add a Change' }).click();
  await change.getByRole('button', { name: /^What changes/ }).click();
  await page.getByRole('option', { name: 'Home of a teacher' }).click();
  await change.getByLabel('Address').fill('100 Cypress Creek Rd, Cedar Park, TX 78613');
  expect(await axeFindings(page)).toEqual([]);
  await change.getByRole('button', { name: 'Add Change' }).click();
  await page.getByText('lives at 100 Cypress Creek Rd, Cedar Park, TX 78613.').waitFor();
  await page.getByRole('button', { name: 'Plan', exact: true }).click();
  await toast('Move to Cedar Park is planned').waitFor();
  await page.getByRole('heading', { name: 'As planned' }).waitFor();
  await soundAt([320, 390, 768, 1280]);

  await page.getByRole('link', { name: 'What if' }).click();
  await table.getByRole('rowheader', { name: 'Proof' }).waitFor();
  await table
    .getByText(/^(Better|Worse), .* (more|less)$/u)
    .first()
    .waitFor();
  await page.getByRole('checkbox', { name: 'Only differences' }).uncheck();
  await table.getByRole('rowheader', { name: 'Not placed' }).waitFor();
  expect(new URL(page.url()).searchParams.get('rows')).toBe('all');
  await soundAt([320, 390, 768, 1280]);

  await table.getByRole('button', { name: 'Take Over' }).click();
  const question = page.getByRole('dialog', { name: 'Take over Move to Cedar Park?' });
  await question.getByText(/^This changes .*’s home\. The plan from /u).waitFor();
  await question.getByRole('button', { name: 'Take Over' }).click();
  await toast('Move to Cedar Park is taken over').waitFor();
  await page.getByText('Try another week before anyone hears of it').waitFor();
  await takeUp(page, 'Undo');
  await table.getByRole('columnheader', { name: 'Move to Cedar Park' }).waitFor();
  expect(await leave()).toEqual([]);
});
