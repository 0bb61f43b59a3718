import { addDays } from '@rondo/contracts/calendar/dates.ts';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { enter, lessonStudio } from './lesson-studio.ts';
import { teacher } from './person.ts';
import { send } from './send.ts';
import { takeUp } from './toast-steps.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const said = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).first().waitFor();
const choose = async (page: Page, invoice: RegExp, action: string): Promise<void> => {
  await button(page, invoice).click();
  await page.getByRole('menuitem', { name: action }).click();
};

test('invoices are previewed, created, marked as sent, deleted and brought back', async () => {
  const { page, leave } = await teacher();
  const studio = await lessonStudio(page);
  const { ann, ben, monday, tuesday } = studio;
  await send(page, 'PUT', `/api/students/${ann.id}`, { perLessonRate: 55 });
  await enter(page, studio, ann, { startTime: '15:00', date: monday });
  await enter(page, studio, ben, { startTime: '16:00', date: tuesday });

  await page.goto('/students?tab=invoices');
  await page.getByText('No invoices found. Create your first invoice to get started.').waitFor();
  await button(page, 'Create New Invoice').click();
  const next = button(page, 'Continue');
  await page.getByText('of 2 students selected').waitFor();
  expect(await next.isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Select All', exact: true }).click();
  await next.click();
  await page.getByLabel('To', { exact: true }).fill(addDays(monday, 6));
  await page.getByLabel('From', { exact: true }).fill(monday);
  await button(page, 'Create 2 invoices').waitFor();
  const lines = page.getByRole('list', { name: 'Preview' }).getByRole('listitem');
  expect(await lines.first().textContent()).toContain('No rate per lesson is set');
  await lines.first().getByLabel('Rate per lesson of Ben Ito').fill('40');
  await button(page, 'Dates of Ann Lee').click();
  await page.getByRole('list', { name: 'Dates' }).getByText('3:00 – 3:45 PM').waitFor();
  await button(page, 'Set rate').click();
  await page.getByText('$95.00', { exact: true }).waitFor();
  await page.getByText('No rate per lesson is set').waitFor({ state: 'detached' });

  await button(page, 'Back').click();
  await page.getByText('of 2 students selected').waitFor();
  await next.click();
  await button(page, 'Create 2 invoices').click();
  await said(page, '2 invoices created');
  const file = page.waitForEvent('download');
  await page.getByRole('region', { name: 'New invoices' }).getByRole('button', { name: 'Download as one PDF' }).click();
  // The studio has no name yet: it is asked once, and the account's is proposed.
  const from = page.getByRole('dialog', { name: 'Who is it from?' });
  expect(await from.getByLabel('Your name or your studio’s name').inputValue()).toBe('Dana');
  await from.getByRole('button', { name: 'Save and Download' }).click();
  expect((await file).suggestedFilename()).toBe('invoices.pdf');
  const anns = button(page, /^Ann Lee, INV-/);
  await anns.waitFor();
  const number = (await anns.getAttribute('aria-label'))?.replace('Ann Lee, ', '') ?? '';
  await button(page, '$95.00 in drafts 2 invoices').waitFor();
  expect(await button(page, /billed|paid|outstanding|past due/).count()).toBe(0);

  await choose(page, new RegExp(`^Actions for ${number}`), 'Mark as sent');
  await said(page, 'Marked as sent');
  await button(page, '$55.00 outstanding 1 invoice').click();
  await button(page, /^Ben Ito, INV-/).waitFor({ state: 'detached' });
  await button(page, `Actions for ${number}`).click();
  expect(await page.getByRole('menuitem', { name: 'Mark as sent' }).isDisabled()).toBe(true);
  await page.getByRole('menuitem', { name: 'View invoice' }).click();
  const drawer = page.getByRole('dialog', { name: 'Ann Lee' });
  const day = drawer.getByRole('link', { name: /in the calendar$/ });
  expect(await day.getAttribute('href')).toContain(`day=${monday}`);
  await drawer.getByLabel('Notes').fill('Thank you.');
  await drawer.getByRole('button', { name: 'Save notes' }).click();
  await said(page, 'Notes saved');
  await drawer.getByRole('button', { name: 'Send by email' }).click();
  const sending = page.getByRole('dialog', { name: 'Send by Email' });
  await sending.getByLabel('Email address').fill('family');
  await sending.getByRole('button', { name: 'Send', exact: true }).click();
  await sending.getByText('Please enter a valid email address.').waitFor();
  await sending.getByLabel('Email address').fill('family@example.com');
  await sending.getByRole('button', { name: 'Send', exact: true }).click();
  // The server of the tests has no mail server.
  await said(page, 'Prepared for family@example.com');
  await page
    .getByText(/^This server sends no mail\. INV-/)
    .first()
    .waitFor();
  await drawer.getByText('Prepared for family@example.com').waitFor();
  await drawer.getByText('This server sends no email.').waitFor();
  const download = page.waitForEvent('download');
  await drawer.getByRole('button', { name: 'Download PDF' }).click();
  expect((await download).suggestedFilename()).toBe(`${number}.pdf`);
  await drawer.getByRole('button', { name: 'Close' }).click();
  await button(page, '$55.00 outstanding 1 invoice').click();

  await choose(page, new RegExp(`^Actions for (?!${number})`), 'Delete Invoice');
  await page.getByRole('dialog', { name: 'Delete Invoice' }).getByRole('button', { name: 'Delete' }).click();
  await said(page, 'Invoice deleted');
  await button(page, /^Ben Ito, INV-/).waitFor({ state: 'detached' });
  await takeUp(page, 'Undo');
  await button(page, /^Ben Ito, INV-/).waitFor();

  await page.getByRole('tab', { name: 'Create New Invoice' }).click();
  await page.getByText('of 2 students selected').waitFor();
  expect(await next.isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Select All', exact: true }).click();
  await next.click();
  await page.getByLabel('To', { exact: true }).fill(addDays(monday, 6));
  await page.getByLabel('From', { exact: true }).fill(monday);
  await page.getByText('Nothing to invoice: every lesson in this period is already on an invoice.').waitFor();
  await page.getByRole('list', { name: 'Billed already' }).getByRole('button', { name: number }).click();
  await drawer.getByRole('button', { name: 'Close' }).click();
  expect(await leave()).toEqual([]);
});

test('an invoice of a month without lessons is created, opened, printed on paper and as a file, deleted and brought back', async () => {
  const { page, leave } = await teacher();
  const { ben } = await lessonStudio(page);
  await send(page, 'PUT', `/api/students/${ben.id}`, { paymentType: 'monthly', monthlyRate: 220 });
  await page.goto('/students?tab=invoices&view=create');
  await page.getByRole('checkbox', { name: 'Ben Ito' }).check();
  await button(page, 'Continue').click();
  await page.getByText('$220.00 per month').waitFor();
  await button(page, 'Create 1 invoice').click();
  await said(page, '1 invoice created');
  const row = button(page, /^Ben Ito, INV-/);
  await row.click();
  const drawer = page.getByRole('dialog', { name: 'Ben Ito' });
  const lines = drawer.getByRole('list', { name: 'Lessons' }).getByRole('listitem');
  await lines.getByText(/^Monthly rate, /).waitFor();
  expect(await lines.count()).toBe(1);
  expect(await drawer.textContent()).toContain('Total$220.00');

  await page.emulateMedia({ media: 'print' });
  const paper = page.locator('[data-print="invoice"]');
  await paper.getByText(/^Monthly rate, /).waitFor();
  expect(await paper.getByRole('row', { includeHidden: true }).count()).toBe(2);
  expect(await paper.textContent()).toMatch(/Amount due\$220\.00 within 14 days/);
  await page.emulateMedia({ media: null });
  const download = page.waitForEvent('download');
  await drawer.getByRole('button', { name: 'Download PDF' }).click();
  await button(page, 'Save and Download').click();
  expect((await download).suggestedFilename()).toMatch(/^INV-.*\.pdf$/);

  await drawer.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete Invoice' }).click();
  await page.getByRole('dialog', { name: 'Delete Invoice' }).getByRole('button', { name: 'Delete' }).click();
  await said(page, 'Invoice deleted');
  await row.waitFor({ state: 'detached' });
  await takeUp(page, 'Undo');
  await row.waitFor();
  expect(await leave()).toEqual([]);
});

test('a lesson that is on an invoice leads to it', async () => {
  const { page, leave } = await teacher();
  const studio = await lessonStudio(page);
  const past = addDays(studio.monday, -14);
  const lesson = await enter(page, studio, studio.ann, { startTime: '15:00', date: past });
  await send(page, 'POST', '/api/invoices/generate', {
    billingPeriodStart: past,
    billingPeriodEnd: past,
    selectedStudentIds: [studio.ann.id],
  });
  await page.goto(`/schedule?week=${past}&teacher=${studio.dana.id}&open=delete&lesson=${lesson}&on=${past}`);
  await page.getByRole('dialog', { name: 'Delete Lesson?' }).getByRole('button', { name: 'Delete' }).last().click();
  await page.getByText(/^This lesson is on invoice INV-.* Delete the invoice first\.$/).waitFor();
  await page.getByRole('button', { name: 'Open invoice' }).click();
  await page
    .getByRole('dialog', { name: 'Ann Lee' })
    .getByRole('link', { name: /in the calendar$/ })
    .waitFor();
  expect(await leave()).toEqual([]);
});
