import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Lesson } from '../api/lessons.ts';
import { addDays, daysOfWeek } from '../calendar/dates.ts';
import { plainDetails } from './plain-details.ts';
import { calendarLesson, timingInApi } from './timing.ts';

const id = fc.constantFrom('ann', 'ben', 'series-1');
const day = fc.nat(800).map((days) => addDays('2026-01-01', days));

const timing = fc
  .record({
    lessonId: id,
    dayOfWeek: fc.constantFrom(...daysOfWeek),
    start: fc.integer({ min: 0, max: 1439 - 15 }),
    length: fc.integer({ min: 15, max: 480 }),
    date: fc.option(day),
    validFrom: fc.option(day),
    validTo: fc.option(day),
    skips: fc.array(day),
    seriesId: fc.option(id),
    originalDate: fc.option(day),
    continues: fc.option(id),
  })
  // A lesson ends before midnight.
  .map(({ length, ...row }) => ({ ...row, duration: Math.min(length, 1439 - row.start) }));

const answerWith = (row: Parameters<typeof timingInApi>[0]): Lesson => ({
  userId: 'studio',
  studentId: null,
  teacherId: 'dana',
  student: null,
  teacher: { id: 'dana', name: 'Dana Whitfield' },
  status: 'scheduled',
  source: 'manual',
  isManual: true,
  entryType: 'appointment',
  ...plainDetails,
  driveTime: null,
  driveNotice: null,
  driveApproximate: false,
  googleCalendarEventId: null,
  createdAt: '2026-01-01T00:00:00Z',
  reportId: null,
  pin: null,
  keptIn: [],
  cancellation: null,
  makesUp: null,
  closedBy: null,
  revision: '1',
  ...timingInApi(row),
});

test('a row that goes out in an answer and comes back is the same row, and the answer too', () => {
  fc.assert(
    fc.property(timing, (row) => {
      const answer = answerWith(row);
      expect(calendarLesson(answer)).toMatchObject(row);
      expect(answerWith(calendarLesson(answer))).toEqual(answer);
    }),
  );
});
