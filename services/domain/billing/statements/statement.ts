import type { Statement } from '@rondo/contracts/api/payer-accounts.ts';
import { daysBetween, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isStanding } from '@rondo/contracts/events/billing/account-entry.ts';
import {
  agingOf,
  dayOfEntry,
  issuedOnOf,
  linesOf,
  type AccountRows,
  type Aged,
} from '@rondo/contracts/money/ledger.ts';
import type { Accounts } from '../payments/accounts.ts';
import { agingView, linesView, payerOf, rowsOf } from '../payments/views.ts';

/** How old what was open at the end of a day is: with the present allocations between what is dated by then. */
const agedAt = (accounts: Accounts, rows: AccountRows, { to, currency }: { to: IsoDate; currency: string }): Aged => {
  const { dayOf } = accounts;
  const dayOfSource = new Map<string, string>([
    ...rows.entries.map((entry) => [entry.entryId, dayOfEntry(entry, dayOf)] as const),
    ...rows.invoices.map((invoice) => [invoice.invoiceId, issuedOnOf(invoice, dayOf) ?? ''] as const),
  ]);
  const isBy = (id: string): boolean => (dayOfSource.get(id) ?? '') <= to;
  const paid = new Map<string, number>();
  const pay = (id: string, cents: number): void => void paid.set(id, (paid.get(id) ?? 0) + cents);
  for (const source of [...rows.entries, ...rows.invoices]) {
    const from = 'entryId' in source ? source.entryId : source.invoiceId;
    if ('pays' in source && isBy(from)) for (const part of source.pays) pay(part.to, part.cents);
    // A later refund has not been taken yet.
    if ('taken' in source && isStanding(source) && !isBy(from))
      for (const part of source.taken) if (part.to !== null && isBy(part.from)) pay(part.to, part.cents);
  }
  const debts = linesOf(rows, dayOf).flatMap(({ id, date, cents, currency: own, kind }) => {
    if (cents <= 0 || kind === 'refund' || own !== currency || date > to) return [];
    const invoice = rows.invoices.find((one) => one.invoiceId === id);
    return [{ dueOn: invoice ? invoice.dueOn : date, openCents: Math.max(0, cents - (paid.get(id) ?? 0)) }];
  });
  return agingOf(debts, to, daysBetween);
};

/** An account between two days: opening plus lines is closing. */
export const statementView = (
  accounts: Accounts,
  payerId: string,
  { from, to, currency = accounts.currency }: { from: IsoDate; to: IsoDate; currency?: string | undefined },
): Statement => {
  const rows = rowsOf(accounts);
  const lines = linesView(accounts, rows).filter((line) => line.currency === currency);
  const opening = lines.findLast(({ date }) => date < from)?.balance ?? 0;
  const own = lines.filter(({ date }) => date >= from && date <= to);
  return {
    payer: payerOf(accounts, payerId),
    from,
    to,
    currency,
    opening,
    lines: own,
    closing: own.at(-1)?.balance ?? opening,
    aging: agingView(agedAt(accounts, rows, { to, currency })),
  };
};
