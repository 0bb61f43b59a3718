import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { clickCounter } from './clicks.ts';
import { axeFindings, overflows } from './page-checks.ts';
import { dark, phone, teacher } from './person.ts';
import { addStudent } from './roster-steps.ts';
import { takeUp } from './toast-steps.ts';

const listed = [
  'Family ID,Name,Parent Contact 1 First Name,Family Balance',
  'fml_1,"Park, Theo",,−80.00',
  'fml_1,"Park, Mia",,−80.00',
  'fml_2,"Lindqvist, Ava",Karin,45.00',
  ',"Ito, Ben",,0.00',
];
const file = (lines: readonly string[]) => ({
  name: 'ContactList.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
});
const fromMyMusicStaff = file(listed.with(0, `My Music Staff ${listed[0]}`));

const start = async (page: Page) => {
  await addStudent(page, 'Lily Tran');
  await page.goto('/students');
  const dialog = page.getByRole('dialog', { name: 'Import families and balances' });
  return {
    dialog,
    rows: dialog.getByRole('list', { name: 'Rows of this file' }).getByRole('listitem'),
    students: page.getByRole('button', { name: /^Expand/ }),
  };
};

test('families and balances are imported in four clicks, listed as done, and undone', async () => {
  const { page, leave } = await teacher();
  const { dialog, rows, students } = await start(page);
  const { click, clicks } = clickCounter();
  await click(page.getByRole('button', { name: 'Import', exact: true }));
  await click(page.getByRole('button', { name: /^Families and balances \(CSV\)/ }));
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), click(dialog.getByText('Choose a file'))]);
  await chooser.setFiles(fromMyMusicStaff);
  await dialog.getByText('Nothing is imported yet.').waitFor();
  await expect.poll(() => rows.count()).toBe(4);
  expect(await dialog.getByRole('radio', { name: 'The family owes' }).isChecked()).toBe(true);
  await click(dialog.getByRole('button', { name: 'Import 4 students' }));
  await dialog.getByText('The import is finished.').waitFor();
  expect(clicks()).toBe(4);

  await page.getByRole('status').getByText('4 students, 2 families and 2 balances imported').waitFor();
  expect(await rows.allInnerTexts()).toEqual([
    expect.stringMatching(/Theo Park[^]*Owes \$80\.00[^]*Imported\s+New family, 2 students/),
    expect.stringMatching(/Mia Park[^]*Owes \$80\.00[^]*Imported/),
    expect.stringMatching(/Ava Lindqvist[^]*Credit \$45\.00[^]*Imported/),
    expect.stringMatching(/Ben Ito[^]*Settled[^]*Imported/),
  ]);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => students.count()).toBe(5);
  await page.getByText('Owes $80.00').first().waitFor();
  await takeUp(page, 'Undo');
  await expect.poll(() => students.count()).toBe(1);
  expect(await leave()).toEqual([]);
});

test('what a file does not say is asked before it can be imported, on a phone', async () => {
  const { page, leave } = await teacher({ ...phone, ...dark });
  const { dialog, rows } = await start(page);
  await page.goto('/students?import=families');
  await dialog.getByRole('button', { name: 'Import families' }).click();
  await dialog.getByRole('alert').getByText('Please select a CSV file to import.').waitFor();
  const others = ['Code,Who,Family Balance', 'fml_1,Theo Park,−80.00', 'fml_2,Mia Cole,12O'];
  await dialog.getByLabel('Choose a CSV file').setInputFiles(file(others));
  const names = dialog.getByRole('button', { name: 'Who Not used' });
  await names.click();
  await page.getByRole('option', { name: 'Name', exact: true }).click();
  const submit = dialog.getByRole('button', { name: 'Import 1 student' });
  await dialog.getByText('Choose what a balance below zero means.').first().waitFor();
  expect(await submit.isDisabled()).toBe(true);
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByText('The family has credit').click();
  await expect.poll(() => submit.isEnabled()).toBe(true);
  await rows.nth(0).getByText('Row 3: “12O” is not an amount.').waitFor();
  await rows.nth(1).getByText('Credit $80.00').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await overflows(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Leave Theo Park out' }).click();
  await dialog.getByRole('button', { name: 'Nothing new' }).waitFor();
  await rows.nth(1).getByText('Left out').waitFor();
  await dialog.getByRole('button', { name: 'Take Theo Park in again' }).click();
  await submit.click();
  await dialog.getByText('Not imported').first().waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  expect(await leave()).toEqual([]);
});
