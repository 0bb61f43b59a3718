import type { CancellationAnswer } from '@rondo/contracts/api/studio/cancellations.ts';
import { expect, test } from 'vitest';
import { billedText, deadlineHint, noticeText, stepsOf } from './outcome-words.ts';

const result = { outcome: { charge: 50 }, charge: 35, refund: 0, text: '$35.00 of $70.00 is charged.' };
const answer: CancellationAnswer = {
  date: '2026-12-01',
  startTime: '17:20',
  rate: 70,
  currency: 'USD',
  monthly: false,
  billedOn: null,
  noticeMinutes: 45 * 60,
  family: result,
  teacher: { outcome: { charge: 0 }, charge: 0, refund: 0, text: 'Nothing is charged.' },
  deadlines: [
    { at: 'Sunday', hours: 48, dayBefore: null, outcome: { owed: true } },
    { at: 'Monday', hours: null, dayBefore: '17:00', outcome: { charge: 50 } },
  ],
  late: 100,
  tier: 1,
  owedUntil: null,
  policyId: 'policy',
};
const said = (instant: string): string => `${instant} at 5:20 PM`;

test('the steps of a policy, with the one that a family meets', () => {
  expect(stepsOf(answer, true)).toEqual([
    { name: '48 h or more', comesTo: 'Lesson owed', isMet: false },
    { name: 'By 5:00\u00a0PM the day before', comesTo: 'Half', isMet: true },
    { name: 'Later', comesTo: 'Full price', isMet: false },
  ]);
  expect(stepsOf({ ...answer, tier: 'late' }, false).some(({ isMet }) => isMet)).toBe(false);
  expect(stepsOf({ ...answer, deadlines: [], late: 33, tier: 'late' }, true)).toEqual([
    { name: 'At any time', comesTo: '33 %', isMet: true },
  ]);
});

test('until when a better outcome could be had, or how long this one holds', () => {
  expect(deadlineHint(answer, said)).toBe('Heard by Sunday at 5:20 PM? Then a lesson is owed.');
  expect(deadlineHint({ ...answer, tier: 'late' }, said)).toBe('Heard by Monday at 5:20 PM? Then half is charged.');
  const owed = { ...result, outcome: { owed: true as const, until: null } };
  expect(deadlineHint({ ...answer, tier: 0, family: owed }, said)).toBe('This holds until Sunday at 5:20 PM.');
  expect(deadlineHint({ ...answer, tier: 0 }, said)).toBe('The owed lessons of this term are used up.');
  expect(deadlineHint({ ...answer, deadlines: [], tier: 'late' }, said)).toBe('');
});

test('the notice, and the invoice', () => {
  expect([45 * 60, 60, 1, 0, -5].map(noticeText)).toEqual([
    '45 hours’ notice.',
    '1 hour’s notice.',
    '1 minute’s notice.',
    'The lesson has begun.',
    'The lesson has begun.',
  ]);
  expect([answer, { ...answer, billedOn: 'INV-1' }, { ...answer, monthly: true }].map(billedText)).toEqual([
    'Not billed yet.',
    'Billed on INV-1.',
    '',
  ]);
});
