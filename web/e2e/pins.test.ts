import { addDays, longDayName, dayOfWeekOf } from '@rondo/contracts/calendar/dates.ts';
import { expect, test } from 'vitest';
import { axeFindings } from './page-checks.ts';
import { comingMonday, decide, generate } from './planner-studio.ts';
import { openGenerate, withSample } from './planner-steps.ts';
import { send } from './send.ts';
import { takeUp } from './toast-steps.ts';

test('a teacher keeps times, moves one after a question, and the next plan leaves them where they are', async () => {
  const { page, dana, leave } = await withSample();
  const monday = await comingMonday(page);
  await decide(page, await generate(page, dana, monday, 12), 'accepted');
  await page.goto(`/schedule?week=${monday}&teacher=${dana.id}`);
  const notes = page.locator('[data-entry]');
  await notes.first().waitFor();
  const name = (await notes.filter({ hasText: 'Optimized' }).first().locator('span').first().textContent()) ?? '';
  const [student = ''] = name.split(',');
  const planned = page.locator('[data-stave]').filter({ has: notes.filter({ hasText: 'Optimized' }) });
  const firstDay = (await planned.first().getAttribute('data-stave')) ?? monday;
  const note = notes.filter({ hasText: student }).first();
  const toast = (text: string) => page.getByRole('status').getByText(text);

  // At once, and until when as a second step.
  const choose = async (item: string): Promise<void> => {
    await note.click();
    await page.getByRole('button', { name: `More for ${student}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('Keep this time');
  await toast(`Pinned: ${student}`).waitFor();
  await takeUp(page, 'Undo');
  await page.getByRole('status').getByText('Undone').first().waitFor();
  await page.keyboard.press('Escape');
  await choose('Keep this time');
  await toast(`Pinned: ${student}`).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => note.getAttribute('title'), { timeout: 30_000 }).toContain('Pinned');
  await choose('Keep until…');
  const dialog = page.getByRole('dialog', { name: 'Keep This Time' });
  await dialog.getByLabel('Until').fill(addDays(monday, 60));
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Keep This Time' }).click();
  await page.getByRole('status').getByText('Plans keep this time until').waitFor();

  // A person moves it after one question.
  await note.click();
  await page.getByRole('button', { name: 'Move…' }).click();
  const move = page.getByRole('dialog', { name: 'Move Lesson' });
  await move.getByLabel('Start time').fill('20:10');
  await move.getByRole('button', { name: /^Move all from/ }).click();
  const exception = page.getByRole('dialog', { name: 'Outside the regular availability' });
  const question = page.getByRole('dialog', { name: 'Move Pinned Lesson?' });
  await exception.or(question).first().waitFor();
  if (await exception.isVisible()) await exception.getByRole('button', { name: 'Create Exception' }).click();
  await question.getByText(/'s time is pinned\. Move it to \w{3} 8:10\sPM\? The pin goes along\./).waitFor();
  await question.getByRole('button', { name: 'Move', exact: true }).click();
  await toast('Lesson Rescheduled').waitFor();

  // All of a day, and the dialog before the next plan counts them.
  const day = (await planned.last().getAttribute('data-stave')) ?? monday;
  await page.goto(`/schedule?week=${monday}&teacher=${dana.id}&day=${day}`);
  await page.getByRole('button', { name: 'More for this day' }).click();
  await page.getByRole('menuitem', { name: `Keep all of ${longDayName(dayOfWeekOf(day))}` }).click();
  await page.getByRole('status').getByText('Pinned:').waitFor();
  const choir = { teacherId: dana.id, entryType: 'appointment', eventTitle: 'Choir', startTime: '20:30', duration: 30 };
  await send(page, 'POST', '/api/lessons', { ...choir, dayOfWeek: dayOfWeekOf(firstDay), lessonDate: '' });
  const run = await openGenerate(page);
  await run.getByText(/^\d+\spinned lessons? stays?$/).waitFor();
  // What cannot all stay is named before the run, each with what resolves it.
  await run.getByRole('button', { name: 'Generate Schedule' }).click();
  await page.getByRole('button', { name: 'Continue with Generation' }).click();
  const pairs = run.getByRole('alert');
  await pairs.getByText(`${student} (pinned, `).waitFor();
  await pairs.getByText(/ overlaps Choir \(\w{3} 8:30\sPM\)\. Unpin one of them\.$/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await pairs.getByRole('button', { name: `Unpin ${student}` }).click();
  await toast(`Unpinned: ${student}`).waitFor();
  expect(await leave()).toEqual([]);
});
