import { longDate } from '@rondo/contracts/calendar/words.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { enter, lessonStudio } from './lesson-studio.ts';
import { axeFindings, layoutFindings } from './page-checks.ts';
import { phone, teacher, visitor } from './person.ts';
import { addStudent, addTeacher } from './roster-steps.ts';
import { send } from './send.ts';
import { takeUp } from './toast-steps.ts';

test('a day on the road: the first stop, the note for its door, and the ways to reach the family', async () => {
  const { page, leave } = await teacher();
  const { id: teacherId } = await addTeacher(page, 'Dana Whitfield');
  const { id: studentId } = await addStudent(page, 'Ben Ito');
  await send(page, 'PUT', `/api/students/${studentId}`, {
    phone: '(512) 555-0103',
    doorNote: 'Gate 4471, then the second house behind the office. The dog is friendly.',
  });
  const { today } = JSON.parse((await send(page, 'GET', '/api/user')).text);
  const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10);
  const lesson = { teacherId, studentId, duration: 45, lessonDate: tomorrow };
  await send(page, 'POST', '/api/lessons', { ...lesson, startTime: '15:00', notes: 'Bring the blue book.' });
  const second = JSON.parse((await send(page, 'POST', '/api/lessons', { ...lesson, startTime: '17:00' })).text);
  await send(page, 'POST', `/api/lessons/${second.id}/cancel`, {});

  await page.goto('/day');
  await page.getByText('No lessons today').waitFor();
  await page.getByRole('button', { name: 'Next day' }).click();
  const card = page.getByRole('region', { name: 'First stop' });
  await card.getByText('The dog is friendly.').waitFor();
  await card.getByText('Bring the blue book.').waitFor();
  expect(await card.getByRole('link', { name: 'Call Ben Ito' }).getAttribute('href')).toBe('tel:5125550103');
  const way = card.getByRole('link', { name: /^Navigate/ });
  expect(await way.getAttribute('href')).toContain('https://www.google.com/maps/dir/?api=1&destination=');
  await card.getByRole('button', { name: 'Choose the map' }).click();
  await page.getByRole('menuitem', { name: 'Waze' }).click();
  await expect.poll(() => way.getAttribute('href')).toContain('waze.com/ul?');
  await page.reload();
  await way.getByText('Waze').waitFor();
  // A long press chooses, too, and opens nothing.
  await way.hover();
  await page.mouse.down();
  const apple = page.getByRole('menuitem', { name: 'Apple Maps' });
  await apple.waitFor();
  await page.mouse.up();
  await apple.click();
  await expect.poll(() => way.getAttribute('href')).toContain('maps.apple.com');
  expect(page.context().pages()).toHaveLength(1);
  await page.getByRole('region', { name: 'The day' }).getByText('(Cancelled)').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  // What has begun can be recorded: that of yesterday here.
  const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
  await send(page, 'POST', '/api/lessons', { ...lesson, lessonDate: yesterday, startTime: '15:00' });
  await page.goto(`/day?date=${yesterday}`);
  await page.getByRole('region', { name: 'The day is done' }).waitFor();
  await page.getByRole('button', { name: 'All taught' }).click();
  const group = page.getByRole('group', { name: 'Attendance of Ben Ito' });
  await group.getByRole('button', { name: 'Taught', pressed: true }).waitFor();
  await group.getByRole('button', { name: 'Not home' }).press('Enter');
  await group.getByRole('button', { name: 'Not home', pressed: true }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  for (const width of [320, 390, 820, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await layoutFindings(page), `${width} px`).toEqual([]);
  }
  expect(await leave()).toEqual([]);
});

