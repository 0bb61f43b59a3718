import type { Instance } from '../week/instance.ts';
import type { Mode, Totals } from '../week/totals.ts';

type Window = Instance['teacher']['availability'][number];

/**
 * The optimum, by trying every order of every set of students in every window, minute by minute: for up to about six students without
 * contradicting fixed lessons. Written from the rules, sharing no code with the solver.
 */
export const bruteForce = (instance: Instance, mode: Mode): Totals => {
  const { idle: _, ...totals } = best(instance, mode, () => 0);
  return totals;
};

/** The same with the least waiting between lessons of any plan with these totals. */
export const bruteForceWithIdle = (instance: Instance): Best =>
  best(instance, 'preferred', (window, order, slots) => leastIdle(instance, window, order, slots));

type Best = Totals & { readonly idle: number };
/** Minutes of waiting of an order of students (by index) with a number of preferred slots, at its best times. */
type IdleOf = (window: Window, order: readonly number[], slots: number) => number;

const best = (instance: Instance, mode: Mode, idleOf: IdleOf): Best => {
  const all = (1 << instance.students.length) - 1;
  const pinned = maskOf(instance, (index) => isFixed(instance, index));
  let reachable = new Map<number, Best>([[0, { weight: 0, preferred: 0, drive: 0, idle: 0 }]]);
  for (const window of instance.teacher.availability) {
    const routes = routesOf(instance, window, mode, idleOf);
    const next = new Map<number, Best>();
    for (const [used, before] of reachable)
      for (const [set, route] of routes) if ((used & set) === 0) keepBetter(next, used | set, add(before, route), mode);
    reachable = next;
  }
  let found: Best | undefined;
  for (const [set, totals] of reachable)
    if ((set & pinned & all) === pinned && (found === undefined || isBetter(totals, found, mode))) found = totals;
  if (found === undefined) throw new Error('The fixed lessons contradict each other.');
  return found;
};

const isFixed = ({ students, fixedLessons }: Instance, index: number): boolean =>
  fixedLessons.some(({ studentId }) => studentId === students[index]?.id);

const maskOf = ({ students }: Instance, wanted: (index: number) => boolean): number =>
  students.reduce((mask, _, index) => (wanted(index) ? mask | (1 << index) : mask), 0);

const add = (a: Best, b: Best): Best => ({
  weight: a.weight + b.weight,
  preferred: a.preferred + b.preferred,
  drive: a.drive + b.drive,
  idle: a.idle + b.idle,
});

const isBetter = (a: Best, b: Best, mode: Mode): boolean => {
  if (a.weight !== b.weight) return a.weight > b.weight;
  if (mode === 'preferred' && a.preferred !== b.preferred) return a.preferred > b.preferred;
  return a.drive === b.drive ? a.idle < b.idle : a.drive < b.drive;
};

const keepBetter = (found: Map<number, Best>, set: number, totals: Best, mode: Mode): void => {
  const known = found.get(set);
  if (known === undefined || isBetter(totals, known, mode)) found.set(set, totals);
};

/** The best route of every set of students that fits into a window. */
const routesOf = (instance: Instance, window: Window, mode: Mode, idleOf: IdleOf): Map<number, Best> => {
  const found = new Map<number, Best>();
  const { students, driveMinutes } = instance;
  // `ends[k]`: the earliest end of the last lesson with k preferred slots so far.
  const extend = (order: readonly number[], ends: readonly (number | undefined)[]): void => {
    const last = order.at(-1);
    const back = driveMinutes[last === undefined ? 0 : last + 1]?.[0] ?? 0;
    const due = (end: number): boolean =>
      last === undefined ||
      instance.returnRule === 'last-lesson-by-end' ||
      after(instance, window, end, back) <= window.endTime;
    const slots = ends.findLastIndex((end) => end !== undefined && due(end));
    if (slots >= 0) {
      const set = order.reduce((mask, index) => mask | (1 << index), 0);
      const legs = [...order.map((index) => index + 1), 0].map(
        (to, i) => driveMinutes[(order[i - 1] ?? -1) + 1]?.[to] ?? 0,
      );
      const drive = order.length === 0 ? 0 : legs.reduce((sum, leg) => sum + leg, 0);
      const weight = order.reduce((sum, index) => sum + (students[index]?.weight ?? 0), 0);
      const lowest = { weight, preferred: slots, drive, idle: 0 };
      const known = found.get(set);
      if (known === undefined || isBetter(lowest, known, mode))
        keepBetter(found, set, { ...lowest, idle: idleOf(window, order, slots) }, mode);
    }
    for (const index of students.keys()) {
      if (order.includes(index)) continue;
      const next = advance(instance, window, last, index, ends);
      if (next.some((end) => end !== undefined)) extend([...order, index], next);
    }
  };
  extend([], [window.startTime]);
  return found;
};

