import { addDays, dateInWeekOf, mondayOf, type DayOfWeek } from '@rondo/contracts/calendar/dates.ts';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { axeFindings, overflows } from './page-checks.ts';
import { phone, teacher } from './person.ts';
import { addTeacher } from './roster-steps.ts';
import { send } from './send.ts';

const hours = (day: number, startTime: string, endTime: string) => ({ dayOfWeek: day, startTime, endTime });
const withId = z.object({ id: z.string() });
const lessons = z.array(z.object({ studentId: z.string(), dayOfWeek: z.number(), startTime: z.string() }));

const idOf = async (page: Page, path: string, body: object): Promise<string> =>
  withId.parse((await send(page, 'POST', path, body)).body).id;

const timesIn = async (page: Page): Promise<string[]> =>
  lessons
    .parse((await send(page, 'GET', '/api/lessons')).body)
    .map(({ dayOfWeek, startTime }) => `${dayOfWeek} ${startTime}`)
    .toSorted();

/** Carla teaches for an hour on two days; Zoe has one of them and could have the other one, and Ben can come on hers alone. */
const fullWeek = async (screen?: Parameters<typeof teacher>[0]) => {
  const { page, leave } = await teacher(screen);
  const carla = await addTeacher(page, 'Carla Mendes', {
    availability: [hours(1, '15:00', '16:00'), hours(4, '15:00', '16:00'), hours(5, '18:00', '19:00')],
  });
  const student = (firstName: string, lastName: string, availability: readonly object[], lessonDuration = 60) =>
    idOf(page, '/api/students', {
      firstName,
      lastName,
      address: '1905 S 5th St, Austin, TX 78704',
      teacherId: carla.id,
      lessonDuration,
      availability,
    });
  /** Its id, and one of its dates. */
  const weekly = async (studentId: string, dayOfWeek: DayOfWeek, startTime: string) => {
    const body = { teacherId: carla.id, studentId, dayOfWeek, startTime, duration: 60 };
    const { id, validFrom } = z
      .object({ id: z.string(), validFrom: z.string() })
      .parse((await send(page, 'POST', '/api/lessons', body)).body);
    return { lesson: id, on: dateInWeekOf(addDays(validFrom, 14), dayOfWeek) };
  };
  const zoe = await student('Zoe', 'Adeyemi', [hours(1, '15:00', '16:00'), hours(4, '15:00', '16:00')]);
  await weekly(zoe, 4, '15:00');
  return { page, leave, carla, student, weekly };
};

const move = 'Move Zoe Adeyemi to Mon 3:00\u00A0PM, then';

test('a student for whom nothing is free is placed once one other family moves, and one Undo takes back both', async () => {
  const { page, leave, student } = await fullWeek();
  const ben = await student('Ben', 'Ito', [hours(4, '15:00', '16:00')], 45);
  await page.goto(`/students?edit=${ben}`);
  const form = page.getByRole('dialog', { name: 'Edit Student' });
  await form.getByRole('radio', { name: '60 min' }).click();
  await form.getByRole('button', { name: 'Save Changes' }).click();
  const update = page.getByRole('dialog', { name: 'Update Schedule' });
  await update.getByRole('button', { name: 'Add to Current Schedule' }).click();
  await update.getByText('No weekly time is free for Ben Ito and Carla Mendes.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await timesIn(page)).toEqual(['4 15:00']);
  await update.getByRole('button', { name: `${move} place Ben Ito` }).click();
  await update.getByText(/^Ben Ito was added: .* Zoe Adeyemi moved to Mon 3:00\sPM\.$/).waitFor();
  expect((await timesIn(page)).filter((time) => time === '1 15:00')).toHaveLength(1);
  await update.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => timesIn(page)).toEqual(['4 15:00']);
  expect(await leave()).toEqual([]);
});

test('a pupil who is not there yet gets a time that another family leaves, on the phone too', async () => {
  const { page, leave } = await fullWeek(phone);
  await page.goto('/planner?open=where');
  const where = page.getByRole('dialog', { name: 'Where would a pupil fit?' });
  await where.getByRole('combobox', { name: 'Address' }).fill('1905 S 5th St, Austin, TX 78704');
  await where.getByRole('radio', { name: '60 min' }).click();
  await where.getByText('Only at these times').click();
  await where.getByRole('checkbox', { name: 'Thursday available' }).check();
  await where.getByLabel('Thursday from').fill('15:00');
  await where.getByLabel('Thursday to').fill('16:00');
  await where.getByRole('button', { name: 'Find Times' }).click();
  const choose = where.getByRole('button', { name: `${move} add the student` });
  await choose.waitFor();
  expect(await overflows(page)).toEqual([]);
  expect(await axeFindings(page)).toEqual([]);
  await choose.click();
  await where.getByText(/Zoe Adeyemi would move from Thu 3:00\sPM to Mon 3:00\sPM\.$/).waitFor();
  expect(await timesIn(page)).toEqual(['4 15:00']);
  await where.getByLabel('First name').fill('Nina');
  await where.getByLabel('Last name').fill('New');
  await where.getByRole('button', { name: 'Add Student' }).click();
  await page.getByText(/^Nina New was added: .* Zoe Adeyemi moved to Mon 3:00\sPM\.$/).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => timesIn(page)).toEqual(['4 15:00']);
  expect(await leave()).toEqual([]);
});

