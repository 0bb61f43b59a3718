import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { password, visitor } from './person.ts';
import { opened } from './roster-steps.ts';
import { removeDataDir, scratchDataDir, startRondo, type RunningRondo } from './running-rondo.ts';

let dataDir: string;
let rondo: RunningRondo;
beforeAll(async () => {
  dataDir = await scratchDataDir();
  rondo = await startRondo(dataDir);
});
afterAll(async () => {
  await rondo.stop();
  await removeDataDir(dataDir);
});

const tab = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click();

const addTeacher = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Add Teacher' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Teacher' });
  await dialog.getByLabel('Name').fill('Dana Whitfield');
  await dialog.getByLabel('Phone').fill('(512) 555-0100');
  await dialog.getByLabel('Email').fill('dana@example.com');
  await dialog.getByLabel('Home address').fill('2210 Bluebonnet Ln, Austin, TX 78704');
  await dialog.getByRole('button', { name: 'Add Teacher' }).click();
  await page.getByRole('button', { name: 'Expand Dana Whitfield' }).waitFor();
};

type Newcomer = {
  readonly firstName: string;
  readonly lastName: string;
  readonly address: string;
  readonly day: string;
  readonly from: string;
  readonly to: string;
};

const addStudent = async (page: Page, { firstName, lastName, address, day, from, to }: Newcomer): Promise<void> => {
  await page.getByRole('button', { name: 'Add Student' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Student' });
  await dialog.getByLabel('First name').fill(firstName);
  await dialog.getByLabel('Last name').fill(lastName);
  await dialog.getByLabel('Address').fill(address);
  await dialog.getByRole('checkbox', { name: `${day} available` }).click();
  await dialog.getByLabel(`${day} from`).fill(from);
  await dialog.getByLabel(`${day} to`).fill(to);
  await dialog.getByRole('button', { name: 'Add Student' }).click();
  await skipUpdate(page);
};

/** The only teacher teaches everyone who is added. */
const taughtBy = async (page: Page, student: string, teacher: string): Promise<void> => {
  await page.getByRole('button', { name: `Expand ${student}` }).click();
  await opened(page, student).getByText(teacher).waitFor();
};

const skipUpdate = async (page: Page): Promise<void> => {
  const update = page.getByRole('dialog', { name: 'Update Schedule' });
  await update.getByRole('button', { name: 'Skip for Now' }).click();
  await update.waitFor({ state: 'detached' });
};

const acceptedWeek = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Ava Lindqvist, .*Optimized/ }).waitFor();
  await page.getByRole('button', { name: /^Ben Ito, .*Optimized/ }).waitFor();
  expect(await page.getByRole('button', { name: /, Pending/ }).count()).toBe(0);
};

test('from an empty studio to an accepted week, which survives a kill -9', { timeout: 120_000 }, async () => {
  const { page, email, leave } = await visitor({ fresh: true });

  await page.goto(rondo.url);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByLabel('First name').fill('Dana');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByRole('heading', { name: 'This Week' }).waitFor();
  await page.getByRole('heading', { name: 'Your week will appear here' }).waitFor();
  await expect.poll(() => page.getByText('No lessons').count()).toBe(7);

  await page.getByRole('link', { name: 'Add Teacher' }).click();
  await addTeacher(page);
  await tab(page, 'Students');
  const ava = { firstName: 'Ava', lastName: 'Lindqvist', address: '1905 S 5th St, Austin, TX 78704' };
  await addStudent(page, { ...ava, day: 'Tuesday', from: '14:00', to: '17:00' });
  const ben = { firstName: 'Ben', lastName: 'Ito', address: '3806 Cherrywood Rd, Austin, TX 78722' };
  await addStudent(page, { ...ben, day: 'Thursday', from: '15:00', to: '17:00' });
  await page.getByText('2 students', { exact: true }).waitFor();
  await taughtBy(page, 'Ava Lindqvist', 'Dana Whitfield');
  await taughtBy(page, 'Ben Ito', 'Dana Whitfield');

  await tab(page, 'Planner');
  await page.getByRole('button', { name: 'Generate Schedule' }).click();
  const choices = page.getByRole('dialog', { name: 'Generate Optimized Schedule' });
  await choices.getByText('2 of 2 students selected').waitFor();
  await choices.getByRole('button', { name: 'Generate Schedule' }).click();
  await page.getByRole('heading', { name: 'Schedule Complete!' }).waitFor();
  await page.getByRole('button', { name: 'View Schedule & Report' }).click();

  const report = page.getByRole('dialog', { name: 'Optimization Reports' });
  for (const section of [
    'Weekly Schedule Snapshot',
    'Daily Schedule Analysis',
    'Scheduling Decisions',
    'Unscheduled Students Analysis',
    'Vacant Time Analysis',
  ])
    await report.getByRole('heading', { name: section }).waitFor();
  await report.getByText('Pending', { exact: true }).waitFor();
  await report.getByRole('button', { name: 'Accept Schedule' }).click();
  await page.getByRole('status').getByText('Schedule Accepted').waitFor();
  await report.waitFor({ state: 'detached' });

  await tab(page, 'Schedule');
  // Days of the present week may have passed.
  await page.getByRole('button', { name: 'Next week' }).click();
  await acceptedWeek(page);
  const week = new URL(page.url());

  await rondo.kill();
  const { url: before } = rondo;
  rondo = await startRondo(dataDir);
  expect(rondo.url).not.toBe(before);

  await page.goto(`${rondo.url}${week.pathname}${week.search}`);
  await page.getByText('Welcome, Dana').waitFor();
  await acceptedWeek(page);
  await tab(page, 'Teachers');
  await page.getByRole('button', { name: 'Expand Dana Whitfield' }).waitFor();
  await tab(page, 'Students');
  await page.getByText('2 students', { exact: true }).waitFor();
  await tab(page, 'Planner');
  await page.getByRole('button', { name: 'View Previous Reports' }).click();
  await page
    .getByRole('dialog', { name: 'Select Optimization Report' })
    .getByText('Accepted', { exact: true })
    .waitFor();
  expect(await leave()).toEqual([]);
});
