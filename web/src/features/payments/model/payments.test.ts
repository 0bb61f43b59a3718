import { expect, test } from 'vitest';
import { chosenParts, toggled } from './chosen.ts';
import { endedBy, opensAgain } from './consequences.ts';
import { typedAmount } from './money-form.ts';
import { leftOf, partsOf } from './pays.ts';
import { aDocument, aLine, anAccount, aPayment } from './testing.ts';
import { balanceNote, balanceWords, dueText, monthsOf } from './words.ts';

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');
const first = aDocument('INV-1', { dueDate: '2026-10-14', open: 150 });
const second = aDocument('INV-2', { dueDate: '2026-11-14', open: 200, total: 200 });
const third = aDocument('INV-3', { dueDate: '2026-12-14', open: 120, total: 120 });
const documents = [third, first, second];

test('a payment pays what is due first, or what is named first, and the rest is credit', () => {
  expect(partsOf(300, documents)).toEqual([
    { to: 'INV-1', amount: 150 },
    { to: 'INV-2', amount: 150 },
  ]);
  expect(partsOf(300, documents, ['INV-3'])).toEqual([
    { to: 'INV-3', amount: 120 },
    { to: 'INV-1', amount: 150 },
    { to: 'INV-2', amount: 30 },
  ]);
  expect(partsOf(Number.NaN, documents)).toEqual([]);
  expect(leftOf(500.1, partsOf(500.1, documents))).toBe(30.1);
});

test('a chosen document gets what is left for it, and what is typed counts as far as it is an amount', () => {
  const none = new Map<string, string>();
  const one = toggled(none, second, 250, true);
  expect([...one]).toEqual([['INV-2', '200.00']]);
  const two = toggled(one, third, 250, true);
  expect([...two]).toEqual([
    ['INV-2', '200.00'],
    ['INV-3', '50.00'],
  ]);
  expect([...toggled(two, second, 250, false)]).toEqual([['INV-3', '50.00']]);
  expect([...toggled(none, { id: 'y', open: 900, currency: 'JPY' }, 1000, true)]).toEqual([['y', '900']]);
  const typed = new Map([
    ['INV-1', ' $1,200.50 '],
    ['INV-2', 'all'],
    ['INV-3', '0'],
  ]);
  expect(chosenParts(typed)).toEqual([{ to: 'INV-1', amount: 1200.5 }]);
});

test('an amount is a number, or says that it is none', () => {
  const problem = (typed: string): string | undefined => typedAmount('USD').safeParse(typed).error?.issues[0]?.message;
  expect(typedAmount('USD').parse('$1,178.50')).toBe(1178.5);
  expect(problem(' ')).toBe('Please enter the amount.');
  expect(problem('12,50')).toBe('The amount must be a number.');
  expect(problem('much')).toBe('The amount must be a number.');
});

test('a question names what a voided or refunded payment opens again', () => {
  const allocations = [
    { to: 'INV-1', number: 'INV-1', amount: 150 },
    { to: 'INV-2', number: 'INV-2', amount: 120 },
    { to: 'o', number: 'Opening balance', amount: 20 },
  ];
  const account = anAccount({ documents: [aDocument('INV-2', { open: 80, total: 200 })] });
  expect(opensAgain(account, allocations, 'USD')).toEqual([
    'INV-1 will be open again with $150.00.',
    'INV-2 will have $200.00 open.',
    'The opening balance will be open again with $20.00.',
  ]);
  const payment = aPayment({ amount: 300, unallocated: 10, allocations });
  expect(endedBy(payment, 10)).toEqual([]);
  expect(endedBy(payment, 40).map(({ number, amount }) => `${number} ${amount}`)).toEqual([
    'Opening balance 20',
    'INV-2 10',
  ]);
});

test('balances are words, and below them stands what is open and until when', () => {
  expect(balanceWords(178.5, 'USD')).toBe('Owes $178.50');
  expect(balanceWords(-30, 'USD')).toBe('Credit $30.00');
  expect(balanceWords(0, 'EUR')).toBe('Settled');
  const note = (more: Parameters<typeof anAccount>[0]): string => {
    const { strong, text } = balanceNote(anAccount(more), '2026-12-04');
    return plain(`${strong} / ${text}`);
  };
  const open = { balance: 150, documents: [aDocument('INV-1')], oldestDue: '2026-12-14' };
  expect(note(open)).toBe('1 open invoice / due Dec 14, in 10 days');
  expect(note({ ...open, documents: [...open.documents, aDocument('INV-2')] })).toBe(
    '2 open invoices / next due Dec 14, in 10 days',
  );
  expect(note({ ...open, pastDue: 150, oldestDue: '2026-11-14' })).toBe('$150.00 past due / since Nov 14');
  expect(note({ balance: -30 })).toBe(' / The next invoice uses it automatically');
  expect(note({ lastPayment: { date: '2026-11-02', amount: 160 } })).toBe(' / Last payment $160.00 on Nov 2');
  expect(note({})).toBe(' / Nothing is open');
  expect(plain(dueText('2026-12-04', '2026-12-04'))).toBe('due Dec 4, today');
  expect(plain(dueText('2026-12-05', '2026-12-04'))).toBe('due Dec 5, tomorrow');
  expect(plain(dueText('2026-12-03', '2026-12-04'))).toBe('due Dec 3, 1 day past due');
});

test('lines stand by month, the newest first, under what the month billed and paid in the currency of the account', () => {
  const lines = [
    aLine({ id: 'o', kind: 'opening', date: '2026-08-31', amount: 80 }),
    aLine({ id: 'a', date: '2026-11-01' }),
    aLine({ id: 'e', date: '2026-11-02', currency: 'EUR' }),
    aLine({ id: 'p', kind: 'payment', date: '2026-11-20', amount: -100 }),
    aLine({ id: 'r', kind: 'refund', date: '2026-11-21', amount: 30 }),
  ];
  const months = monthsOf(lines, 'USD');
  expect(months.map(({ month, sums, lines: own }) => [month, sums, own.map(({ id }) => id).join('')])).toEqual([
    ['2026-11', '$150.00 billed, $70.00 paid', 'rpea'],
    ['2026-08', '', 'o'],
  ]);
});

test('who joined a family on one day has one line', () => {
  const joining = (name: string, date: string) =>
    aLine({ id: name, kind: 'joined', date, amount: null, text: `${name} joined, with the account so far` });
  const lines = [joining('Leo', '2026-11-02'), joining('Mia', '2026-11-20'), joining('Theo', '2026-11-20')];
  expect(monthsOf(lines, 'USD').flatMap((month) => month.lines.map(({ text }) => text))).toEqual([
    'Mia and Theo joined, with their accounts so far',
    'Leo joined, with the account so far',
  ]);
});
