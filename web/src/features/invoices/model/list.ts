import type { Invoice } from '@rondo/contracts/api/billing.ts';
import type { Household } from '@rondo/contracts/api/people/households.ts';
import type { Student } from '@rondo/contracts/api/people/students.ts';
import { monthOf } from '@rondo/contracts/calendar/months.ts';
import { sumOf } from '@rondo/contracts/money/money.ts';
import { nameMatcher } from '../../../lib/people.ts';
import { countsAs, figureKinds, isPartlyPaid, type FigureKind } from '@rondo/contracts/money/invoice-figures.ts';

const statuses = ['draft', 'sent', 'paid', 'overdue'] as const satisfies readonly Invoice['status'][];

/** Which invoices the list shows: all, those of a status, or those that a figure counts. */
export type InvoiceFilter = 'all' | Invoice['status'] | 'billed' | 'outstanding' | 'late';

/** What a click on a figure shows. */
export const filterOfFigure = {
  drafts: 'draft',
  billed: 'billed',
  paid: 'paid',
  outstanding: 'outstanding',
  pastDue: 'late',
} as const satisfies Readonly<Record<FigureKind, InvoiceFilter>>;

export const filterOptions: readonly { readonly value: InvoiceFilter; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'draft', label: 'Draft' },
  { value: 'sent', label: 'Sent' },
  { value: 'paid', label: 'Paid' },
  { value: 'overdue', label: 'Overdue' },
  { value: 'billed', label: 'Billed' },
  { value: 'outstanding', label: 'Outstanding' },
  { value: 'late', label: 'Past due' },
];

/** The status filter that a word in the URL selects. */
export const invoiceFilterOf = (word: string | null): InvoiceFilter =>
  filterOptions.find(({ value }) => value === word)?.value ?? 'all';

const passes = (invoice: Invoice, filter: InvoiceFilter): boolean => {
  if (filter === 'all') return true;
  // The figure of what is paid has the paid parts of others in it.
  if (filter === 'paid') return invoice.status === 'paid' || isPartlyPaid(invoice);
  const status = statuses.find((one) => one === filter);
  if (status) return invoice.status === status;
  return figureKinds.some((kind) => filterOfFigure[kind] === filter && countsAs(kind, invoice));
};

/** The invoices of a kind of which payer, student or number matches a search. */
export const filteredInvoices = (
  invoices: readonly Invoice[],
  { filter, search }: { readonly filter: InvoiceFilter; readonly search: string },
): Invoice[] => {
  const typed = search.trim();
  const matches = nameMatcher(typed);
  return invoices
    .filter((invoice) => passes(invoice, filter))
    .filter(
      ({ payer, students, invoiceNumber }) =>
        matches(payer.name) ||
        students.some(({ name }) => matches(name)) ||
        invoiceNumber.toLowerCase().includes(typed.toLowerCase()),
    );
};

/**
 * To which address an invoice is sent unless another one is typed: of a family its first contact that gets invoices; else where the
 * student's last one went, or else the student's own.
 */
export const emailsOf = (
  invoices: readonly Invoice[],
  students: readonly { readonly student: Pick<Student, 'id' | 'email'> }[],
  families: readonly Pick<Household, 'id' | 'contacts'>[] = [],
): ((invoice: Invoice) => string) => {
  const own = new Map(students.map(({ student }) => [student.id, student.email]));
  const last = new Map<string, Invoice>();
  for (const invoice of invoices) {
    const known = last.get(invoice.studentId);
    if (invoice.mailTo !== null && (known?.mailAt ?? '') <= (invoice.mailAt ?? ''))
      last.set(invoice.studentId, invoice);
  }
  const contact = new Map(
    families.map(({ id, contacts }) => [id, contacts.find(({ gets }) => gets !== 'schedule')?.email ?? null]),
  );
  return ({ studentId, payer }) => contact.get(payer.id) ?? last.get(studentId)?.mailTo ?? own.get(studentId) ?? '';
};

export type MonthOfInvoices = {
  /** The month in which the billing periods start, `2026-11`. */
  readonly month: string;
  readonly invoices: readonly Invoice[];
  readonly drafts: number;
  /** Without drafts, by currency. */
  readonly billed: readonly { readonly amount: number; readonly currency: string }[];
};

/** The newest month first; within a month the order of the list. */
export const monthsOf = (invoices: readonly Invoice[]): MonthOfInvoices[] =>
  [...Map.groupBy(invoices, ({ billingPeriodStart }) => monthOf(billingPeriodStart))]
    .toSorted(([a], [b]) => (a < b ? 1 : -1))
    .map(([month, ofMonth]) => {
      const billed = ofMonth.filter(({ status }) => status !== 'draft');
      return {
        month,
        invoices: ofMonth,
        drafts: ofMonth.length - billed.length,
        billed: [...Map.groupBy(billed, ({ currency }) => currency)].map(([currency, own]) => ({
          currency,
          amount: sumOf(own.map(({ total }) => total)),
        })),
      };
    });

/** The first invoices of the months, up to a limit. */
export const firstOf = (months: readonly MonthOfInvoices[], most: number): MonthOfInvoices[] => {
  let left = most;
  return months.flatMap((month) => {
    const invoices = month.invoices.slice(0, left);
    left -= invoices.length;
    return invoices.length === 0 ? [] : [{ ...month, invoices }];
  });
};
