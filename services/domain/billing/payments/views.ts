import type { Account, AccountLine, AccountRow, OpeningBalance } from '@rondo/contracts/api/payer-accounts.ts';
import type { Allocation, MoneyRefund, Payer, Payment } from '@rondo/contracts/api/payments.ts';
import { daysBetween } from '@rondo/contracts/calendar/dates.ts';
import {
  creditOfEntry,
  isStanding,
  type AccountEntry,
  type OpeningEntry,
  type PaymentEntry,
  type RefundEntry,
} from '@rondo/contracts/events/billing/account-entry.ts';
import type { AccountInvoice } from '@rondo/contracts/events/billing/invoice.ts';
import type { StatementMail } from '@rondo/contracts/events/billing/statements.ts';
import { balanceText } from '@rondo/contracts/money/balance.ts';
import {
  agingOf,
  balanceOf,
  creditsOf,
  dayOfEntry,
  linesOf,
  openDebts,
  type AccountRows,
  type Aged,
  type Line,
} from '@rondo/contracts/money/ledger.ts';
import { moneyText } from '@rondo/contracts/money/money.ts';
import { alreadyRecorded, paymentTitle } from '@rondo/contracts/money/payment-methods.ts';
import { familyInWords } from '@rondo/contracts/people/family-name.ts';
import type { EntryRow } from '@rondo/projections/invoices/queries.ts';
import { chargesView, waitingAmount, waitingOf } from '../charges/views.ts';
import { withJoinings } from '../families/households.ts';
import { payersOf, studentsPaidBy, type Accounts } from './accounts.ts';
import { payerNamed } from '../names.ts';
import { dayText } from './amounts.ts';

// Accounts as answers have them. Amounts have at most two decimals.

const amountOf = (cents: number): number => cents / 100;
const openingName = 'Opening balance';
const paymentOf = (cents: number, currency: string, date: string): string =>
  `Payment of ${moneyText(amountOf(cents), currency)} on ${dayText(date)}`;
export const payerOf = ({ names }: Pick<Accounts, 'names'>, id: string): Payer => payerNamed(names, id);
const numbersOf = (invoices: readonly AccountInvoice[]): ((id: string) => string) => {
  const numbers = new Map(invoices.map(({ invoiceId, invoiceNumber }) => [invoiceId, invoiceNumber]));
  return (id) => numbers.get(id) ?? openingName;
};
export const allocationsView = (
  pays: readonly { readonly to: string; readonly cents: number }[],
  numberOf: (id: string) => string,
): Allocation[] => pays.map(({ to, cents }) => ({ to, number: numberOf(to), amount: amountOf(cents) }));

export const paymentView = (
  entry: PaymentEntry,
  accounts: Pick<Accounts, 'invoices' | 'names' | 'dayOf'>,
  createdBy: string,
): Payment => ({
  id: entry.entryId,
  payer: payerOf(accounts, entry.payerId),
  date: dayOfEntry(entry, accounts.dayOf),
  amount: amountOf(entry.cents),
  currency: entry.currency,
  method: entry.method,
  reference: entry.reference,
  note: entry.note,
  allocations: allocationsView(entry.pays, numbersOf(accounts.invoices)),
  unallocated: amountOf(creditOfEntry(entry)),
  refunded: amountOf(entry.refundedCents),
  byStatus: entry.byStatus,
  voidedAt: entry.voidedAt,
  replaces: entry.replaces,
  createdAt: entry.createdAt,
  createdBy,
  revision: String(entry.revision),
});

const isPayment = (row: EntryRow): row is EntryRow & { entry: PaymentEntry } =>
  row.entry.kind === 'payment' && !row.entry.removed;

/** Payments, the newest date first; of one day, the last recorded. */
export const paymentsView = (
  accounts: Accounts,
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined } = {},
): Payment[] =>
  accounts.entries
    .filter(isPayment)
    .map(({ entry, created_by }) => ({
      since: entry.since,
      view: paymentView(entry, accounts, accounts.actorOf(created_by)),
    }))
    .filter(({ view: { date } }) => (from === undefined || date >= from) && (to === undefined || date <= to))
    .toSorted((a, b) => (a.view.date < b.view.date ? 1 : Number(a.view.date > b.view.date) * -1) || b.since - a.since)
    .map(({ view }) => view);

