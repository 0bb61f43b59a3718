import type { MoveRules } from '../moves/moves.ts';
import type { Instance } from '../week/instance.ts';
import { after, apart, isBlocked } from './brute-force.ts';

type Window = Instance['teacher']['availability'][number];

/** The figures of a plan, in the order of goals. `kept` are students who have a lesson now and one in the plan. */
export type MoveFigures = {
  readonly kept: number;
  readonly placed: number;
  readonly preferred: number;
  readonly drive: number;
  readonly idle: number;
  readonly moved: number;
};

/** A part of a plan: which students it places, which of them stay, and its figures. */
type Part = {
  readonly set: number;
  readonly stays: number;
  readonly preferred: number;
  readonly drive: number;
  readonly idle: number;
};

/** A route so far: when its last lesson ends, and what counts. */
type State = { readonly end: number; readonly stays: number; readonly preferred: number; readonly idle: number };

/**
 * By number of families that may move: the best figures of any plan, undefined where no plan moves so few. Tries every order of every set of
 * students in every window and every start, minute by minute: for up to about five students. Written from the rules, sharing no code with the
 * solver.
 */
export const bruteMoves = (instance: Instance, rules: MoveRules): (MoveFigures | undefined)[] => {
  const { students } = instance;
  let parts: Part[] = [{ set: 0, stays: 0, preferred: 0, drive: 0, idle: 0 }];
  for (const window of instance.teacher.availability) {
    const routes = routesOf(instance, rules, window);
    parts = distinct(
      parts.flatMap((part) =>
        routes
          .filter(({ set }) => (set & part.set) === 0)
          .map((route) => ({
            set: part.set | route.set,
            stays: part.stays | route.stays,
            preferred: part.preferred + route.preferred,
            drive: part.drive + route.drive,
            idle: part.idle + route.idle,
          })),
      ),
    );
  }
  const pinned = students.flatMap(({ id }, i) => (pinOf(instance, id) ? [1 << i] : [])).reduce((a, b) => a | b, 0);
  const families = [...new Set([...Object.values(rules.households), ...rules.before])];
  const figures = parts
    .filter(({ set }) => (set & pinned) === pinned)
    .map(({ set, stays, ...part }): MoveFigures => {
      const isIn = (mask: number, id: string): boolean =>
        (mask & (1 << students.findIndex((one) => one.id === id))) !== 0;
      const moved = families.filter(
        (family) =>
          rules.before.includes(family) ||
          Object.entries(rules.households).some(([id, household]) => household === family && !isIn(stays, id)),
      );
      return {
        kept: Object.keys(rules.households).filter((id) => isIn(set, id)).length,
        placed: students.filter(({ id }) => isIn(set, id)).length,
        preferred: part.preferred,
        drive: part.drive,
        idle: part.idle,
        moved: moved.length,
      };
    });
  return Array.from(
    { length: families.length + 1 },
    (_, most) => figures.filter(({ moved }) => moved <= most).toSorted(byGoals)[0],
  );
};

/** The better figures first. */
export const byGoals = (a: MoveFigures, b: MoveFigures): number =>
  b.kept - a.kept ||
  b.placed - a.placed ||
  b.preferred - a.preferred ||
  a.drive - b.drive ||
  a.idle - b.idle ||
  a.moved - b.moved;

/** Of parts that place the same students, keep the same and have as many preferred slots, the one that drives and then waits least. */
const distinct = (parts: readonly Part[]): Part[] => {
  const best = new Map<string, Part>();
  for (const part of parts) {
    const key = [part.set, part.stays, part.preferred].join();
    const known = best.get(key);
    if (!known || part.drive < known.drive || (part.drive === known.drive && part.idle < known.idle))
      best.set(key, part);
  }
  return [...best.values()];
};

const pinOf = ({ fixedLessons }: Instance, id: string) => fixedLessons.find(({ studentId }) => studentId === id);

const routesOf = (instance: Instance, rules: MoveRules, window: Window): Part[] => {
  const { students, driveMinutes, returnRule } = instance;
  const found: Part[] = [{ set: 0, stays: 0, preferred: 0, drive: 0, idle: 0 }];
  const extend = (order: readonly number[], states: readonly State[], drive: number): void => {
    const last = order.at(-1);
    if (last !== undefined) {
      const back = driveMinutes[last + 1]?.[0] ?? 0;
      for (const { end, ...state } of states)
        if (returnRule === 'last-lesson-by-end' || after(instance, window, end, back) <= window.endTime)
          found.push({ ...state, set: order.reduce((set, index) => set | (1 << index), 0), drive: drive + back });
    }
    for (const index of students.keys()) {
      if (order.includes(index)) continue;
      const next = states.flatMap((state) => lessonsAfter(instance, rules, window, { state, last, index }));
      if (next.length > 0)
        extend(
          [...order, index],
          leastWaiting(next),
          drive + (driveMinutes[last === undefined ? 0 : last + 1]?.[index + 1] ?? 0),
        );
    }
  };
  extend([], [{ end: window.startTime, stays: 0, preferred: 0, idle: 0 }], 0);
  return distinct(found);
};

const leastWaiting = (states: readonly State[]): State[] => {
  const best = new Map<string, State>();
  for (const state of states) {
    const key = [state.end, state.stays, state.preferred].join();
    if (state.idle < (best.get(key)?.idle ?? Infinity)) best.set(key, state);
  }
  return [...best.values()];
};

type Step = { readonly state: State; readonly last: number | undefined; readonly index: number };

/** Every lesson of a student after a route so far. */
const lessonsAfter = (instance: Instance, rules: MoveRules, window: Window, { state, last, index }: Step): State[] => {
  const student = instance.students[index];
  if (!student) return [];
  const startsAnywhere = last === undefined && instance.teacher.availabilityInterpretation === 'start_lesson';
  const ready = startsAnywhere ? state.end : after(instance, window, state.end, apart(instance, last, index));
  const pin = pinOf(instance, student.id);
  const now = rules.standing.find(({ studentId }) => studentId === student.id);
  const states: State[] = [];
  let idle = state.idle;
  for (let start = ready; start + student.lessonDuration <= window.endTime; start++) {
    const end = start + student.lessonDuration;
    const rows = student.availability.filter(
      (row) => row.dayOfWeek === window.dayOfWeek && row.startTime <= start && end <= row.endTime,
    );
    const isFree = Array.from({ length: student.lessonDuration }, (_, i) => start + i).every(
      (minute) => !isBlocked(instance, window, minute),
    );
    const isOnDay = now?.dayOfWeek === window.dayOfWeek;
    const isAllowed = pin
      ? pin.dayOfWeek === window.dayOfWeek && pin.startTime === start
      : rows.length > 0 && (start % instance.startGrid === 0 || (isOnDay && now?.startTime === start));
    if (isFree && isAllowed)
      for (const slots of new Set([0, rows.some(({ isPreferred }) => isPreferred) ? 1 : 0]))
        states.push({
          end,
          idle,
          preferred: state.preferred + slots,
          stays:
            isOnDay && Math.abs((now?.startTime ?? 0) - start) <= rules.tolerance
              ? state.stays | (1 << index)
              : state.stays,
        });
    if (last !== undefined && !isBlocked(instance, window, start)) idle += 1;
  }
  return states;
};
