import { expect, test } from 'vitest';
import { daysText } from './roster.ts';

const on = (...days: readonly (0 | 1 | 2 | 3 | 4 | 5 | 6)[]) => ({
  availability: days.map((dayOfWeek) => ({
    id: `${dayOfWeek}`,
    entityId: 't',
    entityType: 'teacher' as const,
    dayOfWeek,
    startTime: '09:00',
    endTime: '17:00',
    enabled: true,
    isPreferred: false,
  })),
});

test('consecutive days are a range, others a list', () => {
  expect(daysText(on())).toBe('No days');
  expect(daysText(on(3))).toBe('Wed');
  expect(daysText(on(1, 2))).toBe('Mon, Tue');
  expect(daysText(on(1, 2, 3, 4, 5, 6))).toBe('Mon – Sat');
  expect(daysText(on(0, 6, 5))).toBe('Fri – Sun');
  expect(daysText(on(2, 4))).toBe('Tue, Thu');
});
