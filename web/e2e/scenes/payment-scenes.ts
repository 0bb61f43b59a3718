import type { Invoice, InvoiceDetail } from '@rondo/contracts/api/billing.ts';
import type { Account, AccountLine, Statement } from '@rondo/contracts/api/payer-accounts.ts';
import type { Payment } from '@rondo/contracts/api/payments.ts';
import type { Page } from 'playwright';
import { anInvoice, entry, print } from './sample-invoices.ts';
import { button, dialog, fail, skeletons, stall, type Scene, type Stage } from './stage.ts';

const payer = { type: 'student', id: 'ava', name: 'Maximiliana Featherstonehaugh-Oyelaran' } as const;

const invoiceOf = (number: string, month: '07' | '08' | '09', more: Partial<Invoice>): Invoice => ({
  ...anInvoice(number, payer.name, { items: [], ...more }),
  billingPeriodStart: `2026-${month}-01`,
  billingPeriodEnd: `2026-${month}-28`,
  payer,
});

const detailOf = (invoice: Invoice): InvoiceDetail => ({
  ...invoice,
  print,
  keptAt: invoice.sentAt,
  entries: [entry('2026-07-02', { rate: 330 })],
  suggestedEmail: '',
  sendsMail: true,
});

const paid = { status: 'paid', openAmount: 0 } as const;
const invoices: readonly Invoice[] = [
  invoiceOf('0084', '09', {
    total: 220,
    toPay: 190,
    openAmount: 100,
    paidAmount: 120,
    creditApplied: 30,
    dueDate: '2026-09-21',
    pastDue: true,
  }),
  invoiceOf('0083', '09', { total: 378.5, toPay: 378.5, openAmount: 178.5, paidAmount: 200, dueDate: '2026-10-14' }),
  invoiceOf('0058', '08', { total: 160, toPay: 160, openAmount: 160, dueDate: '2026-09-05', pastDue: true }),
  invoiceOf('0050', '07', {
    total: 13_320,
    toPay: 13_290,
    ...paid,
    paidAmount: 13_320,
    creditApplied: 30,
    paidOn: '2026-08-04',
  }),
];

const payment = (id: string, date: string, amount: number, more: Partial<Payment>): Payment => ({
  id,
  payer,
  date,
  amount,
  currency: 'USD',
  method: 'zelle',
  reference: null,
  note: null,
  allocations: [],
  unallocated: 0,
  refunded: 0,
  byStatus: false,
  voidedAt: null,
  replaces: null,
  createdAt: `${date}T15:00:00.000000Z`,
  createdBy: 'Dana',
  revision: '7',
  ...more,
});

const part = (number: string, amount: number) => ({ to: number.slice(-4), number, amount });
const opening = { to: 'opening', number: 'Opening balance', amount: 80 };

const payments: readonly Payment[] = [
  payment('p4', '2026-10-03', 230, { allocations: [part('INV-2026-0083', 200)], unallocated: 30 }),
  payment('p3', '2026-08-20', 80, {
    method: 'bank',
    reference: 'Transfer of the Featherstonehaugh-Oyelaran family trust 4711',
    note: 'Came with a letter: the rest follows next week.',
    allocations: [opening],
  }),
  payment('p2', '2026-08-04', 13_290, {
    method: 'check',
    reference: '1042',
    allocations: [part('INV-2026-0050', 13_290)],
  }),
];

const line = (
  kind: AccountLine['kind'],
  id: string,
  date: string,
  amount: number,
  more: Pick<AccountLine, 'text' | 'balance'> & Partial<AccountLine>,
): AccountLine => ({
  kind,
  id,
  date,
  amount,
  currency: 'USD',
  allocations: [],
  refunded: 0,
  note: null,
  revision: '7',
  ...more,
});

const lines: readonly AccountLine[] = [
  line('opening', 'opening', '2026-07-31', 80, { text: 'Opening balance', balance: 80 }),
  line('opening', 'credit', '2026-07-31', -30, {
    text: 'Opening balance',
    balance: 50,
    allocations: [part('INV-2026-0050', 30)],
  }),
  line('invoice', '0050', '2026-08-01', 13_320, { text: 'INV-2026-0050', balance: 13_370 }),
  line('payment', 'p2', '2026-08-04', -13_290, {
    text: 'Payment, check 1042',
    balance: 80,
    allocations: [part('INV-2026-0050', 13_290)],
  }),
  line('payment', 'p3', '2026-08-20', -80, { text: 'Payment, bank transfer', balance: 0, allocations: [opening] }),
  line('invoice', '0058', '2026-09-01', 160, { text: 'INV-2026-0058', balance: 160 }),
  line('invoice', '0083', '2026-10-01', 378.5, { text: 'INV-2026-0083', balance: 538.5 }),
  line('payment', 'p4', '2026-10-03', -230, {
    text: 'Payment, Zelle',
    balance: 308.5,
    allocations: [part('INV-2026-0083', 200)],
  }),
];

