import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { BillingEvent } from '@rondo/contracts/events/billing/billing.ts';
import { isStanding, type AccountEntry } from '@rondo/contracts/events/billing/account-entry.ts';
import { isIssued, type AccountInvoice, type Invoice } from '@rondo/contracts/events/billing/invoice.ts';
import type { Move } from '@rondo/contracts/events/billing/payments.ts';
import {
  creditsOf,
  dayOfEntry,
  issuedOnOf,
  type AccountRows,
  type Credit,
  type DayOf,
} from '@rondo/contracts/money/ledger.ts';
import { RuleBroken } from '../../../platform/kit/errors.ts';
import type { BillingState } from '../state.ts';

// The credit of a payer, and allocations that end.

/** When something of an account is decided. */
export type AccountDay = {
  readonly today: IsoDate;
  /** Days from sending to the day by which to pay. */
  readonly termsDays: number;
  readonly dayOf: DayOf;
};

/** Everything in one payer's account. */
export const accountOf = ({ invoices, entries }: BillingState, payerId: string): AccountRows => ({
  invoices: [...invoices.values()].flatMap(({ invoice }) =>
    invoice.payer.id === payerId && !invoice.deleted ? invoice : [],
  ),
  entries: [...entries.values()].filter((entry) => entry.payerId === payerId && !entry.removed),
});

/** Who pays, or is paid by, an invoice or an entry of an account. */
export const payerIdOf = ({ invoices, entries }: BillingState, id: string): string | undefined =>
  entries.get(id)?.payerId ?? invoices.get(id)?.invoice.payer.id;

export const sumOf = (parts: readonly { readonly cents: number }[]): number =>
  parts.reduce((sum, { cents }) => sum + cents, 0);

/** The invoices that are being mailed with credit of a source. */
const holding = (invoices: readonly AccountInvoice[], from: string): AccountInvoice[] =>
  invoices.filter((invoice) => invoice.held.some((part) => part.from === from));

/** What has credit that no mail is to bring, oldest first. */
export const freeCredits = (account: AccountRows, dayOf: DayOf): Credit[] =>
  creditsOf(account, dayOf).flatMap((credit) => {
    const holds = account.invoices.flatMap((invoice) => invoice.held.filter(({ from }) => from === credit.id));
    const creditCents = credit.creditCents - sumOf(holds);
    return creditCents > 0 ? [{ ...credit, creditCents }] : [];
  });

/** @throws RuleBroken while a mail is to bring credit of a source */
export const refuseHeld = (invoices: readonly AccountInvoice[], from: string): void => {
  const [first] = holding(invoices, from);
  if (!first) return;
  throw new RuleBroken(
    `${first.invoiceNumber} is being mailed with this credit. Please wait until that email is sent.`,
  );
};

/** The credit that an invoice is issued with: the oldest first. */
export const creditFor = (
  state: BillingState,
  invoice: Invoice,
  dayOf: DayOf,
): { from: string; cents: number; on: string }[] => {
  if (invoice.issuedAt !== null || invoice.totalCents <= 0) return [];
  let remaining = invoice.totalCents;
  const account = accountOf(state, invoice.payer.id);
  return freeCredits(account, dayOf).flatMap(({ id: from, currency, creditCents, date: on }) => {
    const cents = currency === invoice.currency ? Math.min(remaining, creditCents) : 0;
    remaining -= cents;
    return cents > 0 ? [{ from, cents, on }] : [];
  });
};

/** The day of a source. */
export const dayOfSource = ({ invoices, entries }: BillingState, id: string, dayOf: DayOf): string | null => {
  const entry = entries.get(id);
  if (entry) return dayOfEntry(entry, dayOf);
  const invoice = invoices.get(id)?.invoice;
  return invoice ? issuedOnOf(invoice, dayOf) : null;
};

/** By when to pay an invoice that opens again although it was never sent; absent for any other. */
export const dueWhenOpen = (
  invoice: Invoice | undefined,
  { today, termsDays }: Pick<AccountDay, 'today' | 'termsDays'>,
): { dueOn?: IsoDate } => {
  if (!invoice || invoice.sentAt !== null) return {};
  const { dueOn, termsDays: printed } = invoice.print ?? { dueOn: null, termsDays };
  return { dueOn: dueOn ?? addDays(today, printed) };
};

/** All that a source pays ends. */
export const endOfSource = (
  state: BillingState,
  from: string,
  pays: readonly { readonly to: string; readonly cents: number }[],
  day: AccountDay,
): Move[] => {
  const dueOf = (to: string) => dueWhenOpen(state.invoices.get(to)?.invoice, day);
  return pays.map(({ to, cents }) => ({ from, to, cents: -cents, on: null, ...dueOf(to) }));
};

const isStatusPayment = (entry: AccountEntry | undefined, invoiceId: string): boolean =>
  entry?.kind === 'payment' &&
  entry.byStatus &&
  isStanding(entry) &&
  entry.refundedCents === 0 &&
  entry.pays.every(({ to }) => to === invoiceId);

/**
 * An invoice is no longer paid, or is deleted: payments that only marked it as paid are voided, and all else that paid it is credit.
 * `moves` belong to the event of the invoice.
 */
export const releaseOf = (
  { entries }: BillingState,
  { invoiceId, paidBy, payer }: Invoice,
): { moves: Move[]; events: BillingEvent[] } => {
  const [marks, others] = [true, false].map((isMark) =>
    paidBy.filter(({ from }) => isStatusPayment(entries.get(from), invoiceId) === isMark),
  );
  const ended = (parts: typeof paidBy): Move[] =>
    parts.map(({ from, cents }) => ({ from, to: invoiceId, cents: -cents, on: null }));
  const events = (marks ?? []).map((part): BillingEvent => {
    const moves = ended([part]);
    return {
      type: 'PaymentVoided',
      data: { paymentId: part.from, payerId: payer.id, reason: null, moves, byStatus: true, undone: false },
    };
  });
  return { moves: ended(others ?? []), events };
};

/** Refunds that only marked a credit as paid are voided. */
export const releaseOfCredit = ({ entries }: BillingState, { invoiceId }: Invoice): BillingEvent[] =>
  [...entries.values()].flatMap((entry): BillingEvent[] =>
    entry.kind === 'refund' &&
    entry.byStatus &&
    isStanding(entry) &&
    entry.taken.every(({ from }) => from === invoiceId)
      ? [
          {
            type: 'MoneyRefundVoided',
            data: {
              refundId: entry.entryId,
              payerId: entry.payerId,
              taken: entry.taken,
              moves: [],
              byStatus: true,
              undone: false,
            },
          },
        ]
      : [],
  );

/** @throws RuleBroken when some of the credit of an invoice below zero is used, but for marking it as paid */
export const refuseUsedCredit = (state: BillingState, invoice: Invoice): void => {
  if (invoice.totalCents >= 0 || !isIssued(invoice)) return;
  refuseHeld(accountOf(state, invoice.payer.id).invoices, invoice.invoiceId);
  const marked = releaseOfCredit(state, invoice).reduce(
    (sum, event) => sum + (event.type === 'MoneyRefundVoided' ? sumOf(event.data.taken) : 0),
    0,
  );
  if (invoice.pays.length > 0 || invoice.refundedCents > marked)
    throw new RuleBroken(`The credit of ${invoice.invoiceNumber} was used. Take it back first.`);
};
