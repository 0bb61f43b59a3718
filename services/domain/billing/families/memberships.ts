import { isStanding } from '@rondo/contracts/events/billing/account-entry.ts';
import type { InvoicePayer } from '@rondo/contracts/events/billing/payers.ts';
import type { BillingEvent } from '@rondo/contracts/events/billing/billing.ts';
import { payerIdOf } from '../payments/credit.ts';
import type { BillingState } from '../state.ts';

// Who pays for whom, as the events of a studio's accounts decide it.

type Memberships = Pick<BillingState, 'memberships'>;

/** Who pays for a student. */
export const payerOfStudent = ({ memberships }: Memberships, studentId: string): InvoicePayer => {
  const membership = memberships.get(studentId);
  return membership ? { type: 'household', id: membership.householdId } : { type: 'student', id: studentId };
};

/** Whose account a call means by a student or a household. */
export const accountIdOf = ({ memberships }: Memberships, id: string): string => memberships.get(id)?.householdId ?? id;

/** Everything of which a student is the payer, deleted and voided ones too: an undo brings them back. */
const ownRows = ({ invoices, entries }: BillingState, studentId: string): string[] => [
  ...[...invoices.values()].flatMap(({ invoice: { payer, invoiceId } }) => (payer.id === studentId ? invoiceId : [])),
  ...[...entries.values()].flatMap(({ payerId, entryId }) => (payerId === studentId ? entryId : [])),
];

/** A decision on the account that a student's or family's id means by then. */
export const onAccountOf =
  (id: string, decide: (payerId: string) => (state: BillingState) => BillingEvent[]) =>
  (state: BillingState): BillingEvent[] =>
    decide(accountIdOf(state, id))(state);

/** Something that belongs to what a student's joining brought along, and something that does not: one pays the other. */
export type Crossing = {
  readonly from: string;
  readonly to: string;
  /** Whose the source is. */
  readonly ofHousehold: boolean;
  /** What the source is to the other: it pays it, is to be brought by its mail, or gives it back. */
  readonly how: 'pays' | 'held' | 'refunds';
};

/** What ties what a student would take along to the rest of the household's account; null if nothing does. */
export const crossingOf = ({ invoices, entries }: BillingState, brought: readonly string[]): Crossing | null => {
  const rows = new Set(brought);
  if (rows.size === 0) return null;
  const crossing = (from: string, to: string, how: Crossing['how']): Crossing[] =>
    rows.has(from) === rows.has(to) ? [] : [{ from, to, ofHousehold: !rows.has(from), how }];
  for (const entry of entries.values()) {
    const found =
      entry.kind === 'refund'
        ? isStanding(entry)
          ? entry.taken.flatMap(({ from }) => crossing(entry.entryId, from, 'refunds'))
          : []
        : entry.pays.flatMap(({ to }) => crossing(entry.entryId, to, 'pays'));
    if (found[0]) return found[0];
  }
  for (const { invoice } of invoices.values()) {
    const found = [
      ...invoice.pays.flatMap(({ to }) => crossing(invoice.invoiceId, to, 'pays')),
      ...invoice.held.flatMap(({ from }) => crossing(from, invoice.invoiceId, 'held')),
    ];
    if (found[0]) return found[0];
  }
  return null;
};

/**
 * The household pays for a student from now on, or the student, when it is null. Joining brings along what the student pays; leaving moves
 * nothing. A no-op when it is so already.
 * @param brought by the joining that is undone: it goes back, unless something of it is tied to the rest of the account by now
 */
export const setPayer =
  (studentId: string, householdId: string | null, brought: readonly string[] = []) =>
  (state: BillingState): BillingEvent[] => {
    const membership = state.memberships.get(studentId);
    if ((membership?.householdId ?? null) === householdId) return [];
    const own = brought.filter((id) => membership !== undefined && payerIdOf(state, id) === membership.householdId);
    const returned = crossingOf(state, own) ? [] : own;
    const parted: BillingEvent[] = membership
      ? [{ type: 'AccountParted', data: { studentId, householdId: membership.householdId, returned } }]
      : [];
    if (householdId === null) return parted;
    const rows = [...ownRows(state, studentId), ...returned];
    return [...parted, { type: 'AccountMerged', data: { studentId, householdId, rows } }];
  };
