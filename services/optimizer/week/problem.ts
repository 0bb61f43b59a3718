import {
  difference,
  intersection,
  overlaps,
  totalMinutes,
  type Interval,
} from '@rondo/contracts/calendar/intervals.ts';
import type { DayOfWeek } from '@rondo/contracts/calendar/dates.ts';
import { minutesApart } from '@rondo/contracts/calendar/legs.ts';
import { at } from '../arrays.ts';
import { tourClock, type TourClock } from '../clock.ts';
import type { Alternatives } from './alternatives.ts';
import type { Instance, WeeklyWindow } from './instance.ts';
import { startRanges, withStart, type StartRange } from './start-ranges.ts';

/** Whether a lesson may be anywhere the student is available, or only in preferred slots. */
export const plain = 0;
export const preferred = 1;
export type Flavour = typeof plain | typeof preferred;
const flavours: readonly Flavour[] = [plain, preferred];

/**
 * An instance compiled for search, in flat arrays. Node 0 is the teacher's home, node i is `students[i - 1]`; tour t is
 * `teacher.availability[t]` with its own clock (see `TourClock`), so every tour opens at 0. A *cell* is (flavour, tour,
 * node), see `cellOf`; its start ranges are `low[k]..high[k]` for k from `first[cell]` to `first[cell + 1]`.
 */
export type Problem = {
  readonly instance: Instance;
  /** By node: the student's id, '' for home. */
  readonly ids: readonly string[];
  /** By tour. */
  readonly weekdays: readonly DayOfWeek[];
  readonly nodes: number;
  readonly tours: number;
  readonly grid: number;
  /** By node, minutes. */
  readonly duration: Int32Array;
  /** By node, the weight of placing the student. */
  readonly weight: Float64Array;
  /** From node to node (`from * nodes + to`): minutes that count as driving. */
  readonly drive: Int32Array;
  /** From node to node: the drive, and the time between lessons. What a plan has beyond it is waiting. */
  readonly apart: Int32Array;
  /**
   * From node to node: minimum minutes between the end of one lesson and the start of the next. A leg from or to home that the window's
   * rules put outside the window is 0. Between neighboring fixed lessons that contradict each other it is the actual gap, even below 0, so
   * that fixed lessons always count as feasible.
   */
  readonly gap: Int32Array;
  /** By tour: minutes on its clock. */
  readonly closes: Int32Array;
  readonly clocks: readonly TourClock[];
  readonly first: Int32Array;
  readonly low: Int32Array;
  readonly high: Int32Array;
  /** By node: the tour of its fixed lesson, -1 without one. */
  readonly fixedTour: Int32Array;
  /** The students without a fixed lesson: those the solver places, each by the node that stands for the student. */
  readonly movable: Int32Array;
  /** By tour: the nodes with a fixed lesson in it, in order of time. */
  readonly fixedStops: readonly (readonly number[])[];
  /** Nodes whose fixed lesson is in no window: part of every plan, but not a stop. */
  readonly fixedOutside: readonly number[];
  /**
   * By node: the node of the student. It is another one where a student has two, one for staying at the standing time and one for every
   * other time (see `divide`); a plan holds one of them at most.
   */
  readonly person: Int32Array;
  /** By node: the student's other node, 0 without one. */
  readonly twin: Int32Array;
  /** Present where families that move are counted. */
  readonly moves?: Moves;
  /** Present where several teachers are planned together. */
  readonly alternatives?: Alternatives;
};

/** How many families move in a plan, and how many may. */
export type Moves = {
  /** Maximum number of families that move; infinite for any. */
  readonly most: number;
  /** Families that move in every plan. */
  readonly lost: number;
  /** By family: the nodes that its members have while they stay. It moves unless a plan holds all of them. */
  readonly families: readonly (readonly number[])[];
};

export const cellOf = (problem: Problem, flavour: Flavour, tour: number, node: number): number =>
  (flavour * problem.tours + tour) * problem.nodes + node;

/** True if the student's calendar allows a lesson in the tour at all. */
export const isOpen = (problem: Problem, flavour: Flavour, tour: number, node: number): boolean => {
  const cell = cellOf(problem, flavour, tour, node);
  return at(problem.first, cell) < at(problem.first, cell + 1);
};

/** The first start of a cell at or after `minute`, -1 when there is none. */
export const startFrom = (problem: Problem, cell: number, minute: number): number => {
  const { first, low, high, grid } = problem;
  const end = at(first, cell + 1);
  for (let k = at(first, cell); k < end; k++) {
    if (at(high, k) < minute) continue;
    const opens = at(low, k);
    if (opens >= minute) return opens;
    return grid === 1 ? minute : opens + Math.ceil((minute - opens) / grid) * grid;
  }
  return -1;
};

