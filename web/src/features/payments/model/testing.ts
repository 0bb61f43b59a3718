import type { Account, AccountLine } from '@rondo/contracts/api/payer-accounts.ts';
import type { Payment } from '@rondo/contracts/api/payments.ts';

const payer = { type: 'student', id: 'lee', name: 'Ann Lee' } as const;

/** An open invoice for tests. */
export const aDocument = (
  number: string,
  more: Partial<Account['documents'][number]> = {},
): Account['documents'][number] => ({
  id: number,
  kind: 'invoice',
  number,
  date: '2026-11-01',
  dueDate: '2026-12-14',
  total: 150,
  open: 150,
  currency: 'USD',
  pastDue: false,
  ...more,
});

/** A settled account for tests. */
export const anAccount = (more: Partial<Account> = {}): Account => ({
  payer,
  students: [{ id: payer.id, name: payer.name }],
  currency: 'USD',
  balance: 0,
  inWords: 'Settled',
  household: null,
  mails: [],
  suggestedEmail: null,
  sendsMail: true,
  open: 0,
  credit: 0,
  pastDue: 0,
  oldestDue: null,
  waiting: 0,
  aging: { notDue: 0, days1to30: 0, days31to60: 0, days61to90: 0, over90: 0 },
  lastPayment: null,
  others: [],
  documents: [],
  sources: [],
  charges: [],
  lines: [],
  ...more,
});

/** A line for tests. */
export const aLine = (more: Partial<AccountLine>): AccountLine => ({
  date: '2026-11-01',
  kind: 'invoice',
  id: 'i',
  text: 'INV-2026-0001',
  amount: 150,
  balance: 150,
  currency: 'USD',
  allocations: [],
  refunded: 0,
  note: null,
  revision: '',
  ...more,
});

/** A payment for tests. */
export const aPayment = (more: Partial<Payment>): Payment => ({
  id: 'p',
  payer,
  date: '2026-11-20',
  amount: 300,
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
  createdAt: '2026-11-20T15:00:00.000000Z',
  createdBy: 'Dana',
  revision: '1',
  ...more,
});
