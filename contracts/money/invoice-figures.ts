import type { InvoiceStatus } from '../events/billing/billing.ts';
import { sumOf } from './money.ts';

// The figures about a studio's invoices, for the server's answer and the screen's list.

type Figured = {
  readonly status: InvoiceStatus;
  readonly total: number;
  readonly currency: string;
  readonly pastDue: boolean;
  /** What is open of it. */
  readonly openAmount: number;
  /** What is paid of it; of a credit what is used, below zero. */
  readonly paidAmount: number;
};

/** True if its payment is late: reckoned from its due date, or marked so. A credit is never late. */
export const isLate = ({ status, pastDue, total }: Pick<Figured, 'status' | 'pastDue' | 'total'>): boolean =>
  total > 0 && (status === 'sent' || status === 'overdue') && (pastDue || status === 'overdue');

/** True if something of it is paid, besides the credit that it was issued with, and something is open. */
export const isPartlyPaid = ({ openAmount, toPay }: { readonly openAmount: number; readonly toPay: number }): boolean =>
  openAmount > 0 && openAmount < toPay;

const kinds = {
  drafts: ({ status }: Figured): boolean => status === 'draft',
  billed: ({ status }: Figured): boolean => status !== 'draft',
  paid: ({ status }: Figured): boolean => status === 'paid',
  outstanding: ({ status }: Figured): boolean => status === 'sent' || status === 'overdue',
  pastDue: isLate,
} as const;

/** Drafts are a figure of their own, so that billed is what is paid and what is outstanding. */
export type FigureKind = keyof typeof kinds;
export const figureKinds = [
  'drafts',
  'billed',
  'paid',
  'outstanding',
  'pastDue',
] as const satisfies readonly FigureKind[];

export const countsAs = (kind: FigureKind, invoice: Figured): boolean => kinds[kind](invoice);

export type Figure = { readonly amount: number; readonly count: number };

/** What of an invoice each figure sums. */
const amountIn: Readonly<Record<FigureKind, (invoice: Figured) => number>> = {
  drafts: ({ total }) => total,
  billed: ({ total }) => total,
  paid: ({ paidAmount }) => paidAmount,
  outstanding: ({ openAmount }) => openAmount,
  pastDue: ({ openAmount }) => openAmount,
};

/** The sum and number of the invoices of each kind in one currency. */
export const figuresOf = (invoices: readonly Figured[], currency: string): Readonly<Record<FigureKind, Figure>> => {
  const own = invoices.filter((invoice) => invoice.currency === currency);
  const of = (kind: FigureKind): Figure => {
    const counted = own.filter(kinds[kind]);
    // What is paid in part counts among what is billed.
    const summed = kind === 'paid' ? own.filter(kinds.billed) : counted;
    return { amount: sumOf(summed.map(amountIn[kind])), count: counted.length };
  };
  return {
    drafts: of('drafts'),
    billed: of('billed'),
    paid: of('paid'),
    outstanding: of('outstanding'),
    pastDue: of('pastDue'),
  };
};

/** The given currency, and then those of some invoices. */
export const currenciesOf = (invoices: readonly Pick<Figured, 'currency'>[], first: string): string[] => [
  ...new Set([first, ...invoices.map(({ currency }) => currency)]),
];
