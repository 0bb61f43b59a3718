import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { paidCents, usedCents } from '@rondo/contracts/events/billing/allocations.ts';
import type { BillingEvent } from '@rondo/contracts/events/billing/billing.ts';
import type { Invoice } from '@rondo/contracts/events/billing/invoice.ts';
import type { BillingState } from '../state.ts';
import { creditFor, dayOfSource, type AccountDay } from './credit.ts';

// The credit that an invoice is issued with, and what marking it as paid records.

/** What the event that first issues an invoice says of its credit: what its mail was to bring, or else what is free. */
export const issuing = (
  state: BillingState,
  invoice: Invoice,
  { today, dayOf }: Pick<AccountDay, 'today' | 'dayOf'>,
) => {
  const { invoiceId, held: holds } = invoice;
  if (invoice.issuedAt !== null) return { issuedOn: null, creditCents: 0, moves: [] };
  const parts =
    holds.length > 0
      ? holds.map(({ from, cents }) => ({ from, cents, on: dayOfSource(state, from, dayOf) }))
      : creditFor(state, invoice, dayOf);
  return {
    issuedOn: today,
    creditCents: parts.reduce((sum, { cents }) => sum + cents, 0),
    moves: parts.map((part) => ({ ...part, to: invoiceId })),
  };
};

type Settling = { readonly paymentId: string; readonly today: IsoDate; readonly creditCents: number };

/** What is still to pay of an invoice that is marked as paid, as a payment; of a credit, as a refund. */
export const settling = (
  { totalCents, currency, payer, ...invoice }: Invoice,
  { paymentId, today, creditCents }: Settling,
): BillingEvent[] => {
  const { invoiceId } = invoice;
  const isCredit = totalCents < 0;
  const used = isCredit ? usedCents(invoice) : paidCents(invoice) + creditCents;
  const cents = Math.abs(totalCents) - used;
  if (cents <= 0) return [];
  const how = {
    payerId: payer.id,
    cents,
    currency,
    date: today,
    method: 'other' as const,
    reference: null,
    byStatus: true,
  };
  return isCredit
    ? [
        {
          type: 'MoneyRefunded',
          data: { refundId: paymentId, ...how, taken: [{ from: invoiceId, to: null, cents }], moves: [] },
        },
      ]
    : [
        {
          type: 'PaymentRecorded',
          data: {
            paymentId,
            ...how,
            note: null,
            replaces: null,
            moves: [{ from: paymentId, to: invoiceId, cents, on: today }],
          },
        },
      ];
};