/** A zone in which it is about noon, so that a day has a morning and an afternoon whenever the test runs. */
const noonZone = (): string => {
  const ahead = new Date().getUTCHours() - 12;
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '+' : '-'}${Math.abs(ahead)}`;
};

test('a day that runs late: whom to tell, and a stop that is reached and done', async () => {
  const { page, leave } = await teacher();
  await send(page, 'PATCH', '/api/settings', { timeZone: noonZone() });
  const { id: teacherId } = await addTeacher(page, 'Dana Whitfield');
  const { today: lessonDate } = JSON.parse((await send(page, 'GET', '/api/user')).text);
  for (const [name, startTime] of [
    ['Wren Castellanos', '09:00'],
    ['Ben Ito', '15:00'],
    ['Cy Diaz', '15:45'],
  ] as const) {
    const { id: studentId } = await addStudent(page, name);
    const lesson = { teacherId, studentId, duration: 45, lessonDate, startTime };
    expect((await send(page, 'POST', '/api/lessons', lesson)).ok).toBe(true);
  }
  await page.goto('/day');
  const card = page.getByRole('region', { name: 'Next stop' });
  await card.getByRole('button', { name: 'Late' }).click();
  const dialog = page.getByRole('dialog', { name: 'Running late' });
  await dialog.getByText('How late will you be at Ben Ito, 3:00 PM?').waitFor();
  await dialog.getByRole('button', { name: '10 min' }).click();
  await dialog.getByText('2 families to tell').waitFor();
  const words = dialog.getByRole('textbox', { name: 'What to tell Ben Ito' });
  expect(await words.inputValue()).toBe(
    'Hello, this is Dana Whitfield. I am running about 10 minutes late for Ben’s lesson today and expect to be there around 3:10 PM. I am sorry for the wait.',
  );
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: /the text for Ben Ito$/ }).click();
  await dialog.getByText('1 family to tell').waitFor();
  await dialog.getByRole('button', { name: 'Not sent?' }).click();
  await dialog.getByText('2 families to tell').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await card.getByText('About 3:10 PM, 10 min late').waitFor();

  await card.getByRole('button', { name: 'Arrived' }).click();
  const there = page.getByRole('region', { name: /^With Ben, until/ });
  await there.getByText(/^Arrived \d/).waitFor();
  await there.getByRole('button', { name: 'Undo' }).click();
  await card.getByRole('button', { name: 'Arrived' }).click();
  await there.getByRole('button', { name: 'Done' }).click();
  await card.getByText('Cy Diaz').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await leave()).toEqual([]);
});

test('the time of a cancelled lesson is used in two clicks, and given back', async () => {
  const { page, leave } = await teacher();
  const studio = await lessonStudio(page);
  await enter(page, studio, studio.ann, { startTime: '15:00', date: studio.tuesday });
  await enter(page, studio, studio.ann, { startTime: '16:30', date: studio.tuesday });
  await enter(page, studio, studio.ben, { startTime: '18:00', date: studio.tuesday });
  await page.goto(`${studio.week}&day=${studio.tuesday}`);
  const menus = page.getByRole('dialog', { name: longDate(studio.tuesday) });
  await menus.getByRole('button', { name: 'Actions for Ann Lee' }).nth(1).click();
  await page.getByRole('menuitem', { name: 'Cancel Lesson' }).click();
  await page.getByRole('dialog', { name: 'Cancel Lesson' }).getByRole('button', { name: 'Just Cancel' }).click();
  await takeUp(page, 'Use the time…');
  const day = page.getByRole('region', { name: 'The day' });
  const dialog = page.getByRole('dialog', { name: 'Use the time of Ann Lee’s lesson' });
  await dialog.getByText('Proven best.').waitFor();
  await dialog.getByRole('radio', { name: /^Move Ben to 4:30/, checked: true }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  for (const width of [320, 390, 820, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await layoutFindings(page), `${width} px`).toEqual([]);
  }
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await page.getByText(/^Ben Ito moved to 4:30/).waitFor();
  await day.getByText(/until 5:15/).waitFor();
  await takeUp(page, 'Undo');
  await day.getByText(/until 6:45/).waitFor();
  await page.getByRole('region', { name: 'Route Map' }).waitFor();
  await day.getByRole('link', { name: 'Actions for Ben Ito' }).click();
  await menus.getByRole('button', { name: 'Select Ben Ito', pressed: true }).waitFor();
  expect(await leave()).toEqual([]);
});

test('a family is asked before its lesson moves, says yes on its page, and the day has changed', async () => {
  const { page, leave } = await teacher();
  const studio = await lessonStudio(page);
  await enter(page, studio, studio.ann, { startTime: '15:00', date: studio.tuesday });
  const hour = await enter(page, studio, studio.ann, { startTime: '16:30', date: studio.tuesday });
  await enter(page, studio, studio.ben, { startTime: '18:00', date: studio.tuesday });
  expect((await send(page, 'POST', `/api/lessons/${hour}/cancel`, {})).ok).toBe(true);
  await send(page, 'PATCH', '/api/settings', { familyPage: true, studioName: 'Whitfield Piano' });
  const shared = await send(page, 'POST', '/api/families/links', { recipientIds: [studio.ben.id] });
  const [link] = z.array(z.object({ url: z.string() })).parse(shared.body);

  await page.goto(`/day?date=${studio.tuesday}`);
  const day = page.getByRole('region', { name: 'The day' });
  const freeTime = page.getByRole('region', { name: 'Free time' });
  await freeTime.getByText(/^Ann Lee cancelled. \d+\sways? to use it.$/).waitFor();
  await freeTime.getByRole('button', { name: /^Use the time from 3:45/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Use the time of Ann Lee’s lesson' });
  await dialog.getByRole('radio', { name: /^Move Ben to 4:30/, checked: true }).waitFor();
  await dialog.getByRole('button', { name: 'Ask first' }).click();
  await page.getByText('The new time is held until they answer.').waitFor();
  const question = page.getByRole('region', { name: /^Waiting until 2:30/ });
  await question.getByText('No answer yet').waitFor();
  await day.getByText(/Held until 2:30/).waitFor();
  await day.getByText(/until 6:45/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  for (const width of [320, 390, 820, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await layoutFindings(page), `${width} px`).toEqual([]);
  }

  // The calendar draws the time that is held, in the week and in its day.
  await page.goto(studio.week);
  const week = page.getByRole('list', { name: `Entries on ${longDate(studio.tuesday)}` });
  await week.getByText('Held until 2:30').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: new RegExp(`^${longDate(studio.tuesday)}`) }).click();
  const dialogOfDay = page.getByRole('dialog', { name: longDate(studio.tuesday) });
  await dialogOfDay.getByText('Held until 2:30').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.goto(`/day?date=${studio.tuesday}`);

  const family = await visitor(phone);
  await family.page.goto(link?.url ?? '');
  const card = family.page.getByRole('region', { name: 'A question for you' });
  await card
    .getByText(/^Hello, this is Dana Whitfield. Could Ben’s lesson on .* start at 4:30.PM instead of/)
    .waitFor();
  expect(await axeFindings(family.page)).toEqual([]);
  for (const width of [320, 390]) {
    await family.page.setViewportSize({ width, height: 844 });
    expect(await layoutFindings(family.page), `${width} px`).toEqual([]);
  }
  await card.getByRole('button', { name: 'Yes, that suits' }).click();
  await family.page.getByRole('status').getByText('Thank you. Your teacher knows that the new time suits.').waitFor();
  await card.waitFor({ state: 'detached' });
  expect(await family.leave()).toEqual([]);

  await page.reload();
  await page
    .getByRole('region', { name: 'They said yes, and the day has changed.' })
    .getByText(/on their page$/)
    .waitFor();
  await day.getByText(/until 5:15/).waitFor();
  expect(await day.getByText(/Held until/).count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  expect(await leave()).toEqual([]);
});
