import type { Charge as ChargeAnswer } from '@rondo/contracts/api/charges.ts';
import { sumOf } from '@rondo/contracts/money/money.ts';
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

/** What of a payer waits for the next invoice. */
export const waitingOf = (charges: readonly PlacedCharge[], studentIds: readonly string[]): PlacedCharge[] =>
  charges.filter((one) => isWaiting(one) && studentIds.includes(one.charge.studentId));

/** The sum of it in one currency. */
export const waitingAmount = (
  charges: readonly PlacedCharge[],
  studentIds: readonly string[],
  currency: string,
): number =>
  sumOf(
    waitingOf(charges, studentIds).flatMap(({ charge }) => (charge.currency === currency ? charge.cents / 100 : [])),
  );
