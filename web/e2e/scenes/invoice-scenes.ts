import type { Invoice, InvoiceDetail } from '@rondo/contracts/api/billing.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Page } from 'playwright';
import { z } from 'zod';
import { students } from '../roster-steps.ts';
import { send } from '../send.ts';
import { asGuest, button, dialog, unconfirmed, type Scene, type Stage } from './stage.ts';

const longest = 'Maximiliana Featherstonehaugh-Oyelaran';

const lessons = (quantity: number, rate: number): Invoice['items'][number] => ({
  invoiceId: 'ava',
  studentId: 'ava',
  teacherId: null,
  itemType: 'lesson',
  description: 'Lessons with Dana Whitfield, Sep 2 – 30, 2026',
  quantity,
  rate,
  amount: quantity * rate,
  lessonIds: [],
});

const refund = (quantity: number, rate: number): Invoice['items'][number] => ({
  ...lessons(quantity, -rate),
  itemType: 'refund',
  description: 'Refund of a lesson with Dana Whitfield, Sep 9, 2026',
});

/** An invoice of September 2026 for pictures; nothing of a sent one is paid. */
export const anInvoice = (
  id: string,
  studentName: string,
  more: Partial<Invoice> & { readonly items: Invoice['items'] },
): Invoice => {
  const of = (isRefund: boolean): number =>
    more.items
      .filter(({ itemType }) => (itemType === 'refund') === isRefund)
      .reduce((sum, { amount }) => sum + Math.abs(amount), 0);
  const [subtotal, refunds] = [of(false), of(true)];
  const total = subtotal - refunds;
  const { status = 'sent' } = more;
  return {
    id,
    userId: 'u',
    teacherId: null,
    studentId: id,
    studentName,
    invoiceNumber: `INV-2026-${id}`,
    billingPeriodStart: '2026-09-01',
    billingPeriodEnd: '2026-09-30',
    subtotal,
    refunds,
    total,
    currency: 'USD',
    status,
    notes: null,
    pdfUrl: `/api/invoices/${id}/pdf`,
    createdAt: '2026-09-01T15:00:00.000000Z',
    sentAt: '2026-09-01T15:00:00.000000Z',
    paidAt: null,
    dueDate: '2026-09-15',
    pastDue: false,
    payer: { type: 'student', id, name: studentName },
    paidAmount: status === 'paid' ? total : 0,
    openAmount: status === 'sent' || status === 'overdue' ? Math.max(0, total) : 0,
    paidOn: null,
    issuedOn: '2026-09-01',
    creditApplied: 0,
    toPay: total,
    mail: null,
    mailDetail: null,
    mailTo: null,
    mailAt: null,
    revision: '0',
    ...more,
  };
};

const august = { billingPeriodStart: '2026-08-01', billingPeriodEnd: '2026-08-31' };
const paid = { status: 'paid', paidAt: '2026-09-03T15:00:00.000000Z' } as const;
const monthly = (rate: number) => ({ ...lessons(1, rate), itemType: 'monthly' as const });

const ava = anInvoice('0063', 'Ava Lindqvist', {
  items: [lessons(5, 55), refund(2, 55)],
  pastDue: true,
  mail: 'sent',
  mailTo: 'karin.lindqvist@example.com',
  mailAt: '2026-09-01T15:00:00.000000Z',
});

const invoices: readonly Invoice[] = [
  anInvoice('0065', longest, { items: [lessons(12, 110)], status: 'draft', sentAt: null, dueDate: null }),
  anInvoice('0064', 'Eli Ramos', { items: [refund(1, 55)] }),
  ava,
  anInvoice('0062', 'Priya Venkataraman', { items: [monthly(220)], ...paid }),
  anInvoice('0061', 'Zoe Adeyemi', {
    items: [lessons(5, 55), refund(1, 55)],
    ...august,
    pastDue: true,
    mail: 'failed',
    mailTo: 'zoe@example.com',
    mailAt: '2026-09-01T15:00:00.000000Z',
    mailDetail: 'The mail server refused it: 550 No such mailbox here.',
  }),
  anInvoice('0060', 'Samuel Whitaker', { items: [lessons(4, 75)], ...august, status: 'overdue', pastDue: true }),
  anInvoice('0059', 'Ruby Salazar', { items: [lessons(4, 3420)], ...august, ...paid }),
];

export const entry = (
  date: string,
  more: Partial<InvoiceDetail['entries'][number]> = {},
): InvoiceDetail['entries'][number] => ({
  lessonId: date,
  kind: 'lesson',
  billedOn: null,
  date,
  originalDate: date,
  movedTo: null,
  refundedOn: null,
  startTime: '15:15',
  duration: 45,
  teacherId: 'dana',
  rate: 55,
  refund: null,
  status: 'scheduled',
  cancelledAt: null,
  cancelledBy: null,
  noticeHours: null,
  ...more,
});

