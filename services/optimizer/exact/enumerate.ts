import { at, realAt } from '../arrays.ts';
import { never, type Prices } from './completion.ts';
import type { Day } from './day.ts';
import { clearLabels, file, hasMember, type Compared, type Labels } from './labels.ts';

/** Which routes to find. */
export type RouteGoal = {
  readonly prices: Prices;
  /** From `completions` at the same prices. */
  readonly rest: Float64Array;
  /** Routes worth less than this are left out. */
  readonly floor: number;
  readonly compared: Compared;
};

/** Share of the label capacity that is kept per length when there is not room for all. */
const beamShare = 1 / 300;

/**
 * All routes of a day that are worth at least the floor, by labels: partial routes grow by one student at a time; of two with the same
 * students and the same last one only the better is kept, and one that cannot reach the floor is dropped. If there are too many, only the
 * most promising of each length are kept.
 * @param labels receives them; its previous content is discarded
 * @returns false when some routes are missing
 */
export const growLabels = (day: Day, labels: Labels, goal: RouteGoal): boolean => {
  const gains = Float64Array.from(day.members, (node) => realAt(goal.prices.gains, node));
  if (growAll(day, labels, gains, goal, labels.capacity)) return true;
  growAll(day, labels, gains, goal, Math.floor(labels.capacity * beamShare));
  return false;
};

/** @param beam number of labels of one length to keep */
const growAll = (day: Day, labels: Labels, gains: Float64Array, goal: RouteGoal, beam: number): boolean => {
  clearLabels(labels);
  let levelEnd = 1;
  for (let label = 0; label < labels.count; label++) {
    if (label === levelEnd) {
      levelEnd = labels.count;
      keepBest(labels, label, levelEnd, beam);
    }
    if (labels.isDead[label] !== 0) continue;
    if (labels.count + 2 * day.members.length > labels.capacity) return false;
    grow(day, labels, label, gains, goal);
  }
  return true;
};

/** Keeps only the best of the labels from `start` to `end`. */
const keepBest = (labels: Labels, start: number, end: number, beam: number): void => {
  if (end - start <= beam) return;
  const least = realAt(labels.most.slice(start, end).toSorted(), end - start - beam);
  for (let label = start; label < end; label++) if (realAt(labels.most, label) < least) labels.isDead[label] = 2;
};

const grow = (day: Day, labels: Labels, label: number, gains: Float64Array, goal: RouteGoal): void => {
  const { members, minutes, step, drive, next, nextPreferred, pinBefore, fromHome, driveOut, twin } = day;
  const size = members.length;
  const last = at(labels.last, label);
  const now = last < 0 ? -1 : at(labels.start, label);
  for (let to = 0; to < size; to++) {
    const ready = last < 0 ? at(fromHome, to) : now + at(step, last * size + to);
    if (ready >= minutes || hasMember(labels, label, to)) continue;
    const same = at(twin, to);
    if (same >= 0 && hasMember(labels, label, same)) continue;
    const start = at(next, to * minutes + ready);
    if (start < 0) continue;
    const leg = last < 0 ? at(driveOut, to) : at(drive, last * size + to);
    const better = goal.compared.preferred ? at(nextPreferred, to * minutes + ready) : -1;
    if (better !== start && at(pinBefore, start) <= now) add(day, labels, label, to, start, leg, 0, gains, goal);
    if (better >= 0 && at(pinBefore, better) <= now) add(day, labels, label, to, better, leg, 1, gains, goal);
  }
};

const add = (
  { minutes }: Day,
  labels: Labels,
  label: number,
  to: number,
  start: number,
  leg: number,
  slot: number,
  gains: Float64Array,
  { prices, rest, floor, compared }: RouteGoal,
): void => {
  const { wordsPerMask, masks, count } = labels;
  const drive = at(labels.drive, label) + leg;
  const preferred = at(labels.preferred, label) + slot;
  const gain = realAt(labels.gain, label) + realAt(gains, to);
  const value = gain + prices.slot * preferred - prices.driving * drive;
  const most = value + realAt(rest, to * minutes + start);
  if (most < floor || most < never / 2) return;
  for (let word = 0; word < wordsPerMask; word++)
    masks[count * wordsPerMask + word] = at(masks, label * wordsPerMask + word);
  const index = count * wordsPerMask + (to >> 5);
  masks[index] = at(masks, index) | (1 << (to & 31));
  labels.last[count] = to;
  labels.start[count] = start;
  labels.drive[count] = drive;
  labels.preferred[count] = preferred;
  labels.gain[count] = gain;
  labels.most[count] = most;
  labels.parent[count] = label;
  file(labels, compared);
};
