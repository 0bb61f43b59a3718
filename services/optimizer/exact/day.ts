import { at } from '../arrays.ts';
import { cellOf, plain, preferred, startFrom, type Flavour, type Problem } from '../week/problem.ts';

/**
 * One tour in the representation of the exact solver: its students by a dense index (*member*), minutes from 0 to `minutes - 1` on the
 * tour's clock, and lookup tables for all questions about starts.
 */
export type Day = {
  readonly tour: number;
  /** By member: the node. */
  readonly members: Int32Array;
  readonly minutes: number;
  /** By `member * minutes + minute`: the first start at or after the minute, -1 for none. */
  readonly next: Int32Array;
  /** The same among the preferred slots. */
  readonly nextPreferred: Int32Array;
  /** By `from * members + to`: minutes from start to start. */
  readonly step: Int32Array;
  /** By `from * members + to`: minutes of driving. */
  readonly drive: Int32Array;
  readonly driveOut: Int32Array;
  readonly driveBack: Int32Array;
  /** By member: earliest start when it comes first, given the drive from home. */
  readonly fromHome: Int32Array;
  /** By member: latest start when it comes last. */
  readonly lastStart: Int32Array;
  /** By member: the member that is the same student (see `Problem.person`), -1 without one. */
  readonly twin: Int32Array;
  /** By member: 1 for a fixed lesson. */
  readonly pinned: Uint8Array;
  /** By minute: the start of the latest fixed lesson that begins before it, -1 for none. No route skips one. */
  readonly pinBefore: Int32Array;
  /** No route ends before this minute, the start of the last fixed lesson. */
  readonly endsFrom: number;
  /** The totals of the route of the fixed lessons alone; 0 without one. */
  readonly base: { readonly drive: number; readonly preferred: number };
};

/** @returns undefined when fixed lessons contradict each other in a way that routes cannot express */
export const dayOf = (problem: Problem, tour: number): Day | undefined => {
  const { nodes, gap, drive, duration, closes, first } = problem;
  const members = Array.from({ length: nodes - 1 }, (_, i) => i + 1).filter((node) => {
    const cell = cellOf(problem, plain, tour, node);
    return at(first, cell) < at(first, cell + 1);
  });
  const minutes = at(closes, tour) + 1;
  const stepBetween = (from: number, to: number): number => at(duration, from) + at(gap, from * nodes + to);
  const pins = problem.fixedStops[tour] ?? [];
  const pinStarts = pins.map((node) => startFrom(problem, cellOf(problem, plain, tour, node), 0));
  if (pinStarts.some((start, i) => i > 0 && start <= (pinStarts[i - 1] ?? -1))) return undefined;
  const fixed = new Set(pins);
  const isPreferred = (node: number): boolean => {
    const cell = cellOf(problem, preferred, tour, node);
    return at(first, cell) < at(first, cell + 1);
  };
  const legs = pins.length === 0 ? [] : [...pins, 0].map((to, i) => at(drive, (pins[i - 1] ?? 0) * nodes + to));
  return {
    tour,
    members: Int32Array.from(members),
    minutes,
    next: nextStarts(problem, plain, tour, members, minutes),
    nextPreferred: nextStarts(problem, preferred, tour, members, minutes),
    step: Int32Array.from(members.flatMap((from) => members.map((to) => stepBetween(from, to)))),
    drive: Int32Array.from(members.flatMap((from) => members.map((to) => at(drive, from * nodes + to)))),
    driveOut: Int32Array.from(members, (node) => at(drive, node)),
    driveBack: Int32Array.from(members, (node) => at(drive, node * nodes)),
    fromHome: Int32Array.from(members, (node) => at(gap, node)),
    lastStart: Int32Array.from(members, (node) => at(closes, tour) - at(duration, node) - at(gap, node * nodes)),
    twin: Int32Array.from(members, (node) =>
      at(problem.twin, node) === 0 ? -1 : members.indexOf(at(problem.twin, node)),
    ),
    pinned: Uint8Array.from(members, (node) => (fixed.has(node) ? 1 : 0)),
    pinBefore: Int32Array.from({ length: minutes }, (_, minute) => pinStarts.findLast((pin) => pin < minute) ?? -1),
    endsFrom: pinStarts.at(-1) ?? 0,
    base: { drive: legs.reduce((sum, leg) => sum + leg, 0), preferred: pins.filter(isPreferred).length },
  };
};

const nextStarts = (
  problem: Problem,
  flavour: Flavour,
  tour: number,
  members: readonly number[],
  minutes: number,
): Int32Array => {
  const table = new Int32Array(members.length * minutes).fill(-1);
  const { first, low, high, grid } = problem;
  for (const [member, node] of members.entries()) {
    const base = member * minutes;
    const cell = cellOf(problem, flavour, tour, node);
    for (let k = at(first, cell); k < at(first, cell + 1); k++)
      for (let start = at(low, k); start <= at(high, k) && start < minutes; start += grid) table[base + start] = start;
    for (let minute = minutes - 2; minute >= 0; minute--)
      if (at(table, base + minute) < 0) table[base + minute] = at(table, base + minute + 1);
  }
  return table;
};
