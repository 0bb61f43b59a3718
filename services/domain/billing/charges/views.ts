import type { Charge as ChargeAnswer } from '@rondo/contracts/api/charges.ts';
import type { PlacedCharge } from '@rondo/projections/invoices/queries.ts';

export const chargeView = ({ charge, invoiceId }: PlacedCharge): ChargeAnswer => ({
  id: charge.chargeId,
  studentId: charge.studentId,
  date: charge.date,
  category: charge.category,
  description: charge.description,
  amount: charge.cents / 100,
  currency: charge.currency,
  invoiceId,
  createdAt: charge.createdAt,
  revision: String(charge.revision),
});

/** The newest date first; of one day, the last that was added. */
export const chargesView = (charges: readonly PlacedCharge[]): ChargeAnswer[] =>
  charges
    .toSorted(({ charge: a }, { charge: b }) => (a.date < b.date ? 1 : a.date > b.date ? -1 : b.since - a.since))
    .map(chargeView);

export const isWaiting = ({ invoiceId }: PlacedCharge): boolean => invoiceId === null;
