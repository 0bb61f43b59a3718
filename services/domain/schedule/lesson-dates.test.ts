import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { occurrence, series } from '@rondo/projections/testing/lesson-facts.ts';
import { expect, test } from 'vitest';
import { lessonDatesOf } from './lesson-dates.ts';

const weekly = series('weekly', { studentId: 'ann' });

/** The dates that Ann and Ben have up to September 21, of a series of Ann's on Mondays from September 7. */
const datesWith = (...others: Lesson[]) => {
  const rows = [weekly, ...others].map((lesson) => ({ teacherId: 'dana', lesson }));
  const of = lessonDatesOf(rows, () => undefined, []);
  const dates = (studentId: string) => of(studentId, '2026-09-21').map(({ date }) => date);
  return { ann: dates('ann'), ben: dates('ben') };
};

test('a date of a series that another student has counts for that student alone', () => {
  expect(datesWith().ann).toEqual(['2026-09-07', '2026-09-14', '2026-09-21']);
  expect(datesWith(occurrence(weekly, '2026-09-14', { studentId: 'ben' }))).toEqual({
    ann: ['2026-09-07', '2026-09-21'],
    ben: ['2026-09-14'],
  });
});

test('a date of a series that became an appointment counts for no student', () => {
  const appointment = occurrence(weekly, '2026-09-14', { entryType: 'appointment', eventTitle: 'Recital' });
  expect(datesWith(appointment)).toEqual({ ann: ['2026-09-07', '2026-09-21'], ben: [] });
});
