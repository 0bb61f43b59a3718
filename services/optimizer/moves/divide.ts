import { at, realAt } from '../arrays.ts';
import type { Alternatives } from '../week/alternatives.ts';
import { cellOf, plain, preferred, startFrom, type Flavour, type Moves, type Problem } from '../week/problem.ts';
import type { StartRange } from '../week/start-ranges.ts';
import { timetable } from '../week/timing.ts';
import type { MoveRules } from './moves.ts';

/** A problem with a second node for each student who may stay, and the nodes of the students themselves. */
export type Divided = {
  readonly problem: Problem;
  /** By node of the student: the node for staying, 0 without one. */
  readonly stayOf: Int32Array;
};

const flavours: readonly Flavour[] = [plain, preferred];

/** Every start of a cell, on the clock of its tour. */
const startsOf = ({ first, low, high, grid }: Problem, cell: number): number[] => {
  const starts: number[] = [];
  for (let k = at(first, cell); k < at(first, cell + 1); k++)
    for (let start = at(low, k); start <= at(high, k); start += grid) starts.push(start);
  return starts;
};

/** Starts in order as ranges on the grid. */
const rangesOf = (starts: readonly number[], grid: number): StartRange[] => {
  const ranges: { low: number; high: number }[] = [];
  for (const start of starts) {
    const last = ranges.at(-1);
    if (last?.high === start - grid) last.high = start;
    else ranges.push({ low: start, high: start });
  }
  return ranges;
};

/** For each student who could stay: in which tours and when a lesson would be a stay. */
const staysIn = (
  problem: Problem,
  { standing, tolerance }: MoveRules,
): Map<number, (tour: number, start: number) => boolean> => {
  const { ids, weekdays, clocks, tours, fixedTour, alternatives } = problem;
  const found = new Map<number, (tour: number, start: number) => boolean>();
  for (const { studentId, dayOfWeek, startTime } of standing) {
    const node = ids.findIndex((id, own) => id === studentId && alternatives?.isChange[own] !== 1);
    if (node < 1 || at(fixedTour, node) >= 0) continue;
    const isStay = (tour: number, start: number): boolean => {
      const day = clocks[tour]?.toDay(start) ?? start;
      return weekdays[tour] === dayOfWeek && Math.abs(day - startTime) <= tolerance;
    };
    const isPossible = Array.from({ length: tours }, (_, tour) => tour).some((tour) =>
      startsOf(problem, cellOf(problem, plain, tour, node)).some((start) => isStay(tour, start)),
    );
    if (isPossible) found.set(node, isStay);
  }
  return found;
};

/**
 * Divides each student who could stay into two nodes, of which a plan holds one at most: one for the starts at which the lesson stays, one for
 * all others. A set of nodes then tells which families move.
 * @param weightOf by node of the student
 */
export const divide = (
  problem: Problem,
  rules: MoveRules,
  most: number,
  weightOf: (node: number) => number,
): Divided => {
  const { nodes, tours, grid } = problem;
  const stays = staysIn(problem, rules);
  const staying = [...stays.keys()];
  const source = Int32Array.from([...Array.from({ length: nodes }, (_, node) => node), ...staying]);
  const total = source.length;
  const stayOf = new Int32Array(nodes);
  for (const [index, node] of staying.entries()) stayOf[node] = nodes + index;
  const byLeg = (legs: Int32Array): Int32Array =>
    Int32Array.from({ length: total * total }, (_, leg) =>
      at(legs, at(source, Math.floor(leg / total)) * nodes + at(source, leg % total)),
    );
  const first = [0];
  const ranges: StartRange[] = [];
  for (const flavour of flavours)
    for (let tour = 0; tour < tours; tour++)
      for (let node = 0; node < total; node++) {
        const student = at(source, node);
        const cell = cellOf(problem, flavour, tour, student);
        const isStay = stays.get(student);
        if (isStay)
          ranges.push(
            ...rangesOf(
              startsOf(problem, cell).filter((start) => isStay(tour, start) === node >= nodes),
              grid,
            ),
          );
        else
          for (let k = at(problem.first, cell); k < at(problem.first, cell + 1); k++)
            ranges.push({ low: at(problem.low, k), high: at(problem.high, k) });
        first.push(ranges.length);
      }
  return {
    stayOf,
    problem: {
      ...problem,
      nodes: total,
      ids: Array.from(source, (node) => problem.ids[node] ?? ''),
      duration: source.map((node) => at(problem.duration, node)),
      weight: Float64Array.from(source, (node) => (node === 0 ? 0 : weightOf(node))),
      drive: byLeg(problem.drive),
      apart: byLeg(problem.apart),
      gap: byLeg(problem.gap),
      first: Int32Array.from(first),
      low: Int32Array.from(ranges, ({ low }) => low),
      high: Int32Array.from(ranges, ({ high }) => high),
      fixedTour: source.map((node, index) => (index < nodes ? at(problem.fixedTour, node) : -1)),
      movable: Int32Array.from([...problem.movable, ...staying.map((node) => at(stayOf, node))]),
      person: source.map((node) => at(problem.person, node)),
      twin: Int32Array.from(source, (node, index) => (index < nodes ? at(stayOf, node) : node)),
      moves: movesOf(problem, rules, most, stayOf),
      ...(problem.alternatives && { alternatives: withStayNodes(problem.alternatives, source) }),
    },
  };
};

