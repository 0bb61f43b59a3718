import type { AccountLine, Statement } from '@rondo/contracts/api/payer-accounts.ts';
import type { Payment } from '@rondo/contracts/api/payments.ts';
import { amount, csvOf, typed, type Column } from '../../../platform/http/bodies/csv.ts';

const columns: readonly Column<Payment>[] = [
  ['Date', ({ date }) => date],
  ['Payer', ({ payer }) => typed(payer.name)],
  ['Method', ({ method }) => method],
  ['Reference', ({ reference }) => typed(reference)],
  ['Amount', (payment) => amount(payment.amount)],
  ['Currency', ({ currency }) => currency],
  ['Invoices', ({ allocations }) => typed(allocations.map(({ number }) => number).join(', '))],
];

/** Payments that were not voided, as a CSV file. */
export const paymentsAsCsv = (payments: readonly Payment[]): Promise<string> =>
  csvOf(
    columns,
    payments.filter(({ voidedAt }) => voidedAt === null),
  );

type Row = Pick<AccountLine, 'date' | 'text' | 'amount' | 'balance'>;

const lineColumns: readonly Column<Row>[] = [
  ['Date', ({ date }) => date],
  ['Text', ({ text }) => typed(text)],
  ['Amount', (line) => amount(line.amount)],
  ['Balance', (line) => amount(line.balance)],
];

/** A statement as a CSV file, with its first and last balance. */
export const statementAsCsv = ({ from, to, opening, closing, lines }: Statement): Promise<string> =>
  csvOf(lineColumns, [
    { date: from, text: 'Opening balance', amount: null, balance: opening },
    ...lines,
    { date: to, text: 'Closing balance', amount: null, balance: closing },
  ]);
