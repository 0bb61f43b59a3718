import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { enter, lessonStudio } from './lesson-studio.ts';
import { teacher } from './person.ts';
import { comingMonday, decide, generate, loadSample, teacherNamed, type Named } from './planner-studio.ts';
import { send } from './send.ts';

type Figures = { readonly lessons: number; readonly minutes: number };

/** The lessons and the minutes that a text names: "21 lessons, 4 h 33 driving". */
const figuresIn = (text: string | null): Figures => {
  const [, lessons = '0'] = /(\d+)\s+lessons?/.exec(text ?? '') ?? [];
  const [, hours = '0', rest = '0'] = /(\d+)\sh(?:\s(\d+))?/.exec(text ?? '') ?? [];
  const [, alone = '0'] = /(\d+)\smin/.exec(text ?? '') ?? [];
  return { lessons: Number(lessons), minutes: 60 * Number(hours) + Number(rest) + Number(alone) };
};

const drivingIn = (text: string | null): number => figuresIn(text).minutes;
/** "20 of 22" in a text. */
const placedIn = (text: string | null): string => /\d+\sof\s\d+/.exec(text ?? '')?.[0].replace(/\s/g, ' ') ?? '';

type Studio = {
  readonly dana: Named;
  readonly monday: IsoDate;
  readonly reportId: string;
  readonly pending: boolean;
  /** The week has lessons beside the plan's, which its report does not know. */
  readonly more: boolean;
};

const sample = async (page: Page) => {
  await loadSample(page);
  return { dana: await teacherNamed(page, 'Dana Whitfield'), monday: await comingMonday(page) };
};

const assignedStudio = async (page: Page) => {
  const studio = await lessonStudio(page);
  for (const { id } of [studio.ann, studio.ben])
    await send(page, 'PUT', `/api/students/${id}/teacher`, { teacherId: studio.dana.id });
  return studio;
};

const studios: Readonly<Record<string, (page: Page) => Promise<Studio>>> = {
  'the sample studio with an accepted plan': async (page) => {
    const { dana, monday } = await sample(page);
    const reportId = await generate(page, dana, monday);
    await decide(page, reportId, 'accepted');
    return { dana, monday, reportId, pending: false, more: false };
  },
  'a pending plan': async (page) => {
    const { dana, monday } = await sample(page);
    return { dana, monday, reportId: await generate(page, dana, monday), pending: true, more: false };
  },
  'a pending plan that a second run extends': async (page) => {
    const { dana, monday } = await sample(page);
    await generate(page, dana, monday, 8);
    return { dana, monday, reportId: await generate(page, dana, monday), pending: true, more: false };
  },
  'an accepted plan with a lesson that overlaps': async (page) => {
    const studio = await assignedStudio(page);
    const { dana, ben, monday, tuesday } = studio;
    const reportId = await generate(page, dana, monday);
    await decide(page, reportId, 'accepted');
    for (const startTime of ['14:05', '14:20']) await enter(page, studio, ben, { startTime, date: tuesday });
    return { dana, monday, reportId, pending: false, more: true };
  },
  'a teacher with lessons in two windows of a day': async (page) => {
    const { dana, ann, ben, monday } = await assignedStudio(page);
    const slot = (startTime: string, endTime: string) => ({ dayOfWeek: 2, startTime, endTime, enabled: true });
    const [early, late] = [slot('14:00', '16:00'), slot('18:00', '20:00')];
    const farAway = '8900 N Lamar Blvd, Austin, TX 78753';
    await send(page, 'PUT', `/api/teachers/${dana.id}`, { availability: [early, late] });
    await send(page, 'PUT', `/api/students/${ann.id}`, { availability: [early] });
    await send(page, 'PUT', `/api/students/${ben.id}`, { availability: [late], address: farAway });
    return { dana, monday, reportId: await generate(page, dana, monday), pending: true, more: false };
  },
  'a weekly lesson outside the teacher’s hours': async (page) => {
    const studio = await assignedStudio(page);
    const { dana, ben, monday } = studio;
    await enter(page, studio, ben, { startTime: '09:00' });
    return { dana, monday, reportId: await generate(page, dana, monday), pending: true, more: false };
  },
  'one teacher with two students': async (page) => {
    const { dana, monday } = await assignedStudio(page);
    return { dana, monday, reportId: await generate(page, dana, monday), pending: true, more: false };
  },
};

