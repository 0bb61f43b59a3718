import { expect, test } from 'vitest';
import { aLesson } from '../../../calendar/days/testing.ts';
import { lessonOf, giveQuestion } from './GiveDialog.tsx';

const tuesday = '2026-12-01';
const to = { receiver: { id: 'marcus', name: 'Marcus Bell' }, startTime: '15:00', today: '2026-11-27' };
const single = aLesson({
  lessonId: 'single',
  date: '2026-12-03',
  originalDate: tuesday,
  seriesId: 'lesson-1',
  start: 990,
});

test('the question says which dates change teachers, from when on, and at which time', () => {
  const ask = (row: ReturnType<typeof aLesson>, more: Partial<typeof to> = {}) =>
    giveQuestion({ row, on: tuesday }, { ...to, ...more }).replaceAll('\u00a0', ' ');
  expect(ask(aLesson({ date: tuesday }))).toBe('Give Ann Lee’s lesson on Tue, Dec 1 at 3:00 PM to Marcus Bell?');
  expect(ask(aLesson({ date: tuesday }), { startTime: '16:15' })).toBe(
    'Give Ann Lee’s lesson on Tue, Dec 1 at 4:15 PM instead of 3:00 PM to Marcus Bell?',
  );
  expect(ask(aLesson())).toBe('Give Ann Lee’s lesson every Tuesday at 3:00 PM to Marcus Bell from Dec 1 on?');
  expect(ask(aLesson(), { today: '2026-12-05' })).toBe(
    'Give Ann Lee’s lesson every Tuesday at 3:00 PM to Marcus Bell from Dec 5 on?',
  );
  expect(ask(aLesson({ status: 'optimized' }))).toBe('Give Ann Lee’s lesson every Tuesday at 3:00 PM to Marcus Bell?');
  const recital = { entryType: 'appointment', student: null, studentId: null, eventTitle: 'Recital' } as const;
  expect(ask(aLesson({ ...recital, date: tuesday }))).toBe('Give “Recital” on Tue, Dec 1 at 3:00 PM to Marcus Bell?');
});

test('a single date goes along with its weekly lesson, and not at all once that has ended', () => {
  const target = { row: single, on: '2026-12-03' };
  expect(lessonOf(target, [single, aLesson()])).toEqual({ row: aLesson(), on: tuesday });
  expect(lessonOf(target, [single])).toBeNull();
  expect(lessonOf({ row: aLesson(), on: tuesday }, [])).toEqual({ row: aLesson(), on: tuesday });
});
