import type { AccountLine, Statement } from '@rondo/contracts/api/payer-accounts.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { calendarDate } from '@rondo/contracts/calendar/words.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import type { StatementPrint } from '@rondo/contracts/events/billing/statements.ts';
import type { StudioSettings } from '@rondo/contracts/events/studio.ts';
import { ages } from '@rondo/contracts/money/ages.ts';
import { balanceText } from '@rondo/contracts/money/balance.ts';
import { currencyName, plainAmount, sumOf } from '@rondo/contracts/money/money.ts';
import { payLinkFor } from '@rondo/contracts/money/pay-link.ts';
import type { Accounts } from '../payments/accounts.ts';
import { fullDate, fullRange } from '../pdf/dates-in-words.ts';
import { addressLines, onLetter } from '../pdf/printed.ts';
import { addressedOf } from '../families/households.ts';
import { addressOf } from '../pdf/printing.ts';

// What the pages of a statement say.

/** What they are made from, besides the statement. */
export type StatementSource = {
  /** Who of a family gets it; null where nobody is named. */
  readonly contact: string | null;
  /** The payer's address, line by line. */
  readonly address: readonly string[];
  readonly settings: StudioSettings;
  /** The period that an invoice bills; null of what is none. */
  readonly periodOf: (invoiceId: string) => { readonly from: IsoDate; readonly to: IsoDate } | null;
  /** Epoch milliseconds. */
  readonly at: number;
};

export const sourceOf = (
  { invoices, people, families }: Accounts,
  payerId: string,
  { settings, at }: Pick<StatementSource, 'settings' | 'at'>,
): StatementSource => {
  const periods = new Map(invoices.map(({ invoiceId, from, to }) => [invoiceId, { from, to }]));
  return {
    contact: families.get(payerId)?.contact?.name ?? null,
    address: addressOf(addressedOf(families, people, payerId)),
    settings,
    at,
    periodOf: (id) => periods.get(id) ?? null,
  };
};

/** "For INV-2026-0058 and the opening balance"; the amount of each if there are several. */
const paysText = ({ allocations, currency }: AccountLine): string => {
  const parts = allocations.map(({ number, amount }) => {
    const name = number.startsWith('INV-') ? number : 'the opening balance';
    return allocations.length === 1 ? name : `${name} ${plainAmount(amount, currency)}`;
  });
  if (parts.length === 0) return '';
  return `For ${parts.length === 1 ? parts[0] : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`}`;
};

const detailOf = (line: AccountLine, { periodOf }: StatementSource): string => {
  const period = line.kind === 'invoice' || line.kind === 'credit' ? periodOf(line.id) : null;
  return [period === null ? '' : fullRange(period.from, period.to), paysText(line)]
    .filter((text) => text !== '')
    .join('. ');
};

const inWords = (balance: number, currency: string): string =>
  balanceText(Math.round(balance * 100), currency, plainAmount);

/** What was billed, paid and given back; each only if there is any. */
const sumsOf = ({ lines, currency, opening }: Statement): [string, string][] => {
  const sum = (isOwn: (line: AccountLine) => boolean): number =>
    sumOf(lines.filter(isOwn).map(({ amount }) => amount ?? 0));
  const sums: [string, number][] = [
    ['Billed', sum(({ kind }) => kind === 'invoice' || kind === 'credit')],
    ['Paid', sum(({ kind }) => kind === 'payment')],
    ['Refunded', sum(({ kind }) => kind === 'refund')],
    ['From before', sum(({ kind }) => kind === 'opening')],
  ];
  return [
    ['Opening balance', inWords(opening, currency)],
    ...sums.flatMap(([name, total]): [string, string][] => (total === 0 ? [] : [[name, plainAmount(total, currency)]])),
  ];
};

/** How old what is open is; nothing while none of it is past due. */
const agingOf = ({ aging, currency }: Statement): [string, string][] => {
  const some = ages.filter(({ key }) => aging[key] !== 0);
  if (!some.some(({ key }) => key !== 'notDue')) return [];
  return some.map(({ key, word }) => [key === 'notDue' ? word : `${word} past due`, plainAmount(aging[key], currency)]);
};

/** The link by which to pay the balance; none where nothing is owed, or where the link names an invoice. */
const payOnlineOf = ({ closing, currency }: Statement, { payLink }: StudioSettings): { payOnline?: string } =>
  payLink === null || closing <= 0 || payLink.includes('{invoice}')
    ? {}
    : { payOnline: payLinkFor(payLink, { cents: Math.round(closing * 100), currency, number: '' }) };

/** @param statement of the payer whom the source is about */
export const printedStatement = (statement: Statement, source: StatementSource): StatementPrint => {
  const { payer, from, to, currency, opening, closing, lines } = statement;
  const { settings, contact, address, at } = source;
  const balance = balanceText(Math.round(closing * 100), currency);
  return {
    createdAt: at,
    paper: onLetter.has(currency) ? 'LETTER' : 'A4',
    studioName: settings.studioName ?? 'Statement',
    contact: [...addressLines(settings.studioAddress), settings.studioPhone ?? '', settings.studioEmail ?? ''].filter(
      (line) => line !== '',
    ),
    billedTo: [...new Set([payer.name, contact ?? ''])].filter((line) => line !== '').concat(address),
    facts: [
      ['Statement', fullRange(from, to)],
      ['Date', fullDate(wallClock(at, settings.timeZone).date)],
      ['Currency', currencyName(currency)],
    ],
    closing: { label: 'Balance', amount: balance, by: `on ${fullDate(to)}` },
    before: { date: calendarDate(from), text: 'Opening balance', balance: inWords(opening, currency) },
    lines: lines.map((line) => ({
      date: calendarDate(line.date),
      text: line.text,
      detail: detailOf(line, source),
      amount: line.amount === null ? '' : plainAmount(line.amount, currency),
      balance: inWords(line.balance, currency),
    })),
    sums: sumsOf(statement),
    total: ['Balance', balance],
    aging: agingOf(statement),
    ...payOnlineOf(statement, settings),
    sections:
      settings.paymentInstructions === null || closing <= 0 ? [] : [['How to pay', settings.paymentInstructions]],
  };
};
