import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { firstDayOf, lastDayOf, monthOf } from '@rondo/contracts/calendar/months.ts';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { clickCounter } from './clicks.ts';
import { axeFindings, overflows } from './page-checks.ts';
import { phone, teacher } from './person.ts';
import { send } from './send.ts';
import { takeUp } from './toast-steps.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });
const said = (page: Page, text: string | RegExp) =>
  page.getByRole('status').getByText(text, { exact: true }).first().waitFor();

const created = z.object({ id: z.string() });
const opened = z.object({ lines: z.array(created) });
const row = z.object({ id: z.string(), invoiceNumber: z.string() });

/** Bills a student for a month and marks the invoice as sent. @returns its number */
const sendInvoice = async (page: Page, studentId: string, month: string): Promise<string> => {
  const { body, text } = await send(page, 'POST', '/api/invoices/generate', {
    billingPeriodStart: firstDayOf(month),
    billingPeriodEnd: lastDayOf(month),
    selectedStudentIds: [studentId],
  });
  if (!Array.isArray(body)) throw new Error(text);
  const [invoice] = z.array(row).parse(body);
  if (!invoice) throw new Error('Nothing was billed.');
  await send(page, 'PUT', `/api/invoices/${invoice.id}/status`, { status: 'sent' });
  return invoice.invoiceNumber;
};

/** A student who pays by the month, with an invoice for this month that was sent. */
const billed = async (page: Page, monthlyRate: number) => {
  const { today } = z.object({ today: z.string() }).parse((await send(page, 'GET', '/api/user')).body);
  const student = { firstName: 'Mia', lastName: 'Park', address: '78704', paymentType: 'monthly', monthlyRate };
  const { id } = created.parse((await send(page, 'POST', '/api/students', student)).body);
  const nextMonth = monthOf(addDays(lastDayOf(monthOf(today)), 1));
  const first = await sendInvoice(page, id, monthOf(today));
  return { id, today, nextMonth, first, account: `/students/accounts/${id}` };
};

const balance = (page: Page, words: string) =>
  page.getByRole('main').getByText(words, { exact: true }).first().waitFor();

test('a payment is recorded in three clicks from the list, and taken back', async () => {
  const { page, leave } = await teacher();
  const { first } = await billed(page, 178.5);
  await page.goto('/students?tab=invoices');
  await button(page, '$178.50 outstanding 1 invoice').waitFor();
  const { click, clicks } = clickCounter();
  await click(button(page, `Actions for ${first}`));
  await click(item(page, 'Record payment'));
  await click(button(page, 'Record $178.50'));
  expect(clicks()).toBe(3);
  await said(page, '$178.50 recorded');
  await said(page, `Mia Park: ${first}`);
  await button(page, '$178.50 paid 1 invoice').waitFor();
  await takeUp(page, 'Undo');
  await button(page, '$178.50 outstanding 1 invoice').waitFor();
  expect(await leave()).toEqual([]);
});

test('a payment is recorded by keyboard alone, and the list, the invoice and the account say what is open', async () => {
  const { page, leave } = await teacher();
  const { first, id } = await billed(page, 178.5);
  await page.goto('/students?tab=invoices');
  const dots = button(page, `Actions for ${first}`);
  await dots.focus();
  await page.keyboard.press('Enter');
  await item(page, 'Record payment').waitFor();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  const form = dialog(page, 'Record payment');
  await form.getByText('Mia Park, owes $178.50').waitFor();
  await expect.poll(() => form.getByLabel('Amount').evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await page.getByText('Partly paid').count()).toBe(0);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('100');
  await form.getByText('Leaves $78.50 open').waitFor();
  await page.keyboard.press('Enter');
  await said(page, '$100.00 recorded');

  await page.getByText('Partly paid').first().waitFor();
  await page.getByText('Paid $100.00').waitFor();
  await button(page, '$100.00 paid 1 in part').waitFor();
  await button(page, '$78.50 outstanding 1 invoice').waitFor();
  await button(page, `Mia Park, ${first}`).click();
  const drawer = dialog(page, 'Mia Park');
  await drawer.getByText('$78.50 open').waitFor();
  await drawer.getByRole('region', { name: 'Payments' }).getByRole('link', { name: 'Payment, check' }).click();
  await page.waitForURL(`**/students/accounts/${id}`);
  await balance(page, 'Owes $78.50');
  await page.getByRole('link', { name: 'Students', exact: true }).first().waitFor();
  const lines = page.getByRole('region', { name: 'Account' }).getByRole('listitem');
  expect(await lines.allTextContents()).toEqual([
    expect.stringContaining('Owes 78.50'),
    expect.stringContaining('Owes 178.50'),
  ]);
  expect(await leave()).toEqual([]);
});