const document = (
  number: string,
  more: Pick<Account['documents'][number], 'total' | 'open' | 'dueDate' | 'pastDue'>,
) => ({
  id: number.slice(-4),
  kind: 'invoice' as const,
  number,
  date: '2026-10-01',
  currency: 'USD',
  ...more,
});

const aging = { notDue: 178.5, days1to30: 0, days31to60: 160, days61to90: 0, over90: 0 };
const account: Account = {
  household: null,
  mails: [],
  suggestedEmail: 'ava@example.com',
  sendsMail: true,
  payer,
  students: [{ id: payer.id, name: payer.name }],
  currency: 'USD',
  balance: 308.5,
  inWords: 'Owes $308.50',
  open: 338.5,
  credit: 30,
  pastDue: 160,
  oldestDue: '2026-09-05',
  waiting: 25,
  aging,
  lastPayment: { date: '2026-10-03', amount: 230 },
  others: [],
  documents: [
    document('INV-2026-0058', { total: 160, open: 160, dueDate: '2026-09-05', pastDue: true }),
    document('INV-2026-0083', { total: 378.5, open: 178.5, dueDate: '2026-10-14', pastDue: false }),
  ],
  sources: [
    {
      id: 'p4',
      kind: 'payment',
      text: 'Payment of $230.00 on Oct 3, 2026',
      date: '2026-10-03',
      amount: 230,
      credit: 30,
      currency: 'USD',
      revision: '7',
    },
  ],
  charges: [
    {
      id: 'charge',
      studentId: 'ava',
      date: '2026-10-05',
      category: 'registration',
      description: 'Recital registration',
      amount: 25,
      currency: 'USD',
      invoiceId: null,
      createdAt: '2026-10-05T15:00:00.000000Z',
      revision: '9',
    },
  ],
  lines: [...lines],
};

/** The same of a family, with lines in another currency too. */
const ofFamily: Account = {
  ...account,
  payer: { type: 'household', id: 'ava', name: 'Featherstonehaugh-Oyelaran and Nakamura-Hughes family' },
  students: [
    { id: 'ava', name: payer.name },
    { id: 'ben', name: 'Charlotte Nakamura-Hughes' },
  ],
  household: {
    id: 'ava',
    name: 'Featherstonehaugh-Oyelaran and Nakamura-Hughes family',
    address: null,
    city: null,
    zipCode: null,
    contacts: [
      {
        id: 'one',
        name: 'Maximilian Featherstonehaugh-Oyelaran',
        email: 'maximilian.featherstonehaugh-oyelaran@bartonspringsconservatory.example',
        phone: '(512) 555-0171',
        gets: 'both',
      },
      { id: 'two', name: 'Ann', email: null, phone: '(512) 555-0172', gets: 'schedule' },
    ],
    studentIds: ['ava', 'ben'],
    formerStudentIds: [],
    createdAt: '2026-07-01T15:00:00.000000Z',
    revision: '3',
  },
  others: [{ currency: 'EUR', balance: 40, inWords: 'Owes €40.00' }],
};

const settledAccount: Account = {
  ...account,
  balance: 0,
  inWords: 'Settled',
  open: 0,
  credit: 0,
  pastDue: 0,
  oldestDue: null,
  lastPayment: null,
  waiting: 0,
  documents: [],
  sources: [],
  charges: [],
  lines: [],
};

const statement: Statement = {
  payer,
  from: '2026-08-01',
  to: '2026-10-30',
  currency: 'USD',
  opening: 50,
  lines: lines.slice(2),
  closing: 308.5,
  aging,
};

const answer = async (page: Page, path: string | RegExp, json: unknown): Promise<void> => {
  await page.route(path, (route) => route.fulfill({ json }));
};

const answers = async ({ page }: Stage, shown = account): Promise<void> => {
  await answer(page, /\/api\/invoices(\?|$)/, invoices);
  for (const one of invoices) await answer(page, `**/api/invoices/${one.id}`, detailOf(one));
  await answer(page, /\/api\/payments\?/, payments);
  await answer(page, '**/api/accounts/ava', shown);
  await answer(page, /\/api\/accounts\/ava\/statement\?/, statement);
};

const open = async (stage: Stage): Promise<void> => {
  await answers(stage);
  await stage.page.goto('/students/accounts/ava');
  await stage.page.getByRole('heading', { name: payer.name }).waitFor();
};

const record = async (stage: Stage) => {
  await open(stage);
  await button(stage.page, 'Record payment').click();
  const form = dialog(stage.page, 'Record payment');
  await form.getByText('What it pays').waitFor();
  return form;
};

