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
  await page.goto('/schedule');
  await page.getByRole('link', { name: /^Next: Ben Ito, 3:00\sPM.*Open my day$/ }).click();
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

/** What the log has of the road, attendance and notes, oldest first, as the studio's file tells it. */
const inTheLog = async (page: Page): Promise<readonly string[]> => {
  const text = await (await page.request.get('/api/studio.jsonl')).text();
  return text
    .trim()
    .split('\n')
    .map((line) => String(JSON.parse(line).type))
    .filter((type) => /Stamped|Recorded|NoteWritten/.test(type));
};

test('what is entered without a network is sent once and in order, and what is refused is shown', async () => {
  const { page, leave } = await teacher({ ...phone, fresh: true });
  await send(page, 'PATCH', '/api/settings', { timeZone: noonZone() });
  const { id: teacherId } = await addTeacher(page, 'Dana Whitfield');
  const { today: lessonDate } = JSON.parse((await send(page, 'GET', '/api/user')).text);
  const ids: string[] = [];
  for (const [name, startTime] of [
    ['Ann Lee', '09:00'],
    ['Ben Ito', '15:00'],
    ['Cy Diaz', '16:00'],
  ] as const) {
    const { id: studentId } = await addStudent(page, name);
    const lesson = { teacherId, studentId, duration: 45, lessonDate, startTime };
    ids.push(JSON.parse((await send(page, 'POST', '/api/lessons', lesson)).text).id);
  }
  await page.goto('/day');
  const card = page.getByRole('region', { name: 'Next stop' });
  const day = page.getByRole('region', { name: 'The day' });
  await card.getByText('Ben Ito').waitFor();
  await day.getByRole('group', { name: 'Attendance of Ann Lee' }).getByRole('button', { name: 'Taught' }).waitFor();
  await untilKept(page);

  await page.context().setOffline(true);
  await page.getByText(/^Offline\. As of \d/).waitFor();
  await page.reload();
  await card.getByRole('button', { name: 'Arrived' }).click();
  const there = page.getByRole('region', { name: /^With Ben, until/ });
  await there.getByText(/^Arrived \d.*Waits for a connection/).waitFor();
  await there.getByRole('button', { name: 'Write a note' }).click();
  const dialog = page.getByRole('dialog', { name: 'Note of Ben Ito’s lesson' });
  await dialog.getByText('This needs a connection.').waitFor();
  await dialog.getByLabel('Only you read this').fill('Scales, hands together.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await there.getByText('Scales, hands together.').waitFor();
  await there.getByRole('button', { name: 'Done' }).click();
  await day.getByText(/^Done \d.*Waits for a connection/).waitFor();
  const ann = day.getByRole('group', { name: 'Attendance of Ann Lee' });
  await ann.getByRole('button', { name: 'Taught' }).click();
  await ann.getByRole('button', { name: 'Taught', pressed: true }).waitFor();
  await card.getByText('Cy Diaz').waitFor();
  await card.getByRole('button', { name: 'Arrived' }).click();
  await page.getByText('5 entries wait for a connection.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await layoutFindings(page), `${width} px`).toEqual([]);
  }
  expect(await inTheLog(page)).toEqual([]);
  const [, , moved] = ids;
  await send(page, 'DELETE', `/api/lessons/${moved}`);

  // The page is killed, and then the answer to the first entry is lost.
  await page.reload();
  await page.getByText('5 entries wait for a connection.').waitFor();
  const lost = Promise.withResolvers<void>();
  await page.route(
    '**/api/day/stamps',
    async (route) => {
      await route.fetch();
      await route.abort();
      lost.resolve();
    },
    { times: 1 },
  );
  await page.context().setOffline(false);
  await lost.promise;
  await page.reload();
  const refused = page.getByRole('region', { name: '1 entry was not saved' });
  await refused.getByText(/^Arrived at Cy Diaz, /).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await refused.getByRole('button', { name: /^Discard/ }).click();
  await refused.waitFor({ state: 'detached' });
  await expect.poll(() => page.getByText(/for a connection/).count(), { timeout: 30_000 }).toBe(0);
  expect(await inTheLog(page)).toEqual(['StopStamped', 'PrivateNoteWritten', 'StopStamped', 'AttendanceRecorded']);

  // Signing out without a network asks first, and ends the session with the next connection.
  await untilKept(page);
  await page.context().setOffline(true);
  await ann.getByRole('button', { name: 'Not home' }).click();
  await page.getByText('1 entry waits for a connection.').waitFor();
  await page.getByRole('button', { name: 'Account Settings' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  const question = page.getByRole('dialog', { name: '1 entry has not been saved' });
  await question.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('Sign in when you are online.').waitFor();
  expect(await databases(page)).toEqual([]);
  await page.context().setOffline(false);
  await page.goto('/day');
  await page.getByLabel('Email').waitFor();
  expect((await send(page, 'GET', '/api/user')).ok).toBe(false);
  expect(await leave()).toEqual([]);
});
