import { at } from '../arrays.ts';

/**
 * Partial routes of one day, in flat arrays. Label 0 is the empty route. A route is identified by its students (`masks`, `wordsPerMask` words of
 * 32 bits each), its last student, when that lesson starts, and its totals so far.
 */
export type Labels = {
  readonly wordsPerMask: number;
  readonly capacity: number;
  count: number;
  readonly masks: Int32Array;
  readonly last: Int32Array;
  readonly start: Int32Array;
  readonly drive: Int32Array;
  readonly preferred: Int32Array;
  readonly gain: Float64Array;
  /** Upper bound on the value of any route that begins like this. */
  readonly most: Float64Array;
  readonly parent: Int32Array;
  /** 1 if another label dominates it, 2 if a label is not extended. */
  readonly isDead: Uint8Array;
  /** The next label with the same students and the same last one, -1 for none. */
  readonly chain: Int32Array;
  /** Hash table from (students, last) to the head of their chain, plus 1. */
  readonly heads: Int32Array;
};

export const newLabels = (members: number, capacity: number): Labels => {
  const wordsPerMask = Math.max(1, Math.ceil(members / 32));
  const ints = (): Int32Array => new Int32Array(capacity);
  return {
    wordsPerMask,
    capacity,
    count: 1,
    masks: new Int32Array(capacity * wordsPerMask),
    last: ints().fill(-1, 0, 1),
    start: ints(),
    drive: ints(),
    preferred: ints(),
    gain: new Float64Array(capacity),
    most: new Float64Array(capacity),
    parent: ints().fill(-1, 0, 1),
    isDead: new Uint8Array(capacity),
    chain: ints(),
    heads: new Int32Array(2 ** Math.ceil(Math.log2(capacity * 2))),
  };
};

/** Discards all but the empty route. */
export const clearLabels = (labels: Labels): void => {
  labels.count = 1;
  labels.heads.fill(0);
};

export const hasMember = ({ masks, wordsPerMask }: Labels, label: number, member: number): boolean =>
  ((masks[label * wordsPerMask + (member >> 5)] ?? 0) & (1 << (member & 31))) !== 0;

/** The criteria for comparing two routes of the same students. */
export type Compared = { readonly drive: boolean; readonly preferred: boolean };

/**
 * Stores the label at `labels.count` under its students and its last one, unless an existing one dominates it.
 * @returns true when it was stored
 */
export const file = (labels: Labels, compared: Compared): boolean => {
  const { heads, chain, count } = labels;
  const slot = slotOf(labels, count);
  const head = at(heads, slot) - 1;
  for (let other = head; other >= 0; other = at(chain, other))
    if (labels.isDead[other] === 0 && isAsGood(labels, other, count, compared)) return false;
  for (let other = head; other >= 0; other = at(chain, other))
    if (isAsGood(labels, count, other, compared)) labels.isDead[other] = 1;
  chain[count] = head;
  heads[slot] = count + 1;
  labels.isDead[count] = 0;
  labels.count = count + 1;
  return true;
};

const isAsGood = (labels: Labels, one: number, other: number, compared: Compared): boolean =>
  at(labels.start, one) <= at(labels.start, other) &&
  (!compared.drive || at(labels.drive, one) <= at(labels.drive, other)) &&
  (!compared.preferred || at(labels.preferred, one) >= at(labels.preferred, other));

/** The position of a label's key in the hash table, present or not. */
const slotOf = (labels: Labels, label: number): number => {
  const { heads, wordsPerMask, masks, last } = labels;
  const limit = heads.length - 1;
  let hash = Math.imul(at(last, label) + 1, 0x9e3779b1);
  for (let word = 0; word < wordsPerMask; word++) {
    hash = Math.imul(hash ^ at(masks, label * wordsPerMask + word), 0x85ebca6b);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash, 0xc2b2ae35);
  let slot = (hash ^ (hash >>> 16)) & limit;
  for (let head = at(heads, slot); head !== 0; head = at(heads, slot)) {
    if (isSameKey(labels, head - 1, label)) return slot;
    slot = (slot + 1) & limit;
  }
  return slot;
};

const isSameKey = ({ masks, last, wordsPerMask }: Labels, one: number, other: number): boolean => {
  if (at(last, one) !== at(last, other)) return false;
  for (let word = 0; word < wordsPerMask; word++)
    if (at(masks, one * wordsPerMask + word) !== at(masks, other * wordsPerMask + word)) return false;
  return true;
};