/** Opens the menu of a line and chooses from it. */
const choose = async (stage: Stage, line: string, action: string): Promise<void> => {
  await open(stage);
  await button(stage.page, line).first().click();
  await stage.page.getByRole('menuitem', { name: action, exact: true }).click();
};

const inWindow = (name: string, show: Scene['show']): Scene => ({ name, of: 'studio', inWindow: true, show });

/** The account of a payer, its dialogs, and invoices of which a part is paid. */
export const paymentScenes: readonly Scene[] = [
  { name: 'payer-account', of: 'studio', show: open },
  {
    name: 'payer-account-of-family',
    of: 'studio',
    show: async (stage) => {
      await answers(stage, ofFamily);
      await stage.page.goto('/students/accounts/ava');
      await stage.page.getByRole('region', { name: 'Family' }).waitFor();
    },
  },
  {
    name: 'payer-account-empty',
    of: 'studio',
    show: async (stage) => {
      await answers(stage, settledAccount);
      await stage.page.goto('/students/accounts/ava');
      await stage.page.getByText('Nothing on this account yet').waitFor();
    },
  },
  {
    name: 'payer-account-loading',
    of: 'studio',
    show: async (stage) => {
      const { page } = stage;
      await answers(stage);
      await stall(page, '**/api/accounts/ava');
      await page.goto('/students/accounts/ava');
      await page.getByText('Loading the account').waitFor({ state: 'attached' });
      await skeletons(page);
    },
  },
  {
    name: 'payer-account-failed',
    of: 'studio',
    show: async ({ page }) => {
      await fail(page, '**/api/accounts/ava');
      await page.goto('/students/accounts/ava');
      await button(page, 'Retry').waitFor();
    },
  },
  inWindow('payer-account-menu', async (stage) => {
    await open(stage);
    await button(stage.page, 'Actions for Payment, Zelle, Oct 3').click();
    await stage.page.getByRole('menuitem', { name: 'Void payment' }).waitFor();
  }),
  inWindow('payment-record', record),
  inWindow('payment-record-more', async (stage) => {
    const form = await record(stage);
    await form.getByLabel('Amount').fill('400');
    await form.getByText('$61.50', { exact: true }).waitFor();
  }),
  inWindow('payment-record-choose', async (stage) => {
    const form = await record(stage);
    await form.getByRole('button', { name: 'Choose invoices' }).click();
    await form.getByLabel('Amount for INV-2026-0083').fill('200');
    await form.getByText(/^The allocations add up to/).waitFor();
  }),
  inWindow('payment-void', async (stage) => {
    await choose(stage, 'Actions for Payment, Zelle, Oct 3', 'Void payment');
    await dialog(stage.page, 'Void payment?').waitFor();
  }),
  inWindow('payment-change', async (stage) => {
    await choose(stage, 'Actions for Payment, bank transfer, Aug 20', 'Change');
    await dialog(stage.page, 'Change payment').getByLabel('Note').waitFor();
  }),
  inWindow('payment-refund', async (stage) => {
    await choose(stage, 'Actions for Payment, Zelle, Oct 3', 'Refund');
    await dialog(stage.page, 'Refund payment').getByText('INV-2026-0083 will have').waitFor();
  }),
  inWindow('payment-allocations', async (stage) => {
    await choose(stage, 'Actions for Payment, Zelle, Oct 3', 'Change what it pays');
    await dialog(stage.page, 'Change what it pays').getByLabel('Amount for INV-2026-0083').waitFor();
  }),
  inWindow('opening-balance', async (stage) => {
    await choose(stage, 'Actions for Opening balance, Jul 31', 'Change');
    await dialog(stage.page, 'Change opening balance').waitFor();
  }),
  inWindow('charge', async (stage) => {
    await open(stage);
    await button(stage.page, 'Add charge').click();
    await dialog(stage.page, 'Add charge').getByLabel('Description').fill('Piano Adventures 3A');
  }),
  inWindow('statement', async (stage) => {
    await answers(stage, ofFamily);
    await stage.page.goto('/students/accounts/ava');
    await button(stage.page, 'More actions').click();
    await stage.page.getByRole('menuitem', { name: 'Statement' }).click();
    await dialog(stage.page, 'Statement').getByText('Closing balance').waitFor();
  }),
  {
    name: 'invoices-partly-paid',
    of: 'studio',
    show: async (stage) => {
      await answers(stage);
      await stage.page.goto('/students?tab=invoices');
      await stage.page.getByText('Partly paid').first().waitFor({ state: 'attached' });
    },
  },
  inWindow('invoice-paid-with-credit', async (stage) => {
    await answers(stage);
    await stage.page.goto('/students?tab=invoices&invoice=INV-2026-0050');
    const drawer = dialog(stage.page, payer.name);
    await drawer.getByRole('link', { name: 'Payment, check 1042' }).waitFor();
    await drawer.getByText('To pay').scrollIntoViewIfNeeded();
  }),
];
