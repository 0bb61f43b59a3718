import { changedElsewhere } from '@rondo/contracts/api/texts.ts';
import type { BillingEvent } from '@rondo/contracts/events/billing/billing.ts';
import { billedCharges, type Charge } from '@rondo/contracts/events/billing/charge.ts';
import { chargeProblem } from '@rondo/contracts/money/charges.ts';
import { InvalidInput, NotFound, RuleBroken, StaleRevision } from '../../../platform/kit/errors.ts';
import { numbersAfter } from '../decide.ts';
import { asBilled, itemsOfCharges, sumOfCharges } from '../due/charged.ts';
import { payerOfStudent } from '../families/memberships.ts';
import { allInvoices, liveInvoices, type BillingState } from '../state.ts';

// What a person writes for a student besides lessons, until an invoice takes it along.

type Fields = Pick<Charge, 'date' | 'category' | 'description'> & { readonly amount: number };
export type NewCharge = Fields & Pick<Charge, 'chargeId' | 'studentId' | 'currency'>;

/** @throws InvalidInput */
const centsOf = ({ amount, category }: Pick<Fields, 'amount' | 'category'>, currency: string): number => {
  const problem = chargeProblem(amount, category, currency);
  if (problem !== null) throw new InvalidInput(problem);
  return Math.round(amount * 100);
};

/** @throws InvalidInput */
export const addCharge = ({ amount, ...charge }: NewCharge): ((state: BillingState) => BillingEvent[]) => {
  const cents = centsOf({ ...charge, amount }, charge.currency);
  return () => [{ type: 'ChargeAdded', data: { ...charge, cents } }];
};

/** A charge that is on no invoice. @throws NotFound, RuleBroken */
const waitingIn = (state: BillingState, chargeId: string): Charge => {
  const charge = state.charges.get(chargeId);
  if (!charge || charge.removed) throw new NotFound('There is no such charge.');
  const invoice = billedCharges(liveInvoices(state)).get(chargeId);
  if (invoice) throw new RuleBroken(`This charge is on ${invoice.invoiceNumber}. Delete the invoice first.`);
  return charge;
};

export type ChargeChange = Partial<Fields> & { readonly chargeId: string; readonly revision: string | undefined };

/** @throws NotFound, RuleBroken, StaleRevision, InvalidInput */
export const changeCharge =
  ({ chargeId, revision, ...change }: ChargeChange) =>
  (state: BillingState): BillingEvent[] => {
    const charge = waitingIn(state, chargeId);
    if (revision !== undefined && Number(revision) < charge.revision)
      throw new StaleRevision(changedElsewhere('charge'));
    const { studentId, currency } = charge;
    const { amount = charge.cents / 100, ...more } = change;
    const after = { date: charge.date, category: charge.category, description: charge.description, ...more };
    const cents = centsOf({ amount, category: after.category }, currency);
    const isSame =
      after.date === charge.date &&
      after.category === charge.category &&
      after.description === charge.description &&
      cents === charge.cents;
    return isSame ? [] : [{ type: 'ChargeChanged', data: { chargeId, studentId, ...after, cents } }];
  };

/** @throws NotFound, RuleBroken */
export const removeCharge =
  (chargeId: string) =>
  (state: BillingState): BillingEvent[] => {
    const { studentId } = waitingIn(state, chargeId);
    return [{ type: 'ChargeRemoved', data: { chargeId, studentId } }];
  };

type ChargesToInvoice = {
  readonly chargeIds: readonly string[];
  /** The year of the studio's current day, for the numbers. */
  readonly year: string;
  readonly invoiceIdOf: (payerId: string, currency: string) => string;
  /** The order of students. */
  readonly byName: (a: string, b: string) => number;
};

/** Invoices of charges alone, one for each payer and currency: the period is from the first to the last of them. @throws NotFound, RuleBroken */
export const invoiceCharges =
  ({ chargeIds, year, invoiceIdOf, byName }: ChargesToInvoice) =>
  (state: BillingState): BillingEvent[] => {
    const waiting = [...new Set(chargeIds)]
      .map((chargeId) => waitingIn(state, chargeId))
      .toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)) || a.since - b.since);
    const nextNumber = numbersAfter(allInvoices(state), year);
    const idOf = ({ studentId, currency }: Charge): string =>
      invoiceIdOf(payerOfStudent(state, studentId).id, currency);
    return [...Map.groupBy(waiting, idOf)].flatMap(([invoiceId, some]) => {
      const [from, to] = [some[0]?.date, some.at(-1)?.date];
      const ofChildren = some.toSorted((a, b) => byName(a.studentId, b.studentId));
      const [first] = ofChildren;
      if (!first || from === undefined || to === undefined) return [];
      const charges = ofChildren.map(asBilled);
      const cents = sumOfCharges(charges);
      return {
        type: 'InvoiceGenerated',
        data: {
          invoiceId,
          invoiceNumber: nextNumber(),
          payer: payerOfStudent(state, first.studentId),
          studentId: first.studentId,
          teacherId: null,
          currency: first.currency,
          from,
          to,
          entries: [],
          months: [],
          refunds: [],
          corrections: [],
          charges,
          items: itemsOfCharges(charges),
          subtotalCents: cents,
          refundsCents: 0,
          totalCents: cents,
          sample: false,
        },
      };
    });
  };
