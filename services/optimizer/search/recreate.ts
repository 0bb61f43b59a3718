import { at, realAt } from '../arrays.ts';
import { findSlot, noSlot, type Pricing } from './insertion.ts';
import { nodeIn } from '../week/alternatives.ts';
import { plain, type Problem } from '../week/problem.ts';
import type { Random } from './random.ts';
import { insert, type Week } from '../week/week.ts';

/** By node, lower first. */
type Order = Float64Array;

/** The orders in which students are reinserted, each with its frequency. */
export type Orders = readonly { readonly share: number; readonly keys: Order | undefined }[];

/** Flexibility of a lesson: minutes in which it may start, over all tours. */
const roomOf = ({ nodes, tours, first, low, high }: Problem, node: number): number => {
  let room = 0;
  for (let tour = 0; tour < tours; tour++) {
    const cell = (plain * tours + tour) * nodes + node;
    for (let k = at(first, cell); k < at(first, cell + 1); k++) room += at(high, k) - at(low, k) + 1;
  }
  return room;
};

/**
 * Orders after Christiaens and Vanden Berghe 2020, section 5.2 (random, longest, far, near) and, because not all students fit here: least
 * flexibility, and most weight per minute.
 */
export const recreateOrders = (problem: Problem): Orders => {
  const { nodes, drive, duration, weight } = problem;
  const byNode = (key: (node: number) => number): Order => Float64Array.from({ length: nodes }, (_, node) => key(node));
  const fromHome = (node: number): number => at(drive, node) + at(drive, node * nodes);
  return [
    { share: 4, keys: undefined },
    { share: 2, keys: byNode((node) => -at(duration, node)) },
    { share: 2, keys: byNode((node) => -fromHome(node)) },
    { share: 1, keys: byNode(fromHome) },
    { share: 3, keys: byNode((node) => roomOf(problem, node)) },
    { share: 2, keys: byNode((node) => -realAt(weight, node) / at(duration, node)) },
  ];
};

/** Reinserts the waiting students one by one, each at its cheapest place; students who fit nowhere stay out. */
export const recreate = (week: Week, waiting: Int32Array, pricing: Pricing, random: Random): void => {
  const slot = noSlot();
  for (const node of waiting) {
    findSlot(week, node, pricing, random, slot);
    if (slot.tour >= 0) insert(week, slot.tour, slot.position, nodeIn(week.problem, slot.tour, node), slot.flavour);
  }
};

/** Sorts the waiting students by one of the orders, drawn by its frequency. */
export const drawOrder = (waiting: Int32Array, orders: Orders, random: Random): void => {
  const total = orders.reduce((sum, { share }) => sum + share, 0);
  let drawn = random() * total;
  const order = orders.find(({ share }) => (drawn -= share) < 0);
  shuffle(waiting, random);
  const keys = order?.keys;
  if (keys) waiting.sort((a, b) => realAt(keys, a) - realAt(keys, b));
};

const shuffle = (nodes: Int32Array, random: Random): void => {
  for (let i = nodes.length - 1; i > 0; i--) {
    const other = Math.floor(random() * (i + 1));
    const node = at(nodes, i);
    nodes[i] = at(nodes, other);
    nodes[other] = node;
  }
};