/** The search, which alone asks for the nodes in a tour, never has a divided problem. */
const withStayNodes = (alternatives: Alternatives, source: Int32Array): Alternatives => ({
  ...alternatives,
  isChange: Uint8Array.from(source, (node) => alternatives.isChange[node] ?? 0),
  cost: Float64Array.from(source, (node) => realAt(alternatives.cost, node)),
});

const movesOf = ({ ids }: Problem, rules: MoveRules, most: number, stayOf: Int32Array): Moves => {
  const stays = new Map(
    Array.from(stayOf, (stay, node) => [ids[node] ?? '', stay] as const).filter(([, stay]) => stay > 0),
  );
  const counted = Object.entries(rules.households).filter(([, household]) => !rules.before.includes(household));
  const families = [...Map.groupBy(counted, ([, household]) => household).values()].map((members) =>
    members.map(([studentId]) => stays.get(studentId) ?? 0),
  );
  const canStay = families.filter((nodes) => !nodes.includes(0));
  return { most, lost: new Set(rules.before).size + families.length - canStay.length, families: canStay };
};

/** How many families move in a plan that holds these nodes. */
export const countMoved = ({ lost, families }: Moves, isPlaced: (node: number) => boolean): number =>
  lost + families.filter((stays) => !stays.every(isPlaced)).length;

/**
 * The problem in which the students who could stay do so, except those whose household may move.
 * @param isOpen by node: whether a search may use it
 * @param weightOf by node
 */
export const holdStays = (
  problem: Problem,
  { problem: split, stayOf }: Divided,
  mayMove: (studentId: string) => boolean,
  isOpen: (node: number) => boolean,
  weightOf: (node: number) => number,
): Problem => {
  const isHeld = (node: number): boolean => !mayMove(problem.ids[node] ?? '');
  const idsHeld = new Set(
    Array.from(stayOf.keys()).flatMap((node) =>
      at(stayOf, node) > 0 && isHeld(node) ? (problem.ids[node] ?? '') : [],
    ),
  );
  const first = [0];
  const ranges: StartRange[] = [];
  for (const flavour of flavours)
    for (let tour = 0; tour < problem.tours; tour++)
      for (let node = 0; node < problem.nodes; node++) {
        const stay = at(stayOf, node);
        const isStaying = idsHeld.has(problem.ids[node] ?? '');
        const [source, from] = stay > 0 && isStaying ? [split, stay] : [problem, node];
        const cell = cellOf(source, flavour, tour, from);
        // Who stays does so with the present teacher.
        if (isOpen(node) && (!isStaying || stay > 0))
          for (let k = at(source.first, cell); k < at(source.first, cell + 1); k++)
            ranges.push({ low: at(source.low, k), high: at(source.high, k) });
        first.push(ranges.length);
      }
  return {
    ...problem,
    weight: Float64Array.from({ length: problem.nodes }, (_, node) => (node === 0 ? 0 : weightOf(node))),
    first: Int32Array.from(first),
    low: Int32Array.from(ranges, ({ low }) => low),
    high: Int32Array.from(ranges, ({ high }) => high),
  };
};

/** The nodes of a divided problem that an order of students has at its best times. @returns undefined when it cannot be driven */
export const dividedOrder = (
  own: Problem,
  { problem, stayOf }: Divided,
  { tour, stops }: { readonly tour: number; readonly stops: readonly number[] },
): { readonly tour: number; readonly stops: readonly number[] } | undefined => {
  const times = timetable(own, tour, stops);
  if (!times) return undefined;
  const nodes = stops.map((node, index) => {
    const [stay, start] = [at(stayOf, node), times.starts[index] ?? 0];
    return stay > 0 && startFrom(problem, cellOf(problem, plain, tour, stay), start) === start ? stay : node;
  });
  return { tour, stops: nodes };
};
