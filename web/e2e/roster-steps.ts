import type { Page } from 'playwright';
import { z } from 'zod';
import { send } from './send.ts';

const row = z.object({ id: z.string(), revision: z.string() });
type Row = z.infer<typeof row>;

/** Adds a student before the test begins. */
export const addStudent = async (page: Page, name: string): Promise<Row> => {
  const [firstName, lastName] = name.split(' ');
  const student = { firstName, lastName, address: '4208 Avenue G, Austin, TX 78751' };
  return row.parse((await send(page, 'POST', '/api/students', student)).body);
};

/** Adds a teacher before the test begins. */
export const addTeacher = async (page: Page, name: string, more: object = {}): Promise<Row> => {
  const teacher = { name, phone: '1', email: 'teacher@example.com', ...more };
  return row.parse((await send(page, 'POST', '/api/teachers', teacher)).body);
};

export const students = async (page: Page): Promise<Row[]> =>
  z.array(row).parse((await send(page, 'GET', '/api/students')).body);

/** The details of an expanded row. */
export const opened = (page: Page, name: string) => page.getByRole('region', { name });

/** Expands a student's row and opens the form. */
export const editStudent = async (page: Page, name: string) => {
  await page.getByRole('button', { name: `Expand ${name}` }).click();
  await opened(page, name).getByRole('button', { name: 'Edit Student' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Student' });
  await dialog.waitFor();
  return { dialog, save: dialog.getByRole('button', { name: 'Save Changes' }) };
};
