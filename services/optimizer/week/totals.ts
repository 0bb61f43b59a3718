/** `core`: most weight, then least driving. `preferred`: most weight, most preferred slots, least driving, least idle. */
export type Mode = 'core' | 'preferred';

/** The criteria for a plan under construction: weight placed, lessons held to preferred slots, minutes of driving. */
export type Totals = { weight: number; preferred: number; drive: number };

/** Negative when `a` is the better plan by the order of goals. */
export const compareTotals = (a: Totals, b: Totals, mode: Mode): number =>
  b.weight - a.weight || (mode === 'preferred' ? b.preferred - a.preferred : 0) || a.drive - b.drive;

/**
 * Proven limits on the best plan: no plan places more weight; none of that weight has more preferred slots; none of that weight (and, where
 * they are a goal, those slots) drives less; none of those that drive as little waits less between its lessons.
 */
export type Limit = {
  readonly weight: number;
  readonly preferred: number;
  readonly drive: number;
  readonly idle: number;
};

export const noLimit: Limit = {
  weight: Number.POSITIVE_INFINITY,
  preferred: Number.POSITIVE_INFINITY,
  drive: Number.NEGATIVE_INFINITY,
  idle: 0,
};

/** Which totals of a plan are proven to be optimal, each given the goals before it. */
export type Proven = {
  readonly students: boolean;
  readonly preferred: boolean;
  readonly drive: boolean;
  readonly idle: boolean;
};

/**
 * In core mode preferred slots and idle minutes are not goals, and need no proof of their own.
 * @param totals with the plan's idle minutes, if known
 */
export const isProven = (totals: Totals & { readonly idle?: number }, limit: Limit, mode: Mode): Proven => {
  const students = totals.weight >= limit.weight;
  const slots = students && (mode === 'core' || totals.preferred >= limit.preferred);
  const drive = slots && totals.drive <= limit.drive;
  const idle = drive && (mode === 'core' || (totals.idle ?? Number.POSITIVE_INFINITY) <= limit.idle);
  return { students, preferred: mode === 'core' ? drive : slots, drive, idle };
};
