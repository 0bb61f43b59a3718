import type { OwedLesson } from '@rondo/contracts/api/studio/owed.ts';
import { expect, test } from 'vitest';
import {
  daysLeftText,
  findTimePath,
  lapseText,
  owedFigures,
  owedGroups,
  reasonText,
  removalText,
  termText,
} from './owed.ts';

const lesson: OwedLesson = {
  studentId: 'kim',
  studentName: 'Kim Lee',
  teacherId: 'dana',
  lessonId: 'row',
  lessonDate: '2026-12-19',
  date: '2026-12-08',
  startTime: '16:00',
  duration: 45,
  by: 'family',
  notice: { at: '2026-12-05T17:05:00.000000Z', minutes: 71 * 60 },
  closure: null,
  until: '2027-01-07',
  daysLeft: 12,
  state: 'owed',
  amount: 50,
  billedOn: null,
  makeUp: null,
  inTerm: null,
};

test('what ends soon comes first, what has a time last', () => {
  const near = { ...lesson, daysLeft: 7 };
  const endless = { ...lesson, until: null, daysLeft: null };
  const booked: OwedLesson = { ...lesson, state: 'booked', daysLeft: 1 };
  expect(owedGroups([near, lesson, booked, endless])).toEqual([
    { title: 'Ends within 7 days', lessons: [near] },
    { title: 'Later', lessons: [lesson, endless] },
    { title: 'Booked', lessons: [booked] },
  ]);
  expect(owedGroups([])).toEqual([]);
});

test('the days that are left, and what happens then', () => {
  expect([null, 0, 1, 12].map(daysLeftText)).toEqual(['Without end', 'Last day today', '1 day left', '12 days left']);
  expect(lapseText(lesson)).toBe('Stays charged if it lapses');
  expect(lapseText({ ...lesson, by: 'closure' })).toBe('Refunded if it lapses');
});

test('why it is owed', () => {
  const closed = (closure: OwedLesson['closure']): OwedLesson => ({ ...lesson, by: 'closure', notice: null, closure });
  const all: OwedLesson[] = [
    lesson,
    { ...lesson, notice: null },
    { ...lesson, by: 'teacher', notice: null },
    closed({ id: 'one', kind: 'holiday', reason: 'Winter break' }),
    closed({ id: 'one', kind: 'sick', reason: null }),
    closed({ id: 'one', kind: 'away', reason: null }),
  ];
  expect(all.map(reasonText)).toEqual([
    'Family cancelled, 71 h notice',
    'Family cancelled',
    'You cancelled',
    'Closed: Winter break',
    'Closed: you were sick',
    'Closed',
  ]);
});

test('how many are owed, what is billed for them, and how many end soon', () => {
  const billed: OwedLesson = { ...lesson, billedOn: 'INV-1', daysLeft: 3 };
  expect(owedFigures([billed, lesson, { ...billed, state: 'booked' }])).toEqual({ count: 2, billed: 50, soon: 1 });
});

test('what becomes of owed lessons when their students are removed', () => {
  const ours: OwedLesson = { ...lesson, by: 'teacher', amount: 45.5 };
  const booked: OwedLesson = { ...lesson, state: 'booked' };
  expect(removalText([booked], 'USD')).toBeNull();
  expect(removalText([lesson, booked], 'USD')).toBe('1\u00a0lesson is owed and lapses today: $50.00 stays charged.');
  expect(removalText([lesson, lesson, { ...ours, billedOn: 'INV-1' }, { ...ours, by: 'closure' }], 'USD')).toBe(
    '4\u00a0lessons are owed and lapse today: $100.00 stays charged, $45.50 is refunded on the next invoice and $45.50 is not charged.',
  );
});

test('a time is looked for at the row, also when that is a make-up on another date', () => {
  expect(findTimePath(lesson)).toBe('/schedule?week=2026-12-14&teacher=dana&open=move&lesson=row&on=2026-12-19');
});

test('says how many of a term are owed, and what one more costs', () => {
  expect(termText(null)).toBe(null);
  expect(termText({ owed: 1, most: 2, beyond: 100 })).toBe('1 of 2 this term.');
  expect(termText({ owed: 2, most: 2, beyond: 100 })).toBe('2 of 2 this term. A third one would be charged in full.');
  expect(termText({ owed: 1, most: 1, beyond: 80 })).toBe(
    '1 of 1 this term. A second one would be charged at 80\u00a0%.',
  );
  expect(termText({ owed: 7, most: 6, beyond: 0 })).toBe('7 of 6 this term. Another one would not be charged.');
});
