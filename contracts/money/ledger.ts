import type { IsoDate } from '../calendar/dates.ts';
import { isIsoDate } from '../calendar/dates.ts';
import { creditOfEntry, isStanding, openOfEntry, type AccountEntry } from '../events/billing/account-entry.ts';
import { creditCentsOf, isIssued, openCentsOf, type AccountInvoice } from '../events/billing/invoice.ts';
import { inOrderOfPayment, type OpenDocument } from './allocation.ts';

// What one payer owes: documents, what pays them, and the balance. Integer cents; positive is owed.

/** An instant as a day of the studio. */
export type DayOf = (instant: string) => IsoDate;

export type AccountRows = {
  readonly invoices: readonly AccountInvoice[];
  readonly entries: readonly AccountEntry[];
};

/** The day on which an invoice was first issued; null for one that never was. */
export const issuedOnOf = (
  { issuedOn, issuedAt }: Pick<AccountInvoice, 'issuedOn' | 'issuedAt'>,
  dayOf: DayOf,
): string | null => issuedOn ?? (issuedAt === null ? null : dayOf(issuedAt));

/** The day of an entry. */
export const dayOfEntry = ({ on, createdAt }: AccountEntry, dayOf: DayOf): string => on ?? dayOf(createdAt);

/** The day on which the last of an invoice was paid; null while something is open. */
export const paidOnOf = (invoice: AccountInvoice, dayOf: DayOf): string | null => {
  if (invoice.status !== 'paid') return null;
  const issued = issuedOnOf(invoice, dayOf);
  const days = invoice.paidBy.map(({ on, at }) => on ?? dayOf(at));
  if (days.length === 0 && invoice.paidAt !== null) days.push(dayOf(invoice.paidAt));
  return [...days, ...(issued === null ? [] : [issued])].toSorted().at(-1) ?? null;
};

export type Debt = OpenDocument & { readonly totalCents: number; readonly currency: string };
/** Something that can pay: its credit is what is left of it. */
export type Credit = {
  readonly id: string;
  readonly kind: 'payment' | 'credit' | 'opening';
  /** The invoice's; empty else. */
  readonly number: string;
  readonly date: string;
  readonly since: string;
  readonly amountCents: number;
  readonly creditCents: number;
  readonly currency: string;
};

/** What is open, in the order in which it is paid. */
export const openDebts = ({ invoices, entries }: AccountRows, dayOf: DayOf): Debt[] =>
  inOrderOfPayment([
    ...invoices.flatMap((invoice) => {
      const { invoiceId: id, invoiceNumber: number, dueOn, totalCents, currency } = invoice;
      const openCents = openCentsOf(invoice);
      if (openCents === 0) return [];
      const issuedOn = issuedOnOf(invoice, dayOf) ?? dayOf(invoice.createdAt);
      return [{ id, isOpening: false, number, dueOn, issuedOn, openCents, totalCents, currency }];
    }),
    ...entries.flatMap((entry) => {
      const openCents = openOfEntry(entry);
      if (openCents === 0) return [];
      const { entryId: id, cents: totalCents, currency } = entry;
      const dueOn = dayOfEntry(entry, dayOf);
      return [{ id, isOpening: true, number: '', dueOn, issuedOn: dueOn, openCents, totalCents, currency }];
    }),
  ]);

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** What has credit, oldest first: by date, then as recorded. */
export const creditsOf = ({ invoices, entries }: AccountRows, dayOf: DayOf): Credit[] =>
  [
    ...invoices.flatMap((invoice): Credit[] => {
      const { invoiceId: id, invoiceNumber: number, totalCents, currency, issuedAt, createdAt } = invoice;
      const creditCents = creditCentsOf(invoice);
      if (creditCents === 0) return [];
      const since = issuedAt ?? createdAt;
      const date = issuedOnOf(invoice, dayOf) ?? dayOf(createdAt);
      return [{ id, kind: 'credit', number, date, since, amountCents: -totalCents, creditCents, currency }];
    }),
    ...entries.flatMap((entry): Credit[] => {
      const creditCents = creditOfEntry(entry);
      if (creditCents === 0 || entry.kind === 'refund') return [];
      const { entryId: id, kind, cents: amountCents, currency, createdAt: since } = entry;
      return [{ id, kind, number: '', date: dayOfEntry(entry, dayOf), since, amountCents, creditCents, currency }];
    }),
  ].toSorted((a, b) => compare(a.date, b.date) || compare(a.since, b.since) || compare(a.id, b.id));

/** The lines of an account; what is owed is above zero. */
export type Line = {
  readonly kind: 'opening' | 'invoice' | 'credit' | 'payment' | 'refund';
  readonly id: string;
  readonly date: string;
  readonly since: string;
  readonly cents: number;
  readonly currency: string;
};

/** By date, then as recorded. */
export const linesOf = ({ invoices, entries }: AccountRows, dayOf: DayOf): Line[] =>
  [
    ...invoices.filter(isIssued).map((invoice): Line => {
      const { invoiceId: id, totalCents: cents, currency, issuedAt, createdAt } = invoice;
      const date = issuedOnOf(invoice, dayOf) ?? dayOf(createdAt);
      return { kind: cents < 0 ? 'credit' : 'invoice', id, date, since: issuedAt ?? createdAt, cents, currency };
    }),
    ...entries.filter(isStanding).map((entry): Line => {
      const { kind, entryId: id, currency, createdAt: since } = entry;
      const isOwed = entry.kind === 'refund' || (entry.kind === 'opening' && entry.side === 'owes');
      return { kind, id, date: dayOfEntry(entry, dayOf), since, cents: isOwed ? entry.cents : -entry.cents, currency };
    }),
  ].toSorted((a, b) => compare(a.date, b.date) || compare(a.since, b.since) || compare(a.id, b.id));

/** What is owed in one currency. */
export const balanceOf = (lines: readonly Line[], currency: string): number =>
  lines.reduce((sum, line) => (line.currency === currency ? sum + line.cents : sum), 0);

/** How old what is open is, by its due dates. */
export type Aged = Record<'notDue' | 'days1to30' | 'days31to60' | 'days61to90' | 'over90', number>;

export const agingOf = (
  debts: readonly Pick<Debt, 'dueOn' | 'openCents'>[],
  today: IsoDate,
  daysBetween: (from: IsoDate, to: IsoDate) => number,
): Aged => {
  const aged: Aged = { notDue: 0, days1to30: 0, days31to60: 0, days61to90: 0, over90: 0 };
  for (const { dueOn, openCents } of debts) {
    const late = dueOn === null || !isIsoDate(dueOn) ? 0 : daysBetween(dueOn, today);
    if (late <= 0) aged.notDue += openCents;
    else if (late <= 30) aged.days1to30 += openCents;
    else if (late <= 60) aged.days31to60 += openCents;
    else if (late <= 90) aged.days61to90 += openCents;
    else aged.over90 += openCents;
  }
  return aged;
};
