import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { teacher } from './person.ts';
import { addStudent } from './roster-steps.ts';
import { takeUp } from './toast-steps.ts';
import { austinFamilies } from './vcard-files.ts';

test('a vCard file is chosen, previewed, imported and undone, and its errors are listed', async () => {
  const { page, leave } = await teacher();
  await addStudent(page, 'Lily Tran');
  await page.goto('/students');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import Students from vCards' });
  await dialog.getByRole('button', { name: 'Import students' }).click();
  await page.getByRole('status').getByText('No File Selected').waitFor();

  const input = dialog.getByLabel('Choose a vCard file');
  await input.focus();
  await input.setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from('Ruby,Salazar') });
  await dialog.getByRole('alert').getByText('This is not a vCard file: no card begins in it.').waitFor();
  await dialog.getByLabel('Choose a vCard file').setInputFiles(austinFamilies);
  const rows = dialog.getByRole('list', { name: 'Cards in this file' }).getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(13);
  // A browser renders rows of a list that it has not shown yet later.
  await rows.nth(0).getByText('Card 8: A name is required.').waitFor();
  await rows.nth(1).getByText('New, the name is known').waitFor();

  await dialog.getByRole('button', { name: 'Import 12 students' }).click();
  await dialog.getByText('12 students imported. 1 card could not be imported.').waitFor();
  expect(await dialog.getByRole('list', { name: 'Cards that could not be imported' }).innerText()).toMatch(
    /Card 8\s+A name is required\./,
  );
  await dialog.getByRole('button', { name: 'Done' }).click();
  const students = page.getByRole('button', { name: /^Expand/ });
  await expect.poll(() => students.count()).toBe(13);
  await takeUp(page, 'Undo');
  await expect.poll(() => students.count()).toBe(1);
  expect(await leave()).toEqual([]);
});

test('a file is dropped, its duplicates are marked, and the template is a file that can be imported', async () => {
  const { page, leave } = await teacher();
  await page.goto('/students');
  await page.getByRole('button', { name: 'Import from vCards' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import Students from vCards' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download a template' }).click(),
  ]);
  const content = await readFile(await download.path(), 'utf8');
  const dropped = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'students.vcf'));
    return data;
  }, content + content);
  await dialog.dispatchEvent('drop', { dataTransfer: dropped });
  const rows = dialog.getByRole('list', { name: 'Cards in this file' }).getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(4);
  await dialog.getByText('Same name and phone as card 1').first().waitFor();
  await dialog.getByRole('button', { name: 'Import 2 students' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Expand Maya Rivera' }).waitFor();
  expect(await leave()).toEqual([]);
});
