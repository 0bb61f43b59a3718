import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { clickCounter } from './clicks.ts';
import { phone, teacher } from './person.ts';
import { send } from './send.ts';
import { takeUp } from './toast-steps.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const said = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).first().waitFor();

/** A studio with families that pay 80.00 a month; the last one has no address. */
const families = async (page: Page, count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let i = 1; i <= count; i += 1) {
    const { body } = await send(page, 'POST', '/api/students', {
      firstName: 'Kim',
      lastName: `Park${i}`,
      address: '78704',
      email: i === count ? null : `park${i}@example.com`,
      paymentType: 'monthly',
      monthlyRate: 80,
    });
    ids.push(z.object({ id: z.string() }).parse(body).id);
  }
  return ids;
};

const listed = z.array(
  z.object({
    invoiceNumber: z.string(),
    status: z.string(),
    mail: z.string().nullable(),
    mailTo: z.string().nullable(),
  }),
);
const invoices = async (page: Page) => listed.parse((await send(page, 'GET', '/api/invoices')).body);

test('a month is billed and sent to nine families in six clicks, and marked as paid in three', async () => {
  const { page, leave } = await teacher();
  await families(page, 9);
  await page.goto('/students?tab=invoices');
  const { click, clicks } = clickCounter();
  await click(page.getByRole('tab', { name: 'Create New Invoice' }));
  await click(page.getByRole('button', { name: 'Select All', exact: true }));
  await click(button(page, 'Continue'));
  await click(button(page, 'Create 9 invoices'));
  await button(page, '$720.00 in drafts 9 invoices').waitFor();
  await click(button(page, 'Send all 9'));
  const sending = page.getByRole('dialog', { name: 'Send 9 Invoices' });
  expect(await sending.getByLabel('Who is it from?').inputValue()).toBe('Dana');
  expect(await sending.getByLabel(/^Email address for Kim Park1, /).inputValue()).toBe('park1@example.com');
  await sending.getByText('One has no address: type it, or it is left out.').waitFor();
  await button(page, 'Send 8 emails').waitFor();
  await sending.getByLabel(/^Email address for Kim Park9, /).fill('park9');
  await sending.getByText('Please enter a valid email address.').waitFor();
  expect(await button(page, 'Send 9 emails').isDisabled()).toBe(true);
  await sending.getByLabel(/^Email address for Kim Park9, /).fill('park9@example.com');
  await click(button(page, 'Send 9 emails'));
  await said(page, 'Prepared for 9 families');
  await said(page, 'This server sends no mail.');
  expect(clicks()).toBeLessThanOrEqual(6);
  await sending.waitFor({ state: 'detached' });
  await expect.poll(async () => (await invoices(page)).filter(({ status }) => status === 'sent').length).toBe(9);
  expect((await invoices(page)).map(({ mailTo }) => mailTo)).toContain('park9@example.com');

  const paying = clickCounter();
  await page.goto('/students?tab=invoices');
  await button(page, '$720.00 outstanding 9 invoices').waitFor();
  await paying.click(page.getByRole('checkbox', { name: 'Select all invoices' }));
  await paying.click(button(page, 'Mark as paid'));
  await said(page, '9 invoices marked as paid');
  expect(paying.clicks()).toBeLessThanOrEqual(3);
  await button(page, '$720.00 paid 9 invoices').waitFor();
  await takeUp(page, 'Undo');
  await button(page, '$720.00 outstanding 9 invoices').waitFor();
  expect(await leave()).toEqual([]);
});

test('ticked invoices are deleted after a question and brought back by one undo, and what fails is named', async () => {
  const { page, leave } = await teacher();
  const ids = await families(page, 3);
  await send(page, 'PATCH', '/api/settings', { studioName: 'Park Strings' });
  await send(page, 'POST', '/api/invoices/generate', {
    billingPeriodStart: '2026-11-01',
    billingPeriodEnd: '2026-11-30',
    selectedStudentIds: ids,
  });
  await page.goto('/students?tab=invoices');
  for (const name of [/^Select Kim Park1/, /^Select Kim Park2/]) await page.getByRole('checkbox', { name }).check();
  await page.getByText('2 selected').waitFor();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'PDF', exact: true }).click();
  expect((await file).suggestedFilename()).toBe('invoices.pdf');
  await page
    .getByRole('region', { name: 'Actions on the selected invoices' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await page.getByRole('dialog', { name: 'Delete Invoices' }).getByRole('button', { name: 'Delete' }).click();
  await said(page, '2 invoices deleted');
  expect(await invoices(page)).toHaveLength(1);
  await takeUp(page, 'Undo');
  await button(page, /^Kim Park1, INV-/).waitFor();
  expect(await invoices(page)).toHaveLength(3);

  // Another window deletes one while it is ticked here.
  await page.getByRole('checkbox', { name: 'Select all invoices' }).check();
  const gone = await page.getByRole('button', { name: /^Kim Park2, INV-/ }).getAttribute('aria-label');
  const { body } = await send(page, 'GET', '/api/invoices');
  const found = z
    .array(z.object({ id: z.string(), invoiceNumber: z.string() }))
    .parse(body)
    .find(({ invoiceNumber }) => gone?.endsWith(invoiceNumber));
  await send(page, 'DELETE', `/api/invoices/${found?.id}`);
  await button(page, 'Mark as paid').click();
  await said(page, '2 invoices marked as paid');
  await said(page, `${found?.invoiceNumber}: There is no such invoice.`);
  expect(await leave()).toEqual([]);
});

test('on a phone the actions on ticked invoices are at the bottom', async () => {
  const { page, leave } = await teacher(phone);
  const ids = await families(page, 2);
  await send(page, 'POST', '/api/invoices/generate', {
    billingPeriodStart: '2026-11-01',
    billingPeriodEnd: '2026-11-30',
    selectedStudentIds: ids,
  });
  await page.goto('/students?tab=invoices');
  await page.getByRole('checkbox', { name: 'Select all invoices' }).check();
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Mark as paid' }).click();
  await said(page, '2 invoices marked as paid');
  expect(await leave()).toEqual([]);
});
