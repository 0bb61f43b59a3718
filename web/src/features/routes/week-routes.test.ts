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
