import { at } from '../arrays.ts';
import type { Problem } from '../week/problem.ts';
import { pick, type Random } from './random.ts';
import { positionOf, retime, stopAt, takeOut, type Week } from '../week/week.ts';

/** The extent of a ruin. Values tuned on made-up weeks of 8 to 80 students. */
export type RuinSize = {
  /** Average number of stops removed. */
  readonly mean: number;
  /** Maximum stops removed from one tour. */
  readonly longest: number;
};

/** By node: all other students, nearest first (sum of the drives both ways). */
export const nearestFirst = ({ nodes, drive }: Problem): Int32Array[] =>
  Array.from({ length: nodes }, (_, node) => {
    const apart = (other: number): number => at(drive, node * nodes + other) + at(drive, other * nodes + node);
    const others = Array.from({ length: nodes - 1 }, (_, i) => i + 1).filter((other) => other !== node);
    return Int32Array.from(others.toSorted((a, b) => apart(a) - apart(b) || a - b));
  });

/**
 * Removes strings of neighboring stops from tours near a random student: the ruin of "Slack Induction by String Removals" (Christiaens and
 * Vanden Berghe 2020), section 5.1, except that fixed lessons stay.
 */
export const ruinStrings = (week: Week, neighbours: readonly Int32Array[], size: RuinSize, random: Random): void => {
  const { problem } = week;
  const placed = countPlaced(week);
  if (placed === 0) return;
  const meanTour = placed / Math.max(1, countTours(week));
  const longest = Math.min(size.longest, meanTour);
  const mostTours = (4 * size.mean) / (1 + longest) - 1;
  let toursLeft = Math.max(1, Math.floor(1 + random() * mostTours));
  const seed = 1 + pick(random, problem.nodes - 1);
  const ruined = new Set<number>();
  const ruinAround = (node: number): void => {
    const tour = at(week.tourOf, node);
    if (tour < 0 || ruined.has(tour)) return;
    ruined.add(tour);
    toursLeft -= 1;
    const longestHere = Math.min(at(week.length, tour), longest);
    takeString(week, tour, positionOf(week, node), Math.floor(1 + random() * longestHere), random);
  };
  ruinAround(seed);
  for (const node of neighbours[seed] ?? []) {
    if (toursLeft <= 0) return;
    ruinAround(node);
  }
};

/** Removes `count` neighboring stops around a position; half the time keeps a run inside the string. */
const takeString = (week: Week, tour: number, around: number, count: number, random: Random): void => {
  const length = at(week.length, tour);
  let spared = 0;
  if (count > 1 && random() < 0.5) while (count + spared < length && random() < 0.5) spared++;
  const whole = count + spared;
  const from = Math.max(0, Math.min(around - pick(random, whole), length - whole));
  const sparedFrom = from + pick(random, count + 1);
  for (let position = Math.min(length, from + whole) - 1; position >= from; position--) {
    if (position >= sparedFrom && position < sparedFrom + spared) continue;
    if (at(week.problem.fixedTour, stopAt(week, tour, position)) < 0) takeOut(week, tour, position);
  }
  mend(week, tour);
};

/** Removes single stops anywhere. */
export const ruinScattered = (week: Week, count: number, random: Random): void => {
  for (let i = 0; i < count; i++) {
    const node = 1 + pick(random, week.problem.nodes - 1);
    const tour = at(week.tourOf, node);
    if (tour < 0 || at(week.problem.fixedTour, node) >= 0) continue;
    takeOut(week, tour, positionOf(week, node));
    mend(week, tour);
  }
};

/**
 * Recomputes a tour's times after stops were removed. Where drives violate the triangle inequality the remaining route can be too long;
 * then removes further stops until it is feasible (fixed lessons alone always are).
 */
const mend = (week: Week, tour: number): void => {
  for (let broken = retime(week, tour); broken >= 0; broken = retime(week, tour)) {
    let position = broken;
    while (position >= 0 && at(week.problem.fixedTour, stopAt(week, tour, position)) >= 0) position--;
    if (position < 0) {
      position = broken + 1;
      while (at(week.problem.fixedTour, stopAt(week, tour, position)) >= 0) position++;
    }
    takeOut(week, tour, position);
  }
};

const countPlaced = (week: Week): number => week.length.reduce((sum, length) => sum + length, 0);
const countTours = (week: Week): number => week.length.reduce((sum, length) => sum + (length > 0 ? 1 : 0), 0);
