import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { phone, teacher } from './person.ts';
import { send } from './send.ts';
import { takeUp } from './toast-steps.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });
const said = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).first().waitFor();
const balance = (page: Page, words: string) =>
  page.getByRole('main').getByText(words, { exact: true }).first().waitFor();

const file = {
  name: 'ContactList.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'My Music Staff Family ID,Name,Phone,Parent Contact 1 First Name,Family Balance',
      'fml_1,"Park, Theo",,,−80.00',
      'fml_1,"Park, Mia",,,−80.00',
      'fml_2,"Lindqvist, Ava",,Karin,45.00',
      ',"Osei, Daniel",(512) 555-0137,,',
      ',"Osei, Grace",(512) 555-0137,,0.00',
    ].join('\n'),
  ),
};

test.for([
  ['a desk', {}],
  ['a phone', phone],
] as const)('on %s, a studio moves in with its balances, bills a family and is paid a part', async ([, device]) => {
  const { page, leave } = await teacher(device);
  await send(page, 'PATCH', '/api/settings', { studioName: 'Whitfield Strings' });

  await page.goto('/students?import=families');
  const importing = dialog(page, 'Import families and balances');
  await importing.getByLabel('Choose a CSV file').setInputFiles(file);
  await importing.getByRole('button', { name: 'Import 5 students' }).click();
  await importing.getByText('The import is finished.').waitFor();
  await importing.getByRole('button', { name: 'Done' }).click();

  const suggestion = page.getByRole('region', { name: 'Suggestion' });
  await suggestion.getByText('Are Daniel and Grace Osei one family?').waitFor();
  await suggestion.getByRole('button', { name: 'Make a family' }).click();
  await said(page, 'Osei family made');
  await suggestion.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Account of the Park family' }).click();
  await balance(page, 'Owes $80.00');

  await button(page, 'More actions').click();
  await item(page, 'Add charge').click();
  const charge = dialog(page, 'Add charge');
  await charge.getByLabel('Description').fill('Piano Adventures 3A');
  await charge.getByLabel('Amount').fill('18.50');
  await charge.getByRole('button', { name: 'Save' }).click();
  await button(page, 'Invoice now').click();
  await button(page, 'Invoice now').waitFor({ state: 'detached' });
  const account = page.url();
  await page.goto('/students?tab=invoices');
  await button(page, /^Actions for INV-/).click();
  await item(page, 'Mark as sent').click();
  await said(page, 'Marked as sent');

  await button(page, /^Actions for INV-/).click();
  await item(page, 'Record payment').click();
  const form = dialog(page, 'Record payment');
  await form.getByText('Park family, owes $98.50').waitFor();
  await form.getByLabel('Amount').fill('10');
  await form.getByRole('button', { name: 'Record $10.00' }).click();
  await said(page, '$10.00 recorded');
  await page.getByText('Partly paid').first().waitFor();
  await page.goto(account);
  await balance(page, 'Owes $88.50');

  await button(page, 'More actions').click();
  await item(page, 'Statement').click();
  const statement = dialog(page, 'Statement');
  await statement.getByText('Closing balance').waitFor();
  await statement.getByText('Owes $88.50').first().waitFor();
  const paper = page.waitForEvent('download');
  await statement.getByRole('button', { name: 'PDF' }).click();
  expect((await paper).suggestedFilename()).toMatch(/^statement-Park-family-.*\.pdf$/);
  await statement.getByRole('button', { name: 'Close' }).click();

  await button(page, /^Actions for Payment, /).click();
  await item(page, 'Void payment').click();
  await dialog(page, 'Void payment?').getByRole('button', { name: 'Void payment' }).click();
  await balance(page, 'Owes $98.50');
  await takeUp(page, 'Undo');
  await balance(page, 'Owes $88.50');
  expect(await leave()).toEqual([]);
});
