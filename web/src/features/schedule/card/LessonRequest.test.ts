import { expect, test } from 'vitest';
import { requestFor } from './LessonRequest.tsx';

const lesson = { date: '2026-12-08', startTime: '16:00', endTime: '16:45', teacherId: 'dana', owed: false, row: null };
const request = {
  student: { id: 'ann', name: 'Ann Lee' },
  family: { id: 'lee', name: 'Lee', asked: 'Lena Lee' },
  lesson,
  state: 'open' as const,
};
const here = { studentId: 'ann', teacherId: 'dana', date: '2026-12-08', startTime: '16:00' };

test('a request is shown at its own lesson while it waits', () => {
  expect(requestFor([request], here)).toBe(request);
  expect(requestFor([{ ...request, state: 'offered' }], here)?.state).toBe('offered');
  for (const state of ['yes', 'no', 'withdrawn', 'closed'] as const)
    expect(requestFor([{ ...request, state }], here)).toBe(undefined);
  expect(requestFor([{ ...request, lesson: { ...lesson, owed: true } }], here)).toBe(undefined);
  for (const other of [
    { studentId: 'ben' },
    { studentId: null },
    { teacherId: 'marcus' },
    { date: '2026-12-15' },
    { startTime: '16:15' },
  ])
    expect(requestFor([request], { ...here, ...other })).toBe(undefined);
});