/** The lessons and the driving of a week, which its header, day cards and day dialogs agree on. */
const weekFigures = async (page: Page, { dana, monday }: Studio): Promise<Figures> => {
  await page.goto(`/schedule?week=${monday}&teacher=${dana.id}`);
  const cards = page.getByRole('button', { name: /day, \w+ \d+, \d+ lessons?, .* driving$/ });
  await cards.first().waitFor();
  const cardFigures = async (): Promise<Figures[]> => {
    const names = await cards.evaluateAll((all) => all.map((card) => card.textContent));
    return names.map((name) => figuresIn(/\d+\slessons?, .* driving/.exec(name)?.[0] ?? ''));
  };
  const sum = (days: readonly Figures[], of: (day: Figures) => number) =>
    days.reduce((total, day) => total + of(day), 0);
  const header = page.getByText(/\d.* driving, home to home$/);
  // The drives home arrive after the week, and the figures with them.
  await expect
    .poll(async () => drivingIn(await header.textContent()) - sum(await cardFigures(), ({ minutes }) => minutes))
    .toBe(0);
  const days = await cardFigures();
  const lessons = figuresIn(await page.getByText(/^\d+ lessons?$/).textContent()).lessons;
  expect(sum(days, (day) => day.lessons)).toBe(lessons);
  const dialog = page.getByRole('dialog');
  for (const [i, day] of days.entries()) {
    await cards.nth(i).click();
    await dialog.getByText(day.lessons === 1 ? '1 lesson' : `${day.lessons} lessons`, { exact: true }).waitFor();
    const driving = dialog.getByText(/^about .* driving, home to home$/);
    await expect.poll(async () => drivingIn(await driving.textContent())).toBe(day.minutes);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
  return { lessons, minutes: drivingIn(await header.textContent()) };
};

test.for(Object.keys(studios))('every screen has the same figures of %s', { timeout: 240_000 }, async (name) => {
  const { page, leave } = await teacher();
  const make = studios[name];
  if (!make) throw new Error(`There is no studio ${name}.`);
  const studio = await make(page);
  const { dana, reportId, pending, more } = studio;

  const dialog = page.getByRole('dialog');
  await page.goto(`/planner?report=${reportId}`);
  const figure = (word: string) => dialog.getByRole('paragraph').filter({ hasText: word }).first().textContent();
  const placed = placedIn(await figure('students placed'));
  const driving = drivingIn(await figure('driving a week'));
  expect(placed).toMatch(/^\d+ of \d+$/);
  expect(driving).toBeGreaterThan(0);
  const table = dialog.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Week' }) });
  const [counted, , , driven] = await table.getByRole('cell').allTextContents();
  expect(drivingIn(driven ?? '')).toBe(driving);

  await page.goto('/planner');
  if (pending) {
    const region = page.getByRole('region', { name: `Pending plan of ${dana.name}` });
    await expect.poll(async () => placedIn(await region.textContent())).toBe(placed);
    expect(drivingIn(/placed, .* driving/.exec((await region.textContent()) ?? '')?.[0] ?? '')).toBe(driving);
  }
  await page.getByRole('button', { name: 'View Previous Reports' }).click();
  const line = dialog.getByRole('listitem').first();
  await line.getByText(/driving a week/).waitFor();
  const saved = (await line.textContent()) ?? '';
  expect(figuresIn(saved).lessons).toBe(Number(placed.split(' ')[0]));
  expect(drivingIn(/[^·]*driving a week/.exec(saved)?.[0] ?? '')).toBe(driving);

  const week = await weekFigures(page, studio);
  if (!more) expect(week).toEqual({ lessons: Number(counted), minutes: driving });
  if (pending) {
    const banner = page.getByRole('complementary', { name: 'Pending plan' });
    expect(drivingIn(await banner.textContent())).toBe(driving);
  }
  expect(await leave()).toEqual([]);
});

test(
  'what a student owes, and how many have no lesson, is the same wherever it is shown',
  { timeout: 120_000 },
  async () => {
    const { page, leave } = await teacher();
    const studio = await lessonStudio(page);
    const { ann, dana, monday } = studio;
    await send(page, 'PUT', `/api/students/${ann.id}/teacher`, { teacherId: dana.id });
    await send(page, 'POST', '/api/students/set-rate', { studentIds: [ann.id], paymentType: 'per_lesson', rate: 62.5 });
    await enter(page, studio, ann, { startTime: '16:00', date: monday });
    const generated = await send(page, 'POST', '/api/invoices/generate', {
      teacherId: null,
      billingPeriodStart: monday,
      billingPeriodEnd: addDays(monday, 6),
      selectedStudentIds: [ann.id],
    });
    const [invoice] = z.array(z.object({ id: z.string() })).parse(generated.body);
    await send(page, 'PUT', `/api/invoices/${invoice?.id}/status`, { status: 'sent' });
    const amountIn = (text: string | null): string => /\$[\d,.]+/.exec(text ?? '')?.[0] ?? '';
    await page.goto('/students?tab=invoices');
    const figure = page.getByRole('button', { name: /outstanding/ });
    await figure.waitFor();
    const inList = amountIn(await figure.textContent());
    expect(inList).toBe('$62.50');
    await page.goto(`/students/${ann.id}`);
    const own = page.getByText('open', { exact: true });
    await own.waitFor();
    expect(amountIn(await own.locator('..').textContent())).toBe(inList);

    await page.goto('/students');
    const link = page.getByRole('link', { name: /not scheduled/ });
    const counted = Number(/\d+/.exec((await link.textContent()) ?? '')?.[0]);
    await link.click();
    const lines = page.getByRole('list', { name: 'Students' }).getByRole('listitem');
    await expect.poll(() => lines.count()).toBe(counted);
    expect(await leave()).toEqual([]);
  },
);
