import type { InvoiceStatus } from '../events/billing/billing.ts';
import { sumOf } from './money.ts';

// The figures about a studio's invoices, for the server's answer and the screen's list.

type Figured = {
  readonly status: InvoiceStatus;
  readonly total: number;
  readonly currency: string;
  readonly pastDue: boolean;
};

/** True if its payment is late: reckoned from its due date, or marked so. A credit is never late. */
export const isLate = ({ status, pastDue, total }: Omit<Figured, 'currency'>): boolean =>
  total > 0 && (status === 'sent' || status === 'overdue') && (pastDue || status === 'overdue');

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

/** The sum and number of the invoices of each kind in one currency. */
export const figuresOf = (invoices: readonly Figured[], currency: string): Readonly<Record<FigureKind, Figure>> => {
  const own = invoices.filter((invoice) => invoice.currency === currency);
  const of = (kind: FigureKind): Figure => {
    const counted = own.filter(kinds[kind]);
    return { amount: sumOf(counted.map(({ total }) => total)), count: counted.length };
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
