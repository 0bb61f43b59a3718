import { at } from '../arrays.ts';
import { isOpen, plain, preferred, startFrom, type Problem } from './problem.ts';

/** The start of each stop of a tour, on the tour's clock, and the totals. */
export type Timetable = { readonly starts: readonly number[]; readonly preferred: number; readonly idle: number };

/** By stop and minute: the best value of a start at that minute, and the start of the stop before that it builds on. */
type Layer = { readonly value: Int32Array; readonly from: Int32Array };

/**
 * Sets the times of a tour with a given order: maximum preferred slots, then the shortest span from the first start to the last (i.e.
 * minimum idle time), then as early as possible. Exact, by dynamic programming over stops and minutes.
 * @returns undefined when the order cannot be driven in time
 */
export const timetable = (problem: Problem, tour: number, stops: readonly number[]): Timetable | undefined => {
  const { nodes, gap, duration } = problem;
  const closes = at(problem.closes, tour);
  const worth = closes + 1; // one preferred slot outweighs any first start
  const layers: Layer[] = [];
  let before = 0;
  for (const [index, node] of stops.entries()) {
    const leg = at(duration, before) + at(gap, before * nodes + node);
    layers.push(layerOf(problem, tour, node, leg, worth, layers[index - 1]));
    before = node;
  }
  const due = closes - at(gap, before * nodes) - at(duration, before);
  const last = layers.at(-1);
  if (last === undefined) return { starts: [], preferred: 0, idle: 0 };
  const start = bestLastStart(last.value, Math.min(due, closes), worth);
  if (start < 0) return undefined;
  const starts = traceBack(layers, start);
  return { starts, preferred: Math.floor(at(last.value, start) / worth), idle: idleOf(problem, stops, starts) };
};

/** A value is `preferred slots x worth + first start`; -1 marks a minute at which the stop cannot start. */
const layerOf = (
  problem: Problem,
  tour: number,
  node: number,
  leg: number,
  worth: number,
  before: Layer | undefined,
): Layer => {
  const { tours, nodes } = problem;
  const minutes = at(problem.closes, tour) + 1;
  const value = new Int32Array(minutes).fill(-1);
  const from = new Int32Array(minutes).fill(-1);
  const plainCell = (plain * tours + tour) * nodes + node;
  const preferredCell = (preferred * tours + tour) * nodes + node;
  const hasPreferred = isOpen(problem, preferred, tour, node);
  let bestFrom = -1;
  let bestValue = -1;
  let seen = 0;
  for (let start = startFrom(problem, plainCell, 0); start >= 0; start = startFrom(problem, plainCell, start + 1)) {
    if (before) {
      for (const end = Math.min(start - leg, minutes - 1); seen <= end; seen++)
        if (at(before.value, seen) > bestValue) [bestFrom, bestValue] = [seen, at(before.value, seen)];
      if (bestValue < 0) continue;
    } else if (start < leg) continue;
    const slot = hasPreferred && startFrom(problem, preferredCell, start) === start ? worth : 0;
    value[start] = (before ? bestValue : start) + slot;
    from[start] = bestFrom;
  }
  return { value, from };
};

/** Maximum preferred slots, then shortest span, then earliest. */
const bestLastStart = (value: Int32Array, due: number, worth: number): number => {
  let best = -1;
  let bestKey = Number.NEGATIVE_INFINITY;
  for (let start = 0; start <= due; start++) {
    if (at(value, start) < 0) continue;
    const slots = Math.floor(at(value, start) / worth);
    const span = start - (at(value, start) % worth);
    const key = slots * worth * 2 - span;
    if (key > bestKey) [best, bestKey] = [start, key];
  }
  return best;
};

const traceBack = (layers: readonly Layer[], last: number): number[] => {
  const starts: number[] = [];
  let start = last;
  for (const { from } of layers.toReversed()) {
    starts.push(start);
    start = at(from, start);
  }
  return starts.toReversed();
};

const idleOf = ({ apart, nodes, duration }: Problem, stops: readonly number[], starts: readonly number[]): number =>
  stops.slice(1).reduce((idle, node, i) => {
    const before = stops[i] ?? 0;
    const leg = at(apart, before * nodes + node);
    return idle + Math.max(0, (starts[i + 1] ?? 0) - (starts[i] ?? 0) - at(duration, before) - leg);
  }, 0);
