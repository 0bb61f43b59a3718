import fc from 'fast-check';
import loadHighs from 'highs';
import { expect, test } from 'vitest';
import { bruteJoint, bruteJointMoves, type JointFigures } from '../testing/brute-joint.ts';
import { madeUpInstance } from '../testing/made-up-instances.ts';
import { minutes, monday, tuesday } from '../testing/small-week.ts';
import { check } from '../week/check.ts';
import { parseInstance, type Instance } from '../week/instance.ts';
import { groupsOf } from './groups.ts';
import { membersOf, type JointWeeks } from './join.ts';
import type { MoveRules } from '../moves/moves.ts';
import { jointCurve, solveJoint, solveJointWithin, type PartOfPlan } from './solve-joint.ts';

const highs = await loadHighs();
const options = { highs, iterations: 40 };

/** Each id of a student and of the lessons becomes another. */
const renamed = (instance: Instance, name: (id: string) => string): Instance => ({
  ...instance,
  students: instance.students.map((student) => ({ ...student, id: name(student.id) })),
  fixedLessons: instance.fixedLessons.map((lesson) => ({ ...lesson, studentId: name(lesson.studentId) })),
});

/** Two teachers whose last and first students are the same ones, of whom some have lessons with one of them now. */
const madeUpWeeks = (students: number, most: number): fc.Arbitrary<JointWeeks> =>
  fc
    .record({
      one: madeUpInstance({ students: { min: 1, max: students }, blocks: 1 }),
      two: madeUpInstance({ students: { min: 1, max: students }, blocks: 1 }),
      shift: fc.nat(students - 1),
      now: fc.array(fc.constantFrom(undefined, undefined, 0, 1), { minLength: 2 * students, maxLength: 2 * students }),
      mostChanges: fc.nat(most),
    })
    .map(({ one, two, shift, now, mostChanges }) => {
      const number = (id: string): number => Number(id.slice(1));
      const instances = [
        one,
        renamed(parseInstance({ ...two, startGrid: one.startGrid }), (id) => `s${number(id) + shift}`),
      ];
      const present: Record<string, number> = {};
      for (const [teacher, { students: own }] of instances.entries())
        for (const { id } of own) if (now[number(id)] === teacher) present[id] = teacher;
      return { instances, present, mostChanges, ranking: {} };
    });

const figuresOf = ({ present }: JointWeeks, parts: readonly PartOfPlan[]): JointFigures => {
  const sum = (of: (part: PartOfPlan) => number): number => parts.reduce((total, part) => total + of(part), 0);
  for (const { instance, solution } of parts) expect(check(instance, solution.lessons).violations).toEqual([]);
  const placed = parts.flatMap(({ solution }, teacher) =>
    solution.lessons.map(({ studentId }) => ({ studentId, teacher })),
  );
  expect(new Set(placed.map(({ studentId }) => studentId)).size).toBe(placed.length);
  return {
    weight: sum(({ solution }) => solution.figures.weight),
    preferred: sum(({ solution }) => solution.figures.preferred),
    drive: sum(({ solution }) => solution.figures.driveMinutes),
    idle: sum(({ solution }) => solution.figures.idleMinutes),
    changes: placed.filter(({ studentId, teacher }) => (present[studentId] ?? teacher) !== teacher).length,
  };
};

test('two teachers with shared students are planned as well as by brute force, and it is proven', () => {
  fc.assert(
    fc.property(madeUpWeeks(4, 2), (weeks) => {
      const parts = solveJoint(weeks, options);
      expect(figuresOf(weeks, parts)).toEqual(bruteJoint(weeks));
      for (const { solution } of parts)
        expect(solution.proven).toEqual({ students: true, preferred: true, drive: true, idle: true });
    }),
    { numRuns: 150 },
  );
});

