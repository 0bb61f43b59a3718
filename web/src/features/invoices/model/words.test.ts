import { expect, test } from 'vitest';
import { anEntry, anInvoice, anItem } from './testing.ts';
import { namesLabel } from '@rondo/contracts/people/family-name.ts';
import {
  agreedWords,
  billedWords,
  childrenOf,
  closedWords,
  dueWords,
  fateWords,
  noticeWords,
  paidWords,
  placeWords,
} from './words.ts';

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
  expect(namesLabel(['Ava', 'Ben', 'Zoe'])).toBe('Ava, Ben, Zoe');
  expect(namesLabel(['Ava', 'Ben', 'Zoe', 'Max'])).toBe('Ava, Ben + 2 more');
});

test('children are named without the last names that their family’s name has', () => {
  const of = (family: string, ...names: string[]) => childrenOf(family, names);
  expect(of('Park family', 'Mia Park', 'Theo Park')).toBe('Mia and Theo');
  expect(of('Jensen and Olsen family', 'Clara Jensen', 'Freya Marie Olsen')).toBe('Clara and Freya Marie');
  expect(of('The Smiths', 'Ann Smith')).toBe('Ann Smith');
  expect(of('Park family', 'Park', 'Mia Park', 'Theo Park', 'Leo Park')).toBe('Park, Mia + 2 more');
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
  expect(words('2026-11-18', { attendance: 'taught', minutesLate: 10 })).toBe('Taught, 10 min late');
  expect(words('2026-11-20', { attendance: 'taught' })).toBe('Taught');
  const absent = { attendance: 'absent', absenceCharge: 50 } as const;
  expect(words('2026-11-18', absent)).toBe('Nobody at home, 50 % charged');
  expect(words('2026-11-18', { ...absent, absenceCharge: 100 })).toBe('Nobody at home, charged in full');
  expect(words('2026-11-18', { ...absent, absenceCharge: 0 })).toBe('Nobody at home, nothing charged');
  expect(fateWords(anEntry('2026-11-18', { ...absent, billedOn: 'INV-7' })).replaceAll('\u00a0', ' ')).toBe(
    'Nobody at home, 50 % charged, billed on INV-7',
  );
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

test('a cancelled or closed date says what was agreed', () => {
  const cancellation = {
    by: 'family',
    at: '2026-12-14T16:00:00.000000Z',
    noticeAt: '2026-12-14T16:00:00.000000Z',
    noticeMinutes: 1800,
    outcome: { charge: 50 },
    tier: 1,
    policyId: 'p',
    chosen: false,
    reason: null,
    onPage: false,
    message: null,
  } as const;
  const off = { status: 'cancelled', noticeHours: 30, policyFrom: '2026-12-01', cancellation } as const;
  const plain = (words: readonly string[]) => words.map((one) => one.replaceAll('\u00a0', ' '));
  const words = (more: Parameters<typeof anEntry>[1]) => {
    const entry = anEntry('2026-12-15', { ...off, ...more });
    return plain([...agreedWords(entry), ...closedWords(entry), fateWords(entry)]);
  };
  expect(words({})).toEqual(['50 % charged, by the policy of Tue, Dec 1', 'Cancelled with 30 h notice, 50 % charged']);
  const waived = { ...cancellation, outcome: { charge: 0 }, tier: null, chosen: true, reason: 'Flu' } as const;
  expect(words({ cancellation: waived })).toEqual([
    'Nothing charged, chosen by hand',
    '“Flu”',
    'Cancelled with 30 h notice, nothing charged',
  ]);
  const owed = { ...cancellation, noticeMinutes: 4320, outcome: { owed: true, until: '2027-01-07' } } as const;
  expect(words({ cancellation: owed })).toEqual([
    'A lesson is owed until Thu, Jan 7, by the policy of Tue, Dec 1',
    'Cancelled with 3 d notice, a lesson is owed until Thu, Jan 7',
  ]);
  const closure = { closureId: 'c', reason: 'Winter break', money: 'refund' } as const;
  const closed = { ...off, cancellation: null, policyFrom: null, closure } as const;
  expect(words(closed)).toEqual(['Closed: Winter break', 'Closed: Winter break']);
  expect(words({ ...closed, kind: 'covered' })).toEqual([
    'Closed: Winter break',
    'the month stays charged',
    'Closed: Winter break, the month stays charged',
  ]);
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
