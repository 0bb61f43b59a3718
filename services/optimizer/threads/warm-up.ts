import type { Instance } from '../week/instance.ts';
import { compile } from '../week/problem.ts';
import { seededRandom } from '../search/random.ts';
import { routePool } from '../search/route-pool.ts';
import { search } from '../search/search.ts';
import type { Mode } from '../week/totals.ts';

/** Enough for the engine to compile the search's loops; about 50 ms. */
const enough = 6000;

/**
 * Runs the search on a made-up week, so that the engine has compiled it before the real one: a run of a tenth of a second would otherwise
 * spend half of it in the interpreter.
 * @param isOver stops it when it returns true
 */
export const warmUp = (mode: Mode, isOver: () => boolean): void => {
  search(compile(madeUpWeek()), {
    mode,
    seed: 1,
    budget: (iterations) => (isOver() ? 1 : iterations / enough),
    pool: routePool(() => undefined),
    onBest: () => undefined,
    adopt: () => undefined,
  });
};

const days = [1, 2, 3, 4] as const;

/** Thirty students on four days, always the same ones. */
const madeUpWeek = (): Instance => {
  const random = seededRandom(1);
  const below = (limit: number): number => Math.floor(random() * limit);
  const places = Array.from({ length: 31 }, () => [below(20), below(20)] as const);
  return {
    name: '',
    startGrid: 1,
    minutesBetween: 0,
    returnRule: 'home-by-end',
    teacher: {
      availabilityInterpretation: 'leave_home',
      availability: days.map((dayOfWeek) => ({ dayOfWeek, startTime: 840, endTime: 1140 })),
    },
    fixedLessons: [],
    blocked: [],
    students: places.slice(1).map((_, index) => ({
      id: `s${index}`,
      lessonDuration: 30 + 15 * below(3),
      weight: 1,
      availability: days
        .filter(() => random() < 0.6)
        .map((dayOfWeek) => {
          const startTime = 840 + 15 * below(8);
          return { dayOfWeek, startTime, endTime: startTime + 120 + 15 * below(6), isPreferred: random() < 0.3 };
        }),
    })),
    driveMinutes: places.map(([x, y]) => places.map(([u, v]) => Math.round(Math.hypot(x - u, y - v)))),
  };
};
