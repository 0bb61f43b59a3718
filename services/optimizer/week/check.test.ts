import { expect, test } from 'vitest';
import { check, fixedConflicts, type ViolationKind } from './check.ts';
import type { PlannedLesson } from './instance.ts';
import { minutes, monday, on, preferredOn, smallWeek, tuesday } from '../testing/small-week.ts';

const week = smallWeek({
  startGrid: 5,
  windows: [on(monday, '15:00', '18:00'), on(tuesday, '15:00', '18:00')],
  students: {
    ann: [45, on(monday, '15:00', '18:00')],
    ben: [30, on(monday, '15:00', '18:00'), preferredOn(monday, '17:00', '18:00')],
    cy: [30, on(tuesday, '15:00', '19:00')],
  },
  fixedLessons: [{ studentId: 'cy', dayOfWeek: tuesday, startTime: minutes('16:00') }],
  blocked: [on(monday, '15:30', '15:45')],
  drives: { 'ann ben': 18 },
});

const at = (studentId: string, dayOfWeek: PlannedLesson['dayOfWeek'], time: string): PlannedLesson => ({
  studentId,
  dayOfWeek,
  startTime: minutes(time),
});
const fixed = at('cy', tuesday, '16:00');
const kindsOf = (...lessons: PlannedLesson[]): ViolationKind[] =>
  check(week, lessons).violations.map(({ kind }) => kind);

test('a valid plan has no violation and correct totals', () => {
  const { violations, figures } = check(week, [at('ann', monday, '16:00'), at('ben', monday, '17:10'), fixed]);
  expect(violations).toEqual([]);
  expect(figures).toEqual({
    scheduled: 3,
    weight: 3,
    preferred: 1,
    driveMinutes: 10 + 18 + 10 + 20,
    idleMinutes: 25 - 18,
    of: 3,
  });
});

test.each<[string, PlannedLesson[], ViolationKind[]]>([
  ['a student nobody knows', [at('di', monday, '16:00'), fixed], ['unknown-student']],
  ['two lessons of one student', [at('ann', monday, '16:00'), at('ann', monday, '17:00'), fixed], ['twice']],
  ['a missing fixed lesson', [at('ann', monday, '16:00')], ['fixed-missing']],
  ['a moved fixed lesson', [at('cy', tuesday, '16:05')], ['fixed-moved']],
  ['a start beside the grid', [at('ann', monday, '16:02'), fixed], ['off-grid']],
  ['a student who is not free', [at('ann', tuesday, '17:00'), fixed], ['student-not-free']],
  ['blocked time', [at('ben', monday, '15:40'), fixed], ['blocked']],
  ['a lesson that overlaps', [at('ann', monday, '16:00'), at('ben', monday, '16:30'), fixed], ['overlap']],
  ['a drive between lessons', [at('ann', monday, '16:00'), at('ben', monday, '17:00'), fixed], ['drive-too-short']],
  ['a drive across blocked time', [at('ben', monday, '15:00'), fixed], ['drive-too-short']],
  ['the drive home', [at('ann', monday, '17:10'), fixed], ['drive-too-short']],
])('%s is found', (_, lessons, kinds) => {
  expect(kindsOf(...lessons)).toEqual(kinds);
});

test('the sentence names the people, the day and the minutes', () => {
  const lessons = [at('ann', monday, '16:00'), at('ben', monday, '17:00'), fixed];
  const [violation] = check(week, lessons, { ann: 'Ann Lee', ben: 'Ben Ray' }).violations;
  expect(violation?.detail.replaceAll('\u00a0', ' ')).toBe(
    'Mon: Ann Lee to Ben Ray is an 18 min drive, but there is only 15 min.',
  );
});

test('fixed lessons that contradict each other are conflicts', () => {
  const clash = smallWeek({
    windows: [on(monday, '15:00', '18:00')],
    students: { ann: [60, on(monday, '15:00', '18:00')], ben: [60], cy: [60] },
    fixedLessons: [at('ann', monday, '16:00'), at('ben', monday, '16:30'), at('cy', monday, '17:45')],
  });
  const { violations } = check(clash, clash.fixedLessons);
  expect(violations.map(({ kind, studentIds }) => [kind, ...studentIds])).toEqual([
    ['outside-windows', 'cy'],
    ['overlap', 'ann', 'ben'],
  ]);
  expect(fixedConflicts(clash, violations)).toEqual(violations);
});
