import { at } from '../arrays.ts';
import { findSlot, fitsAt, noSlot, type Pricing } from './insertion.ts';
import { holdPreferred, loosen } from './preferred-slots.ts';
import { isPlaced, nodeIn, placedAs } from '../week/alternatives.ts';
import { isOpen, plain } from '../week/problem.ts';
import { idleOf } from './idle-order.ts';
import { stopsOf } from '../week/lessons.ts';
import { compareTotals, type Mode } from '../week/totals.ts';
import { assignWeek, copyWeek, insert, positionOf, retime, stopAt, takeOut, type Week } from '../week/week.ts';

/** Preferred slots outweigh any driving, as in the order of goals. */
const slotsFirst: Pricing = { preferredSlot: 100_000, blink: 0 };
const drivingOnly: Pricing = { preferredSlot: 0, blink: 0 };
const never = (): number => 1;

type Polish = {
  readonly week: Week;
  readonly mode: Mode;
  readonly isOver: () => boolean;
  readonly without: Week;
  readonly trial: Week;
};

/**
 * Local search to a plan that cannot be improved, by the order of goals, by moving one student to any place, by a simple exchange of two
 * (placed or left out), or by placing a student together with another. An alternative in an explanation is then never the better choice.
 * @param isOver stops the search when it returns true
 */
export const polish = (week: Week, mode: Mode, isOver: () => boolean): void => {
  const state: Polish = { week, mode, isOver, without: copyWeek(week), trial: copyWeek(week) };
  while (moveOne(state) || exchangeTwo(state) || placeTogether(state)) continue;
};

/** By the order of goals; waiting is the last, and is computed only for plans that are equal by the others. */
const isBetter = (trial: Week, week: Week, mode: Mode): boolean => {
  const compared = compareTotals(trial.totals, week.totals, mode);
  if (compared !== 0) return compared < 0;
  return mode === 'preferred' && !isSame(trial, week) && idleOf(trial) < idleOf(week);
};

const isSame = (one: Week, other: Week): boolean =>
  one.length.every(
    (count, tour) =>
      count === at(other.length, tour) &&
      stopsOf(one, tour).every((node, position) => node === stopAt(other, tour, position)),
  );

/** Moves the first student who has a better place; true if there was one. */
const moveOne = (state: Polish): boolean => {
  const { week, without } = state;
  for (const student of week.problem.movable) {
    if (state.isOver()) return false;
    assignWeek(without, week);
    if (!lift(without, student)) continue;
    for (let tour = 0; tour < week.problem.tours; tour++) {
      const node = nodeIn(week.problem, tour, student);
      if (node === 0) continue;
      loosen(without, tour);
      for (let position = 0; position <= at(without.length, tour); position++)
        if (fitsAt(without, tour, position, [node]) && placeBetter(state, tour, position, [node])) return true;
      holdPreferred(without, tour);
    }
  }
  return false;
};

/** Inserts students one after the other at a position of `without`, and keeps the result if it is better. */
const placeBetter = (state: Polish, tour: number, position: number, nodes: readonly number[]): boolean => {
  const { week, mode, without, trial } = state;
  assignWeek(trial, without);
  for (const node of nodes.toReversed()) insert(trial, tour, position, node, plain);
  for (let each = 0; each < week.problem.tours; each++) holdPreferred(trial, each);
  if (!isBetter(trial, week, mode)) return false;
  assignWeek(week, trial);
  return true;
};

/** Removes two students and reinserts both at their cheapest places, in either order; true if that was better. */
const exchangeTwo = (state: Polish): boolean => {
  const { movable } = state.week.problem;
  for (const [index, one] of movable.entries()) {
    if (state.isOver()) return false;
    for (const other of movable.subarray(index + 1))
      if (exchange(state, one, other) || exchange(state, other, one)) return true;
  }
  return false;
};

const exchange = ({ week, mode, trial }: Polish, one: number, other: number): boolean => {
  if (!isPlaced(week, one) && !isPlaced(week, other)) return false;
  assignWeek(trial, week);
  const slot = noSlot();
  if (!lift(trial, one) || !lift(trial, other)) return false;
  for (const node of [one, other]) {
    findSlot(trial, node, mode === 'preferred' ? slotsFirst : drivingOnly, never, slot);
    if (slot.tour < 0) continue;
    insert(trial, slot.tour, slot.position, nodeIn(week.problem, slot.tour, node), slot.flavour);
  }
  for (let tour = 0; tour < week.problem.tours; tour++) holdPreferred(trial, tour);
  if (!isBetter(trial, week, mode)) return false;
  assignWeek(week, trial);
  return true;
};

/**
 * Places a left-out student together with another, one directly after the other. Where drives violate the triangle inequality, some
 * students can only be reached by way of another.
 */
const placeTogether = (state: Polish): boolean => {
  const { week, without } = state;
  const { movable, tours } = week.problem;
  const waiting = movable.filter((node) => !isPlaced(week, node));
  for (const node of waiting) {
    if (state.isOver()) return false;
    for (const other of movable) {
      assignWeek(without, week);
      if (other === node || !lift(without, other)) continue;
      for (let tour = 0; tour < tours; tour++) if (placeBoth(state, tour, node, other)) return true;
    }
  }
  return false;
};

const placeBoth = (state: Polish, tour: number, one: number, two: number): boolean => {
  const { problem } = state.week;
  const [node, other] = [nodeIn(problem, tour, one), nodeIn(problem, tour, two)];
  if (!isOpen(problem, plain, tour, node) || !isOpen(problem, plain, tour, other)) return false;
  loosen(state.without, tour);
  for (let position = 0; position <= at(state.without.length, tour); position++)
    for (const pair of [
      [node, other],
      [other, node],
    ])
      if (fitsAt(state.without, tour, position, pair) && placeBetter(state, tour, position, pair)) return true;
  holdPreferred(state.without, tour);
  return false;
};

/**
 * Removes a student, if placed, and lets the others of the tour move freely.
 * @returns false when the tour cannot be driven without the student (drives that violate the triangle inequality)
 */
const lift = (week: Week, student: number): boolean => {
  const node = placedAs(week, student);
  const tour = at(week.tourOf, node);
  if (tour < 0) return true;
  takeOut(week, tour, positionOf(week, node));
  if (retime(week, tour) >= 0) return false;
  loosen(week, tour);
  return true;
};
