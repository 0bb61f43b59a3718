import type { Closure } from '@rondo/contracts/api/studio/closures.ts';
import { expect, test } from 'vitest';
import { anEntry } from '../days/testing.ts';
import { captionOf, closedHoursOn, closedWeek, isClosedThroughout } from './closed-time.ts';
import { untoldFamilies } from './closed-counts.ts';

const storm: Closure = {
  id: 'storm',
  from: '2026-11-30',
  to: '2026-12-02',
  fromTime: null,
  toTime: '17:00',
  teacherIds: ['dana'],
  kind: 'weather',
  reason: 'Ice storm',
  money: 'refund',
  uid: null,
  lessons: 9,
  families: 8,
  kept: 1,
  over: false,
  createdAt: '2026-11-29T10:00:00Z',
  revision: '1',
};

test('the closed time of a day says its reason, and until when a part of it is closed', () => {
  const on = (date: string) => closedHoursOn([storm], 'dana', date);
  expect(on('2026-11-30')).toEqual([{ start: 0, end: 1440, closureId: 'storm', label: 'Ice storm' }]);
  expect(on('2026-12-02')).toEqual([{ start: 0, end: 1020, closureId: 'storm', label: 'Until 5:00\u00a0PM' }]);
  expect(on('2026-12-03')).toEqual([]);
  expect(closedHoursOn([storm], 'ben', '2026-11-30')).toEqual([]);
  expect(closedHoursOn([{ ...storm, reason: null, fromTime: '14:00' }], 'dana', '2026-11-30')[0]?.label).toBe(
    'From 2:00\u00a0PM',
  );
  expect(closedHoursOn([{ ...storm, reason: null }], 'dana', '2026-12-01')[0]?.label).toBe('Weather');
});

test('a caption counts the lessons that are kept in its closure', () => {
  const hours = { start: 0, end: 1440, closureId: 'storm', label: 'Ice storm' };
  const entry = (state: 'current' | 'cancelled', keptIn: string[]) =>
    anEntry({ id: 'ann', start: 900, end: 945, state, keptIn });
  expect(captionOf(hours, [entry('current', ['storm']), entry('current', []), entry('cancelled', ['storm'])])).toBe(
    'Ice storm, 1\u00a0kept',
  );
  expect(captionOf(hours, [])).toBe('Ice storm');
});

test('a week is closed throughout when no open day has lessons or hours', () => {
  const closed = closedWeek([storm], 'dana', '2026-11-30');
  const window = { start: 840, end: 1200 };
  const day = (date: string, lessons = 0, windows = [window]) => ({ date, lessons, windows });
  const closedDays = [day('2026-11-30'), day('2026-12-01')];
  expect(isClosedThroughout([...closedDays, day('2026-12-03', 0, [])], closed)).toBe(true);
  expect(isClosedThroughout([...closedDays, day('2026-12-02')], closed)).toBe(false);
  expect(isClosedThroughout([day('2026-11-30', 1)], closed)).toBe(false);
  expect(isClosedThroughout([day('2026-12-03', 0, [])], new Map())).toBe(false);
});

test('families who do not know of a closure are counted once each', () => {
  const change = (closureId: string | null) => ({ closure: closureId === null ? null : { closureId } });
  const student = (family: string, ...changes: ReturnType<typeof change>[]) => ({ family: { id: family }, changes });
  const rows = [
    student('park', change('storm'), change(null)),
    student('park', change('storm')),
    student('okafor', change('break')),
    student('ito', change(null)),
  ];
  expect(untoldFamilies(rows, 'storm')).toBe(1);
});
