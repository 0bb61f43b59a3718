import { overlaps } from '@rondo/contracts/calendar/intervals.ts';
import fc from 'fast-check';
import loadHighs from 'highs';
import { expect, test } from 'vitest';
import { check } from '../week/check.ts';
import type { Instance, PlannedLesson } from '../week/instance.ts';
import { solve } from '../solve.ts';
import { madeUpInstance } from '../testing/made-up-instances.ts';
import { monday, on, smallWeek } from '../testing/small-week.ts';
import { storedInstance, storedNames } from '../testing/stored-instances.ts';
import { applyChange } from './would-fit/changes.ts';
import { explain, type Explanation } from './explain.ts';
import { lessonsAfter, type WouldFit } from './would-fit/would-fit.ts';

const highs = await loadHighs();

const planned = (
  instance: Instance,
  iterations: number,
): { lessons: readonly PlannedLesson[]; explained: Explanation } => {
  const { lessons } = solve(instance, { iterations });
  return { lessons, explained: explain(instance, lessons) };
};

const waysOf = ({ leftOut }: Explanation): (WouldFit & { studentId: string })[] =>
  leftOut.flatMap(({ studentId, wouldFit, otherWays }) =>
    (wouldFit ? [wouldFit, ...otherWays] : otherWays).map((way) => ({ ...way, studentId })),
  );

/** The kinds and students of the rules that a plan breaks, for plans of fixed lessons that contradict each other. */
const broken = (instance: Instance, lessons: readonly PlannedLesson[]): string[] =>
  check(instance, lessons).violations.map(({ kind, studentIds }) => `${kind} ${studentIds.join(' ')}`);

/** Minutes of driving, each day from home to home in one chain, however many windows the teacher has that day. */
const drivingByDay = ({ students, driveMinutes }: Instance, lessons: readonly PlannedLesson[]): number =>
  [...Map.groupBy(lessons, ({ dayOfWeek }) => dayOfWeek).values()]
    .map((day) => {
      const nodes = day
        .toSorted((a, b) => a.startTime - b.startTime)
        .map(({ studentId }) => students.findIndex(({ id }) => id === studentId) + 1);
      return [...nodes, 0].reduce((sum, node, i) => sum + (driveMinutes[nodes[i - 1] ?? 0]?.[node] ?? 0), 0);
    })
    .reduce((sum, minutes) => sum + minutes, 0);

/** Everything about an explanation that can be recomputed from the instance and the lessons. */
const expectTrue = (instance: Instance, lessons: readonly PlannedLesson[], explained: Explanation): void => {
  const { figures } = check(instance, lessons);
  const drive = figures.driveMinutes;
  expect(explained.figures).toEqual(figures);
  const students = [...explained.placed, ...explained.leftOut].map(({ studentId }) => studentId);
  expect(students.toSorted()).toEqual(instance.students.map(({ id }) => id).toSorted());
  const inTours = explained.placed.filter((each) => each.tour !== null);
  const stops = lessons.filter((lesson) => inTours.some(({ studentId }) => studentId === lesson.studentId));
  for (const { studentId, marginalDrive } of inTours) {
    const rest = stops.filter((lesson) => lesson.studentId !== studentId);
    expect([studentId, marginalDrive]).toEqual([
      studentId,
      drivingByDay(instance, stops) - drivingByDay(instance, rest),
    ]);
  }
  expect(explained.placed.filter(({ preferred }) => preferred).length).toBe(figures.preferred);
  expect(explained.tours.reduce((sum, { driveMinutes }) => sum + driveMinutes, 0)).toBe(drive);
  expect(explained.tours.reduce((sum, { idleMinutes }) => sum + idleMinutes, 0)).toBe(figures.idleMinutes);
};

/** Checks that every way to fit a left-out student really places the student, moving only those it names. */
const expectWaysHold = (instance: Instance, lessons: readonly PlannedLesson[], explained: Explanation): void => {
  const before = broken(instance, lessons);
  for (const way of waysOf(explained)) {
    const changed = applyChange(instance, way.studentId, way.change);
    const after = lessonsAfter(lessons, way);
    expect(after.length).toBe(lessons.length + 1);
    expect(after.some(({ studentId }) => studentId === way.studentId)).toBe(true);
    expect(broken(changed, after).filter((violation) => !before.includes(violation))).toEqual([]);
    for (const { studentId } of way.moved)
      expect(instance.fixedLessons.map((pin) => pin.studentId)).not.toContain(studentId);
  }
};

