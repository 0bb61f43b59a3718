import { beforeEach, expect, test } from 'vitest';
import { dana, inOwnStudio, rondo } from '../../../testing/own-studio.ts';
import { batchOf, ok, refused } from '../../../testing/visitor.ts';

inOwnStudio();

const agreed = {
  from: '2026-12-01',
  tiers: [
    { hours: 48, outcome: { owed: true } },
    { hours: 24, outcome: { charge: 50 } },
  ],
};
const enter = (more: object = {}) => dana.post('/api/policy', { ...agreed, ...more });
const policy = async (query = '') => ok(await dana.get(`/api/policy${query}`));

beforeEach(() => {
  rondo.setNow(Date.parse('2026-12-01T15:00:00Z'));
});

test('a policy is entered, replaced, ended, removed and undone', async () => {
  expect(await policy()).toEqual({ current: null, versions: [] });
  const first = ok(await enter());
  expect(first).toMatchObject({
    ...agreed,
    off: false,
    late: 100,
    noShow: 100,
    ours: 'refund',
    owedDays: 30,
    beyond: 100,
  });
  expect(first.words).toContain('Cancelled at least 24 hours before: 50 % of the price.');
  const second = await enter({ late: 80 });
  expect(await policy()).toMatchObject({ current: { id: ok(second).id, late: 80 }, versions: [{ late: 80 }] });
  const off = ok(await dana.post('/api/policy', { from: '2027-06-01', off: true }));
  expect((await policy()).versions).toMatchObject([{ late: 80 }, { from: '2027-06-01', off: true, words: [] }]);
  expect(refused(await dana.delete(`/api/policy/${ok(second).id}`))).toEqual([
    409,
    'This policy is in force since Tue, Dec 1. Enter a new one instead.',
  ]);
  ok(await dana.delete(`/api/policy/${off.id}`));
  ok(await dana.post('/api/undo', { batchId: batchOf(second) }));
  expect(await policy()).toMatchObject({ current: { id: first.id, late: 100 }, versions: [{ id: first.id }] });
  const { entries } = ok(await dana.get('/api/history?kind=timeoff&limit=10'));
  expect(entries.map(({ sentence }: { sentence: string }) => sentence)).toContain(
    'Entered a cancellation policy from Tue, Dec 1',
  );
});

test.each([
  [400, "A policy can't begin before today.", { from: '2026-11-30' }],
  [400, 'Deadlines in hours must become shorter from one to the next.', { tiers: agreed.tiers.toReversed() }],
  [
    400,
    'Only one deadline can be a time on the day before.',
    { tiers: ['17:00', '12:00'].map((dayBefore) => ({ dayBefore, outcome: { charge: 50 } })) },
  ],
  [400, 'The share must be a whole number from 0 to 100.', { late: 100.5 }],
  [400, 'The share must be a whole number from 0 to 100.', { noShow: -1 }],
  [400, 'The share must be a whole number from 0 to 100.', { tiers: [{ hours: 24, outcome: { charge: 101 } }] }],
  [
    400,
    'A policy can have at most 5 deadlines.',
    { tiers: Array.from({ length: 12 }, (_, i) => ({ hours: 24 - i, outcome: { charge: 5 } })) },
  ],
  [
    400,
    'A deadline is 1 to 336 whole hours before, or a time on the day before.',
    { tiers: [{ hours: '48', outcome: { charge: 5 } }] },
  ],
])('refuses with %i: %s', async (status, sentence, more) => {
  expect(refused(await enter(more))).toEqual([status, sentence]);
  expect(await policy()).toEqual({ current: null, versions: [] });
});
