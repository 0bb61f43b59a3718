import { describe, expect, test } from 'vitest';
import { optimizeSchedule } from './plan.ts';
import { Log } from '../testing/batches.ts';
import { cancel } from '../testing/commands.ts';
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
