import { isOnCharge, type BillingEvent } from '@rondo/contracts/events/billing/billing.ts';
import { billedCharges, type Charge } from '@rondo/contracts/events/billing/charge.ts';
import type { Invoice } from '@rondo/contracts/events/billing/invoice.ts';
import { moneyText } from '@rondo/contracts/money/money.ts';
import { isDeepStrictEqual } from 'node:util';
import type { UndoEffect } from '../../../platform/commands/undo/undo-commands.ts';
import { RuleBroken } from '../../../platform/kit/errors.ts';
import { asBilled } from '../due/charged.ts';
import { copyOf, liveInvoices, withEvents, type BillingState } from '../state.ts';

// How an undo brings back charges. Which invoice has one, the invoices say.

/** What of a charge an undo compares and restores. */
export type ChargeContent = Pick<Charge, 'studentId' | 'date' | 'category' | 'description' | 'cents' | 'currency'> & {
  readonly kind: 'charge';
};

export const chargeContentOf = (charge: Charge): ChargeContent | readonly [] => {
  if (charge.removed) return [];
  const { studentId, date, category, description, cents, currency } = charge;
  return { kind: 'charge', studentId, date, category, description, cents, currency };
};

export const chargeName = ({ cents, currency }: Pick<ChargeContent, 'cents' | 'currency'>): string =>
  `The charge of ${moneyText(cents / 100, currency)}`;

/** The charge as it was; null: it was not there. */
export const restoredCharge = (charge: Charge, target: ChargeContent | null): BillingEvent[] => {
  const { chargeId, studentId, removed } = charge;
  if (!target) return removed ? [] : [{ type: 'ChargeRemoved', data: { chargeId, studentId } }];
  if (isDeepStrictEqual(chargeContentOf(charge), target)) return [];
  const { kind: _, currency, ...content } = target;
  return removed
    ? [{ type: 'ChargeAdded', data: { chargeId, ...content, currency } }]
    : [{ type: 'ChargeChanged', data: { chargeId, ...content } }];
};

const refuse = (why: string): never => {
  throw new RuleBroken(`This can no longer be undone: ${why}.`);
};

/** Whether an invoice bills a charge as it is. */
const billsAsIs = (invoice: Invoice, charge: Charge): boolean =>
  invoice.charges.some((one) => isDeepStrictEqual(one, asBilled(charge)));

/** @throws RuleBroken when an invoice would have a charge that is another one by now, or that is on another invoice */
export const refuseChangedCharges = (state: BillingState, events: readonly BillingEvent[]): void => {
  const own = new Set(events.flatMap((event) => (isOnCharge(event) ? event.data.chargeId : [])));
  const returning = events.flatMap((event) => {
    if (event.type !== 'InvoiceRestored') return [];
    const invoice = state.invoices.get(event.data.invoiceId)?.invoice;
    return invoice?.deleted === true && invoice.charges.length > 0 ? invoice : [];
  });
  if (own.size + returning.length === 0) return;
  const after = withEvents(copyOf(state), events);
  const live = liveInvoices(after);
  const billed = billedCharges(live);
  for (const chargeId of own) {
    const charge = after.charges.get(chargeId);
    const invoice = billed.get(chargeId);
    if (charge && invoice && (charge.removed || !billsAsIs(invoice, charge)))
      refuse(`this charge is on ${invoice.invoiceNumber}`);
  }
  for (const { invoiceId, invoiceNumber, charges } of returning)
    for (const { chargeId } of charges) {
      const other = live.find(
        (one) => one.invoiceId !== invoiceId && one.charges.some((charge) => charge.chargeId === chargeId),
      );
      if (other) refuse(`a charge of ${invoiceNumber} is on ${other.invoiceNumber} now`);
      const charge = after.charges.get(chargeId);
      const invoice = after.invoices.get(invoiceId)?.invoice;
      if (!charge || charge.removed) refuse(`a charge of ${invoiceNumber} has been removed`);
      else if (invoice && !billsAsIs(invoice, charge)) refuse(`a charge of ${invoiceNumber} has been changed`);
    }
};

/** What an event of an undo does to a charge, in a sentence. */
export const chargeEffect = ({ charges }: BillingState, event: BillingEvent): UndoEffect[] => {
  const charge = isOnCharge(event) ? charges.get(event.data.chargeId) : undefined;
  if (!charge) return [];
  const isBack = charge.removed ? 'is back' : 'is as before';
  const what = event.type === 'ChargeRemoved' ? 'goes' : isBack;
  return [{ kind: 'invoices', id: charge.chargeId, sentence: `${chargeName(charge)} ${what}` }];
};
