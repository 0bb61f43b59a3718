import fc from 'fast-check';
import loadHighs from 'highs';
import { expect, test } from 'vitest';
import { check } from '../week/check.ts';
import type { Instance, PlannedLesson } from '../week/instance.ts';
import { reoptimize } from './reoptimize.ts';
import { solve } from '../solve.ts';
import { bruteForce } from '../testing/brute-force.ts';
import { madeUpInstance } from '../testing/made-up-instances.ts';
import { storedInstance } from '../testing/stored-instances.ts';

const highs = await loadHighs();
const milliseconds = 30_000;

/** The plan of an instance without its last students, as it was before they joined. */
const planWithout = (instance: Instance, count: number): readonly PlannedLesson[] => {
  const students = instance.students.map((each, index) =>
    index < instance.students.length - count ? each : { ...each, availability: [] },
  );
  return solve({ ...instance, students }, { iterations: 300, highs }).lessons;
};

const movedBetween = (before: readonly PlannedLesson[], after: readonly PlannedLesson[]): number =>
  before.filter((one) => !after.some((two) => JSON.stringify(two) === JSON.stringify(one))).length;

test('no more families move than allowed, no student loses a lesson, and the reported gain is correct', () => {
  const shapes = madeUpInstance({ students: { min: 3, max: 8 }, blocks: 1 });
  fc.assert(
    fc.property(shapes, fc.nat(3), (instance, maxMoved) => {
      const lessons = planWithout(instance, 2);
      const found = reoptimize(instance, { lessons, maxMoved }, { highs, milliseconds });
      expect(check(instance, found.lessons).violations).toEqual([]);
      expect(found.moved.length).toBeLessThanOrEqual(maxMoved);
      expect(movedBetween(lessons, found.lessons)).toBe(found.moved.length);
      for (const { studentId } of lessons)
        expect(found.lessons.some((lesson) => lesson.studentId === studentId)).toBe(true);
      const addOnly = reoptimize(instance, { lessons, maxMoved: 0 }, { highs, milliseconds });
      expect(movedBetween(lessons, addOnly.lessons)).toBe(0);
      const students = found.figures.scheduled - addOnly.figures.scheduled;
      expect(found.gain.students).toBe(students);
      expect(students).toBeGreaterThanOrEqual(0);
      if (students === 0) expect(found.gain.driveMinutes).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 30 },
  );
});

test('with all families free to move the plan is the best one that drops no student', () => {
  fc.assert(
    fc.property(madeUpInstance({ students: { min: 3, max: 6 } }), (instance) => {
      const lessons = planWithout(instance, 1);
      const { figures } = reoptimize(instance, { lessons, maxMoved: 99 }, { highs, milliseconds });
      const best = bruteForce(instance, 'core');
      expect(figures.scheduled).toBeLessThanOrEqual(best.weight);
      if (figures.scheduled === best.weight) expect(figures.driveMinutes).toBeGreaterThanOrEqual(best.drive);
      if (best.weight === instance.students.length)
        expect([figures.scheduled, figures.driveMinutes]).toEqual([best.weight, best.drive]);
    }),
    { numRuns: 30 },
  );
});

test('a cancelled day is repaired: its families get other places, the others stay', () => {
  const whole = storedInstance('pub-small-1');
  const { lessons } = solve(whole, { iterations: 500, highs });
  const cancelled = whole.teacher.availability[0]?.dayOfWeek;
  const instance = {
    ...whole,
    teacher: {
      ...whole.teacher,
      availability: whole.teacher.availability.filter(({ dayOfWeek }) => dayOfWeek !== cancelled),
    },
  };
  const hit = lessons.filter(({ dayOfWeek }) => dayOfWeek === cancelled);
  const found = reoptimize(instance, { lessons, maxMoved: 2 }, { highs, milliseconds });
  expect(found.displaced.map(({ from }) => from)).toEqual(hit);
  expect(found.moved.length).toBeLessThanOrEqual(2);
  expect(check(instance, found.lessons).violations).toEqual([]);
});

test('the sentence names the number of moves and their purpose', () => {
  const instance = storedInstance('pub-medium-1');
  const lessons = planWithout(instance, 4);
  const found = reoptimize(instance, { lessons, maxMoved: 2 }, { highs, milliseconds });
  expect(found.gain.sentence.replaceAll('\u00a0', ' ')).toMatch(
    /^(No one has to move|Moving (1 family|2 families) .*(places|saves|adds) .+)\.$/,
  );
});
