import type { Invoice } from '@rondo/contracts/api/billing.ts';
import type { Page } from 'playwright';
import { z } from 'zod';
import { students } from '../roster-steps.ts';
import { send } from '../send.ts';
import { anInvoice, detail, entry, invoices, lessons, longest, monthly, refund } from './sample-invoices.ts';
import { asGuest, button, dialog, unconfirmed, type Scene, type Stage } from './stage.ts';

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
