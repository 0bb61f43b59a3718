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

test('an email is typed on the form, shown on the card, and brought by a card of someone who has none', async () => {
  const { page, leave } = await teacher();
  await addStudent(page, 'Leo Vance');
  const cards = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    'N:Vance;Leo;;;',
    'TEL:(512) 555-0177',
    'EMAIL:vance@example.com',
    'END:VCARD',
  ];
  const file = { name: 'leo.vcf', mimeType: 'text/vcard', buffer: Buffer.from(`${cards.join('\r\n')}\r\n`) };
  await page.goto('/students');
  await page.getByRole('button', { name: 'Expand Leo Vance' }).click();
  await page.getByRole('button', { name: 'Edit Student' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Student' });
  await form.getByLabel('Phone').fill('512 555 0177');
  await form.getByLabel('Email').fill('leo at home');
  await form.getByLabel('Phone').focus();
  await form.getByText('Please enter a valid email address.').waitFor();
  await form.getByLabel('Email').fill('');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await form.waitFor({ state: 'detached' });

  await page.goto('/students?import=vcards');
  const dialog = page.getByRole('dialog', { name: 'Import Students from vCards' });
  await dialog.getByLabel('Choose a vCard file').setInputFiles(file);
  await dialog.getByText('Already here: add email vance@example.com').waitFor();
  const choice = dialog.getByRole('checkbox', { name: /^Add the email to students who are already here/ });
  await choice.uncheck();
  await dialog.getByText('Already here, left out').first().waitFor();
  expect(await dialog.getByRole('button', { name: 'No new students' }).isDisabled()).toBe(true);
  await choice.check();
  await dialog.getByRole('button', { name: 'Add 1 email' }).click();
  await page.getByRole('status').getByText('1 email added').waitFor();
  await page.getByRole('button', { name: 'Expand Leo Vance' }).click();
  const mail = page.getByRole('link', { name: 'vance@example.com' });
  expect(await mail.getAttribute('href')).toBe('mailto:vance@example.com');
  await takeUp(page, 'Undo');
  await mail.waitFor({ state: 'detached' });
  expect(await leave()).toEqual([]);
});