/** Weeks in which those who have a teacher have a lesson now, at the beginning of their hours or off the grid. */
const madeUpMoves = (students: number): fc.Arbitrary<{ readonly weeks: JointWeeks; readonly rules: MoveRules }> =>
  fc
    .record({
      weeks: madeUpWeeks(students, 2),
      tolerance: fc.constantFrom(0, 5, 10, 15),
      rows: fc.array(fc.record({ row: fc.nat(2), offset: fc.constantFrom(0, 0, 3, 15) }), {
        minLength: 2 * students,
        maxLength: 2 * students,
      }),
    })
    .map(({ weeks, tolerance, rows }) => {
      const instances = weeks.instances.map((instance) =>
        parseInstance({ ...instance, startGrid: Math.max(5, instance.startGrid) }),
      );
      const standing = Object.entries(weeks.present).flatMap(([studentId, teacher]) => {
        const { row = 0, offset = 0 } = rows[Number(studentId.slice(1))] ?? {};
        const hours = instances[teacher]?.students.find(({ id }) => id === studentId)?.availability[row];
        return hours ? [{ studentId, dayOfWeek: hours.dayOfWeek, startTime: hours.startTime + offset }] : [];
      });
      const households = Object.fromEntries(Object.keys(weeks.present).map((id) => [id, id]));
      // The brute force takes the present lessons from the weeks.
      const standingWith = (teacher: number) =>
        standing.filter(({ studentId }) => weeks.present[studentId] === teacher);
      return {
        weeks: {
          ...weeks,
          instances: instances.map((instance, teacher) => ({ ...instance, standing: standingWith(teacher) })),
        },
        rules: { households, standing, tolerance, before: [] },
      };
    });

test('two teachers are planned as well as by brute force for each number of families that may move', () => {
  fc.assert(
    fc.property(madeUpMoves(3), ({ weeks, rules }) => {
      for (const [most, best] of bruteJointMoves(weeks, rules).entries()) {
        const { solution, moved, least } = solveJointWithin(weeks, { rules, most }, options);
        if (best === undefined) {
          expect(moved.length).toBeGreaterThan(most);
          expect(least).toBeGreaterThan(most);
          continue;
        }
        const { weight: placed, changes, ...goals } = figuresOf(weeks, solution);
        expect(changes).toBeLessThanOrEqual(weeks.mostChanges);
        const lessons = solution.flatMap((part) => part.solution.lessons);
        const kept = lessons.filter(({ studentId }) => studentId in rules.households).length;
        expect({ ...goals, kept, placed, moved: moved.length }).toEqual(best);
        for (const part of solution)
          expect(part.solution.proven).toEqual({ students: true, preferred: true, drive: true, idle: true });
      }
    }),
    { numRuns: 60 },
  );
});

test('the curve of several teachers has the plan of each number', () => {
  fc.assert(
    fc.property(madeUpMoves(4), ({ weeks, rules }) => {
      const { points, least, leastProven } = jointCurve(weeks, rules, options);
      expect(leastProven).toBe(true);
      for (const { n, moved, solution } of points) {
        const most = n ?? Infinity;
        expect(moved.length).toBeLessThanOrEqual(most);
        expect(most).toBeGreaterThanOrEqual(least);
        const { changes: _, ...alone } = figuresOf(weeks, solveJointWithin(weeks, { rules, most }, options).solution);
        const { changes: __, ...point } = figuresOf(weeks, solution);
        expect(point).toEqual(alone);
      }
    }),
    { numRuns: 20 },
  );
});

const isNoWorse = (one: JointFigures, other: JointFigures): boolean =>
  (other.weight - one.weight || other.preferred - one.preferred || one.drive - other.drive || one.idle - other.idle) <=
  0;

