import { expect, test } from 'vitest';
import { startOf } from '../calendar/zones.ts';
import { decideOutcome, noticeBefore, type Cancelling } from './deciding.ts';
import { policyTerms, type PolicyVersion } from './policy.ts';
import { noticeInBrief, noticeInWords, outcomeText, policyInWords } from './words.ts';

const timeZone = 'America/Chicago';
const at = (text: string): number => {
  const [date = '', time = ''] = text.split(' ');
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number);
  return startOf(date, hour * 60 + minute, timeZone) + second * 1000;
};
const version = (terms: object): PolicyVersion => ({
  policyId: 'p',
  from: '2026-09-01',
  terms: policyTerms.parse(terms),
});
const lesson = { date: '2026-12-08', start: 16 * 60, timeZone, today: '2026-12-06', makesUp: null, owedInTerm: 0 };
const family = (noticeAt: string, more: Partial<Cancelling> = {}): Cancelling => ({
  ...lesson,
  by: 'family',
  noticeAt: at(noticeAt),
  ...more,
});
const half = { charge: 50 };

// The lesson's date, when the notice came, the notice in seconds; whether a deadline of 24 hours, and one at 17:00 on the day before, is met.
test.each([
  ['2026-12-08', '2026-12-07 16:00:00', 24 * 3600, true, true],
  ['2026-12-08', '2026-12-07 16:00:01', 24 * 3600 - 1, false, true],
  ['2026-12-08', '2026-12-07 17:00:00', 23 * 3600, false, true],
  ['2026-12-08', '2026-12-07 17:00:01', 23 * 3600 - 1, false, false],
  ['2026-11-01', '2026-10-31 16:30:00', 24.5 * 3600, true, true],
  ['2026-11-01', '2026-10-31 17:00:01', 24 * 3600 - 1, false, false],
  ['2027-03-14', '2027-03-13 15:00:00', 24 * 3600, true, true],
  ['2027-03-14', '2027-03-13 15:30:00', 23.5 * 3600, false, true],
])('notice for %s at %s', (date, noticeAt, seconds, hours, dayBefore) => {
  const cancelling = family(noticeAt, { date });
  expect(noticeBefore(cancelling, cancelling.noticeAt)).toBe(seconds * 1000);
  const met = (tier: object) => decideOutcome(version({ tiers: [tier] }), cancelling).tier === 0;
  expect([met({ hours: 24, outcome: half }), met({ dayBefore: '17:00', outcome: half })]).toEqual([hours, dayBefore]);
});

test('a start that the clocks skip is the later one, one they show twice the earlier', () => {
  const start = (date: string, minute: number) => noticeBefore({ date, start: minute, timeZone }, 0);
  expect(start('2027-03-14', 150)).toBe(Date.parse('2027-03-14T08:30:00Z'));
  expect(start('2026-11-01', 90)).toBe(Date.parse('2026-11-01T06:30:00Z'));
});

const agreed = version({
  tiers: [
    { hours: 48, outcome: { owed: true } },
    { hours: 24, outcome: half },
  ],
});
const twice = (owedInTerm: number) =>
  decideOutcome(version({ ...agreed.terms, owedPerTerm: 2, beyond: 80 }), family('2026-12-06 16:00', { owedInTerm }));
const makesUp = { date: '2026-12-01', until: '2026-12-31', by: 'family' as const, chosen: false };

