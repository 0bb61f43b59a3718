import { describe, expect, test } from 'vitest';
import { hasRoom, legsOf, waitWord } from './legs.ts';
import { fixOf } from '../day-view/DayNotices.tsx';
import { anEntry } from './testing.ts';

const home = { address: '2210 Bluebonnet Ln' };
const ann = anEntry({ id: 'ann', start: 900, end: 945 });
const ben = anEntry({ id: 'ben', start: 960, end: 1005, driveTime: 11 });

describe('the drives of a day', () => {
  test('lead from home to the first stop and on to each next one', () => {
    expect(legsOf([ben, ann], home, 0)).toMatchObject([
      { role: 'out', from: null, to: 'ann', start: 890, end: 900, minutes: 10, short: 0 },
      { role: 'between', from: 'ann', to: 'ben', start: 945, end: 960, minutes: 11, short: 0 },
    ]);
  });

  test('do not start at home if the home is unknown', () => {
    expect(legsOf([ann, ben], null, 0).map(({ role }) => role)).toEqual(['between']);
  });

  test('skip cancelled entries and those that only block time', () => {
    const blocked = anEntry({ id: 'blocked', start: 946, end: 950, isStop: false });
    expect(legsOf([ann, blocked, ben], home, 0).map(({ to }) => to)).toEqual(['ann', 'ben']);
  });

  test('report by how much a gap is too short', () => {
    expect(legsOf([ann, { ...ben, start: 950, driveTime: 14 }], null, 0)).toMatchObject([{ minutes: 14, short: 9 }]);
    expect(legsOf([ann, { ...ben, start: 950, driveTime: 4 }], null, 5)).toMatchObject([{ between: 5, short: 4 }]);
    expect(legsOf([ann, { ...ben, start: 945, driveTime: 0 }], null, 5)).toMatchObject([{ between: 0, short: 0 }]);
  });

  test('count 15 minutes while the server has not computed them', () => {
    expect(legsOf([ann, { ...ben, driveTime: null }], null, 0)).toMatchObject([{ minutes: 15 }]);
  });

  test('count between overlapping entries, but there is no time to draw them in', () => {
    const [leg] = legsOf([ann, { ...ben, start: 930 }], null, 0);
    expect(leg).toMatchObject({ minutes: 11, short: 0 });
    expect(leg && hasRoom(leg)).toBe(false);
  });
});

test('a wait under 30 minutes is a buffer, from 30 minutes a layover', () => {
  const leg = {
    role: 'between',
    from: 'a',
    to: 'b',
    start: 0,
    end: 40,
    minutes: 11,
    between: 0,
    short: 0,
    notice: null,
    approximate: false,
  } as const;
  expect(waitWord(leg)).toBe('29\u00a0min buffer');
  expect(waitWord({ ...leg, minutes: 10 })).toBe('30\u00a0min layover');
  expect(waitWord({ ...leg, end: 76, minutes: 10 })).toBe('1\u00a0h\u00a006 layover');
  expect(waitWord({ ...leg, between: 5 })).toBe('24\u00a0min buffer');
});

describe('fixing a drive that does not fit', () => {
  const late = { ...ben, start: 950, end: 995, driveTime: 9 };
  const situation = (entries = [ann, late], isAllowedAt = () => true) => ({
    entries,
    legs: legsOf(entries, home, 0),
    windows: [{ start: 840, end: 1200 }],
    isAllowedAt,
  });
  const fixed = (given = situation()) => {
    const leg = given.legs.find(({ short }) => short > 0);
    return leg ? fixOf(leg, given) : null;
  };

  test('starts the stop before earlier, on a five-minute grid', () => {
    expect(fixed()).toMatchObject({ entry: { id: 'ann' }, start: 895 });
  });

  test('starts the stop after later if the one before has no room', () => {
    const early = anEntry({ id: 'early', start: 840, end: 885, driveTime: 5 });
    expect(fixed(situation([early, { ...ann, driveTime: 15 }, late]))).toMatchObject({
      entry: { id: 'ben' },
      start: 955,
    });
  });

  test('finds nothing if neither stop may move', () => {
    expect(fixed(situation([ann, late], () => false))).toBeNull();
  });

  test('does not move a lesson onto another entry', () => {
    const blocked = anEntry({ id: 'blocked', start: 860, end: 900, isStop: false });
    expect(fixed(situation([blocked, ann, late]))).toMatchObject({ entry: { id: 'ben' } });
  });
});
