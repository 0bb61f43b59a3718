import type { AccountRow } from '@rondo/contracts/api/payer-accounts.ts';
import type { Household } from '@rondo/contracts/api/people/households.ts';
import { z } from 'zod';
import { send } from '../send.ts';
import { editStudent, opened } from '../roster-steps.ts';
import { button, comeNear, dialog, fail, skeletons, stall, type Scene, type Stage } from './stage.ts';

const longest = 'Maximiliana Featherstonehaugh-Oyelaran';

const students = async ({ page }: Stage): Promise<void> => {
  await page.goto('/students');
  await button(page, 'Expand Ben Ito').waitFor();
  await comeNear(page, longest);
};

const teachers = async ({ page }: Stage): Promise<void> => {
  await page.goto('/teachers');
  await button(page, 'Expand Dana Whitfield').click();
  await opened(page, 'Dana Whitfield').getByText('What the times mean').waitFor();
};

const studentScenes: readonly Scene[] = [
  {
    name: 'students-empty',
    of: 'newcomer',
    show: async ({ page }) => {
      await page.goto('/students');
      await page.getByText('No students yet').waitFor();
    },
  },
  { name: 'students', of: 'studio', show: students },
  {
    name: 'students-who-owe',
    of: 'studio',
    show: async ({ page }) => {
      const students = z.array(z.object({ id: z.string() })).parse((await send(page, 'GET', '/api/students')).body);
      const [one = '', two = '', alone = ''] = students.map(({ id }) => id);
      const household = {
        id: 'family',
        name: 'Featherstonehaugh-Oyelaran and Nakamura-Hughes family',
        address: null,
        city: null,
        zipCode: null,
        contacts: [],
        studentIds: [one, two],
        formerStudentIds: [],
        createdAt: '2026-07-01T15:00:00.000000Z',
        revision: '3',
      } satisfies Household;
      const account = (id: string, balance: number, pastDue: number): AccountRow => ({
        payer: { type: id === household.id ? 'household' : 'student', id, name: household.name },
        students: [],
        currency: 'USD',
        balance,
        inWords: `Owes $${balance.toFixed(2)}`,
        open: balance,
        credit: 0,
        pastDue,
        oldestDue: '2026-10-14',
        waiting: 0,
        aging: { notDue: balance, days1to30: 0, days31to60: 0, days61to90: 0, over90: 0 },
        lastPayment: null,
        others: [],
      });
      const accounts = [account('family', 11_378.5, 0), account(alone, 525, 225)];
      await page.route('**/api/households', (route) => route.fulfill({ json: [household] }));
      await page.route('**/api/accounts', (route) => route.fulfill({ json: accounts }));
      await page.route('**/api/students', async (route) => {
        const response = await route.fetch();
        const rows = z.array(z.looseObject({ id: z.string() })).parse(await response.json());
        const isMember = (id: string): boolean => household.studentIds.includes(id);
        await route.fulfill({
          response,
          json: rows.map((row) => (isMember(row.id) ? { ...row, householdId: household.id } : row)),
        });
      });
      await page.goto('/students?account=owes');
      await page.getByRole('link', { name: /^Account of / }).waitFor();
    },
  },
  {
    name: 'students-loading',
    of: 'studio',
    show: async ({ page }) => {
      await stall(page, '**/api/students');
      await page.goto('/students');
      await page.getByText('Loading students').waitFor({ state: 'attached' });
      await skeletons(page);
    },
  },
  {
    name: 'students-failed',
    of: 'studio',
    show: async ({ page }) => {
      await fail(page, '**/api/students');
      await page.goto('/students');
      await button(page, 'Retry').waitFor();
    },
  },
  {
    name: 'student-open',
    of: 'studio',
    show: async (stage) => {
      await students(stage);
      await button(stage.page, `Expand ${longest}`).click();
      await opened(stage.page, longest).getByText('approximate').waitFor();
    },
  },
  {
    name: 'student-page',
    of: 'studio',
    show: async (stage) => {
      const { page } = stage;
      await students(stage);
      await page.getByRole('link', { name: longest }).click();
      await page.getByRole('region', { name: 'History' }).getByRole('listitem').first().waitFor();
    },
  },
  {
    name: 'student-never-there',
    of: 'studio',
    show: async ({ page }) => {
      await page.goto('/students/nobody');
      await page.getByRole('heading', { name: 'There is no such student' }).waitFor();
    },
  },
  {
    name: 'students-without-times',
    of: 'studio',
    show: async ({ page }) => {
      await page.goto('/students?times=none&sort=-lesson');
      await button(page, 'No times').first().waitFor();
    },
  },
  {
    name: 'student-rates',
    of: 'studio',
    inWindow: true,
    show: async (stage) => {
      await students(stage);
      await stage.page.getByRole('checkbox', { name: 'Select Ben Ito' }).check();
      await button(stage.page, 'More actions').click();
      await stage.page.getByRole('menuitem', { name: 'Set Rate' }).click();
      await dialog(stage.page, 'Set Rate').waitFor();
    },
  },
  {
    name: 'students-map',
    of: 'studio',
    inWindow: true,
    show: async ({ page }) => {
      await page.goto('/students?map=shown');
      await page.getByRole('button', { name: /^\d{5} · \d+ students: .*Charlotte Nakamura-Hughes/ }).click();
      await page.getByRole('region', { name: /^\d+ students in / }).waitFor();
      await page.getByRole('figure').getByRole('button', { name: 'Charlotte Nakamura-Hughes', exact: true }).click();
      await page.getByRole('region', { name: 'Charlotte Nakamura-Hughes' }).waitFor();
    },
  },
  {
    name: 'student-place',
    of: 'studio',
    inWindow: true,
    show: async (stage) => {
      await students(stage);
      await button(stage.page, `Expand ${longest}`).click();
      await opened(stage.page, longest).getByRole('button', { name: 'Place on the map' }).click();
      await dialog(stage.page, 'Place on the map')
        .getByRole('button', { name: /^Pin for/ })
        .press('ArrowRight');
      await stage.page.getByText(/ mi east of /).waitFor();
    },
  },
  {
    name: 'student-add',
    of: 'studio',
    inWindow: true,
    show: async ({ page }) => {
      await page.goto('/students?edit=new');
      await dialog(page, 'Add Student').getByRole('button', { name: 'Add Student' }).click();
      await page.getByText('Address is required.').waitFor();
    },
  },
  {
    name: 'student-address',
    of: 'studio',
    inWindow: true,
    show: async ({ page }) => {
      await page.goto('/students?edit=new');
      await page.getByRole('combobox', { name: 'Address' }).pressSequentially('1905 S 5th St, Aus');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'student-edit',
    of: 'studio',
    inWindow: true,
    show: async (stage) => {
      await students(stage);
      const form = await editStudent(stage.page, longest);
      await form.dialog.getByRole('button', { name: 'Add a window on Tuesday' }).click();
      await form.dialog.getByLabel('Tuesday from').fill('21:00');
      await form.dialog.getByLabel('Tuesday to').fill('20:00');
      await form.dialog.getByLabel('Tuesday to').blur();
      await form.dialog.getByText('End time must be after start time.').waitFor();
    },
  },
  {
    name: 'student-discard',
    of: 'studio',
    inWindow: true,
    show: async (stage) => {
      await students(stage);
      const form = await editStudent(stage.page, longest);
      await form.dialog.getByLabel('Phone').fill('(512) 555-0115');
      await stage.page.goBack();
      await dialog(stage.page, 'Discard your changes?').waitFor();
    },
  },
  {
    name: 'student-delete',
    of: 'studio',
    inWindow: true,
    show: async (stage) => {
      await students(stage);
      await button(stage.page, `Expand ${longest}`).click();
      await opened(stage.page, longest).getByRole('button', { name: 'Delete' }).click();
      await dialog(stage.page, 'Delete Student?').waitFor();
    },
  },
  {
    name: 'students-selected',
    of: 'studio',
    inWindow: true,
    show: async (stage) => {
      await students(stage);
      await button(stage.page, 'Expand Ben Ito').click();
      await opened(stage.page, 'Ben Ito').getByText('Lesson duration').waitFor();
      for (const name of ['Ava Lindqvist', 'Kai Brandt', longest])
        await stage.page.getByRole('checkbox', { name: `Select ${name}` }).click();
      await stage.page.getByText('3 selected').first().waitFor();
    },
  },
  {
    name: 'students-assign',
    of: 'studio',
    inWindow: true,
    show: async (stage) => {
      await students(stage);
      await stage.page.getByRole('checkbox', { name: 'Select all students' }).click();
      await button(stage.page, 'Assign Teachers').click();
      const form = dialog(stage.page, 'Assign Teachers to Students');
      await form.getByRole('checkbox', { name: 'Marcus Bell' }).click();
      await form.getByText('1 teacher').waitFor();
    },
  },
  {
    name: 'schedule-update',
    of: 'studio',
    inWindow: true,
    show: async (stage) => {
      await students(stage);
      const form = await editStudent(stage.page, 'Kai Brandt');
      const long = form.dialog.getByRole('radio', { name: '60 min' });
      await ((await long.isChecked()) ? form.dialog.getByRole('radio', { name: '45 min' }) : long).click();
      await form.save.click();
      await dialog(stage.page, 'Update Schedule').waitFor();
    },
  },
  {
    name: 'schedule-update-times',
    of: 'studio',
    inWindow: true,
    show: async (stage) => {
      await students(stage);
      const form = await editStudent(stage.page, longest);
      const long = form.dialog.getByRole('radio', { name: '60 min' });
      await ((await long.isChecked()) ? form.dialog.getByRole('radio', { name: '45 min' }) : long).click();
      await form.save.click();
      const update = dialog(stage.page, 'Update Schedule');
      await update.getByRole('button', { name: 'Add to Current Schedule' }).click();
      await update.getByRole('button', { name: 'Choose a time myself' }).waitFor();
    },
  },
];

const teacherScenes: readonly Scene[] = [
  {
    name: 'teachers-empty',
    of: 'newcomer',
    show: async ({ page }) => {
      await page.goto('/teachers');
      await page.getByText('No teachers yet').waitFor();
    },
  },
  { name: 'teachers', of: 'studio', show: teachers },
  {
    name: 'teachers-clear',
    of: 'studio',
    inWindow: true,
    show: async (stage) => {
      await teachers(stage);
      await stage.page.getByRole('checkbox', { name: 'Select all teachers' }).click();
      await button(stage.page, 'Clear Times').click();
      await dialog(stage.page, 'Clear Times?').waitFor();
    },
  },
  {
    name: 'teacher-add',
    of: 'studio',
    inWindow: true,
    show: async ({ page }) => {
      await page.goto('/teachers?edit=new');
      await dialog(page, 'Add Teacher').getByRole('button', { name: 'Add Teacher' }).click();
      await page.getByText('Name is required.').waitFor();
    },
  },
  {
    name: 'teacher-edit',
    of: 'studio',
    inWindow: true,
    show: async (stage) => {
      await teachers(stage);
      await button(stage.page, 'Edit Teacher').click();
      await dialog(stage.page, 'Edit Teacher').waitFor();
    },
  },
  {
    name: 'teacher-delete',
    of: 'studio',
    inWindow: true,
    show: async (stage) => {
      await teachers(stage);
      await opened(stage.page, 'Dana Whitfield').getByRole('button', { name: 'Delete' }).click();
      await dialog(stage.page, 'Delete Teacher?').waitFor();
    },
  },
];

/** Students and teachers, with their forms and confirmations. */
export const rosterScenes: readonly Scene[] = [...studentScenes, ...teacherScenes];