test.each([
  ['two days before', agreed, family('2026-12-06 16:00:00'), { owed: true, until: '2027-01-07' }, 0],
  ['a second later', agreed, family('2026-12-06 16:00:01'), { charge: 50 }, 1],
  ['late', agreed, family('2026-12-08 09:00'), { charge: 100 }, 'late'],
  ['after the start', agreed, family('2026-12-09 09:00'), { charge: 100 }, 'late'],
  ['by the teacher', agreed, family('2026-12-08 09:00', { by: 'teacher' }), { charge: 0 }, null],
  ['by nobody named', agreed, family('2026-12-08 09:00', { by: null }), { charge: 0 }, null],
  [
    'by a calendar, which owes',
    version({ tiers: [], ours: 'owed', owedDays: null }),
    family('2026-12-08 09:00', { by: 'calendar' }),
    { owed: true, until: null },
    null,
  ],
  ['without a policy', undefined, family('2026-12-08 09:00'), null, null],
  ['a make-up, by the family', agreed, family('2026-12-06 09:00', { makesUp }), { owed: true, until: '2026-12-31' }, 0],
  ['a make-up, late', agreed, family('2026-12-08 09:00', { makesUp }), { charge: 100 }, 'late'],
  [
    'a make-up, by the teacher',
    agreed,
    family('2026-12-06 09:00', { by: 'teacher', makesUp }),
    { owed: true, until: '2027-01-05' },
    null,
  ],
  [
    'the deadlines in their order',
    version({
      tiers: [
        { dayBefore: '17:00', outcome: half },
        { hours: 1, outcome: { charge: 75 } },
      ],
    }),
    family('2026-12-08 09:00'),
    { charge: 75 },
    1,
  ],
])('%s', (_, policy, cancelling, outcome, tier) => {
  expect(decideOutcome(policy, cancelling)).toMatchObject({ outcome, tier });
});

test('a term has so many lessons that are owed', () => {
  expect([0, 1, 2, 3].map((count) => twice(count).outcome)).toEqual([
    { owed: true, until: '2027-01-07' },
    { owed: true, until: '2027-01-07' },
    { charge: 80 },
    { charge: 80 },
  ]);
});

test('says notice and policy in words', () => {
  expect([1425, 1440, 3060, 4319, 4320, 6000, 45, 0].map(noticeInWords)).toEqual([
    '23 hours and 45 minutes',
    '24 hours',
    '51 hours',
    '71 hours',
    '3 days',
    '4 days',
    '45 minutes',
    '0 minutes',
  ]);
  expect([3060, 6000, 45].map(noticeInBrief)).toEqual(['51 h', '4 d', '45 min']);
  expect(policyInWords(version({ ...agreed.terms, owedPerTerm: 2 }).terms)).toEqual([
    'Cancelled at least 48 hours before: the price stands, and you get another lesson within 30 days.',
    'Cancelled at least 24 hours before: 50 % of the price.',
    'Cancelled later: the full price.',
    'Nobody at home: the full price.',
    'If the teacher cancels: no charge.',
    'At most 2 of these lessons a term; beyond that: the full price.',
  ]);
  const evening = version({ tiers: [{ dayBefore: '17:00', outcome: half }], ours: 'owed' });
  expect(policyInWords(evening.terms)[0]).toBe('Cancelled by 5:00\u00a0PM on the day before: 50 % of the price.');
  expect(policyInWords(evening.terms).at(-1)).toBe('If the teacher cancels: you get another lesson.');
});

test('says what an outcome costs', () => {
  const price = { rateCents: 5000, chargedCents: 5000, currency: 'USD', isBilled: false, isMonthly: false };
  const text = (outcome: Parameters<typeof outcomeText>[0], more: Partial<typeof price> = {}) =>
    outcomeText(outcome, { ...price, ...more });
  const owed = { owed: true as const, until: '2027-01-07' };
  expect([
    text(half, { chargedCents: 2500 }),
    text({ charge: 100 }),
    text({ charge: 0 }, { chargedCents: 0 }),
    text(null, { chargedCents: 0, isBilled: true }),
    text(owed, { isBilled: true }),
    text(owed, { isMonthly: true }),
    text({ charge: 100 }, { isMonthly: true }),
    text(half, { rateCents: 4500, chargedCents: 2250, isMonthly: true }),
  ]).toEqual([
    '$25.00 of $50.00 is charged.',
    '$50.00 is charged in full.',
    'Nothing is charged.',
    '$50.00 is refunded on the next invoice.',
    '$50.00 stays billed, and a lesson is owed until Thu, Jan 7.',
    'The month stays charged, and a lesson is owed until Thu, Jan 7.',
    'The month stays charged.',
    '$22.50 of the month is refunded.',
  ]);
});
