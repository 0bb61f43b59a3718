import { waitingCharges, type Charge } from '@rondo/contracts/events/billing/charge.ts';
import type { InvoiceCharge } from '@rondo/contracts/events/billing/charges.ts';
import type { InvoiceItem } from '@rondo/contracts/events/billing/billing.ts';
import type { Invoice } from '@rondo/contracts/events/billing/invoice.ts';
import { moneyText } from '@rondo/contracts/money/money.ts';
import type { Block, Draft } from './draft.ts';
import type { Billing } from './billed-dates.ts';

// The charges that a student's next invoice takes along.

/** A draft with the charges that it bills. */
export type ChargedDraft = Draft & { readonly charges: readonly InvoiceCharge[] };

export const sumOfCharges = (charges: readonly Pick<Charge, 'cents'>[]): number =>
  charges.reduce((sum, { cents }) => sum + cents, 0);

export const asBilled = ({ chargeId, studentId, date, category, description, cents }: Charge): InvoiceCharge => ({
  chargeId,
  studentId,
  date,
  category,
  description,
  cents,
});

/** The lines of charges, each by itself. */
export const itemsOfCharges = (charges: readonly InvoiceCharge[]): InvoiceItem[] =>
  charges.map(({ chargeId, studentId, date, cents }) => ({
    studentId,
    itemType: 'charge',
    teacherId: null,
    chargeId,
    quantity: 1,
    rateCents: cents,
    amountCents: cents,
    from: date,
    to: date,
    lessonIds: [],
  }));

/** The waiting charges of each student, of the students who have any. @param invoices deleted ones too */
export const waitingByStudent = (
  charges: Iterable<Charge>,
  invoices: readonly Invoice[],
): ReadonlyMap<string, readonly Charge[]> =>
  Map.groupBy(
    waitingCharges(
      charges,
      invoices.filter(({ deleted }) => !deleted),
    ),
    ({ studentId }) => studentId,
  );

/** A draft with what waits of its student up to the end of the period; amounts are not converted. */
export const withCharges = (
  draft: Draft,
  waiting: readonly Charge[],
  { to, withCharges: isWanted = false }: Pick<Billing, 'to' | 'withCharges'>,
  currency: string,
): ChargedDraft => {
  const due = isWanted ? waiting.filter(({ date }) => date <= to) : [];
  const charges = due.filter((charge) => charge.currency === currency).map(asBilled);
  const foreign = due.filter((charge) => charge.currency !== currency);
  const cents = sumOfCharges(charges);
  const isRefund = ({ itemType }: InvoiceItem): boolean => itemType === 'refund';
  return {
    ...draft,
    charges,
    items: [
      ...draft.items.filter((item) => !isRefund(item)),
      ...itemsOfCharges(charges),
      ...draft.items.filter(isRefund),
    ],
    subtotalCents: draft.subtotalCents + cents,
    totalCents: draft.totalCents + cents,
    warnings: [
      ...draft.warnings,
      ...foreign.map((charge) => {
        const amount = moneyText(charge.cents / 100, charge.currency);
        return `A charge of ${amount} is left out: this invoice is in ${currency}.`;
      }),
    ],
  };
};

/** What an invoice has of one student, with the charges. */
export type ChargedBlock = Block & { readonly charges: readonly InvoiceCharge[] };

/** False when there is nothing for this payer's invoice. */
export const hasContent = ({ entries, months, refunds, corrections, charges }: ChargedBlock): boolean =>
  entries.length + months.length + refunds.length + corrections.length + charges.length > 0;

/** False when there is nothing to bill and nothing to refund. */
export const isToBill = (draft: ChargedDraft): boolean => hasContent(draft) || draft.elsewhere.length > 0;
