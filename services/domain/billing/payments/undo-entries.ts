import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { idsIn, isStanding, type AccountEntry } from '@rondo/contracts/events/billing/account-entry.ts';
import { paidCents, usedCents } from '@rondo/contracts/events/billing/allocations.ts';
import type { BillingEvent } from '@rondo/contracts/events/billing/billing.ts';
import { isIssued, openCentsOf, type Invoice } from '@rondo/contracts/events/billing/invoice.ts';
import type { Move } from '@rondo/contracts/events/billing/payments.ts';
import { moneyText } from '@rondo/contracts/money/money.ts';
import { isDeepStrictEqual } from 'node:util';
import type { UndoEffect } from '../../../platform/commands/undo/undo-commands.ts';
import { RuleBroken } from '../../../platform/kit/errors.ts';
import { copyOf, withEvents, type BillingState } from '../state.ts';
import { accountOf, dueWhenOpen, payerIdOf, refuseHeld } from './credit.ts';

// How an undo brings back payments, refunds of money and opening balances. Allocations belong to their source.

type Without<Entry, Names extends string> = Entry extends unknown ? Omit<Entry, Names> : never;
/** What of an entry an undo compares and restores: nothing that follows from another row. */
export type EntryContent = Without<
  AccountEntry,
  'payerId' | 'paidBy' | 'refundedCents' | 'createdAt' | 'since' | 'revision' | 'removed'
>;

export const entryContentOf = (entry: AccountEntry): EntryContent | readonly [] => {
  if (entry.removed) return [];
  const {
    payerId: _payer,
    createdAt: _created,
    since: _since,
    revision: _revision,
    removed: _removed,
    ...rest
  } = entry;
  if (rest.kind === 'refund') return rest;
  if (rest.kind === 'payment') {
    const { refundedCents: _refunded, ...content } = rest;
    return content;
  }
  const { refundedCents: _refunded, paidBy: _paidBy, ...content } = rest;
  return content;
};

export const entryName = ({ kind, cents, currency }: Pick<EntryContent, 'kind' | 'cents' | 'currency'>): string => {
  const amount = moneyText(cents / 100, currency);
  if (kind === 'opening') return 'The opening balance';
  return `The ${kind} of ${amount}`;
};

type Change = {
  readonly id: string;
  readonly on: string | null;
  readonly pays: Invoice['pays'];
  readonly target: Invoice['pays'];
  readonly today: IsoDate;
};

/** The allocations of one source that end and that are made. */
export const allocationChanges = (
  state: BillingState,
  { id: from, on, pays, target, today }: Change,
): { ended: Move[]; made: Move[] } => {
  if (isDeepStrictEqual(pays, target)) return { ended: [], made: [] };
  const same = pays.filter((part) => target.some((other) => isDeepStrictEqual(part, other)));
  return {
    ended: pays
      .filter((part) => !same.includes(part))
      .map(({ to, cents }) => ({
        from,
        to,
        cents: -cents,
        on: null,
        ...dueWhenOpen(state.invoices.get(to)?.invoice, { today, termsDays: 0 }),
      })),
    made: target
      .filter((part) => !same.some((other) => isDeepStrictEqual(part, other)))
      .map(({ to, cents, at }) => ({ from, to, cents, on, at })),
  };
};

export const allocationsSet = (
  changes: readonly { readonly payerId: string; readonly moves: readonly Move[] }[],
): BillingEvent[] =>
  [...Map.groupBy(changes, ({ payerId }) => payerId)].flatMap(([payerId, own]) => {
    const moves = own.flatMap((change) => change.moves);
    return moves.length === 0 ? [] : [{ type: 'AllocationsSet', data: { payerId, moves } }];
  });

/** The entry as it was, without its allocations. */
export const restoredEntry = (
  entry: AccountEntry,
  row: EntryContent | object | readonly [] | undefined,
): BillingEvent[] => {
  const present = entryContentOf(entry);
  const target = row !== undefined && 'kind' in row ? row : null;
  const { entryId, payerId } = entry;
  if (!target) {
    if (Array.isArray(present)) return [];
    if (entry.kind === 'opening')
      return [{ type: 'OpeningBalanceRemoved', data: { openingId: entryId, payerId, moves: [] } }];
    if (entry.kind === 'payment')
      return [
        {
          type: 'PaymentVoided',
          data: { paymentId: entryId, payerId, reason: null, moves: [], byStatus: entry.byStatus, undone: true },
        },
      ];
    const takings = isStanding(entry) ? entry.taken : [];
    return [
      {
        type: 'MoneyRefundVoided',
        data: { refundId: entryId, payerId, taken: takings, moves: [], byStatus: entry.byStatus, undone: true },
      },
    ];
  }
  const withoutPays = (content: object): object => ({ ...content, pays: null });
  if (!Array.isArray(present) && isDeepStrictEqual(withoutPays(present), withoutPays(target))) return [];
  return recordedAgain(entry, target);
};

