import { expect, test } from 'vitest';
import { monday, tuesday, wednesday, minutes } from '../testing/small-week.ts';
import type { PlannedLesson } from '../week/instance.ts';
import { familiesThatMove } from './moves.ts';

const lesson = (studentId: string, dayOfWeek: PlannedLesson['dayOfWeek'], time: string): PlannedLesson => ({
  studentId,
  dayOfWeek,
  startTime: minutes(time),
});

const standing = [lesson('ann', monday, '15:00'), lesson('brother', tuesday, '16:00')];
const apart = { ann: 'ann', brother: 'brother' };
const together = { ann: 'lee', brother: 'lee' };
const rules = { households: apart, standing, tolerance: 0, before: [] };

test.each([
  [10, []],
  [5, ['ann']],
])('ten minutes later with a tolerance of %d', (tolerance, moved) => {
  const plan = [lesson('ann', monday, '15:10'), lesson('brother', tuesday, '16:00')];
  expect(familiesThatMove({ ...rules, tolerance }, plan)).toEqual(moved);
});

test.each([
  ['of one household', together, ['lee']],
  ['of two', apart, ['ann', 'brother']],
])('two students %s who both get another day', (_, households, moved) => {
  const plan = [lesson('ann', wednesday, '15:00'), lesson('brother', wednesday, '16:00')];
  expect(familiesThatMove({ ...rules, households }, plan)).toEqual(moved);
});

test('a lesson without a place, and one with another teacher now, are moves; a new lesson is none', () => {
  expect(familiesThatMove(rules, [lesson('ann', monday, '15:00'), lesson('new', monday, '17:00')])).toEqual([
    'brother',
  ]);
  const households = { ...apart, cy: 'cy' };
  expect(familiesThatMove({ ...rules, households }, [...standing, lesson('cy', monday, '17:00')])).toEqual(['cy']);
});

test('a household that an earlier run moved counts once, whatever becomes of it', () => {
  expect(familiesThatMove({ ...rules, households: together, before: ['lee'] }, [])).toEqual(['lee']);
  expect(familiesThatMove({ ...rules, before: ['gone'] }, standing)).toEqual(['gone']);
});
