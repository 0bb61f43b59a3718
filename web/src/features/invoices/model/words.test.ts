import { expect, test } from 'vitest';
import { anEntry, anInvoice, anItem } from './testing.ts';
import { billedWords, dueWords, fateWords, noticeWords, paidWords, placeWords, studentLabel } from './words.ts';

const place = { timeZone: 'America/Chicago', today: '2026-11-29' };
const due = (more: Parameters<typeof anInvoice>[0]): string => {
  const { first, second } = dueWords(anInvoice(more), place);
  return `${first} / ${second}`.replaceAll('\u00a0', ' ');
};

test('a row says when an invoice is to be paid, in the studio’s time zone', () => {
  expect(due({})).toBe('Not sent / Created Nov 20');
  expect(due({ status: 'sent', dueDate: '2026-12-06' })).toBe('Due Dec 6 / In 7 days');
  expect(due({ status: 'sent', dueDate: '2026-11-29' })).toBe('Due Nov 29 / Today');
  expect(due({ status: 'sent', dueDate: '2026-11-08', pastDue: true })).toBe('Due Nov 8 / 21 days past due');
  expect(due({ status: 'overdue', dueDate: '2026-12-06' })).toBe('Due Dec 6 / Marked as overdue');
  expect(due({ status: 'overdue' })).toBe('No due date / Marked as overdue');
  expect(due({ status: 'paid', paidAt: '2026-11-04T03:00:00Z', dueDate: '2026-11-15' })).toBe(
    'Paid Nov 3 / Due Nov 15',
  );
  expect(due({ status: 'paid', paidAt: '2026-11-04T03:00:00Z', paidOn: '2026-11-02' })).toBe('Paid Nov 2 / ');
  expect(due({ status: 'sent', total: -55, dueDate: '2026-11-08', pastDue: true })).toBe('Nothing to pay / ');
});

test('a row says what is billed and what is refunded', () => {
  const refund = anItem({ itemType: 'refund', quantity: 1, rate: -55, amount: -55 });
  const words = (more: Parameters<typeof anInvoice>[0]): string => {
    const { first, second } = billedWords(anInvoice(more));
    return `${first} / ${second}`.replaceAll('\u00a0', ' ');
  };
  expect(words({})).toBe('4 lessons / No refunds');
  expect(words({ items: [anItem({ itemType: 'monthly', quantity: 1 })] })).toBe('1 month / Monthly rate');
  expect(words({ items: [anItem({ quantity: 1 }), refund], refunds: 55 })).toBe('1 lesson / 1 refund, −$55.00');
  expect(words({ items: [refund], refunds: 55 })).toBe('Refunds only / 1 refund, −$55.00');
});

test('up to three students are named, of more the first two', () => {
  expect(studentLabel(['Ava', 'Ben', 'Zoe'])).toBe('Ava, Ben, Zoe');
  expect(studentLabel(['Ava', 'Ben', 'Zoe', 'Max'])).toBe('Ava, Ben + 2 more');
});

test('notice is counted in hours, in days when it is long, and as none after the start', () => {
  expect([26.4, 0.5, -2, 240].map((hours) => noticeWords(hours).replaceAll('\u00a0', ' '))).toEqual([
    '26 h notice',
    '30 min notice',
    'no notice',
    '10 days’ notice',
  ]);
});

test('a billed lesson says whether it was taught and that it was moved', () => {
  const words = (...given: Parameters<typeof anEntry>) =>
    placeWords(anEntry(...given), '2026-11-20').replaceAll('\u00a0', ' ');
  expect(words('2026-11-02')).toBe('Taught');
  expect(words('2026-11-21')).toBe('Tomorrow');
  expect(words('2026-11-18', { originalDate: '2026-11-16' })).toBe('Taught, moved from Mon, Nov 16');
  expect(words('2026-11-18', { movedTo: '2026-11-23' })).toBe('In 3 days, moved to Mon, Nov 23');
});

test('a date of a preview says why it is refunded, and where it was billed', () => {
  const words = (...given: Parameters<typeof anEntry>) => fateWords(anEntry(...given)).replaceAll('\u00a0', ' ');
  expect(words('2026-11-02')).toBe('');
  expect(words('2026-11-18', { originalDate: '2026-11-16' })).toBe('Moved from Mon, Nov 16');
  const cancelled = { refund: 55, status: 'cancelled', noticeHours: 26 } as const;
  expect(words('2026-11-09', cancelled)).toBe('Cancelled with 26 h notice');
  expect(words('2026-10-26', { ...cancelled, billedOn: 'INV-2026-0032' })).toBe(
    'Cancelled with 26 h notice, billed on INV-2026-0032',
  );
  expect(words('2026-10-26', { refund: 55, status: 'deleted' })).toBe('No longer takes place');
});

test('a row says what is paid in part, and credit alone', () => {
  const sent = { status: 'sent', total: 330, toPay: 330, paidAmount: 0, openAmount: 330 } as const;
  expect(paidWords(anInvoice(sent))).toBe('');
  expect(paidWords(anInvoice({ ...sent, paidAmount: 200, openAmount: 130 }))).toBe('Paid $200.00');
  const credited = { ...sent, creditApplied: 110, toPay: 220, paidAmount: 110, openAmount: 220 };
  expect(paidWords(anInvoice(credited))).toBe('Credit $110.00');
  expect(paidWords(anInvoice({ ...credited, paidAmount: 130, openAmount: 200 }))).toBe('Paid $130.00');
  expect(paidWords(anInvoice({ ...credited, status: 'paid', paidAmount: 330, openAmount: 0 }))).toBe('');
});