/** What may be a mistake: the same payment has been recorded before. */
export const warningsOf = (
  entries: readonly AccountEntry[],
  { id, payer, date, amount, currency }: Pick<Payment, 'id' | 'payer' | 'date' | 'amount' | 'currency'>,
  dayOf: Accounts['dayOf'],
): string[] => {
  const same = entries.some(
    (entry) =>
      entry.kind === 'payment' &&
      entry.entryId !== id &&
      isStanding(entry) &&
      entry.payerId === payer.id &&
      entry.currency === currency &&
      entry.cents === Math.round(amount * 100) &&
      dayOfEntry(entry, dayOf) === date,
  );
  return same ? [alreadyRecorded({ amount, currency, date, from: familyInWords(payer.name) })] : [];
};

export const refundView = (entry: RefundEntry, accounts: Pick<Accounts, 'names' | 'dayOf'>): MoneyRefund => ({
  id: entry.entryId,
  payer: payerOf(accounts, entry.payerId),
  date: dayOfEntry(entry, accounts.dayOf),
  amount: amountOf(entry.cents),
  currency: entry.currency,
  method: entry.method,
  reference: entry.reference,
  taken: entry.taken.map(({ from, to, cents }) => ({ from, to, amount: amountOf(cents) })),
  voidedAt: entry.voidedAt,
  createdAt: entry.createdAt,
  revision: String(entry.revision),
});

export const openingView = (entry: OpeningEntry, accounts: Pick<Accounts, 'names' | 'dayOf'>): OpeningBalance => ({
  id: entry.entryId,
  payer: payerOf(accounts, entry.payerId),
  date: dayOfEntry(entry, accounts.dayOf),
  side: entry.side,
  amount: amountOf(entry.cents),
  currency: entry.currency,
  note: entry.note,
  createdAt: entry.createdAt,
  revision: String(entry.revision),
});

export const rowsOf = ({ invoices, entries }: Accounts): AccountRows => ({
  invoices,
  entries: entries.map(({ entry }) => entry).filter(({ removed }) => !removed),
});

export const agingView = (aged: Aged) => ({
  notDue: amountOf(aged.notDue),
  days1to30: amountOf(aged.days1to30),
  days31to60: amountOf(aged.days31to60),
  days61to90: amountOf(aged.days61to90),
  over90: amountOf(aged.over90),
});

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, cents) => sum + cents, 0);

/** The present students for whom a payer pays. */
const studentsOf = ({ present, members, names }: Accounts, payerId: string): AccountRow['students'] =>
  studentsPaidBy(members, payerId)
    .filter((id) => present.has(id))
    .map((id) => ({ id, name: names.studentOf(id) }))
    .toSorted((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1));

/** What one payer owes. */
const accountRow = (accounts: Accounts, payerId: string, rows: AccountRows): AccountRow => {
  const { today, dayOf, currency } = accounts;
  const payer = payerOf(accounts, payerId);
  const lines = linesOf(rows, dayOf);
  const balance = balanceOf(lines, currency);
  const debts = openDebts(rows, dayOf).filter((debt) => debt.currency === currency);
  const credits = creditsOf(rows, dayOf).filter((credit) => credit.currency === currency);
  const late = debts.filter(({ dueOn }) => dueOn !== null && dueOn < today);
  const [oldestDue = null] = debts.flatMap(({ dueOn }) => dueOn ?? []).toSorted();
  const last = lines.findLast((line) => line.kind === 'payment' && line.currency === currency);
  const others = [...new Set(lines.map((line) => line.currency))].filter((one) => one !== currency).toSorted();
  return {
    payer,
    students: studentsOf(accounts, payerId),
    currency,
    balance: amountOf(balance),
    inWords: balanceText(balance, currency),
    open: amountOf(sumOf(debts.map(({ openCents }) => openCents))),
    credit: amountOf(sumOf(credits.map(({ creditCents }) => creditCents))),
    pastDue: amountOf(sumOf(late.map(({ openCents }) => openCents))),
    oldestDue,
    waiting: waitingAmount(accounts.charges, studentsPaidBy(accounts.members, payerId), currency),
    aging: agingView(agingOf(debts, today, daysBetween)),
    lastPayment: last ? { date: last.date, amount: amountOf(-last.cents) } : null,
    others: others.map((one) => {
      const owed = balanceOf(lines, one);
      return { currency: one, balance: amountOf(owed), inWords: balanceText(owed, one) };
    }),
  };
};

/** Every payer with a present student or a line, by name. */
export const accountRows = (accounts: Accounts): AccountRow[] => {
  const { invoices, entries } = rowsOf(accounts);
  const ofPayer = Map.groupBy(invoices, ({ payer }) => payer.id);
  const others = Map.groupBy(entries, ({ payerId }) => payerId);
  const withLines = [
    ...invoices.filter(({ status }) => status !== 'draft').map(({ payer }) => payer.id),
    ...entries.filter(isStanding).map(({ payerId }) => payerId),
  ];
  return [...new Set([...payersOf(accounts), ...withLines])]
    .map((id) => accountRow(accounts, id, { invoices: ofPayer.get(id) ?? [], entries: others.get(id) ?? [] }))
    .toSorted((a, b) => a.payer.name.localeCompare(b.payer.name) || (a.payer.id < b.payer.id ? -1 : 1));
};