test('a payment is voided after a question that names what opens again, and comes back', async () => {
  const { page, leave } = await teacher();
  const { id, today, nextMonth, account, first } = await billed(page, 150);
  const second = await sendInvoice(page, id, nextMonth);
  await send(page, 'POST', '/api/payments', { payerId: id, date: today, amount: 200, method: 'zelle' });
  await page.goto(account);
  await balance(page, 'Owes $100.00');
  await button(page, /^Actions for Payment, Zelle, /).click();
  await item(page, 'Void payment').click();
  const question = dialog(page, 'Void payment?');
  await question.getByText(`${first} will be open again with $150.00.`).waitFor();
  await question.getByText(`${second} will have $150.00 open.`).waitFor();
  await question.getByRole('button', { name: 'Void payment' }).click();
  await said(page, 'Payment of $200.00 voided');
  await balance(page, 'Owes $300.00');
  await takeUp(page, 'Undo');
  await balance(page, 'Owes $100.00');
  expect(await leave()).toEqual([]);
});

test('a payment is divided by hand, changed and refunded', async () => {
  const { page, leave } = await teacher();
  const { id, nextMonth, account, first } = await billed(page, 150);
  const second = await sendInvoice(page, id, nextMonth);
  await page.goto(account);
  await button(page, 'Record payment').click();
  const form = dialog(page, 'Record payment');
  expect(await form.getByLabel('Amount').inputValue()).toBe('300.00');
  await form.getByLabel('Amount').fill('200');
  await form.getByRole('button', { name: 'Choose invoices' }).click();
  await form.getByRole('checkbox', { name: `Pay ${first}` }).uncheck();
  await form.getByLabel(`Amount for ${second}`).fill('250');
  await form.getByText('The allocations add up to $250.00, more than the $200.00 that there are.').waitFor();
  await form.getByLabel(`Amount for ${second}`).fill('150');
  await form.getByText('The next invoice uses it automatically').waitFor();
  await button(page, 'Record $200.00').click();
  await said(page, `Mia Park: ${second}, $50.00 credit`);

  await page.getByRole('region', { name: 'Credit' }).getByRole('button', { name: 'Apply' }).click();
  await said(page, '$50.00 of credit applied');
  await balance(page, 'Owes $100.00');

  const dots = button(page, /^Actions for Payment, check, /);
  await dots.click();
  await item(page, 'Change').click();
  const change = dialog(page, 'Change payment');
  await change.getByLabel('Amount').fill('250');
  await change.getByLabel('Reference').fill('1042');
  await change.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Payment changed');
  await balance(page, 'Owes $50.00');

  await button(page, /^Actions for Payment, check 1042, /).click();
  await item(page, 'Refund').click();
  const refund = dialog(page, 'Refund payment');
  await refund.getByLabel('Amount').fill('120');
  await button(page, 'Refund $120.00').click();
  await said(page, '$120.00 refunded');
  await balance(page, 'Owes $170.00');
  await button(page, /^Actions for Refund, check, /).click();
  await item(page, 'Void refund').click();
  await dialog(page, 'Void refund?').getByRole('button', { name: 'Void refund' }).click();
  await said(page, 'Refund voided');
  await balance(page, 'Owes $50.00');

  await button(page, /^Actions for Payment, check 1042, /).click();
  await item(page, 'Change what it pays').click();
  const pays = dialog(page, 'Change what it pays');
  await pays.getByLabel(`Amount for ${second}`).fill('100');
  await pays.getByRole('button', { name: 'Save' }).click();
  await said(page, 'What it pays is changed');
  await page.getByRole('region', { name: 'Credit' }).getByText('$50.00', { exact: true }).waitFor();
  await balance(page, 'Owes $50.00');
  expect(await leave()).toEqual([]);
});

