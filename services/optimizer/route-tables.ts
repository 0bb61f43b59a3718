import { at } from './arrays.ts';
import { startFrom, type Problem } from './problem.ts';

/** One tour as `bestRoute` wants it: its students by a dense index (*member*), minutes from 0 to `minutes - 1`. */
export type TourTable = {
  /** By member: the node. */
  readonly members: Int32Array;
  readonly minutes: number;
  /** By `member * minutes + minute`: may the lesson start then? */
  readonly mayStart: Uint8Array;
  /** By `to * members + from`: minutes from start to start. */
  readonly step: Int32Array;
  /** By member: earliest start when it comes first. */
  readonly fromHome: Int32Array;
  /** By member: latest start when it comes last. */
  readonly lastStart: Int32Array;
  /** By minute: the start of the latest fixed lesson that begins before it, -1 for none. No route jumps over one. */
  readonly pinBefore: Int32Array;
  /** By minute: 1 when a fixed lesson starts then. */
  readonly isPin: Uint8Array;
  /** The start of the last fixed lesson, 0 without one: no route ends before it. */
  readonly endsFrom: number;
};

export const tableOf = (problem: Problem, tour: number): TourTable => {
  const { nodes, gap, duration, closes } = problem;
  const members = membersOf(problem, tour);
  const minutes = at(closes, tour) + 1;
  const pins = pinStarts(problem, tour);
  const mayStart = new Uint8Array(members.length * minutes);
  for (const [member, node] of members.entries()) {
    const cell = tour * nodes + node;
    for (let start = startFrom(problem, cell, 0); start >= 0; start = startFrom(problem, cell, start + 1))
      mayStart[member * minutes + start] = 1;
  }
  const stepTo = (to: number): number[] => members.map((from) => at(duration, from) + at(gap, from * nodes + to));
  const isPin = new Uint8Array(minutes);
  for (const pin of pins) isPin[pin] = 1;
  return {
    members: Int32Array.from(members),
    minutes,
    mayStart,
    step: Int32Array.from(members.flatMap(stepTo)),
    fromHome: Int32Array.from(members, (node) => at(gap, node)),
    lastStart: Int32Array.from(members, (node) => at(closes, tour) - at(duration, node) - at(gap, node * nodes)),
    pinBefore: Int32Array.from({ length: minutes }, (_, minute) => pins.findLast((pin) => pin < minute) ?? -1),
    isPin,
    endsFrom: pins.at(-1) ?? 0,
  };
};

/** The students to whom a tour is open. */
export const membersOf = ({ nodes, first }: Problem, tour: number): number[] =>
  Array.from({ length: nodes - 1 }, (_, i) => i + 1).filter(
    (node) => at(first, tour * nodes + node) < at(first, tour * nodes + node + 1),
  );

/** When the fixed lessons of a tour start, on its clock. */
export const pinStarts = (problem: Problem, tour: number): number[] =>
  (problem.fixedStops[tour] ?? []).map((node) => startFrom(problem, tour * problem.nodes + node, 0));

/** Scratch of `bestRoute`, by `member * minutes + minute`; see there. */
export type RouteValues = {
  readonly best: Float64Array;
  readonly second: Float64Array;
  readonly before: Int32Array;
  readonly startedAt: Int32Array;
};

export const valuesFor = (tables: readonly TourTable[]): RouteValues => {
  const size = tables.reduce((most, { members, minutes }) => Math.max(most, members.length * minutes), 0);
  return {
    best: new Float64Array(size),
    second: new Float64Array(size),
    before: new Int32Array(size),
    startedAt: new Int32Array(size),
  };
};
