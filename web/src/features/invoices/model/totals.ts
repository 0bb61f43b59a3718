import type { Invoice } from '@rondo/contracts/api/billing.ts';
import { sumOf } from '@rondo/contracts/money/money.ts';

/** True if its payment is late: reckoned from its due date, or marked so. A credit is never late. */
export const isLate = ({ status, pastDue, total }: Invoice): boolean =>
  total > 0 && (status === 'sent' || status === 'overdue') && (pastDue || status === 'overdue');

const kinds = {
  billed: ({ status }: Invoice): boolean => status !== 'draft',
  paid: ({ status }: Invoice): boolean => status === 'paid',
  outstanding: ({ status }: Invoice): boolean => status === 'sent' || status === 'overdue',
  late: isLate,
} as const;

/** The figures at the top of the list. Drafts count nowhere, so that billed is what is paid and what is outstanding. */
export type TotalKind = keyof typeof kinds;
export const totalKinds = ['billed', 'paid', 'outstanding', 'late'] as const satisfies readonly TotalKind[];

export const countsAs = (kind: TotalKind, invoice: Invoice): boolean => kinds[kind](invoice);

export type Total = { readonly amount: number; readonly count: number };

/** The sum and number of the invoices of each kind in one currency. */
export const totalsOf = (invoices: readonly Invoice[], currency: string): Readonly<Record<TotalKind, Total>> => {
  const own = invoices.filter((invoice) => invoice.currency === currency);
  const of = (kind: TotalKind): Total => {
    const counted = own.filter(kinds[kind]);
    return { amount: sumOf(counted.map(({ total }) => total)), count: counted.length };
  };
  return { billed: of('billed'), paid: of('paid'), outstanding: of('outstanding'), late: of('late') };
};

/** The currencies of some invoices, the given one first. */
export const currenciesOf = (invoices: readonly Invoice[], first: string): string[] => {
  const all = new Set(invoices.map(({ currency }) => currency));
  return [first, ...all].filter((currency, i, list) => all.has(currency) && list.indexOf(currency) === i);
};