test('an invoice that is issued while there is credit says what of it is applied and what is to pay', async () => {
  const { page, leave } = await teacher();
  const { id, today, nextMonth, first } = await billed(page, 150);
  await send(page, 'POST', '/api/payments', { payerId: id, date: today, amount: 180, method: 'cash' });
  const second = await sendInvoice(page, id, nextMonth);
  await page.goto('/students?tab=invoices');
  await page.getByText('Credit $30.00', { exact: true }).waitFor();
  await button(page, '$120.00 outstanding 1 invoice').waitFor();
  await button(page, `Mia Park, ${second}`).click();
  const drawer = dialog(page, 'Mia Park');
  await drawer.getByText('To pay').waitFor();
  expect(await drawer.textContent()).toContain('Credit applied−$30.00To pay$120.00');
  await drawer.getByRole('link', { name: 'Payment, cash' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  const paper = page.locator('[data-print="invoice"]');
  await paper.getByText('Credit applied').waitFor();
  expect(await paper.textContent()).toContain('Credit applied−$30.00To pay$120.00');
  await page.emulateMedia({ media: null });
  await drawer.getByRole('button', { name: 'More actions' }).click();
  await item(page, 'Delete Invoice').click();
  const question = dialog(page, 'Delete Invoice');
  await question.getByText('The $30.00 that paid it becomes credit.').waitFor();
  await question.getByRole('button', { name: 'Delete' }).click();
  await said(page, 'Invoice deleted');
  await page.getByText(/^\$30\.00credit$/).waitFor();
  await button(page, `Mia Park, ${first}`).waitFor();
  expect(await leave()).toEqual([]);
});

test('an opening balance is added, and the statement of a period is a file, on a phone', async () => {
  const { page, leave } = await teacher({ ...phone });
  const student = { firstName: 'Theo', lastName: 'Park', address: '78704' };
  const { id } = created.parse((await send(page, 'POST', '/api/students', student)).body);
  await page.goto(`/students/${id}`);
  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByText('Nothing on this account yet').waitFor();
  await button(page, 'Add opening balance').click();
  const form = dialog(page, 'Add opening balance');
  await form.getByLabel('Amount').fill('80');
  await form.getByLabel('Note').fill('From My Music Staff');
  await form.getByRole('button', { name: 'Save' }).click();
  await said(page, 'Opening balance added');
  await balance(page, 'Owes $80.00');
  expect([...(await axeFindings(page)), ...(await overflows(page))]).toEqual([]);

  // Changed in another window, it is not overwritten.
  await button(page, /^Actions for Opening balance/).click();
  await item(page, 'Change').click();
  const change = dialog(page, 'Change opening balance');
  expect(await change.getByLabel('Note').inputValue()).toBe('From My Music Staff');
  const account = opened.parse((await send(page, 'GET', `/api/accounts/${id}`)).body);
  await send(page, 'PATCH', `/api/opening-balances/${account.lines[0]?.id}`, { amount: 90 });
  await change.getByLabel('Amount').fill('70');
  await change.getByRole('button', { name: 'Save' }).click();
  await change.getByText('This opening balance was changed somewhere else in the meantime.').waitFor();
  await page.keyboard.press('Escape');
  await button(page, 'Discard').click();
  await balance(page, 'Owes $90.00');

  await button(page, 'More actions').click();
  await item(page, 'Statement').click();
  const statement = dialog(page, 'Statement');
  await statement.getByText('Closing balance').waitFor();
  for (const period of ['Last month', 'This year', 'This month'])
    await statement.getByRole('radio', { name: period }).click();
  const file = page.waitForEvent('download');
  await statement.getByRole('button', { name: 'CSV' }).click();
  expect((await file).suggestedFilename()).toMatch(/^statement-Theo-Park-.*\.csv$/);
  expect(await leave()).toEqual([]);
});

test('a statement is mailed in three clicks, and an account is shown as it was, with what was voided since', async () => {
  const { page, leave } = await teacher();
  const { id, today, account } = await billed(page, 178.5);
  await send(page, 'PATCH', '/api/settings', { studioName: 'Whitfield Strings' });
  await send(page, 'PUT', `/api/students/${id}`, { email: 'park@example.com' });
  const paid = { payerId: id, date: today, amount: 100, method: 'check', reference: '1042' };
  const { id: paymentId } = created.parse((await send(page, 'POST', '/api/payments', paid)).body);
  await send(page, 'POST', `/api/payments/${paymentId}/void`, {});
  await page.goto(account);
  await balance(page, 'Owes $178.50');
  await page.getByText('1 voided payment').click();
  await page.getByRole('list', { name: 'Voided payments' }).getByText('Payment, check 1042').waitFor();
  const { click, clicks } = clickCounter();
  await click(button(page, 'Statement'));
  await click(button(page, 'Send statement'));
  await click(dialog(page, 'Send statement').getByRole('button', { name: 'Send', exact: true }));
  expect(clicks()).toBe(3);
  await said(page, 'Prepared for park@example.com');
  await button(page, 'Statement').click();
  await dialog(page, 'Statement')
    .getByRole('region', { name: 'Sent by email' })
    .getByText('park@example.com')
    .waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.goto(`/moment${account}?at=${encodeURIComponent(new Date().toISOString())}`);
  await page.getByRole('heading', { name: 'Mia Park' }).waitFor();
  expect(await button(page, 'Record payment').count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  expect(await leave()).toEqual([]);
});