export const print: InvoiceDetail['print'] = {
  number: ava.invoiceNumber,
  createdAt: Date.parse(ava.createdAt),
  paper: 'LETTER',
  studioName: 'Whitfield Strings',
  contact: ['1204 Larch Street, Austin, TX 78704', '(512) 555-0142', 'dana@example.com'],
  billedTo: ['Ava Lindqvist', '88 Juniper Lane', 'Austin 78745'],
  facts: [
    ['Invoice', ava.invoiceNumber],
    ['Date', 'September 1, 2026'],
    ['Period', 'September 1 – 30, 2026'],
  ],
  due: { label: 'Amount due', amount: '$165.00', by: 'by Tuesday, September 15, 2026' },
  heading: 'Lessons with Dana Whitfield',
  lines: [
    { text: '5 lessons', detail: 'Wednesdays, September 2, 9, 16, 23, 30', rate: '55.00', amount: '275.00' },
    {
      text: 'Refund of 2 lessons',
      detail: 'September 9 cancelled; August 26 cancelled',
      rate: '−55.00',
      amount: '−110.00',
    },
  ],
  sums: [
    ['Subtotal', '275.00'],
    ['Refunds', '−110.00'],
  ],
  total: ['Total in US dollars', '$165.00'],
  sections: [
    ['How to pay', 'By check to Whitfield Strings,\nor by card in the studio.'],
    ['Note', 'Thank you for practicing every day.'],
  ],
  dueOn: '2026-09-15',
  termsDays: 14,
  payLink: null,
};

const detail = (ahead: IsoDate): InvoiceDetail => ({
  ...ava,
  notes: 'Thank you for practicing every day.',
  print,
  keptAt: ava.sentAt,
  entries: [
    entry('2026-09-02'),
    entry('2026-09-09', {
      status: 'cancelled',
      refund: 55,
      cancelledAt: '2026-09-08T18:15:00.000000Z',
      cancelledBy: 'Dana',
      noticeHours: 26,
    }),
    entry('2026-09-16', { originalDate: '2026-09-14' }),
    entry('2026-09-23'),
    entry(ahead),
    entry('2026-08-26', {
      status: 'cancelled',
      refund: 55,
      billedOn: 'INV-2026-0032',
      cancelledAt: '2026-08-26T14:05:00.000000Z',
      cancelledBy: 'Dana',
      noticeHours: 6.2,
    }),
  ],
  suggestedEmail: 'karin.lindqvist@example.com',
  sendsMail: true,
});

const list = async ({ page, dana, monday }: Stage): Promise<void> => {
  const ids = (await students(page)).map(({ id }) => id);
  const json = invoices.map((one, i) => ({
    ...one,
    studentId: ids[i],
    items: one.items.map((item) => ({ ...item, teacherId: dana.id })),
  }));
  await page.route(/\/api\/invoices(\?|$)/, (route) => route.fulfill({ json }));
  await page.route('**/api/invoices/0063', (route) => route.fulfill({ json: detail(monday) }));
  await page.goto('/students?tab=invoices');
  await page.getByText('INV-2026-0063').first().waitFor({ state: 'attached' });
};

const open = async (stage: Stage) => {
  await list(stage);
  await button(stage.page, 'Ava Lindqvist, INV-2026-0063').click();
  const drawer = dialog(stage.page, 'Ava Lindqvist');
  await drawer.getByText('26 h notice').waitFor();
  return drawer;
};

const sendAgain = async (stage: Stage): Promise<void> => {
  const drawer = await open(stage);
  await drawer.getByRole('button', { name: 'More actions' }).click();
  await stage.page.getByRole('menuitem', { name: 'Send again by email' }).click();
};

/** Shows the studio without a name. */
const withoutName = async (page: Page): Promise<void> => {
  await page.route('**/api/settings', async (route) => {
    const response = await route.fetch();
    const settings = z.looseObject({}).parse(await response.json());
    await route.fulfill({ response, json: { ...settings, studioName: null } });
  });
};

const choosing = async (page: Page): Promise<void> => {
  await page.goto('/students?tab=invoices&view=create');
  await page.getByRole('button', { name: 'Select All', exact: true }).click();
  await page.getByText('of 34 students selected').waitFor();
};

