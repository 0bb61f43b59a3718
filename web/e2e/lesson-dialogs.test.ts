import { expect, test } from 'vitest';
import { changing, deskSize, phoneSize } from './devices.ts';
import { enter, lessonStudio } from './lesson-studio.ts';
import { axeFindings, findings, overflows } from './page-checks.ts';
import { phone, teacher } from './person.ts';
import { send } from './send.ts';
import { visit } from './visit.ts';

// The scenes have the other two combinations of size and theme.
const devices = [
  { ...deskSize, colorScheme: 'light' },
  { ...phoneSize, colorScheme: 'dark' },
] as const;

test('every dialog about a lesson is accessible on a desk and on a phone', { timeout: 180_000 }, async () => {
  const { page, leave } = await teacher({ fresh: true });
  const become = await changing(page);
  const studio = await lessonStudio(page);
  const id = await enter(page, studio, studio.ann, { startTime: '15:00' });
  const other = await enter(page, studio, studio.ben, { startTime: '17:00' });
  await send(page, 'POST', `/api/lessons/${other}/cancel`, { lessonDate: studio.tuesday });
  const check = async (name: string): Promise<void> => {
    await page.getByRole('dialog', { name }).waitFor();
    for (const device of devices) {
      await become(device);
      expect(await findings(page, device), name).toEqual([]);
    }
  };
  await page.goto(studio.week);
  const open = async (ask: string, name: string): Promise<void> => {
    await visit(page, `${studio.week}&open=${ask}&lesson=${id}&on=${studio.tuesday}`);
    await check(name);
  };
  await open('new', 'Add Manual Entry');
  await open('edit', 'Edit Manual Entry');
  await open('cancel', 'Cancel Lesson');
  await open('delete', 'Delete Lesson?');
  await open('keys', 'Keyboard shortcuts');
  await visit(page, `${studio.week}&open=history&lesson=${id}&on=${studio.tuesday}`);
  await page.getByRole('list', { name: 'Lesson history' }).waitFor();
  await check('History');
  await visit(page, `${studio.week}&open=move&lesson=${id}&on=${studio.tuesday}`);
  await page.getByRole('list', { name: 'Suggested times' }).waitFor();
  await check('Move Lesson');

  await visit(page, `${studio.week}&open=new&on=${studio.tuesday}`);
  await page.getByRole('button', { name: /^Student / }).click();
  await page.getByRole('option', { name: 'Ben Ito' }).click();
  await page.getByRole('button', { name: 'Add Entry' }).click();
  await check('Schedule Conflict Detected');

  await visit(page, `/schedule?day=${studio.tuesday}&teacher=${studio.dana.id}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Restore Ben Ito' }).waitFor();
  await page.getByRole('button', { name: 'Actions for Ann Lee' }).click();
  await page.getByRole('menuitem', { name: 'Cancel Lesson' }).waitFor();
  expect(await findings(page, phoneSize)).toEqual([]);
  expect(await leave()).toEqual([]);
});

test('overlapping entries are readable on a phone, and a tap opens their actions', async () => {
  const { page, leave } = await teacher(phone);
  const studio = await lessonStudio(page);
  for (const student of [studio.ann, studio.ben, studio.ann])
    await enter(page, studio, student, { startTime: '15:00', date: studio.tuesday });
  await page.goto(`/schedule?day=${studio.tuesday}&teacher=${studio.dana.id}`);
  const ben = page.getByRole('list', { name: 'The day in order' }).getByRole('listitem').filter({ hasText: 'Ben Ito' });
  const name = ben.getByText('Ben Ito', { exact: true });
  await ben.getByText(/^3:00\sPM$/).waitFor();
  expect(await name.evaluate((part) => part.scrollWidth <= part.clientWidth)).toBe(true);
  expect(await overflows(page)).toEqual([]);
  expect(await axeFindings(page)).toEqual([]);
  await ben.click();
  await page.getByRole('menuitem', { name: 'Move…' }).waitFor();
  expect(await leave()).toEqual([]);
});

test('a printed day has times, addresses, phone numbers and drives', async () => {
  const { page, leave } = await teacher();
  const studio = await lessonStudio(page);
  await enter(page, studio, studio.ann, { startTime: '15:00' });
  await page.goto(`/schedule?day=${studio.tuesday}&teacher=${studio.dana.id}`);
  await page.getByRole('button', { name: 'Print the day' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  const onPaper = (text: string | RegExp) => page.getByText(text).filter({ visible: true }).waitFor();
  await onPaper('1905 S 5th St, Austin, TX 78704');
  await onPaper(/^3:00 – 3:45\sPM$/);
  expect(await page.getByRole('dialog').isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('dialog').getByText('Ann Lee', { exact: true }).waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('day')).toBe(studio.tuesday);
  expect(await leave()).toEqual([]);
});

test('on a phone a short lesson shows its street and its notes', async () => {
  const { page, leave } = await teacher(phone);
  const studio = await lessonStudio(page);
  await send(page, 'POST', '/api/lessons', {
    teacherId: studio.dana.id,
    studentId: studio.ann.id,
    lessonDate: studio.tuesday,
    startTime: '15:00',
    duration: 30,
    notes: 'Gate code 4411',
  });
  await page.goto(`/schedule?day=${studio.tuesday}&teacher=${studio.dana.id}`);
  const ann = page.getByRole('list', { name: 'The day in order' }).getByRole('listitem').filter({ hasText: 'Ann Lee' });
  await ann.getByText(/^1905 S 5th St.*Gate code 4411$/).waitFor();
  await ann.getByText(/^3:00 – 3:30\sPM$/).waitFor();
  expect(await overflows(page)).toEqual([]);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: /^Ann Lee, 3:00 – 3:30\sPM.*Notes: Gate code 4411/ }).waitFor();
  expect(await leave()).toEqual([]);
});

test('a long name takes two lines in the week, also on the card of a cancelled lesson', async () => {
  const { page, leave } = await teacher();
  const studio = await lessonStudio(page);
  const name = { firstName: 'Maximiliana', lastName: 'Featherstonehaugh' };
  await send(page, 'PUT', `/api/students/${studio.ann.id}`, name);
  const long = 'Maximiliana Featherstonehaugh';
  const entered = [
    await enter(page, studio, studio.ann, { startTime: '14:30', date: studio.tuesday }),
    await enter(page, studio, studio.ann, { startTime: '18:00', date: studio.tuesday }),
  ];
  await send(page, 'POST', `/api/lessons/${entered[1]}/cancel`, { lessonDate: studio.tuesday });
  await page.goto(studio.week);
  const cards = page.locator('[data-entry]').filter({ hasText: long });
  await expect.poll(() => cards.count()).toBe(2);
  const heights = await Promise.all(
    [0, 1].map(async (i) => {
      const box = await cards.nth(i).locator('[aria-hidden]').getByText(long, { exact: true }).boundingBox();
      return Math.round(box?.height ?? 0);
    }),
  );
  expect(heights[0]).toBeGreaterThan(24);
  expect(heights[1]).toBe(heights[0]);
  // Its label is a sign then, and still restores it.
  const sign = page.getByRole('button', { name: `(Cancelled): restore ${long}` });
  await sign.click();
  await sign.waitFor({ state: 'detached' });
  expect(await leave()).toEqual([]);
});

test('on a phone the drives beside a cancelled lesson are labelled beside its card, not on it', async () => {
  const { page, leave } = await teacher(phone);
  const studio = await lessonStudio(page);
  const at = async (startTime: string): Promise<string> =>
    enter(page, studio, studio.ann, { startTime, date: studio.tuesday });
  const cancelled = [await at('14:10'), await at('19:45')];
  for (const startTime of ['15:00', '19:00']) await at(startTime);
  for (const id of cancelled) await send(page, 'POST', `/api/lessons/${id}/cancel`, { lessonDate: studio.tuesday });
  await page.goto(`/schedule?day=${studio.tuesday}&teacher=${studio.dana.id}`);
  const day = page.getByRole('list', { name: 'The day in order' });
  const cards = day.getByRole('listitem').filter({ has: page.getByRole('button', { name: '(Cancelled)' }) });
  await expect.poll(() => cards.count()).toBe(2);
  for (const [i, label] of [/^Leave home by 2:\d\d\sPM$/, /^Home 7:\d\d\sPM$/].entries()) {
    const words = await day.getByText(label).filter({ visible: true }).boundingBox();
    const card = await cards.nth(i).boundingBox();
    if (!words || !card) throw new Error(`There is no ${label.source} beside a card.`);
    expect(words.y + words.height <= card.y || words.y >= card.y + card.height).toBe(true);
    // The card's own words keep clear of its border.
    const own = await cards.nth(i).getByText('Ann Lee').filter({ visible: true }).first().boundingBox();
    expect((own?.x ?? 0) - card.x).toBeGreaterThanOrEqual(16);
  }
  expect(await overflows(page)).toEqual([]);
  expect(await leave()).toEqual([]);
});