test('one more allowed teacher, and one more change, never make a proven plan worse', () => {
  fc.assert(
    fc.property(madeUpWeeks(6, 1), fc.nat(5), (weeks, index) => {
      const solved = (each: JointWeeks) => {
        const parts = solveJoint(each, options);
        expect(parts).toHaveLength(2);
        return { figures: figuresOf(each, parts), isProven: parts.every(({ solution }) => solution.proven.idle) };
      };
      const now = solved(weeks);
      const freed = { ...weeks.present };
      delete freed[Object.keys(freed)[index] ?? ''];
      for (const wider of [
        { ...weeks, mostChanges: weeks.mostChanges + 1 },
        { ...weeks, present: freed },
      ]) {
        const more = solved(wider);
        if (now.isProven && more.isProven) expect(isNoWorse(more.figures, now.figures)).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
});

const week = (students: readonly string[], drive: number): Instance =>
  parseInstance({
    startGrid: 15,
    teacher: {
      availability: [
        { dayOfWeek: monday, startTime: minutes('15:00'), endTime: minutes('17:00') },
        { dayOfWeek: tuesday, startTime: minutes('15:00'), endTime: minutes('17:00') },
      ],
    },
    students: students.map((id) => ({
      id,
      lessonDuration: 60,
      availability: [{ dayOfWeek: monday, startTime: minutes('15:00'), endTime: minutes('17:00') }],
    })),
    driveMinutes: Array.from({ length: students.length + 1 }, (_, from) =>
      Array.from({ length: students.length + 1 }, (__, to) => (from === to ? 0 : drive)),
    ),
  });

const placed = (parts: readonly PartOfPlan[]): string[][] =>
  parts.map(({ solution }) => solution.lessons.map(({ studentId }) => studentId));

test('a new student of both goes where the sum is best; one who has a teacher stays unless a change is allowed', () => {
  const instances = [week(['ann', 'bo'], 20), week(['ann', 'bo'], 5)];
  const weeks = { instances, present: { ann: 0 }, mostChanges: 0, ranking: { bo: [0, 1] } };
  expect(placed(solveJoint(weeks, options))).toEqual([['ann'], ['bo']]);
  expect(placed(solveJoint({ ...weeks, mostChanges: 1 }, options)).map((ids) => ids.length)).toEqual([1, 1]);
  const near = { ...weeks, mostChanges: 1, instances: [week(['ann'], 20), week(['ann'], 5)] };
  expect(placed(solveJoint(near, options))).toEqual([[], ['ann']]);
});

test('of equal plans the one with fewest changes is chosen, then the one with the teachers of lower rank', () => {
  const instances = [week(['ann'], 5), week(['ann'], 5)];
  const ranked = (ranking: readonly number[], present: JointWeeks['present'] = {}) =>
    placed(solveJoint({ instances, present, mostChanges: 1, ranking: { ann: ranking } }, options));
  expect(ranked([0, 1])).toEqual([['ann'], []]);
  expect(ranked([1, 0])).toEqual([[], ['ann']]);
  expect(ranked([1, 0], { ann: 0 })).toEqual([['ann'], []]);
});

test('teachers who share nothing stand in groups of their own', () => {
  const three = [week(['ann', 'bo'], 5), week(['bo'], 5), week(['cy'], 5)];
  const weeks = { instances: three, present: {}, mostChanges: 0, ranking: {} };
  const groups = (each: JointWeeks): number[][] => groupsOf({ ...each, members: membersOf(each) });
  expect(groups(weeks)).toEqual([[0, 1], [2]]);
  const five = [...three, week(['cy', 'di'], 5), week(['di'], 5)];
  expect(groups({ ...weeks, instances: five })).toEqual([
    [0, 1],
    [2, 3, 4],
  ]);
  // One change may be used by either group.
  expect(groups({ ...weeks, instances: five, present: { bo: 0, cy: 2 }, mostChanges: 1 })).toEqual([[0, 1, 2, 3, 4]]);
  expect(groups({ ...weeks, instances: five, present: { bo: 0, cy: 2 }, mostChanges: 2 })).toEqual([
    [0, 1],
    [2, 3, 4],
  ]);
});