test('a series moves to a time that another family leaves for it', async () => {
  const { page, leave, carla, student, weekly } = await fullWeek();
  const noah = await student('Noah', 'Becker', [hours(4, '15:00', '16:00'), hours(5, '18:00', '19:00')]);
  const { lesson, on } = await weekly(noah, 5, '18:00');
  await page.goto(`/schedule?teacher=${carla.id}&week=${mondayOf(on)}&open=move&lesson=${lesson}&on=${on}`);
  const dialog = page.getByRole('dialog', { name: 'Move Lesson' });
  await dialog.getByRole('radio', { name: /^All from/ }).click();
  await dialog.getByText(/^No available time slots found: /).waitFor();
  await dialog.getByRole('button', { name: `${move} move Noah Becker` }).click();
  await page.getByText(/Noah Becker, Thursdays at 3:00\sPM\. Zoe Adeyemi moved to Mon 3:00\sPM\./).waitFor();
  expect((await timesIn(page)).slice(-2)).toEqual(['4 15:00', '5 18:00']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => timesIn(page)).toEqual(['4 15:00', '5 18:00']);
  expect(await leave()).toEqual([]);
});

test('the times that a dialog offers are outlined on the week beside it, and the one that is pointed at is filled', async () => {
  const { page, leave, carla, student, weekly } = await fullWeek();
  const noah = await student('Noah', 'Becker', [hours(1, '15:00', '16:00'), hours(5, '18:00', '19:00')], 30);
  const { lesson, on } = await weekly(noah, 5, '18:00');
  await page.goto(`/schedule?teacher=${carla.id}&week=${mondayOf(on)}&open=move&lesson=${lesson}&on=${on}`);
  const dialog = page.getByRole('dialog', { name: 'Move Lesson' });
  await dialog.getByRole('radio', { name: /^All from/ }).click();
  const times = dialog.getByRole('list', { name: 'Weekly times, best first' }).getByRole('button');
  await times.first().waitFor();
  const outlines = page.locator('[data-offered]');
  expect(await outlines.count()).toBe(await times.count());
  expect(await page.locator(`[data-stave="${mondayOf(on)}"] [data-offered]`).count()).toBe(1);
  const covered = await dialog.getByRole('heading', { name: 'Move Lesson' }).boundingBox();
  const outline = await outlines.first().boundingBox();
  expect(outline && covered && outline.x + outline.width < covered.x).toBe(true);
  expect(await page.locator('[data-offered=pointed]').count()).toBe(0);
  await times.first().hover();
  await page.locator(`[data-stave="${mondayOf(on)}"] [data-offered=pointed]`).waitFor();
  await page.mouse.move(0, 0);
  await times.first().focus();
  expect(await page.locator('[data-offered=pointed]').count()).toBe(1);
  // Single dates are drawn as well.
  await dialog.getByRole('radio', { name: 'This lesson' }).click();
  await dialog.getByRole('list', { name: 'Suggested times' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await outlines.count()).toBe(0);
  expect(await leave()).toEqual([]);
});

test('a series moves to a weekly time that fits', async () => {
  const { page, leave, carla, student, weekly } = await fullWeek();
  const ann = await student('Ann', 'Lee', [hours(1, '15:00', '16:00'), hours(5, '18:00', '19:00')], 45);
  const { lesson, on } = await weekly(ann, 5, '18:00');
  await page.goto(`/schedule?teacher=${carla.id}&week=${mondayOf(on)}&open=move&lesson=${lesson}&on=${on}`);
  const dialog = page.getByRole('dialog', { name: 'Move Lesson' });
  await dialog.getByRole('radio', { name: /^All from/ }).click();
  const times = dialog.getByRole('list', { name: 'Weekly times, best first' }).getByRole('button');
  await times.first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await times.first().click();
  await page.getByText('Lesson Rescheduled').waitFor();
  await dialog.waitFor({ state: 'detached' });
  expect(await leave()).toEqual([]);
});
