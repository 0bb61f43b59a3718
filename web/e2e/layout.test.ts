import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { changing } from './devices.ts';
import { enter, lessonStudio, type LessonStudio } from './lesson-studio.ts';
import { layoutFindings, layoutOnAll } from './page-checks.ts';
import { teacher } from './person.ts';
import { send } from './send.ts';

/** A Tuesday with four lessons, of which the second is cancelled. */
const busyTuesday = async (page: Page): Promise<LessonStudio> => {
  const studio = await lessonStudio(page);
  const on = (student: 'ann' | 'ben', startTime: string) =>
    enter(page, studio, studio[student], { startTime, date: studio.tuesday });
  await on('ann', '14:00');
  const cancelled = await on('ben', '15:00');
  await on('ann', '16:00');
  await on('ben', '16:50');
  await on('ann', '17:40');
  await send(page, 'POST', `/api/lessons/${cancelled}/cancel`, { lessonDate: studio.tuesday });
  return studio;
};

test('a busy week and its day have their layout on every width', async () => {
  const { page, leave } = await teacher({ fresh: true });
  const become = await changing(page);
  const studio = await busyTuesday(page);
  await page.goto(studio.week);
  await page.getByText('(Cancelled)').first().waitFor();
  expect(await layoutOnAll(page, become, { finger: false, colorScheme: 'light' })).toEqual([]);
  await page.goto(`/schedule?day=${studio.tuesday}&teacher=${studio.dana.id}`);
  await page.getByRole('dialog').getByText('(Cancelled)').waitFor();
  expect(await layoutOnAll(page, become, { finger: false, colorScheme: 'light' })).toEqual([]);
  expect(await leave()).toEqual([]);
});

test('the layout check finds heads that run over each other and a cancelled lesson of half the width', async () => {
  const { page, leave } = await teacher({ fresh: true });
  await page.setViewportSize({ width: 1024, height: 768 });
  const studio = await busyTuesday(page);
  await page.goto(studio.week);
  await page.getByText('(Cancelled)').first().waitFor();
  expect(await layoutFindings(page)).toEqual([]);
  await page.evaluate(`(() => {
    const [figures] = document.querySelectorAll('section h2 ~ span');
    const opener = figures.parentElement;
    opener.style.cssText = 'flex-direction: row; align-items: center';
    figures.style.cssText = 'display: block; width: auto; height: auto; overflow: visible; margin-left: -20px';
    figures.lastElementChild.append(' driving, home to home');
    const [struck] = document.querySelectorAll('ol > li .line-through');
    const entry = struck.closest('li');
    entry.style.setProperty('--at', '0.4');
    entry.style.setProperty('--share', '0.6');
  })()`);
  const found = (await layoutFindings(page)).join('\n');
  expect(found).toContain('is cut');
  expect(found).toContain('are on each other');
  expect(found).toContain('is narrower than its day');
  expect(await leave()).toEqual([]);
});

test('a toast covers neither the last line of a dialog nor its footer', async () => {
  const { page, leave } = await teacher({ fresh: true });
  await page.setViewportSize({ width: 1100, height: 600 });
  const studio = await lessonStudio(page);
  await page.clock.install();
  await page.goto(studio.week);
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('ControlOrMeta+Shift+z');
  const toast = page.getByRole('status').filter({ hasText: 'Nothing to redo' });
  await toast.getByText('Nothing to redo').hover();
  const atEdge = await toast.boundingBox();
  expect(atEdge?.x).toBe(24);
  await page.keyboard.press('n');
  const submit = page.getByRole('dialog').getByRole('button', { name: 'Add Entry' });
  await submit.waitFor();
  const route = page.getByRole('checkbox', { name: /driving route/ });
  await route.scrollIntoViewIfNeeded();
  const [over, button, last] = await Promise.all([toast.boundingBox(), submit.boundingBox(), route.boundingBox()]);
  if (!over || !button || !last) throw new Error('Something is not shown.');
  expect(over.y + over.height).toBeLessThanOrEqual(button.y);
  expect(last.y + last.height).toBeLessThanOrEqual(over.y);
  expect(await leave()).toEqual([]);
});

test('a page that is opened by its address does not begin where another page was left', async () => {
  const { page, leave } = await teacher({ fresh: true });
  await page.setViewportSize({ width: 1024, height: 400 });
  await lessonStudio(page);
  await page.goto('/settings');
  await page.getByRole('heading', { name: 'Studio profile' }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate('scrollTo(0, 300)');
  expect(await page.evaluate('scrollY')).toBe(300);
  await page.goto('/teachers');
  await page.goto('/api-monitor');
  await page.getByRole('heading').first().waitFor();
  expect(await page.evaluate('scrollY')).toBe(0);
  expect(await leave()).toEqual([]);
});

test('a week is printed on one landscape page without buttons', async () => {
  const { page, leave } = await teacher({ fresh: true });
  const studio = await busyTuesday(page);
  await page.goto(studio.week);
  await page.getByRole('button', { name: 'Print' }).waitFor();
  await page.locator('[data-print=week]').waitFor({ state: 'attached' });
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBe(1);
  const [, width, height] = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]/.exec(pdf) ?? [];
  expect(Number(width)).toBeGreaterThan(Number(height));
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('button', { name: 'Add Manual Entry' }).isVisible()).toBe(false);
  expect(await page.locator('[data-print=week]').innerText()).toContain('Ann Lee');
  expect(await leave()).toEqual([]);
});

test('what a lesson is dragged over opens no tooltip', async () => {
  const { page, leave } = await teacher({ fresh: true });
  const studio = await busyTuesday(page);
  await page.goto(studio.week);
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).waitFor();
  const boxOf = async (index: number) => {
    const box = await page.locator('[data-entry]').nth(index).boundingBox();
    if (!box) throw new Error('The lesson is not shown.');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [first, last] = [await boxOf(0), await boxOf(3)];
  await page.mouse.move(first.x, first.y);
  await page.mouse.down();
  await page.mouse.move(first.x, first.y + 20);
  await page.mouse.move(last.x, last.y, { steps: 4 });
  await page.getByText(/^Overlaps /).waitFor();
  // Nobody drives to or from what it overlaps.
  expect(await page.getByText(/^\d+ min from /).count()).toBe(0);
  await page.waitForTimeout(900);
  expect(await page.getByRole('tooltip').count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(await leave()).toEqual([]);
});
