import type { Account, AccountLine } from '@rondo/contracts/api/payer-accounts.ts';
import type { Allocation, Payment } from '@rondo/contracts/api/payments.ts';
import { daysBetween, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { monthOf } from '@rondo/contracts/calendar/months.ts';
import { balanceText } from '@rondo/contracts/money/balance.ts';
import { moneyText, sumOf } from '@rondo/contracts/money/money.ts';
import { methodNames, paymentMethods, paymentTitle } from '@rondo/contracts/money/payment-methods.ts';
import { counted, joined } from '../../../lib/texts.ts';
import { dayText } from '../../invoices/model/period.ts';

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const methodOptions = paymentMethods.map((value) => ({ value, label: capitalized(methodNames[value]) }));

/** "Payment, check 1042", "Payment, Zelle". */
export const titleOf = (payment: Payment): string => paymentTitle('Payment', payment);

/** "Owes $178.50", "Credit $30.00", "Settled". */
export const balanceWords = (balance: number, currency: string, amountText?: typeof moneyText): string =>
  balanceText(Math.round(balance * 100), currency, amountText);

const away = (date: IsoDate, today: IsoDate): string => {
  const days = daysBetween(today, date);
  if (days === 0) return 'today';
  return days === 1 ? 'tomorrow' : `in ${counted(days, 'day')}`;
};

/** "due Dec 14, in 10 days", "due Nov 14, 13 days past due". */
export const dueText = (dueDate: IsoDate, today: IsoDate): string =>
  `due ${dayText(dueDate, today)}, ${
    dueDate < today ? `${counted(daysBetween(dueDate, today), 'day')} past due` : away(dueDate, today)
  }`;

/** Below the balance: a figure, and what it means. */
export const balanceNote = (account: Account, today: IsoDate): { strong: string; text: string; late: boolean } => {
  const { documents, currency, pastDue, oldestDue, balance, lastPayment } = account;
  if (pastDue > 0)
    return {
      strong: `${moneyText(pastDue, currency)} past due`,
      text: oldestDue === null ? '' : `since ${dayText(oldestDue, today)}`,
      late: true,
    };
  const own = documents.filter((one) => one.currency === currency);
  if (own.length > 0) {
    const invoices = own.filter(({ kind }) => kind === 'invoice').length;
    const strong = invoices === 0 ? 'Opening balance' : counted(invoices, 'open invoice');
    const due = oldestDue === null ? '' : `${own.length > 1 ? 'next ' : ''}${dueText(oldestDue, today)}`;
    return { strong, text: due, late: false };
  }
  if (balance < 0) return { strong: '', text: 'The next invoice uses it automatically', late: false };
  return {
    strong: '',
    text:
      lastPayment === null
        ? 'Nothing is open'
        : `Last payment ${moneyText(lastPayment.amount, currency)} on ${dayText(lastPayment.date, today)}`,
    late: false,
  };
};

/** What a source pays, as a sentence without its links: "INV-1 and the opening balance". */
export const documentName = ({ number }: Pick<Allocation, 'number'>): string =>
  number === 'Opening balance' ? 'the opening balance' : number;

export const documentNames = (allocations: readonly Allocation[]): string => joined(allocations.map(documentName));

export type Month = {
  /** `2026-11`. */
  readonly month: string;
  /** The newest first. */
  readonly lines: readonly AccountLine[];
  /** "$378.50 billed, $320.00 paid". */
  readonly sums: string;
};

const sumsOf = (lines: readonly AccountLine[], currency: string): string => {
  const of = (kinds: readonly AccountLine['kind'][]): number =>
    sumOf(
      lines.filter((one) => one.currency === currency && kinds.includes(one.kind)).map(({ amount }) => amount ?? 0),
    );
  const [billed, paid] = [of(['invoice', 'credit']), -of(['payment', 'refund'])];
  return [
    ...(billed === 0 ? [] : [`${moneyText(billed, currency)} billed`]),
    ...(paid === 0 ? [] : [`${moneyText(paid, currency)} paid`]),
  ].join(', ');
};

const isJoining = ({ kind }: AccountLine): boolean => kind === 'joined';

/** Students who joined on one day as one line: "Mia Park and Theo Park joined, with their accounts so far". */
const withJoinings = (lines: readonly AccountLine[]): AccountLine[] => {
  const groups: AccountLine[][] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (last?.[0]?.date === line.date && [last[0], line].every(isJoining)) last.push(line);
    else groups.push([line]);
  }
  return groups.flatMap(([line, ...others]) => {
    if (!line || others.length === 0) return line ?? [];
    const names = [line, ...others].map(({ text }) => text.split(' joined')[0] ?? '').toReversed();
    return { ...line, text: `${joined(names)} joined, with their accounts so far` };
  });
};

/** The lines of an account by month, the newest first. */
export const monthsOf = (lines: readonly AccountLine[], currency: string): Month[] =>
  [...Map.groupBy(lines.toReversed(), ({ date }) => monthOf(date))].map(([month, own]) => ({
    month,
    lines: withJoinings(own),
    sums: sumsOf(own, currency),
  }));
