import { expect, test } from 'vitest';
import { aLesson } from '../../calendar/days/testing.ts';
import { putBackOf } from './put-back.ts';

const today = '2026-11-23';
const dated = aLesson({ date: '2026-12-01', dayOfWeek: 2, start: 900, duration: 45 });

test('a lesson that is as it was, was deleted since or did not exist before has nothing to put back', () => {
  expect(putBackOf('lesson-1', [dated], [dated], today)).toBeNull();
  expect(putBackOf('lesson-1', [dated], [], today)).toBeNull();
  expect(putBackOf('lesson-1', [], [dated], today)).toBeNull();
});

test('a cancelled lesson is restored, one that moved is rescheduled, unless that day has passed', () => {
  const cancelled = { ...dated, status: 'cancelled' } as const;
  expect(putBackOf('lesson-1', [dated], [cancelled], today)?.name).toBe('PATCH /api/lessons/:id');
  const moved = { ...dated, date: '2026-12-03', dayOfWeek: 4, start: 990 } as const;
  expect(putBackOf('lesson-1', [dated], [moved], today)).toMatchObject({
    name: 'PATCH /api/lessons/:id/reschedule',
    input: { body: { lessonDate: '2026-12-01', startTime: '15:00', endTime: '15:45', ifFree: true } },
  });
  expect(putBackOf('lesson-1', [{ ...dated, date: '2026-11-17' }], [moved], today)).toBeNull();
});

test('a date that left its series goes back to the time of the series', () => {
  const series = aLesson({ lessonId: 'series', start: 900 });
  const date = { ...dated, lessonId: 'date', seriesId: 'series', originalDate: '2026-12-01', date: '2026-12-02' };
  expect(putBackOf('date', [series], [series, { ...date, dayOfWeek: 3 }], today)).toMatchObject({
    input: { params: { id: 'date' }, body: { lessonDate: '2026-12-01', startTime: '15:00' } },
  });
});

test('a series goes back from its next date on, also as the part that continues it', () => {
  const series = aLesson({ lessonId: 'series', dayOfWeek: 2, start: 900 });
  const part = aLesson({ lessonId: 'part', continues: 'series', dayOfWeek: 4, start: 960, validFrom: '2026-11-23' });
  expect(putBackOf('part', [series], [part], today)).toMatchObject({
    name: 'PATCH /api/lessons/:id/edit',
    input: {
      body: { editScope: 'series', originalDate: '2026-11-26', dayOfWeek: 2, startTime: '15:00', duration: 45 },
    },
  });
});
