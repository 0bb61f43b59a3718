import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { describe, expect, test } from 'vitest';
import type { Closing } from '../time-off/closures.ts';
import { optimizeSchedule } from './plan.ts';
import { Log } from '../testing/batches.ts';
import { cancel } from '../testing/commands.ts';
import { fixedSeries } from './fixed.ts';
import { entry, fri, run, slot, acceptedWeek, weekFrom, today } from '../testing/week.ts';

describe('a weekly entry that ends within eight weeks', () => {
  const endingOn = (lastDay: string) =>
    Log.of(acceptedWeek).after(entry('M'), () => [
      {
        type: 'LessonEnded',
        data: { lessonId: 'M', validTo: lastDay, status: 'scheduled', fellAway: [], forGood: true },
      },
    ]);
  const onto = optimizeSchedule(run('P1', [slot('B1', 'Ann', fri, 16)]));

  test('blocks its time if it takes that time in three weeks', () => {
    expect(() => endingOn('2027-01-10').after(onto)).toThrow('overlaps M');
    expect(() => endingOn('2026-12-13').after(onto)).toThrow('overlaps M');
    expect(weekFrom(endingOn('2026-12-10').after(onto).state, today)).toContain('B1 Fri 16 optimized optimized');
  });

  test('ignores the weeks in which it is cancelled', () => {
    const { state } = endingOn('2026-12-13').after(cancel('M', '2026-12-04'), onto);
    expect(weekFrom(state, today)).toContain('B1 Fri 16 optimized optimized');
  });
});

describe('dated entries at one weekday and time', () => {
  const friday = '2026-11-27';
  const state = Log.of(acceptedWeek).after(
    ...[0, 6, 9, 10, 14].map((week) => entry(`D${week}`, { when: { kind: 'dated', date: addDays(friday, 7 * week) } })),
  ).state;
  const closing = (closed: readonly { from: IsoDate; to: IsoDate; fromTime?: number; toTime?: number }[]): Closing => ({
    teacherId: 'T',
    closures: closed.map(({ fromTime = null, toTime = null, ...days }, i) => ({
      closureId: `closure ${i}`,
      states: [
        {
          at: `${today}T00:00`,
          recordedAt: '2026-11-23T00:00:00Z',
          closure: { ...days, fromTime, toTime, teacherIds: null, reason: null, money: 'refund' },
        },
      ],
    })),
  });
  const blocked = (closed: Parameters<typeof closing>[0]) =>
    fixedSeries(state, today, new Set(), closing(closed)).some(({ lessonId }) => lessonId.startsWith('D'));

  test.each<[string, Parameters<typeof closing>[0], boolean]>([
    ['two of the next eight weeks', [], false],
    ['three of the eight that are open', [{ from: '2026-12-01', to: '2026-12-14' }], true],
    ['weeks that are closed at another time', [{ from: '2026-12-01', to: '2026-12-14', fromTime: 0 }], true],
    [
      'closed mornings are open',
      [4, 11, 18].map((day) => {
        const date = `2026-12-${String(day).padStart(2, '0')}`;
        return { from: date, to: date, toTime: 720 };
      }),
      false,
    ],
    [
      'one of them closed',
      [friday, addDays(friday, 7), addDays(friday, 14)].map((day) => ({ from: day, to: day })),
      true,
    ],
    ['at most sixteen weeks ahead', [{ from: today, to: '2027-02-11' }], false],
  ])('%s', (_, closed, blocks) => expect(blocked(closed)).toBe(blocks));
});