/** Tries every first start; from there on, a lesson that starts as early as possible leaves the least waiting. */
const leastIdle = (instance: Instance, window: Window, order: readonly number[], slots: number): number => {
  const { students, driveMinutes } = instance;
  const [first, ...others] = order;
  if (first === undefined) return 0;
  const due = (end: number): boolean =>
    instance.returnRule === 'last-lesson-by-end' ||
    after(instance, window, end, driveMinutes[(order.at(-1) ?? -1) + 1]?.[0] ?? 0) <= window.endTime;
  const busy = order.reduce(
    (sum, index, i) =>
      sum + (students[index]?.lessonDuration ?? 0) + (i === 0 ? 0 : apart(instance, order[i - 1], index)),
    0,
  );
  const out = driveMinutes[0]?.[first + 1] ?? 0;
  const opens =
    instance.teacher.availabilityInterpretation === 'start_lesson'
      ? window.startTime
      : after(instance, window, window.startTime, out);
  const length = students[first]?.lessonDuration ?? 0;
  const endIfAt = (start: number, onlyPreferred: boolean): number | undefined =>
    firstEnd(instance, window, first, start, onlyPreferred) === start + length ? start + length : undefined;
  let least = Infinity;
  for (let start = opens; start < window.endTime; start++) {
    let ends: (number | undefined)[] = [endIfAt(start, false), endIfAt(start, true)];
    let last = first;
    for (const index of others) [ends, last] = [advance(instance, window, last, index, ends), index];
    const end = ends[slots];
    if (end === undefined || !due(end)) continue;
    const minutes = Array.from({ length: end - start }, (_, i) => start + i);
    least = Math.min(least, minutes.filter((minute) => !isBlocked(instance, window, minute)).length - busy);
  }
  return least;
};

/** Minutes from a student (home when there is none) to the next: two students at different addresses have the time between lessons too. */
export const apart = ({ driveMinutes, minutesBetween }: Instance, from: number | undefined, to: number): number => {
  const leg = driveMinutes[from === undefined ? 0 : from + 1]?.[to + 1] ?? 0;
  return from === undefined || leg === 0 ? leg : leg + minutesBetween;
};

const advance = (
  instance: Instance,
  window: Window,
  last: number | undefined,
  index: number,
  ends: readonly (number | undefined)[],
): (number | undefined)[] => {
  const leg = apart(instance, last, index);
  const free = last === undefined && instance.teacher.availabilityInterpretation === 'start_lesson';
  const next: (number | undefined)[] = Array.from({ length: ends.length + 1 }, () => undefined);
  for (const [slots, end] of ends.entries()) {
    if (end === undefined) continue;
    const ready = free ? end : after(instance, window, end, leg);
    for (const onlyPreferred of [false, true]) {
      const lessonEnd = firstEnd(instance, window, index, ready, onlyPreferred);
      const total = slots + (onlyPreferred ? 1 : 0);
      const known = next[total];
      if (lessonEnd !== undefined && (known === undefined || lessonEnd < known)) next[total] = lessonEnd;
    }
  }
  return next;
};

export const isBlocked = ({ blocked }: Instance, { dayOfWeek }: Window, minute: number): boolean =>
  blocked.some((block) => block.dayOfWeek === dayOfWeek && block.startTime <= minute && minute < block.endTime);

/** The end of a drive with this many minutes that begins at `minute`; it pauses in blocked time. */
export const after = (instance: Instance, window: Window, minute: number, drive: number): number => {
  let now = minute;
  for (let left = drive; left > 0; now++) if (!isBlocked(instance, window, now)) left--;
  return now;
};

/** The end of the student's first possible lesson from `ready` on. */
const firstEnd = (
  instance: Instance,
  window: Window,
  index: number,
  ready: number,
  onlyPreferred: boolean,
): number | undefined => {
  const student = instance.students[index];
  if (!student) return undefined;
  const pin = instance.fixedLessons.find(({ studentId }) => studentId === student.id);
  for (let start = ready; start + student.lessonDuration <= window.endTime; start++) {
    const end = start + student.lessonDuration;
    const rows = student.availability.filter(
      (row) => row.dayOfWeek === window.dayOfWeek && row.startTime <= start && end <= row.endTime,
    );
    if (onlyPreferred && !rows.some((row) => row.isPreferred)) continue;
    if (pin ? pin.dayOfWeek !== window.dayOfWeek || pin.startTime !== start : rows.length === 0) continue;
    if (!pin && start % instance.startGrid !== 0) continue;
    if (Array.from({ length: student.lessonDuration }, (_, i) => start + i).some((m) => isBlocked(instance, window, m)))
      continue;
    return end;
  }
  return undefined;
};
