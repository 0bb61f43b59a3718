/** `core`: most weight, then least driving. `preferred`: most weight, most preferred slots, least driving, least idle. */
export type Mode = 'core' | 'preferred';

/** What a plan under work is judged by: weight placed, lessons held to preferred slots, minutes of driving. */
export type Totals = { weight: number; preferred: number; drive: number };

/** Negative when `a` is the better plan by the order of goals. */
export const compareTotals = (a: Totals, b: Totals, mode: Mode): number =>
  b.weight - a.weight || (mode === 'preferred' ? b.preferred - a.preferred : 0) || a.drive - b.drive;