/** The last start of a cell at or before `minute`, -1 when there is none. */
export const startUntil = (problem: Problem, cell: number, minute: number): number => {
  const { first, low, high, grid } = problem;
  const begin = at(first, cell);
  for (let k = at(first, cell + 1) - 1; k >= begin; k--) {
    const opens = at(low, k);
    if (opens > minute) continue;
    const last = at(high, k);
    if (last <= minute) return last;
    return grid === 1 ? minute : opens + Math.floor((minute - opens) / grid) * grid;
  }
  return -1;
};

type Pin = { readonly node: number; readonly tour: number; readonly day: number; readonly span: Interval };

/** Compiles an instance. Costs about a millisecond for 50 students. */
export const compile = (instance: Instance): Problem => {
  const { students, teacher } = instance;
  const nodes = students.length + 1;
  const tours = teacher.availability.length;
  const pins = pinsOf(instance);
  const clocks = teacher.availability.map((window, tour) => clockOf(instance, pins, window, tour));
  const duration = Int32Array.from([0, ...students.map((student) => student.lessonDuration)]);
  const drive = Int32Array.from(instance.driveMinutes.flat());
  for (let node = 0; node < nodes; node++) drive[node * nodes + node] = 0;
  const apart = drive.map((minutes, leg) =>
    leg < nodes || leg % nodes === 0 ? minutes : minutesApart(minutes, instance.minutesBetween),
  );
  const fixedStops = clocks.map((_, tour) => pins.filter((pin) => pin.tour === tour).map((pin) => pin.node));
  const fixedTour = new Int32Array(nodes).fill(-1);
  for (const { node, tour } of pins) fixedTour[node] = tour;

  return {
    instance,
    ids: ['', ...students.map(({ id }) => id)],
    weekdays: teacher.availability.map(({ dayOfWeek }) => dayOfWeek),
    nodes,
    tours,
    grid: instance.startGrid,
    duration,
    weight: Float64Array.from([0, ...students.map((student) => exactly(student.weight))]),
    drive,
    apart,
    gap: gapsOf(instance, apart, clocks, pins),
    closes: Int32Array.from(clocks, ({ length }) => length),
    clocks,
    ...cellsOf(instance, clocks, pins),
    fixedTour,
    movable: Int32Array.from(students, (_, index) => index + 1).filter((node) =>
      pins.every((pin) => pin.node !== node),
    ),
    fixedStops,
    fixedOutside: pins.filter(({ tour }) => tour < 0).map(({ node }) => node),
    person: Int32Array.from({ length: nodes }, (_, node) => node),
    twin: new Int32Array(nodes),
  };
};

/**
 * A weight as a multiple of 2^-20: sums and differences of such numbers are exact, so that rounding never makes a plan "better" than
 * itself. Whole weights are unchanged.
 */
const exactly = (weight: number): number => Math.round(weight * 2 ** 20) / 2 ** 20;

const spanOf = ({ startTime, endTime }: WeeklyWindow): Interval => ({ start: startTime, end: endTime });

/** The fixed lessons in order of time. Each belongs to the first window that contains all of it, -1 when none does. */
const pinsOf = ({ students, teacher, fixedLessons }: Instance): Pin[] =>
  fixedLessons
    .map(({ studentId, dayOfWeek, startTime }) => {
      const index = students.findIndex(({ id }) => id === studentId);
      const span = { start: startTime, end: startTime + (students[index]?.lessonDuration ?? 0) };
      const tour = teacher.availability.findIndex(
        (window) => window.dayOfWeek === dayOfWeek && window.startTime <= span.start && span.end <= window.endTime,
      );
      return { node: index + 1, tour, day: dayOfWeek, span };
    })
    .toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);

/** Blocked time and fixed lessons outside every window. */
const busyOn = (instance: Instance, pins: readonly Pin[], { dayOfWeek }: WeeklyWindow): Interval[] => [
  ...pins.filter((pin) => pin.tour < 0 && pin.day === dayOfWeek).map(({ span }) => span),
  ...instance.blocked.filter((block) => block.dayOfWeek === dayOfWeek).map(spanOf),
];

/** Busy time stops the clock, except during a fixed lesson inside the window. */
const clockOf = (instance: Instance, pins: readonly Pin[], window: WeeklyWindow, tour: number): TourClock => {
  const own = pins.filter((pin) => pin.tour === tour).map(({ span }) => span);
  return tourClock(spanOf(window), difference(busyOn(instance, pins, window), own));
};

