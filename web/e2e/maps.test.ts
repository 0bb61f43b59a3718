import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { expect, test } from 'vitest';
import { axeFindings } from './page-checks.ts';
import { teacher } from './person.ts';
import { comingMonday, teacherNamed } from './planner-studio.ts';
import { opened } from './roster-steps.ts';
import { send } from './send.ts';
import { landShare, withStreets } from './street-steps.ts';

test('students are selected on the map and in the list alike, and placed on the map by keys', async () => {
  const { page, leave } = await teacher();
  await send(page, 'POST', '/api/sample-studio');
  await page.goto('/students');
  await page.getByRole('button', { name: 'Show Map' }).click();
  const map = page.getByRole('figure', { name: 'Map of student addresses: 34 of 34 students' });
  const mark = (name: string) => map.getByRole('button', { name: new RegExp(`^${name}, `) });
  const ticked = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` }).isChecked();

  await mark('Ben Ito').focus();
  await page.keyboard.press('Enter');
  const info = map.getByRole('region', { name: 'Ben Ito' });
  await info.getByText('3806 Cherrywood Rd, 78722').waitFor();
  expect(await mark('Ben Ito').getAttribute('aria-pressed')).toBe('true');
  expect(await ticked('Ben Ito')).toBe(true);
  expect(await axeFindings(page)).toEqual([]);
  await info.getByRole('button', { name: 'Close' }).press('Escape');
  await info.waitFor({ state: 'detached' });
  expect(await mark('Ben Ito').evaluate((element) => element === document.activeElement)).toBe(true);
  // Only the ZIP code of Eli's address is known, as that of four others: their mark lists them.
  const area = map.getByRole('button', { name: /^78723 · 5 students: .*Eli Ramos/ });
  await area.press('Enter');
  const inArea = (name: string) =>
    map.getByRole('region', { name: '5 students in 78723' }).getByRole('button', { name });
  expect(await axeFindings(page)).toEqual([]);
  await inArea('Eli Ramos').click({ modifiers: ['Control'] });
  expect(await inArea('Eli Ramos').getAttribute('aria-pressed')).toBe('true');
  expect([await ticked('Ben Ito'), await ticked('Eli Ramos')]).toEqual([true, true]);
  await page.getByRole('checkbox', { name: 'Select Ben Ito' }).click();
  expect(await mark('Ben Ito').getAttribute('aria-pressed')).toBe('false');

  await inArea('Eli Ramos').press('Enter');
  await page.keyboard.press('Escape');
  expect(await area.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await inArea('Eli Ramos').press('Enter');
  await map.getByRole('region', { name: 'Eli Ramos' }).getByRole('button', { name: 'Place on the map' }).click();
  const dialog = page.getByRole('dialog', { name: 'Place on the map' });
  expect(await dialog.getByRole('button', { name: 'Save Place' }).isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: /^Pin for Eli Ramos/ }).press('Shift+ArrowUp');
  await dialog.getByText('0.5 mi north of the middle of ZIP code 78723').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save Place' }).click();
  await page.getByText('Eli Ramos is on the map').waitFor();
  await page.getByRole('button', { name: 'Expand Eli Ramos' }).click();
  await opened(page, 'Eli Ramos').last().getByText('4016 Threadgill St').waitFor();
  const placing = opened(page, 'Eli Ramos').last().getByRole('button', { name: 'Place on the map' });
  expect(await placing.count()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await placing.waitFor();

  await page.getByRole('button', { name: 'Hide Map' }).click();
  await map.waitFor({ state: 'detached' });
  expect(await leave()).toEqual([]);
});

test('routes show next week’s tours on a map, one day or all, with the same pins in the list', async () => {
  const { page, leave } = await teacher();
  await page.goto(`/routes?week=${await comingMonday(page)}`);
  await page.getByText('No routes scheduled').waitFor();
  await send(page, 'POST', '/api/sample-studio');
  await page.reload();
  const map = page.getByRole('figure', { name: /^Map of routes: Monday, Tuesday/ });
  const tuesday = page.getByRole('list', { name: 'Tuesday, Dana Whitfield' });
  const first = tuesday.getByRole('listitem').first();
  const [, sign = '', name = ''] =
    /^(Tu 1)\d+:\d+\s[AP]M(\p{L}+ \p{L}+)/u.exec((await first.textContent()) ?? '') ?? [];
  expect(sign).toBe('Tu 1');
  await page
    .getByText(/\d\smi/)
    .first()
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole('button', { name: /^Tue / }).click();
  await map.getByRole('button', { name: /^Tu 1: / }).press('Enter');
  await map.getByRole('region', { name: 'Tu 1' }).getByText(name).waitFor();
  expect(await map.getByRole('button', { name: /^Mo / }).count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Teacher Dana Whitfield' }).click();
  await page.getByRole('option', { name: 'All teachers' }).click();
  await map.getByRole('button', { name: /^Tu D1: / }).waitFor();
  await page
    .getByRole('list', { name: /, Marcus Bell$/ })
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Next week' }).click();
  await page.waitForURL(/week=/);
  await page.getByRole('button', { name: 'Previous week' }).click();
  await tuesday.waitFor();
  expect(await leave()).toEqual([]);
});

test('with a maps service the marks are on streets, and without its help on the schematic', async () => {
  const { page, leave } = await teacher({ fresh: true });
  await send(page, 'POST', '/api/sample-studio');
  await withStreets(page, 'draws');
  await page.goto('/students?map=shown');
  const map = page.getByRole('figure', { name: /^Map of student addresses/ });
  await map.getByRole('button', { name: 'Zoom in' }).waitFor();
  expect(await landShare(page, await map.screenshot())).toBeGreaterThan(0.6);
  // Every student is inside the map, alone or with those of the same ZIP code.
  const frame = await map.boundingBox();
  let students = 0;
  for (const mark of await map.locator('button[data-place]').all()) {
    students += Number(/^\d{5} · (\d+) students: /.exec((await mark.getAttribute('aria-label')) ?? '')?.[1] ?? 1);
    const box = await mark.boundingBox();
    expect(box && frame && box.x >= frame.x && box.x + box.width <= frame.x + frame.width).toBe(true);
    expect(box && frame && box.y >= frame.y && box.y + box.height <= frame.y + frame.height).toBe(true);
  }
  expect(students).toBe(34);
  await map.getByRole('button', { name: /^Ben Ito, / }).press('Enter');
  await map.getByRole('region', { name: 'Ben Ito' }).getByRole('button', { name: 'Edit Student' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);

  await withStreets(page, 'refuses');
  await page.goto('/students?map=shown');
  await map.getByText(/Without streets: the maps service refused this server’s key\./).waitFor();
  await map.getByRole('button', { name: /^Ben Ito, / }).press('Enter');
  await map.getByRole('region', { name: 'Ben Ito' }).waitFor();

  await withStreets(page, 'is silent');
  await page.clock.install();
  await page.goto('/students?map=shown');
  await map.getByRole('button', { name: /^Ben Ito, / }).waitFor();
  await page.clock.runFor(9000);
  await map.getByText(/Without streets: the maps service is not answering\./).waitFor();

  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page.goto('/students?map=shown');
  await map.getByText(/Without streets: this browser cannot draw them\./).waitFor();
  expect(await leave()).toEqual([]);
});

test('the library of maps is loaded for a day, and by no page without a map; the day’s marks open by keyboard', async () => {
  const { page, leave } = await teacher({ fresh: true });
  await send(page, 'POST', '/api/sample-studio');
  await withStreets(page, 'draws');
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (/street-map|worker|maps\.test/.test(request.url())) loaded.push(request.url());
  });
  for (const path of ['schedule', 'planner', 'students', 'teachers', 'settings', 'api-monitor'])
    await page.goto(`/${path}`, { waitUntil: 'networkidle' });
  expect(loaded).toEqual([]);

  // Not even where the calendar shows a week, until the pointer is on a day.
  const dana = await teacherNamed(page, 'Dana Whitfield');
  const monday = await comingMonday(page);
  await page.goto(`/schedule?teacher=${dana.id}&week=${monday}`, { waitUntil: 'networkidle' });
  expect(loaded).toEqual([]);
  const library = page.waitForRequest(/street-map/);
  await page.getByRole('button', { name: /^Tuesday/ }).hover();
  await library;
  loaded.length = 0;

  await page.goto(`/schedule?teacher=${dana.id}&day=${addDays(monday, 1)}`);
  const map = page.getByRole('figure', { name: /^Route Map: / });
  await map.getByRole('button', { name: 'Zoom in' }).waitFor();
  expect(loaded.some((url) => url.includes('street-map'))).toBe(true);
  await map.getByRole('button', { name: '1: Ben Ito' }).press('Enter');
  const info = map.getByRole('region', { name: 'Ben Ito' });
  await info.getByText('3806 Cherrywood Rd').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  // The first Esc closes the window, not the day.
  await page.keyboard.press('Escape');
  await info.waitFor({ state: 'detached' });
  await map.getByRole('button', { name: '1: Ben Ito' }).waitFor();
  expect(await leave()).toEqual([]);
});
