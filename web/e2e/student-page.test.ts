import { expect, test } from 'vitest';
import { enter, lessonStudio } from './lesson-studio.ts';
import { overflows } from './page-checks.ts';
import { phone, teacher } from './person.ts';
import { addStudent, addTeacher } from './roster-steps.ts';
import { send } from './send.ts';

const notes = 'Lockbox 4711.\nAllergic to cats.';

test('a student’s page has what there is of one student, and notes of its own', async () => {
  const { page, leave } = await teacher();
  const studio = await lessonStudio(page);
  const { ann, dana, tuesday } = studio;
  await send(page, 'PUT', `/api/students/${ann.id}/teacher`, { teacherId: dana.id });
  await send(page, 'PUT', `/api/students/${ann.id}`, { phone: '(512) 555-0142', email: 'lee@example.com' });
  const lesson = await enter(page, studio, ann, { startTime: '16:00' });
  await send(page, 'PUT', `/api/lessons/${lesson}`, { notes: 'Minuet in G' });

  await page.goto('/students');
  await page.getByRole('link', { name: 'Ann Lee' }).click();
  await page.getByRole('heading', { name: 'Ann Lee', level: 1 }).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/students/${ann.id}`);
  const href = (name: string) => page.getByRole('link', { name, exact: true }).getAttribute('href');
  expect([await href('Call'), await href('Text'), await href('Email')]).toEqual([
    'tel:5125550142',
    'sms:5125550142',
    'mailto:lee@example.com',
  ]);
  expect(await href('Map')).toContain('destination=1905');
  const ahead = page.getByRole('region', { name: 'Lessons to come' });
  await ahead.getByText('Minuet in G').first().waitFor();
  const [first] = await ahead.getByRole('link').all();
  expect(await first?.getAttribute('href')).toContain(`day=${tuesday}`);

  await page.getByRole('button', { name: 'Add notes' }).click();
  await page.getByRole('textbox', { name: 'Your notes' }).fill(notes);
  await page.getByRole('button', { name: 'Save Notes' }).click();
  const own = page.getByRole('region', { name: 'Your notes' });
  await own.getByText('Allergic to cats.').waitFor();
  await page.getByRole('region', { name: 'History' }).getByText('Changed the notes of Ann Lee').waitFor();
  await page.keyboard.press('Control+z');
  await own.getByText('Allergic to cats.').waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'More for Ann Lee' }).click();
  await page.getByRole('menuitem', { name: 'Set Rate' }).click();
  await page.getByLabel('Rate per lesson').fill('55');
  await page.getByRole('dialog').getByRole('button', { name: 'Set Rate' }).click();
  await page.getByText('$55.00 per lesson').waitFor();
  expect(await leave()).toEqual([]);
});

test('a deleted student’s page says so and brings the student back; one that never was says that', async () => {
  const { page, leave } = await teacher({ ...phone });
  const { id } = await addStudent(page, 'Ben Ito');
  await page.goto(`/students/${id}`);
  await page.getByRole('heading', { name: 'Ben Ito', level: 1 }).waitFor();
  expect(await overflows(page)).toEqual([]);
  await send(page, 'DELETE', `/api/students/${id}`);
  await page.reload();
  await page.getByRole('heading', { name: 'Ben Ito was deleted' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('heading', { name: 'Ben Ito', level: 1, exact: true }).waitFor();
  await page.goto('/students/nobody');
  await page.getByRole('heading', { name: 'There is no such student' }).waitFor();
  expect(await leave()).toEqual([]);
});

test('heads sort the list of students, and figures show those who lack something', async () => {
  const { page, leave } = await teacher();
  const marcus = await addTeacher(page, 'Marcus Bell');
  const ben = await addStudent(page, 'Ben Ito');
  const ava = await addStudent(page, 'Ava Lindqvist');
  const cy = await addStudent(page, 'Cy Moss');
  await send(page, 'PUT', `/api/students/${cy.id}/teacher`, { teacherId: marcus.id });
  await send(page, 'POST', '/api/students/assign-standard-availability', { studentIds: [ben.id] });
  await send(page, 'POST', '/api/students/set-rate', {
    studentIds: [ben.id, ava.id],
    paymentType: 'per_lesson',
    rate: 50,
  });
  await page.goto('/students');
  const expectNames = async (...names: string[]): Promise<void> =>
    await expect
      .poll(() =>
        page
          .getByRole('list', { name: 'Students' })
          .getByRole('link')
          .evaluateAll((links) => links.map((link) => link.textContent)),
      )
      .toEqual(names);
  await expectNames('Ava Lindqvist', 'Ben Ito', 'Cy Moss');
  await page.getByRole('button', { name: /^Sort by Student/ }).click();
  await expectNames('Cy Moss', 'Ben Ito', 'Ava Lindqvist');
  await page.reload();
  await expectNames('Cy Moss', 'Ben Ito', 'Ava Lindqvist');
  await page.getByRole('button', { name: 'Sort by Teacher' }).click();
  await expectNames('Cy Moss', 'Ava Lindqvist', 'Ben Ito');
  await page.getByRole('button', { name: 'No times 2' }).click();
  await expectNames('Cy Moss', 'Ava Lindqvist');
  await page.getByRole('button', { name: 'No rate 1' }).click();
  await expectNames('Cy Moss');
  await page.getByRole('button', { name: 'No times 2' }).click();
  await page.getByRole('button', { name: 'No rate 1' }).click();
  await page.getByRole('button', { name: 'No teacher 2' }).click();
  await expectNames('Ava Lindqvist', 'Ben Ito');
  await page.getByRole('link', { name: '2 not scheduled' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('lesson')).toBe('none');

  await page.getByRole('checkbox', { name: 'Select all students' }).check();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Set Length' }).click();
  await page.getByRole('radio', { name: '60 min' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Set Length' }).click();
  await page.getByText('2 students set to 60 min').waitFor();
  await expect.poll(() => page.getByText('60 min', { exact: true }).count()).toBe(2);
  expect(await leave()).toEqual([]);
});