const lineText = (line: Line, entry: AccountEntry | undefined, numberOf: (id: string) => string): string => {
  if (!entry) return numberOf(line.id);
  if (entry.kind === 'opening') return openingName;
  return paymentTitle(entry.kind === 'payment' ? 'Payment' : 'Refund', entry);
};

/** Lines with the balance after each, in its own currency. */
export const linesView = (accounts: Accounts, rows: AccountRows): AccountLine[] => {
  const numberOf = numbersOf(rows.invoices);
  const entryOf = new Map(rows.entries.map((entry) => [entry.entryId, entry]));
  const invoiceOf = new Map(accounts.invoices.map((invoice) => [invoice.invoiceId, invoice]));
  const balances = new Map<string, number>();
  return linesOf(rows, accounts.dayOf).map((line) => {
    const balance = (balances.get(line.currency) ?? 0) + line.cents;
    balances.set(line.currency, balance);
    const entry = entryOf.get(line.id);
    const source = entry ?? invoiceOf.get(line.id);
    return {
      date: line.date,
      kind: line.kind,
      id: line.id,
      text: lineText(line, entry, numberOf),
      amount: amountOf(line.cents),
      balance: amountOf(balance),
      currency: line.currency,
      allocations: source && 'pays' in source ? allocationsView(source.pays, numberOf) : [],
      refunded: source && 'pays' in source ? amountOf(source.refundedCents) : 0,
      note: entry && 'note' in entry ? entry.note : null,
      revision: line.kind === 'invoice' ? '' : String(source?.revision ?? ''),
    };
  });
};

const mostLines = 500;

export const statementMailView = ({ mailId, state, detail, ...mail }: StatementMail): Account['mails'][number] => ({
  id: mailId,
  ...mail,
  mail: state,
  mailDetail: detail,
});

/** That of the family's contact, else where the payer's last statement or invoice went, else the student's. */
const suggestedEmail = (accounts: Accounts, payerId: string): string | null => {
  const sent = [...accounts.invoices.flatMap(({ mail }) => mail ?? []), ...accounts.mails];
  const [last] = sent.toSorted((a, b) => (a.requestedAt < b.requestedAt ? 1 : -1));
  const [own] = studentsOf(accounts, payerId).flatMap(({ id }) => accounts.emails.get(id) ?? []);
  return accounts.families.get(payerId)?.contact?.email ?? last?.email ?? own ?? null;
};

/** One account, of accounts that were read for this payer. */
export const accountView = (accounts: Accounts, payerId: string): Omit<Account, 'sendsMail'> => {
  const rows = rowsOf(accounts);
  const { dayOf, today } = accounts;
  const revisionOf = new Map([
    ...rows.entries.map((entry) => [entry.entryId, entry.revision] as const),
    ...accounts.invoices.map(({ invoiceId, revision }) => [invoiceId, revision] as const),
  ]);
  return {
    ...accountRow(accounts, payerId, rows),
    household: accounts.families.get(payerId)?.listed ?? null,
    documents: openDebts(rows, dayOf).map((debt) => ({
      id: debt.id,
      kind: debt.isOpening ? ('opening' as const) : ('invoice' as const),
      number: debt.isOpening ? openingName : debt.number,
      date: debt.issuedOn,
      dueDate: debt.dueOn,
      total: amountOf(debt.totalCents),
      open: amountOf(debt.openCents),
      currency: debt.currency,
      pastDue: debt.dueOn !== null && debt.dueOn < today,
    })),
    sources: creditsOf(rows, dayOf).map(({ id, kind, number, date, currency, amountCents, creditCents }) => ({
      id,
      kind,
      text: number || (kind === 'opening' ? openingName : paymentOf(amountCents, currency, date)),
      date,
      amount: amountOf(amountCents),
      credit: amountOf(creditCents),
      currency,
      revision: String(revisionOf.get(id) ?? ''),
    })),
    charges: chargesView(waitingOf(accounts.charges, studentsPaidBy(accounts.members, payerId))),
    lines: withJoinings(accounts, payerId, linesView(accounts, rows)).slice(-mostLines),
    mails: accounts.mails.map(statementMailView),
    suggestedEmail: suggestedEmail(accounts, payerId),
  };
};