/** What the server would bill the first students of the studio, with what a person must look at. */
const previewed = async (page: Page): Promise<Invoice[]> => {
  const ids = (await students(page)).map(({ id }) => id);
  const one = (
    index: number,
    name: string,
    more: Partial<Invoice> & { readonly items: Invoice['items'] },
  ): Invoice => ({
    ...anInvoice(`${index}`, name, more),
    studentId: ids[index] ?? '',
  });
  return [
    one(0, 'Ava Lindqvist', {
      items: [lessons(5, 55), refund(2, 55)],
      entries: [
        entry('2026-10-05'),
        entry('2026-10-12', { status: 'cancelled', refund: 55, noticeHours: 26 }),
        entry('2026-09-28', { status: 'cancelled', refund: 55, noticeHours: 6, billedOn: 'INV-2026-0032' }),
      ],
    }),
    one(1, 'Ben Ito', { items: [lessons(4, 40)] }),
    one(2, longest, {
      items: [lessons(4, 0)],
      warnings: [
        'No rate per lesson is set: these lessons are billed at 0.00.',
        'October 2026 is already billed on INV-2026-0032.',
      ],
    }),
    one(3, 'Eli Ramos', { items: [refund(1, 55)] }),
    one(4, 'Priya Venkataraman', { items: [monthly(220)] }),
  ];
};

/** Shows one student without a rate, whatever the studio has. */
const withoutRate = async (page: Page, studentId: string | undefined): Promise<void> => {
  const { body } = await send(page, 'GET', '/api/students');
  const json = z
    .array(z.looseObject({ id: z.string() }))
    .parse(body)
    .map((row) => (row.id === studentId ? { ...row, perLessonRate: null } : row));
  await page.route('**/api/students', (route) => route.fulfill({ json }));
};

/** Invoices: the list, an invoice, and the two steps that create them. */
export const invoiceScenes: readonly Scene[] = [
  {
    name: 'invoices-empty',
    of: 'newcomer',
    show: async ({ page }) => {
      await page.goto('/students?tab=invoices');
      await page.getByText('No invoices found. Create your first invoice to get started.').waitFor();
    },
  },
  { name: 'invoices', of: 'studio', show: list },
  {
    name: 'invoice-menu',
    of: 'studio',
    inWindow: true,
    show: async (stage) => {
      await list(stage);
      await button(stage.page, 'Actions for INV-2026-0063').click();
      await stage.page.getByRole('menuitem', { name: 'Mark as paid' }).waitFor();
    },
  },
  { name: 'invoice-open', of: 'studio', inWindow: true, show: open },
  {
    name: 'invoice-send',
    of: 'studio',
    inWindow: true,
    show: async (stage) => {
      await sendAgain(stage);
      await dialog(stage.page, 'Send Again by Email').getByLabel('Email address').waitFor();
    },
  },
  {
    name: 'invoice-send-unconfirmed',
    of: 'studio',
    inWindow: true,
    show: async (stage) => {
      await unconfirmed(stage.page);
      await sendAgain(stage);
      await dialog(stage.page, 'Send Again by Email').getByText('Confirm your email address first').waitFor();
    },
  },
  {
    name: 'invoice-send-guest',
    of: 'studio',
    inWindow: true,
    show: async (stage) => {
      await asGuest(stage.page);
      await sendAgain(stage);
      await dialog(stage.page, 'Send Again by Email').getByText('Create an account to send email').waitFor();
    },
  },
  {
    name: 'invoices-selected',
    of: 'studio',
    inWindow: true,
    show: async (stage) => {
      await list(stage);
      for (const name of [/^Select Ava Lindqvist/, /^Select Eli Ramos/])
        await stage.page.getByRole('checkbox', { name }).check();
    },
  },
  {
    name: 'invoices-send',
    of: 'studio',
    inWindow: true,
    show: async (stage) => {
      await withoutName(stage.page);
      await list(stage);
      await stage.page.getByRole('checkbox', { name: 'Select all invoices' }).check();
      await stage.page.getByRole('button', { name: 'Send', exact: true }).click();
      const sending = dialog(stage.page, 'Send 7 Invoices');
      await sending.getByLabel(/^Email address for Eli Ramos/).fill('ramos');
      await sending.getByText('Please enter a valid email address.').waitFor();
    },
  },
  {
    name: 'invoice-sender',
    of: 'studio',
    inWindow: true,
    show: async (stage) => {
      await withoutName(stage.page);
      await list(stage);
      await button(stage.page, 'Actions for INV-2026-0063').click();
      await stage.page.getByRole('menuitem', { name: 'Download PDF' }).click();
      await dialog(stage.page, 'Who is it from?').waitFor();
    },
  },
  { name: 'invoice-students', of: 'studio', show: ({ page }) => choosing(page) },
  {
    name: 'invoice-preview',
    of: 'studio',
    show: async ({ page }) => {
      const json = await previewed(page);
      await withoutRate(page, json[2]?.studentId);
      await page.route('**/api/invoices/generate', (route) => route.fulfill({ json }));
      await choosing(page);
      await button(page, 'Continue').click();
      await button(page, 'Create 5 invoices').waitFor();
      await button(page, 'Dates of Ava Lindqvist').click();
    },
  },
];
