import { expect, test } from 'vitest';
import { movesSentence, suggestedPoint, type MovesPoint } from './moves-curve.ts';

const points = (driving: readonly number[], more: Readonly<Record<number, Partial<MovesPoint>>> = {}): MovesPoint[] =>
  driving.map((driveMinutes, n) => ({ n, moved: n, placed: 20, preferred: 0, driveMinutes, ...more[n] }));
const bySavings = (savings: readonly number[]): number[] => {
  let left = 370;
  return [left, ...savings.map((saving) => (left -= saving))];
};

const rule = [
  ...points([370, 352, 320, 316, 312, 309, 305]),
  { n: null, moved: 7, placed: 20, preferred: 0, driveMinutes: 302 },
];

test.each([
  ['a call worth 15 minutes', rule, 15, 2],
  ['a call worth 30 minutes', rule, 30, 0],
  ['savings that come late', points(bySavings([18, 2, 2, 2, 16])), 15, 1],
  ['one more student for more driving', points([370, 352, 390], { 2: { placed: 21 } }), 15, 2],
])('the suggested number of %s', (_, curve, callWorth, n) => {
  expect(suggestedPoint(curve, callWorth)?.n).toBe(n);
});

const point = (moved: number, driveMinutes: number, more: Partial<MovesPoint> = {}): MovesPoint => ({
  n: moved,
  moved,
  placed: 20,
  preferred: 5,
  driveMinutes,
  ...more,
});

test.each([
  [point(0, 370), point(2, 320), '2 calls save 50 min of driving a week.'],
  [point(0, 370), point(1, 352), '1 call saves 18 min of driving a week.'],
  [point(0, 370), point(2, 390, { placed: 21 }), '2 calls place 1 more student and add 20 min of driving a week.'],
  [
    point(0, 370),
    point(2, 360, { preferred: 8 }),
    '2 calls give 3 more preferred slots and save 10 min of driving a week.',
  ],
  [point(0, 370), point(0, 370), 'No call is worth it.'],
  [point(2, 370), point(2, 370), '2 families have to move. No further call is worth it.'],
  [point(1, 370), point(1, 370), '1 family has to move. No further call is worth it.'],
  [point(2, 370), point(4, 300), '2 families have to move. 2 further calls save 1 h 10 of driving a week.'],
])('from %o to %o', (first, suggested, sentence) => {
  const least = { moved: first.moved, isProven: true };
  expect(movesSentence(first, suggested, least).replaceAll('\u00a0', ' ')).toBe(sentence);
});

test('a least number that is not proven is said so', () => {
  const least = { moved: 1, isProven: false };
  expect(movesSentence(point(1, 370), point(1, 370), least)).toBe(
    'At least 1 family has to move. No further call is worth it.',
  );
});
