import fc from 'fast-check';
import loadHighs from 'highs';
import { expect, test } from 'vitest';
import { bruteMoves, byGoals, type MoveFigures } from '../testing/brute-moves.ts';
import { madeUpInstance } from '../testing/made-up-instances.ts';
import { check } from '../week/check.ts';
import { parseInstance, type Instance } from '../week/instance.ts';
import { lessonsOf } from '../week/lessons.ts';
import { compile } from '../week/problem.ts';
import { movePlanner, type MovePlan } from './planner.ts';
import { familiesThatMove, type MoveRules } from './moves.ts';

const highs = await loadHighs();

type Case = { readonly instance: Instance; readonly rules: MoveRules };

/** Small weeks in which some students have a lesson now, on the grid or off it, which their hours may no longer hold. */
const madeUpCase = (students: { min: number; max: number }): fc.Arbitrary<Case> =>
  madeUpInstance({ students, blocks: 1, fixed: 1 }).chain((made) =>
    fc
      .record({
        tolerance: fc.constantFrom(0, 5, 10, 15),
        gone: fc.boolean(),
        ids: fc.array(
          fc.record({
            household: fc.constantFrom('h1', 'h2', 'own', 'own'),
            kind: fc.constantFrom('row', 'row', 'anywhere', 'other teacher', 'none'),
            row: fc.nat(2),
            offset: fc.constantFrom(0, 0, 3, 15, 30),
          }),
          { minLength: made.students.length, maxLength: made.students.length },
        ),
      })
      .map(({ tolerance, ids, gone }) => {
        const households: Record<string, string> = {};
        const standing = made.students.flatMap((student, i) => {
          const { household = 'own', kind = 'none', row = 0, offset = 0 } = ids[i] ?? {};
          if (kind === 'none' || made.fixedLessons.some(({ studentId }) => studentId === student.id)) return [];
          households[student.id] = household === 'own' ? student.id : household;
          const hours = student.availability[row];
          if (kind === 'other teacher') return [];
          if (kind === 'anywhere' || !hours)
            return [{ studentId: student.id, dayOfWeek: 1 as const, startTime: 870 + offset }];
          return [{ studentId: student.id, dayOfWeek: hours.dayOfWeek, startTime: hours.startTime + offset }];
        });
        const startGrid = Math.max(5, made.startGrid);
        return {
          instance: parseInstance({ ...made, startGrid, standing }),
          rules: { households, standing, tolerance, before: gone ? ['of an earlier run'] : [] },
        };
      }),
  );

const plannerFor = ({ instance, rules }: Case, iterations = 30) =>
  movePlanner(compile(instance), rules, {
    highs,
    seed: 1,
    iterations,
    stopwatch: () => 0,
    isStopped: () => false,
  });

const figuresOf = ({ instance, rules }: Case, { week, moved }: MovePlan): MoveFigures => {
  const lessons = lessonsOf(week);
  const { figures, violations } = check(instance, lessons);
  expect(violations).toEqual([]);
  expect(familiesThatMove(rules, lessons)).toHaveLength(moved);
  return {
    kept: lessons.filter(({ studentId }) => studentId in rules.households).length,
    placed: lessons.length,
    preferred: figures.preferred,
    drive: figures.driveMinutes,
    idle: figures.idleMinutes,
    moved,
  };
};

const isSound = ({ instance }: Case): boolean => check(instance, instance.fixedLessons).violations.length === 0;

test('for each number of families that may move, small weeks are planned as well as by brute force, and proven', () => {
  fc.assert(
    fc.property(madeUpCase({ min: 1, max: 5 }), (each) => {
      fc.pre(isSound(each));
      const best = bruteMoves(each.instance, each.rules);
      const planner = plannerFor(each);
      const found = best.map((_, most) => planner.plan(most, Infinity));
      expect(found.map((plan) => plan && figuresOf(each, plan))).toEqual(best);
      for (const plan of found)
        if (plan) expect(plan.proven).toEqual({ students: true, preferred: true, drive: true, idle: true });
      const least = best.findIndex((figures) => figures !== undefined);
      expect(planner.fewest(Infinity)).toEqual({ moved: least, bound: least });
    }),
    { numRuns: 250 },
  );
});

test('a larger number of families that may move, and a larger tolerance, never make a proven plan worse', () => {
  fc.assert(
    fc.property(madeUpCase({ min: 6, max: 8 }), (each) => {
      fc.pre(isSound(each));
      const figuresWith = (tolerance: number): (MoveFigures | undefined)[] => {
        const wider = { ...each, rules: { ...each.rules, tolerance } };
        const planner = plannerFor(wider);
        return [0, 1, 2, 3, Infinity].map((most) => {
          const plan = planner.plan(most, Infinity);
          if (plan && Object.values(plan.proven).every(Boolean)) return figuresOf(wider, plan);
          return plan ? undefined : none;
        });
      };
      const [strict, wide] = [figuresWith(0), figuresWith(15)];
      for (const figures of [strict, wide])
        for (const [i, worse] of figures.slice(0, -1).entries()) expect(isNoWorse(figures[i + 1], worse)).toBe(true);
      for (const [i, worse] of strict.entries()) expect(isNoWorse(wide[i], worse)).toBe(true);
    }),
    { numRuns: 60 },
  );
});

/** Worse than any plan. */
const none: MoveFigures = { kept: -1, placed: 0, preferred: 0, drive: 0, idle: 0, moved: 0 };

/** By every goal but the number of moves. Undefined is a plan without a proof. */
const isNoWorse = (better: MoveFigures | undefined, worse: MoveFigures | undefined): boolean =>
  !better || !worse || byGoals({ ...better, moved: 0 }, { ...worse, moved: 0 }) <= 0;
