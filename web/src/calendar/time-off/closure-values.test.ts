import { expect, test } from 'vitest';
import { byDay, dateWords, newValues, questionOf, submitText, withFirstDay } from './closure-values.ts';
import { closedCounts } from './closed-counts.ts';
import { aLesson } from '../days/testing.ts';

const week = newValues({ from: '2026-11-23', to: '2026-11-29', teacherIds: ['dana'], kind: 'weather' });

test('the last day follows the first one past it, and stays otherwise', () => {
  expect(withFirstDay(week, '2026-12-01').to).toBe('2026-12-01');
  expect(withFirstDay(week, '2026-11-27').to).toBe('2026-11-29');
});

test('a preview is asked neither for the reason nor for the kind, and not without a day', () => {
  const asked = questionOf(week, null);
  expect(asked).toEqual(questionOf({ ...week, reason: 'Ice storm', kind: 'sick' }, null));
  expect(asked).not.toHaveProperty('reason');
  expect(asked).toMatchObject({ fromTime: null, toTime: null, teacherIds: ['dana'] });
  expect(questionOf({ ...week, toTime: '17:00' }, 'closure')).toMatchObject({ id: 'closure', toTime: '17:00' });
  expect(questionOf({ ...week, from: '' }, null)).toBeNull();
});

test('the button carries the number', () => {
  expect([submitText(12, true), submitText(1, true), submitText(0, true), submitText(3, false)]).toEqual([
    'Close 12\u00a0lessons',
    'Close 1\u00a0lesson',
    'Close',
    'Save',
  ]);
});

test.each([
  [
    { effect: 'closes', billing: 'refunded', refund: 55 },
    { text: 'refunds', amount: '55.00' },
  ],
  [
    { effect: 'closes', billing: 'leftOut', refund: 0 },
    { text: 'not billed', amount: null },
  ],
  [
    { effect: 'closes', billing: 'monthStays', refund: 0 },
    { text: 'monthly fee stays', amount: null },
  ],
  [
    { effect: 'closes', billing: 'owed', refund: 0 },
    { text: 'owed', amount: null },
  ],
  [
    { effect: 'begun', billing: null, refund: 0 },
    { text: 'has begun', amount: null },
  ],
] as const)('%j says %j', (date, words) => expect(dateWords(date, 'USD')).toEqual(words));

test('dates are by day and time', () => {
  const date = (day: string, startTime: string) => ({
    lessonId: `${day}${startTime}`,
    studentId: 'ann',
    name: 'Ann',
    teacherId: 'dana',
    date: day,
    startTime,
    endTime: '20:00',
    billedOn: null,
    effect: 'closes' as const,
    billing: null,
    refund: 0,
  });
  const days = byDay([date('2026-11-24', '09:00'), date('2026-11-23', '17:00'), date('2026-11-23', '16:00')]);
  expect(days.map(({ title, dates }) => [title, dates.map(({ startTime }) => startTime)])).toEqual([
    ['Monday, November 23', ['16:00', '17:00']],
    ['Tuesday, November 24', ['09:00']],
  ]);
});

test('a week counts what each closure closes of one teacher, and what takes place in it', () => {
  const by = { closureId: 'break', reason: null, money: 'refund' } as const;
  const rows = [
    aLesson({ status: 'cancelled', closedBy: by }),
    aLesson({ status: 'cancelled', closedBy: by }),
    aLesson({ keptIn: ['break'] }),
    aLesson({ status: 'cancelled', keptIn: ['break'] }),
    aLesson({ teacherId: 'ben', status: 'cancelled', closedBy: by }),
  ];
  expect([...closedCounts(rows, 'dana')]).toEqual([['break', { closes: 2, keeps: 1 }]]);
});
