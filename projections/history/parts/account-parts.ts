import { movesOf } from '@rondo/contracts/events/billing/allocations.ts';
import type { AccountEvent, ChargeEvent, StatementEvent } from '@rondo/contracts/events/billing/billing.ts';
import type { MessageEvent, QueuedMessage } from '@rondo/contracts/events/schedule/messages.ts';
import type { Move } from '@rondo/contracts/events/billing/payments.ts';
import { balanceText } from '@rondo/contracts/money/balance.ts';
import { moneyText } from '@rondo/contracts/money/money.ts';
import { listed } from '@rondo/contracts/people/family-name.ts';
import { partOf } from './deed-parts.ts';
import type { Deed } from '../deed-row.ts';
import type { DeedPart } from '../deeds-table.ts';

export const mailed = 'An email that was sent cannot be taken back.';

const joined = (parts: readonly string[]): string =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

/** What was paid: "INV-1 and part of INV-2". @param isInvoice else it is an opening balance */
const paidText = (moves: readonly Move[], isInvoice: (id: string) => boolean): string =>
  joined(
    moves
      .filter(({ cents }) => cents > 0)
      .map(
        ({ to, isPart }) =>
          `${isPart === true ? 'part of ' : ''}${isInvoice(to) ? `{invoice:${to}}` : 'the opening balance'}`,
      ),
  );

/** What an event on an account tells, but for those on its invoices. */
export const accountPart = (
  event: AccountEvent,
  { isInvoice, isFamily }: { readonly isInvoice: (id: string) => boolean; readonly isFamily: (id: string) => boolean },
): DeedPart | null => {
  if ('byStatus' in event.data && event.data.byStatus) return null;
  // Joining a family and leaving it are told by the student's own event.
  if (event.type === 'AccountMerged' || event.type === 'AccountParted') return null;
  const { payerId } = event.data;
  const isOfFamily = isFamily(payerId);
  const moves = movesOf(event);
  const about = isOfFamily ? {} : { studentId: payerId };
  const whose = isOfFamily ? `{household:${payerId}}` : `{student:${payerId}}`;
  switch (event.type) {
    case 'PaymentRecorded': {
      const { cents, currency, replaces } = event.data;
      const paid = paidText(moves, isInvoice);
      const amount = moneyText(cents / 100, currency);
      const text =
        replaces === null ? `Recorded ${amount} from ${whose}` : `Changed a payment of ${whose} to ${amount}`;
      return partOf('payment', paid === '' ? text : `${text}: ${paid}`, about);
    }
    case 'PaymentChanged':
      return partOf('paymentEdit', `Changed a payment of ${whose}`, about);
    case 'PaymentVoided':
      return partOf('paymentVoid', `Voided a payment of ${whose}`, about);
    case 'AllocationsSet': {
      const paid = paidText(moves, isInvoice);
      const text = `Changed what is paid by ${whose}`;
      return partOf('allocations', paid === '' ? text : `Applied credit of ${whose}: ${paid}`, about);
    }
    case 'MoneyRefunded': {
      const { cents, currency } = event.data;
      return partOf('moneyRefund', `Refunded ${moneyText(cents / 100, currency)} to ${whose}`, about);
    }
    case 'MoneyRefundVoided':
      return partOf('moneyRefundVoid', `Voided a refund to ${whose}`, about);
    case 'OpeningBalanceSet': {
      const { cents, currency, side } = event.data;
      const balance = balanceText(side === 'owes' ? cents : -cents, currency);
      return partOf('openingBalance', `Set the opening balance of ${whose}: ${balance}`, about);
    }
    case 'OpeningBalanceRemoved':
      return partOf('openingBalanceRemoval', `Removed the opening balance of ${whose}`, about);
  }
};

/** What an event on a mail with a statement tells. */
export const statementPart = ({ type, data: { payerId: studentId } }: StatementEvent): DeedPart | null =>
  type === 'StatementSendRequested'
    ? partOf('statementMail', `Mailed a statement to {student:${studentId}}`, { studentId })
    : null;

/** What an event on a charge tells. */
export const chargePart = (event: ChargeEvent): DeedPart => {
  const { studentId } = event.data;
  const about = { studentId };
  const whose = `{student:${studentId}}`;
  switch (event.type) {
    case 'ChargeAdded': {
      const { cents, currency, category } = event.data;
      const what = category === 'discount' ? 'discount' : 'charge';
      return partOf('charge', `Added a ${what} of ${moneyText(Math.abs(cents) / 100, currency)} for ${whose}`, about);
    }
    case 'ChargeChanged':
      return partOf('chargeEdit', `Changed a charge of ${whose}`, about);
    case 'ChargeRemoved':
      return partOf('chargeRemoval', `Removed a charge of ${whose}`, about);
  }
};

/** Mail to one of a family, which someone clicked for. */
const mailPart = ({ kind, studentIds }: QueuedMessage): DeedPart => {
  const [only, ...others] = studentIds;
  const whose = `the family of ${listed(studentIds.map((studentId) => `{student:${studentId}}`))}`;
  const about = { studentId: others.length === 0 ? (only ?? null) : null };
  if (kind === 'note') return partOf('noteMail', `Mailed ${whose} a note`, about);
  return kind === 'link'
    ? partOf('linkMail', `Mailed ${whose} the link of its page`, about)
    : partOf('changeMail', `Mailed ${whose} what has changed`, about);
};

/** Mail to a family that someone clicked for. */
export const mailDeed = (event: MessageEvent): Deed => {
  if (event.type !== 'MessageQueued') return { part: null, kind: 'families' };
  const subjects = event.data.studentIds.map((studentId) => `student:${studentId}`);
  return { part: mailPart(event.data), kind: 'families', subjects, final: mailed };
};
