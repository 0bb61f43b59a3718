import { expect, test } from 'vitest';
import { teacher } from './person.ts';
import { addStudent, editStudent } from './roster-steps.ts';

/** What the page reads besides the students: an answer would say that the write can be read. */
const others =
  /\/api\/(?:lessons|assignments|sample-studio|notifications|changes\/count|households|accounts|owed|policy|terms|attendance)/;

test('a write that cannot be read yet is reported as saved, and the next reads wait for it', async () => {
  const { page, leave } = await teacher();
  await addStudent(page, 'Ben Ito');
  await page.goto('/students');
  const { dialog, save } = await editStudent(page, 'Ben Ito');

  // The server saves, but its read models lag behind.
  await page.route('**/api/students/*', async (route) => {
    const saved = await route.fetch();
    const { id }: { id: string } = await saved.json();
    await route.fulfill({ status: 202, headers: { 'Rondo-Position': '4711' }, json: { id } });
  });
  const positions: (string | null)[] = [];
  await page.route('**/api/students', async (route) => {
    const { 'rondo-position': position = null, ...headers } = await route.request().allHeaders();
    positions.push(position);
    // The first read is too early.
    if (positions.length === 1) await route.fulfill({ status: 503, body: 'Not yet.' });
    else await route.continue({ headers });
  });
  await page.route(others, (route) => route.abort());
  await dialog.getByLabel('Phone').fill('(512) 555-0115');
  await save.click();
  const status = page.getByRole('status');
  await status.getByText('Saved, updating the lists').waitFor();
  await dialog.waitFor({ state: 'detached' });
  // What was saved stands above it.
  await status.getByText('Ben Ito updated').waitFor();

  await page.unroute(others);
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('region', { name: 'Ben Ito' }).getByText('(512) 555-0115').waitFor();
  expect(positions).toEqual(['4711', '4711']);
  expect(await leave()).toEqual([]);
});
