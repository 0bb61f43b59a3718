import { expect, test } from 'vitest';
import { teacher } from './person.ts';
import { addStudent, addTeacher, editStudent, opened, students } from './roster-steps.ts';
import { send } from './send.ts';

test('the first student can be added, with errors shown at their fields', async () => {
  const { page, leave } = await teacher();
  await page.goto('/students');
  await page.getByRole('heading', { name: 'Students and Invoicing' }).waitFor();
  await page.getByText('No students yet').waitFor();
  await page.getByRole('button', { name: 'Add Student' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Student' });
  await dialog.getByRole('button', { name: 'Add Student' }).click();
  for (const sentence of ['First name is required.', 'Last name is required.', 'Address is required.'])
    await dialog.getByText(sentence).waitFor();

  await dialog.getByLabel('First name').fill('Ava');
  await dialog.getByLabel('Last name').fill('Lindqvist');
  await dialog.getByLabel('Address').fill('12 Nowhere Street');
  await dialog.getByRole('radio', { name: '60 min' }).click();
  expect(await dialog.getByLabel('Monthly rate').count()).toBe(0);
  await dialog.getByRole('radio', { name: 'Monthly' }).click();
  await dialog.getByLabel('Monthly rate').fill('-5');
  await dialog.getByRole('button', { name: 'Add Student' }).click();
  await dialog.getByText('The rate must be greater than 0.').waitFor();
  await dialog.getByLabel('Monthly rate').fill('$200');
  await dialog.getByRole('button', { name: 'Add Student' }).click();

  const update = page.getByRole('dialog', { name: 'Update Schedule' });
  await update.getByText('Ava Lindqvist was added.').waitFor();
  await update.getByText('could not be located: each drive counts as 15 minutes').waitFor();
  await update.getByRole('button', { name: 'Add to Current Schedule' }).waitFor();
  await update.getByRole('button', { name: 'Full Re-optimization' }).waitFor();
  await update.getByRole('button', { name: 'Skip for Now' }).click();

  await page.getByText('1 student', { exact: true }).waitFor();
  await page.getByText('1 not scheduled').waitFor();
  await page.getByRole('button', { name: 'Expand Ava Lindqvist' }).click();
  const details = opened(page, 'Ava Lindqvist');
  await details.getByText('No teacher assigned').waitFor();
  await details.getByText('$200.00 per month').waitFor();
  expect(await leave()).toEqual([]);
});

test('an address can be completed with the arrow keys', async () => {
  const { page, leave } = await teacher();
  await page.goto('/students?edit=new');
  const address = page.getByRole('combobox', { name: 'Address' });
  await address.pressSequentially('1905 S 5th St, Aus');
  const suggestions = page.getByRole('option');
  // The suggestions of the last letter; those of earlier ones are replaced, and what is marked in them with them.
  await suggestions.first().filter({ hasText: 'Austin' }).waitFor();
  expect(await suggestions.count()).toBeLessThanOrEqual(5);
  const first = await suggestions.first().textContent();
  await address.press('ArrowDown');
  await address.press('Enter');
  expect(await address.inputValue()).toBe(first);
  await address.fill('1905 S 5th St, Aust');
  await suggestions.first().waitFor();
  await address.press('Escape');
  await suggestions.first().waitFor({ state: 'hidden' });
  expect(await page.getByRole('dialog', { name: 'Add Student' }).isVisible()).toBe(true);
  expect(await leave()).toEqual([]);
});

test('a week of availability windows is filled in, validated, and shown', async () => {
  const { page, leave } = await teacher();
  await addStudent(page, 'Ben Ito');
  await page.goto('/students');
  const { dialog, save } = await editStudent(page, 'Ben Ito');
  expect(await save.isDisabled()).toBe(true);

  await dialog.getByRole('checkbox', { name: 'Tuesday available' }).click();
  expect(await dialog.getByLabel('Tuesday from').inputValue()).toBe('16:00');
  expect(await dialog.getByLabel('Tuesday to').inputValue()).toBe('21:00');
  await dialog.getByRole('button', { name: 'Tuesday preferred' }).click();
  await dialog.getByRole('button', { name: 'Add a window on Tuesday' }).click();
  const second = dialog.getByRole('group', { name: 'Tuesday, window 2' });
  await second.getByLabel('from').fill('14:00');
  await second.getByLabel('to').fill('13:00');
  await second.getByLabel('to').blur();
  await second.getByText('End time must be after start time.').waitFor();
  expect(await save.isDisabled()).toBe(true);
  await second.getByLabel('to').fill('16:30');
  await second.getByText('together they count as 2:00 – 9:00').waitFor();
  await second.getByLabel('to').fill('15:00');
  const friday = dialog.getByRole('checkbox', { name: 'Friday available' });
  await dialog.getByText('Fri', { exact: true }).click();
  await expect.poll(() => friday.isChecked()).toBe(true);
  await dialog.getByRole('button', { name: 'Add a window on Friday' }).click();
  expect(await dialog.getByRole('group', { name: 'Friday, window 2' }).getByLabel('from').inputValue()).toBe('13:00');
  await dialog.getByRole('button', { name: 'Remove Friday, window 2' }).click();
  expect(await dialog.getByRole('button', { name: 'Remove Friday' }).count()).toBe(0);
  await save.click();

  await page.getByRole('dialog', { name: 'Update Schedule' }).getByRole('button', { name: 'Skip for Now' }).click();
  const windows = opened(page, 'Ben Ito').getByRole('listitem');
  await expect
    .poll(async () => (await windows.allTextContents()).map((text) => text.replaceAll('\u00a0', ' ')))
    .toEqual(['Tue2:00 – 3:00 PM', 'Tue4:00 – 9:00 PMPreferred', 'Fri4:00 – 9:00 PM']);
  expect(await leave()).toEqual([]);
});

test('a student who could not be saved is still in the form, with the reason', async () => {
  const { page, leave } = await teacher();
  await addStudent(page, 'Ben Ito');
  await page.route('**/api/students/*', (route) =>
    route.fulfill({ status: 503, body: 'The database is not answering.' }),
  );
  await page.goto('/students');
  const { dialog, save } = await editStudent(page, 'Ben Ito');
  await dialog.getByLabel('Phone').fill('(512) 555-0115');
  await save.click();
  await dialog.getByText('Failed to update student: The database is not answering.').waitFor();
  const toast = page.getByRole('status').filter({ hasText: 'Failed to update student. Please try again.' });
  await toast.getByText('Failed to update student. Please try again.').hover();
  // The toast is above the buttons.
  const [shown, button] = await Promise.all([toast.boundingBox(), save.boundingBox()]);
  expect((shown?.y ?? Infinity) + (shown?.height ?? 0)).toBeLessThan(button?.y ?? 0);
  await dialog.hover({ position: { x: 5, y: 5 } });
  expect(await dialog.getByLabel('Phone').inputValue()).toBe('(512) 555-0115');
  await page.unroute('**/api/students/*');
  await save.click();
  await page.getByText(/ updated$/).waitFor();
  expect(await leave()).toEqual([]);
});

test('only changes that affect the schedule ask about the schedule', async () => {
  const { page, leave } = await teacher();
  await addStudent(page, 'Ben Ito');
  await addTeacher(page, 'Marcus Bell');
  await page.goto('/students');
  const first = await editStudent(page, 'Ben Ito');
  await first.dialog.getByLabel('Phone').fill('(512) 555-0115');
  await first.save.click();
  await page.getByText(/ updated$/).waitFor();
  await first.dialog.waitFor({ state: 'hidden' });
  expect(await page.getByRole('dialog').count()).toBe(0);

  await opened(page, 'Ben Ito').getByRole('button', { name: 'Edit Student' }).click();
  await page.getByRole('button', { name: 'Assigned teacher' }).click();
  await page.getByRole('option', { name: 'Marcus Bell' }).click();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  const update = page.getByRole('dialog', { name: 'Update Schedule' });
  await update.getByText('Ben Ito was changed.').waitFor();
  await page.keyboard.press('Escape');
  await update.waitFor({ state: 'hidden' });
  await opened(page, 'Ben Ito').getByText('Marcus Bell').waitFor();
  expect(await leave()).toEqual([]);
});

test('a student changed in another window is reloaded and keeps what the user typed', async () => {
  const { page, leave } = await teacher();
  const { id, revision } = await addStudent(page, 'Ben Ito');
  await page.goto('/students');
  const { dialog, save } = await editStudent(page, 'Ben Ito');
  await dialog.getByLabel('Phone').fill('(512) 555-0115');
  await send(page, 'PUT', `/api/students/${id}`, { lastName: 'Itoh', perLessonRate: 40, revision });
  await save.click();
  await dialog.getByText('This student was changed somewhere else in the meantime.').waitFor();
  expect(await dialog.getByLabel('Last name').inputValue()).toBe('Itoh');
  expect(await dialog.getByLabel('Rate per lesson').inputValue()).toBe('40');
  expect(await dialog.getByLabel('Phone').inputValue()).toBe('(512) 555-0115');
  await save.click();
  await page.getByText(/ updated$/).waitFor();
  await opened(page, 'Ben Itoh').getByText('(512) 555-0115').waitFor();
  await opened(page, 'Ben Itoh').getByText('$40.00 per lesson').waitFor();
  expect(await leave()).toEqual([]);
});

test('Escape and Cancel ask before discarding unsaved changes', async () => {
  const { page, leave } = await teacher();
  await page.goto('/students?edit=new');
  const dialog = page.getByRole('dialog', { name: 'Add Student' });
  await dialog.getByLabel('First name').fill('Ava');
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  expect(await dialog.getByLabel('First name').inputValue()).toBe('Ava');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => new URL(page.url()).search).toBe('');
  expect(await leave()).toEqual([]);
});

test('Back asks before discarding unsaved changes', async () => {
  const { page, leave } = await teacher();
  await page.goto('/students');
  await page.getByRole('button', { name: 'Add Student' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Student' });
  await dialog.getByLabel('First name').fill('Ava');
  await page.goBack();
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await question.waitFor({ state: 'hidden' });
  expect(await dialog.getByLabel('First name').inputValue()).toBe('Ava');
  await page.goBack();
  await question.getByRole('button', { name: 'Discard' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('No students yet').waitFor();
  expect(await leave()).toEqual([]);
});

test('a new student is placed in the schedule, or the user is shown why not', async () => {
  const { page, leave } = await teacher();
  const noon = { dayOfWeek: 4, startTime: '12:00', endTime: '20:00' };
  const marcus = await addTeacher(page, 'Marcus Bell', { availability: [noon] });
  await page.goto('/students');
  const add = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Add Student' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Student' });
    await dialog.getByLabel('First name').fill(name);
    await dialog.getByLabel('Last name').fill('Ito');
    await dialog.getByLabel('Address').fill('4208 Avenue G, Austin, TX 78751');
    await dialog.getByRole('checkbox', { name: 'Thursday available' }).click();
    await dialog.getByRole('button', { name: 'Add Student' }).click();
  };
  await add('Ben');
  const update = page.getByRole('dialog', { name: 'Update Schedule' });
  // The only teacher is the student's.
  await update.getByRole('button', { name: 'Skip for Now' }).click();
  const [ben] = await students(page);
  expect((await send(page, 'GET', `/api/assignments/student/${ben?.id}`)).body).toMatchObject([
    { teacherId: marcus.id },
  ]);
  const { dialog, save } = await editStudent(page, 'Ben Ito');
  await dialog.getByRole('radio', { name: '30 min' }).click();
  await save.click();
  await update.getByRole('button', { name: 'Add to Current Schedule' }).click();
  const times = update.getByRole('list', { name: 'Weekly times, best first' }).getByRole('button');
  await times.first().waitFor();
  await times.first().click();
  await update.getByRole('status').getByText('Added to the schedule').waitFor();
  await update.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByText('0 not scheduled').waitFor();

  await opened(page, 'Ben Ito').getByRole('button', { name: 'Edit Student' }).click();
  await dialog.getByRole('radio', { name: '45 min' }).click();
  await save.click();
  await update.getByRole('button', { name: 'Full Re-optimization' }).click();
  await page.getByRole('button', { name: 'View reports' }).waitFor();
  await page.getByText('Pending', { exact: true }).waitFor();
  expect(await leave()).toEqual([]);
});