const recordedAgain = (entry: AccountEntry, target: EntryContent): BillingEvent[] => {
  const { payerId } = entry;
  const { entryId, cents, currency } = target;
  const money = { payerId, cents, currency, moves: [] };
  switch (target.kind) {
    case 'opening': {
      const { side, note, on } = target;
      return [{ type: 'OpeningBalanceSet', data: { openingId: entryId, ...money, date: on ?? '', side, note } }];
    }
    case 'payment': {
      const { on: date, method, reference, byStatus, note, replaces, voidedAt, pays } = target;
      const details = { date, method, reference, note };
      if (isStanding(entry) && voidedAt === null)
        return [
          { type: 'PaymentChanged', data: { paymentId: entryId, payerId, ...details, pays: pays.map(({ to }) => to) } },
        ];
      return [
        { type: 'PaymentRecorded', data: { paymentId: entryId, ...money, ...details, byStatus, replaces } },
        ...(voidedAt === null ? [] : [voided({ paymentId: entryId, payerId, at: voidedAt })]),
      ];
    }
    case 'refund': {
      const { on: date, method, reference, byStatus, voidedAt, taken: takings } = target;
      if (voidedAt !== null)
        return [
          {
            type: 'MoneyRefundVoided',
            data: {
              refundId: entryId,
              payerId,
              taken: isStanding(entry) ? takings : [],
              moves: [],
              byStatus: false,
              undone: false,
              at: voidedAt,
            },
          },
        ];
      return [
        {
          type: 'MoneyRefunded',
          data: { refundId: entryId, ...money, date, method, reference, byStatus, taken: takings },
        },
      ];
    }
  }
};

const voided = (payment: {
  readonly paymentId: string;
  readonly payerId: string;
  readonly at: string;
}): BillingEvent => ({
  type: 'PaymentVoided',
  data: { ...payment, reason: null, moves: [], byStatus: false, undone: false },
});

const refuse = (why: string): never => {
  throw new RuleBroken(`This can no longer be undone: ${why}.`);
};

const refuseInvoice = (invoice: Invoice): void => {
  const { invoiceNumber, totalCents, currency } = invoice;
  if (paidCents(invoice) > (isIssued(invoice) ? Math.max(0, totalCents) : 0))
    refuse(`${invoiceNumber} has a payment since`);
  if (invoice.status === 'paid' && openCentsOf(invoice) > 0) refuse(`${invoiceNumber} is no longer paid`);
  const used = usedCents(invoice);
  if (used > (isIssued(invoice) ? Math.max(0, -totalCents) : 0))
    refuse(`${moneyText(used / 100, currency)} of the credit of ${invoiceNumber} was used since`);
};

const refuseEntry = (entry: AccountEntry): void => {
  if (entry.kind === 'refund') return;
  const { cents, currency } = entry;
  const standingCents = isStanding(entry) ? cents : 0;
  const isDebt = entry.kind === 'opening' && entry.side === 'owes';
  const used = usedCents(entry);
  if (used > (isDebt ? 0 : standingCents)) refuse(`${moneyText(used / 100, currency)} of it was used since`);
  if (entry.kind === 'opening' && paidCents(entry) > (isDebt ? standingCents : 0))
    refuse('the opening balance has a payment since');
};

/** Nothing of one account pays another's. */
const refuseOtherAccounts = (state: BillingState, id: string): void => {
  const invoice = state.invoices.get(id)?.invoice;
  const entry = state.entries.get(id);
  const sources = [
    ...(invoice?.paidBy ?? []),
    ...(entry?.kind === 'opening' ? entry.paidBy : []),
    ...(entry?.kind === 'refund' && isStanding(entry) ? entry.taken : []),
  ];
  if (sources.some(({ from }) => payerIdOf(state, from) !== payerIdOf(state, id)))
    refuse(`${invoice ? invoice.invoiceNumber : 'some of it'} is in another account since`);
};

/** @throws RuleBroken when something would be paid by more than there is, or pay more than there is of it */
export const refuseImpossible = (state: BillingState, events: readonly BillingEvent[]): void => {
  const touched = new Set(events.flatMap((event) => [...idsIn(event)]));
  if (touched.size === 0) return;
  const after = withEvents(copyOf(state), events);
  for (const id of touched) {
    const invoice = after.invoices.get(id)?.invoice;
    const entry = after.entries.get(id);
    const payerId = invoice?.payer.id ?? entry?.payerId;
    if (payerId !== undefined && !isDeepStrictEqual(entry, state.entries.get(id)))
      refuseHeld(accountOf(state, payerId).invoices, id);
    refuseOtherAccounts(after, id);
    if (invoice) refuseInvoice(invoice);
    if (entry) refuseEntry(entry);
  }
};

/**
 * What an event of an undo does to an entry, in a sentence. A payment that stands for a mark as paid is told as that of its invoice.
 * @param moves all that the undo makes
 */
export const entryEffect = (
  { entries, invoices }: BillingState,
  event: BillingEvent,
  moves: readonly Move[],
): UndoEffect[] => {
  const { data } = event;
  const id =
    ('paymentId' in data && data.paymentId) ||
    ('refundId' in data && data.refundId) ||
    ('openingId' in data && data.openingId);
  const entry = typeof id === 'string' ? entries.get(id) : undefined;
  if (!entry) return [];
  const goes = event.type === 'OpeningBalanceRemoved' || ('undone' in data && data.undone);
  if (entry.kind === 'payment' && entry.byStatus) {
    const pays = [...entry.pays, ...moves.filter(({ from }) => from === entry.entryId)];
    const invoice = pays.map(({ to }) => invoices.get(to)?.invoice).find((one) => one !== undefined);
    if (invoice)
      return [
        {
          kind: 'invoices',
          id: invoice.invoiceId,
          sentence: `${invoice.invoiceNumber} is ${goes ? 'no longer paid' : 'paid again'}`,
        },
      ];
  }
  const isBack = entry.removed || ('voidedAt' in entry && entry.voidedAt !== null) ? 'is back' : 'is as before';
  return [{ kind: 'invoices', id: entry.entryId, sentence: `${entryName(entry)} ${goes ? 'goes' : isBack}` }];
};
