import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { axeFindings, layoutFindings } from './page-checks.ts';
import { phone, teacher } from './person.ts';
import { addStudent, addTeacher } from './roster-steps.ts';
import { send } from './send.ts';

/** A zone in which it is about noon, so that a day has a morning and an afternoon whenever the test runs. */
const noonZone = (): string => {
  const ahead = new Date().getUTCHours() - 12;
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '+' : '-'}${Math.abs(ahead)}`;
};

/** The databases of what the browser keeps of a day. */
const databases = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () =>
    (await indexedDB.databases()).map(({ name = '' }) => name.split('.').slice(0, 2).join('.')),
  );

/** Waits until the worker runs and this browser has kept the day. */
const untilKept = async (page: Page): Promise<void> => {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await expect.poll(() => databases(page), { timeout: 30_000 }).toContain('rondo.day');
};

test('a day opens without a network, and nothing of it is left after signing out', async () => {
  const { page, leave } = await teacher({ ...phone, fresh: true });
  await send(page, 'PATCH', '/api/settings', { timeZone: noonZone() });
  const { id: teacherId } = await addTeacher(page, 'Dana Whitfield');
  const { today: lessonDate } = JSON.parse((await send(page, 'GET', '/api/user')).text);
  for (const [name, startTime] of [
    ['Ben Ito', '15:00'],
    ['Cy Diaz', '16:00'],
  ] as const) {
    const { id: studentId } = await addStudent(page, name);
    await send(page, 'POST', '/api/lessons', { teacherId, studentId, duration: 45, lessonDate, startTime });
  }
  await page.goto('/day');
  const card = page.getByRole('region', { name: 'First stop' });
  const day = page.getByRole('region', { name: 'The day' });
  await card.getByText('Ben Ito').waitFor();
  await untilKept(page);

  await page.context().setOffline(true);
  await page.getByText(/^Offline\. As of \d/).waitFor();
  await page.reload();
  await card.getByText('Ben Ito').waitFor();
  await day.getByText('Cy Diaz').waitFor();
  await page.getByText(/^Offline\. As of \d/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await layoutFindings(page), `${width} px`).toEqual([]);
  }
  await page.goto('/students');
  await page.getByText('You are offline. Your day is here.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Open my day' }).click();
  await card.getByText('Ben Ito').waitFor();

  await page.context().setOffline(false);
  await expect.poll(() => page.getByText(/^Offline\./).count(), { timeout: 30_000 }).toBe(0);
  await page.getByRole('button', { name: 'Account Settings' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.getByLabel('Email').waitFor();
  await expect.poll(() => databases(page), { timeout: 30_000 }).toEqual([]);
  await page.context().setOffline(true);
  await page.goto('/day');
  await page.getByText('Sign in when you are online.').waitFor();
  expect(await leave()).toEqual([]);
});
