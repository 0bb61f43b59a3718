import { expect, test } from 'vitest';
import { aLesson } from '../../calendar/days/testing.ts';
import { weekRoutes } from './week-routes.ts';

test('each teacher of a day has a route of their own, in driving order', () => {
  const marcus = { teacherId: 'marcus', teacher: { id: 'marcus', name: 'Marcus Bell' } };
  const rows = [
    aLesson({ lessonId: 'late', start: 1000 }),
    aLesson({ ...marcus, lessonId: 'other', start: 950 }),
    aLesson({ lessonId: 'early', start: 900 }),
    aLesson({ lessonId: 'thursday', dayOfWeek: 4 }),
    aLesson({ lessonId: 'cancelled', status: 'cancelled' }),
  ];
  expect(
    weekRoutes(rows, '2026-11-23').map(({ day, teachers }) => [
      day,
      teachers.map(({ name, lessons }) => `${name}: ${lessons.map(({ lessonId }) => lessonId).join(' ')}`),
    ]),
  ).toEqual([
    ['Tuesday', ['Dana Whitfield: early late', 'Marcus Bell: other']],
    ['Thursday', ['Dana Whitfield: thursday']],
  ]);
});

test('a lesson that is cancelled or moved in that week is not on its route', () => {
  const exception = { validFrom: null, seriesId: 'lesson-1', originalDate: '2026-11-24' };
  const stays = aLesson({ lessonId: 'stays', start: 1000 });
  const lessonsOn = (...rows: ReturnType<typeof aLesson>[]) =>
    weekRoutes([aLesson({}), stays, ...rows], '2026-11-23').flatMap(({ teachers }) =>
      teachers.flatMap(({ lessons }) => lessons.map(({ lessonId }) => lessonId)),
    );
  expect(lessonsOn()).toEqual(['lesson-1', 'stays']);
  expect(lessonsOn(aLesson({ ...exception, lessonId: 'one', date: '2026-11-24', status: 'cancelled' }))).toEqual([
    'stays',
  ]);
  expect(lessonsOn(aLesson({ ...exception, lessonId: 'one', date: '2026-11-26', dayOfWeek: 4 }))).toEqual(['stays']);
});
