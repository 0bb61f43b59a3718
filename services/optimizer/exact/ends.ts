import { at, realAt } from '../arrays.ts';
import type { Prices } from './completion.ts';
import type { Day } from './day.ts';
import type { Labels } from './labels.ts';

/**
 * The labels at which a route may end: for each set of students and preferred slots the one that drives least, if it is worth at least the
 * floor.
 * @param most maximum number of labels, the most valuable ones
 */
export const bestEnds = (
  day: Day,
  labels: Labels,
  { slot, driving }: Prices,
  floor: number,
  most: number = Infinity,
): number[] => {
  const table = new Int32Array(2 ** Math.ceil(Math.log2(labels.count * 2 + 2))).fill(-1);
  const { wordsPerMask, masks } = labels;
  const driveOf = (label: number): number => at(labels.drive, label) + at(day.driveBack, at(labels.last, label));
  const worth = (label: number): number =>
    realAt(labels.gain, label) + slot * at(labels.preferred, label) - driving * driveOf(label);
  const isSame = (one: number, other: number): boolean => {
    if (at(labels.preferred, one) !== at(labels.preferred, other)) return false;
    for (let word = 0; word < wordsPerMask; word++)
      if (at(masks, one * wordsPerMask + word) !== at(masks, other * wordsPerMask + word)) return false;
    return true;
  };
  for (let label = 1; label < labels.count; label++) {
    if (labels.isDead[label] === 1 || !mayEnd(day, labels, label)) continue;
    if (worth(label) < floor) continue;
    let place = hashOf(labels, label) & (table.length - 1);
    for (let other = at(table, place); other >= 0 && !isSame(other, label); other = at(table, place))
      place = (place + 1) & (table.length - 1);
    const other = at(table, place);
    if (other < 0 || driveOf(label) < driveOf(other)) table[place] = label;
  }
  const ends = Array.from(table.filter((label) => label >= 0));
  if (ends.length <= most) return ends;
  const values = new Map(ends.map((label) => [label, worth(label)]));
  return ends.toSorted((a, b) => (values.get(b) ?? 0) - (values.get(a) ?? 0)).slice(0, most);
};

const mayEnd = (day: Day, labels: Labels, label: number): boolean => {
  const start = at(labels.start, label);
  return start <= at(day.lastStart, at(labels.last, label)) && start >= day.endsFrom;
};

const hashOf = ({ wordsPerMask, masks, preferred }: Labels, label: number): number => {
  let hash = Math.imul(at(preferred, label) + 1, 0x9e3779b1);
  for (let word = 0; word < wordsPerMask; word++) {
    hash = Math.imul(hash ^ at(masks, label * wordsPerMask + word), 0x85ebca6b);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash, 0xc2b2ae35);
  return hash ^ (hash >>> 16);
};
