import fc from 'fast-check';
import { expect, test } from 'vitest';
import { check } from './check.ts';
import type { Instance, PlannedLesson } from './instance.ts';
import { compile } from './problem.ts';
import { madeUpInstance } from '../testing/made-up-instances.ts';
import { minutes, monday, on, preferredOn, smallWeek } from '../testing/small-week.ts';
import { timetable } from './timing.ts';

/** The lessons of the first window in the order s1, s2, ... at the given starts. */
const lessonsAt = ({ teacher, students }: Instance, starts: readonly number[]): PlannedLesson[] =>
  starts.map((startTime, index) => ({
    studentId: students[index]?.id ?? '',
    dayOfWeek: teacher.availability[0]?.dayOfWeek ?? 0,
    startTime,
  }));

/** Preferred slots and idle minutes of the best times, by trying every quarter of an hour. */
const bestByTrying = (instance: Instance): { preferred: number; idle: number } | undefined => {
  const window = instance.teacher.availability[0];
  if (!window) return undefined;
  const grid = Array.from({ length: 17 }, (_, i) => window.startTime + 15 * i);
  let best: { preferred: number; idle: number } | undefined;
  const extend = (starts: readonly number[]): void => {
    if (starts.length === instance.students.length) {
      const { violations, figures } = check(instance, lessonsAt(instance, starts));
      if (violations.length > 0) return;
      const found = { preferred: figures.preferred, idle: figures.idleMinutes };
      const isBetter =
        !best || found.preferred > best.preferred || (found.preferred === best.preferred && found.idle < best.idle);
      if (isBetter) best = found;
    } else for (const start of grid) if (start >= (starts.at(-1) ?? 0)) extend([...starts, start]);
  };
  extend([]);
  return best;
};

test('the times of an order have maximum preferred slots, then minimum idle time', () => {
  const oneWindow = madeUpInstance({ students: { min: 3, max: 3 }, blocks: 1 }).map((instance) => ({
    ...instance,
    startGrid: 15,
    teacher: { ...instance.teacher, availability: instance.teacher.availability.slice(0, 1) },
    students: instance.students.map((student) => ({
      ...student,
      availability: student.availability.map((row) => ({ ...row, dayOfWeek: 1 as const })),
    })),
  }));
  fc.assert(
    fc.property(oneWindow, (instance) => {
      const times = timetable(compile(instance), 0, [1, 2, 3]);
      const best = bestByTrying(instance);
      expect(times && { preferred: times.preferred, idle: times.idle }).toEqual(best);
    }),
    { numRuns: 200 },
  );
});

test('a preferred slot is used even if waiting for it costs idle time', () => {
  const week = smallWeek({
    windows: [on(monday, '15:00', '19:00')],
    students: {
      ann: [30, on(monday, '15:00', '16:00')],
      ben: [30, on(monday, '15:00', '19:00'), preferredOn(monday, '17:00', '18:00')],
    },
  });
  expect(timetable(compile(week), 0, [1, 2])).toEqual({
    starts: [30, 120].map((minute) => minute),
    preferred: 1,
    idle: minutes('17:00') - minutes('16:00') - 10,
  });
});