test.each(storedNames)('every figure of the explanation of %s can be recomputed, every way to fit holds', (name) => {
  const instance = storedInstance(name);
  const { lessons, explained } = planned(instance, 1000);
  expectTrue(instance, lessons, explained);
  expectWaysHold(instance, lessons, explained);
  expect(explained.leftOut.filter(({ wouldFit }) => wouldFit === null)).toEqual([]);
  for (const day of explained.days) {
    const { scheduledMinutes, drivingMinutes, blockedMinutes, vacantMinutes } = day;
    expect(scheduledMinutes + drivingMinutes + blockedMinutes + vacantMinutes).toBe(day.availableMinutes);
  }
});

test('the same holds for random weeks with blocked time, odd drives and fixed lessons that contradict each other', () => {
  fc.assert(
    fc.property(
      madeUpInstance({ students: { min: 1, max: 9 }, fixed: 3, blocks: 2 }),
      fc.nat(3),
      (instance, dropped) => {
        const { lessons: all } = solve(instance, { iterations: 100 });
        // A plan with left-out students has ways to fit of every kind.
        const fixed = new Set(instance.fixedLessons.map(({ studentId }) => studentId));
        const lessons = all.filter(({ studentId }, index) => index !== dropped || fixed.has(studentId));
        fc.pre(broken(instance, lessons).length === broken(instance, all).length);
        const explained = explain(instance, lessons);
        expect(explained.figures.of).toBe(instance.students.length);
        expectTrue(instance, lessons, explained);
        expectWaysHold(instance, lessons, explained);
      },
    ),
    { numRuns: 150 },
  );
});

test('doing what would place a left-out student and planning again places one more, N of N', () => {
  let done = 0;
  fc.assert(
    fc.property(madeUpInstance({ students: { min: 3, max: 7 }, blocks: 1 }), (instance) => {
      const { lessons, figures } = solve(instance, { iterations: 30, highs });
      for (const { studentId, wouldFit } of explain(instance, lessons).leftOut) {
        if (!wouldFit) continue;
        const again = solve(applyChange(instance, studentId, wouldFit.change), { iterations: 30, highs });
        expect(again.figures.scheduled).toBeGreaterThan(figures.scheduled);
        done += 1;
      }
    }),
    { numRuns: 60 },
  );
  expect(done).toBeGreaterThan(60);
});

test('nobody is asked for time that is taken by others', () => {
  const week = smallWeek({
    windows: [on(monday, '15:00', '18:00')],
    students: { ann: [60, on(monday, '15:00', '15:30')] },
  });
  const students = week.students.map((each) => ({ ...each, taken: [on(monday, '15:30', '17:00')] }));
  const ways = waysOf(explain({ ...week, students }, []));
  expect(ways.length).toBeGreaterThan(0);
  for (const { lesson } of ways)
    expect(overlaps({ start: lesson.startTime, end: lesson.startTime + 60 }, { start: 930, end: 1020 })).toBe(false);
});

test('no alternative to a lesson of a solved week would have been better', () => {
  const instance = storedInstance('pub-preferred-1');
  const { explained } = planned(instance, 3000);
  const alternatives = explained.placed
    .flatMap((each) => each.alternatives)
    .filter(({ pushesOut }) => pushesOut === null);
  expect(alternatives.length).toBeGreaterThan(0);
  for (const { addedPreferred, addedDrive } of alternatives)
    expect(addedPreferred < 0 || (addedPreferred === 0 && addedDrive >= 0)).toBe(true);
});

test('a plan that breaks a rule cannot be explained', () => {
  const instance = storedInstance('pub-small-1');
  expect(() => explain(instance, [{ studentId: 's01', dayOfWeek: 1, startTime: 900 }])).toThrow('cannot be explained');
});