const gapsOf = (
  instance: Instance,
  apart: Int32Array,
  clocks: readonly TourClock[],
  pins: readonly Pin[],
): Int32Array => {
  const { teacher, returnRule } = instance;
  const gap = Int32Array.from(apart);
  const nodes = Math.sqrt(apart.length);
  for (let node = 0; node < nodes; node++) {
    if (teacher.availabilityInterpretation === 'start_lesson') gap[node] = 0;
    if (returnRule === 'last-lesson-by-end') gap[node * nodes] = 0;
  }
  for (const [tour, clock] of clocks.entries()) {
    const window = teacher.availability[tour];
    const busy = window ? busyOn(instance, pins, window) : [];
    let from = 0;
    let free = 0;
    let lastEnd = 0;
    for (const { node, span } of pins.filter((pin) => pin.tour === tour)) {
      const start = clock.fromDay(span.start);
      gap[from * nodes + node] = Math.min(at(gap, from * nodes + node), start - free);
      // While an earlier fixed lesson that overlaps this one goes on, the clock runs in busy time too, but no drive can use it.
      const unusable = totalMinutes(intersection(busy, [{ start: span.end, end: lastEnd }]));
      if (unusable > 0)
        for (let to = 0; to < nodes; to++) gap[node * nodes + to] = at(gap, node * nodes + to) + unusable;
      from = node;
      free = start + span.end - span.start;
      lastEnd = Math.max(lastEnd, span.end);
    }
    gap[from * nodes] = Math.min(at(gap, from * nodes), clock.length - free);
  }
  return gap;
};

/** The start ranges of every cell on the clock of its tour. */
const cellsOf = (
  { students, teacher, blocked, startGrid, standing = [] }: Instance,
  clocks: readonly TourClock[],
  pins: readonly Pin[],
): Pick<Problem, 'first' | 'low' | 'high'> => {
  const first = [0];
  const ranges: StartRange[] = [];
  const pinOf = new Map(pins.map((pin) => [pin.node, pin]));
  const standingOf = new Map(standing.map((lesson) => [lesson.studentId, lesson]));
  for (const flavour of flavours) {
    for (const [tour, window] of teacher.availability.entries()) {
      const busy = [
        ...blocked.filter(({ dayOfWeek }) => dayOfWeek === window.dayOfWeek).map(spanOf),
        ...pins.filter(({ day }) => day === window.dayOfWeek).map(({ span }) => span),
      ];
      first.push(ranges.length); // home has no starts
      for (const [index, student] of students.entries()) {
        const rows = student.availability
          .filter((row) => row.dayOfWeek === window.dayOfWeek && (flavour === plain || row.isPreferred))
          .filter((row) => overlaps(spanOf(row), spanOf(window)))
          .map((row) => ({
            start: Math.max(row.startTime, window.startTime),
            end: Math.min(row.endTime, window.endTime),
          }));
        const pin = pinOf.get(index + 1);
        const lesson = standingOf.get(student.id);
        const ownStart = lesson?.dayOfWeek === window.dayOfWeek ? lesson.startTime : undefined;
        ranges.push(
          ...(pin
            ? pinnedRange(pin, tour, flavour, rows)
            : student.weight > 0
              ? withStart(startRanges(rows, busy, student.lessonDuration, startGrid), ownStart, {
                  rows,
                  busy,
                  duration: student.lessonDuration,
                  grid: startGrid,
                })
              : []
          ).map((range) => onClock(range, clocks[tour])),
        );
        first.push(ranges.length);
      }
    }
  }
  return {
    first: Int32Array.from(first),
    low: Int32Array.from(ranges, ({ low }) => low),
    high: Int32Array.from(ranges, ({ high }) => high),
  };
};

/** A fixed lesson has one start, in its tour; a preferred one if a preferred row contains it. */
const pinnedRange = (pin: Pin, tour: number, flavour: Flavour, rows: readonly Interval[]): StartRange[] => {
  if (pin.tour !== tour) return [];
  const holds = rows.some(({ start, end }) => start <= pin.span.start && pin.span.end <= end);
  return flavour === plain || holds ? [{ low: pin.span.start, high: pin.span.start }] : [];
};

/** No block is inside a range, so its length is unchanged. */
const onClock = ({ low, high }: StartRange, clock: TourClock | undefined): StartRange => {
  const start = clock?.fromDay(low) ?? low;
  return { low: start, high: start + high - low };
};
