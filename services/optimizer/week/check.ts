import { shortDayName } from '@rondo/contracts/calendar/dates.ts';
import { intersection, overlaps, totalMinutes, type Interval } from '@rondo/contracts/calendar/intervals.ts';
import { minutesApart } from '@rondo/contracts/calendar/legs.ts';
import { formatDuration, formatTimeRange } from '@rondo/contracts/calendar/times.ts';
import type { Instance, PlannedLesson, WeeklyWindow } from './instance.ts';
import { nameOf, sayDrive, sayMoment, sayWindow, type Names } from './wording.ts';

export type ViolationKind =
  | 'unknown-student'
  | 'twice'
  | 'fixed-moved'
  | 'fixed-missing'
  | 'off-grid'
  | 'student-not-free'
  | 'outside-windows'
  | 'blocked'
  | 'overlap'
  | 'drive-too-short';

/** One rule that a plan breaks. */
export type Violation = {
  readonly kind: ViolationKind;
  /** The students involved: when all of them are fixed, no plan could keep the rule. */
  readonly studentIds: readonly string[];
  /** One sentence. */
  readonly detail: string;
};

/** A plan's totals. `of` is the number of students in the instance; lessons outside every window are not counted. */
export type Figures = {
  readonly scheduled: number;
  readonly weight: number;
  readonly preferred: number;
  readonly driveMinutes: number;
  readonly idleMinutes: number;
  readonly of: number;
};

export type CheckedPlan = { readonly violations: readonly Violation[]; readonly figures: Figures };

type Student = Instance['students'][number];
type Day = WeeklyWindow['dayOfWeek'];
type Stop = { readonly student: Student; readonly node: number; readonly day: Day; readonly span: Interval };
type Tour = { readonly window: WeeklyWindow; readonly stops: readonly Stop[] };
type Report = (kind: ViolationKind, studentIds: readonly string[], detail: string) => void;

/**
 * Checks a plan against every rule of its instance and computes its totals. Shares no code with the solver except the instance itself, so
 * that neither can hide the other's bug.
 */
export const check = (instance: Instance, lessons: readonly PlannedLesson[], names: Names = {}): CheckedPlan => {
  const violations: Violation[] = [];
  const report: Report = (kind, studentIds, detail) => void violations.push({ kind, studentIds, detail });
  const stops = stopsOf(instance, lessons, names, report);
  for (const stop of stops) checkLesson(instance, stop, names, report);
  const tours = toursOf(instance, stops);
  for (const tour of tours) checkTour(instance, tour, names, report);
  const inTours = new Set(tours.flatMap((tour) => tour.stops));
  for (const stop of stops.filter((one) => !inTours.has(one))) checkOutside(stop, stops, names, report);
  return { violations, figures: figuresOf(instance, tours) };
};

/** The violations that involve only fixed lessons: contradictions in the input, whatever the plan. */
export const fixedConflicts = (instance: Instance, violations: readonly Violation[]): Violation[] => {
  const fixed = new Set(instance.fixedLessons.map(({ studentId }) => studentId));
  return violations.filter(({ studentIds }) => studentIds.every((id) => fixed.has(id)));
};

const spanOf = ({ startTime, endTime }: WeeklyWindow): Interval => ({ start: startTime, end: endTime });
const within = (outer: Interval, inner: Interval): boolean => outer.start <= inner.start && inner.end <= outer.end;
const holds = (window: WeeklyWindow, { day, span }: Stop): boolean =>
  window.dayOfWeek === day && within(spanOf(window), span);
const sayStop = ({ student, day, span }: Stop, names: Names): string =>
  `${nameOf(names, student.id)}, ${sayWindow({ dayOfWeek: day, startTime: span.start, endTime: span.end })},`;

/** The lessons with their students, in order of time; invalid ones are reported and left out. */
const stopsOf = (instance: Instance, lessons: readonly PlannedLesson[], names: Names, report: Report): Stop[] => {
  const stops = new Map<string, Stop>();
  for (const { studentId, dayOfWeek, startTime } of lessons) {
    const index = instance.students.findIndex(({ id }) => id === studentId);
    const student = instance.students[index];
    if (!student) report('unknown-student', [studentId], `${studentId} is no student of this instance.`);
    else if (stops.has(studentId)) report('twice', [studentId], `${nameOf(names, studentId)} has two lessons.`);
    else {
      const span = { start: startTime, end: startTime + student.lessonDuration };
      stops.set(studentId, { student, node: index + 1, day: dayOfWeek, span });
    }
  }
  for (const { studentId } of instance.fixedLessons)
    if (!stops.has(studentId))
      report('fixed-missing', [studentId], `${nameOf(names, studentId)}: the fixed lesson is missing.`);
  return [...stops.values()].toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
};

/** The rules for a single lesson. */
const checkLesson = (instance: Instance, stop: Stop, names: Names, report: Report): void => {
  const { student, day, span } = stop;
  const complain = (kind: ViolationKind, detail: string): void =>
    report(kind, [student.id], `${sayStop(stop, names)} ${detail}.`);
  const pin = instance.fixedLessons.find(({ studentId }) => studentId === student.id);
  if (pin && (pin.dayOfWeek !== day || pin.startTime !== span.start))
    complain('fixed-moved', `should be fixed at ${sayMoment(pin.dayOfWeek, pin.startTime)}`);
  const stays = instance.standing?.some(
    (lesson) => lesson.studentId === student.id && lesson.dayOfWeek === day && lesson.startTime === span.start,
  );
  if (!pin && stays !== true && !Number.isInteger(span.start / instance.startGrid))
    complain('off-grid', `does not start on the ${instance.startGrid}-minute grid`);
  if (!pin && !student.availability.some((row) => holds(row, stop)))
    complain('student-not-free', 'is outside the times given');
  if (instance.blocked.some((block) => block.dayOfWeek === day && overlaps(spanOf(block), span)))
    complain('blocked', 'is in blocked time');
  if (!instance.teacher.availability.some((window) => holds(window, stop)))
    complain('outside-windows', 'is outside every window of the teacher');
};

const toursOf = ({ teacher }: Instance, stops: readonly Stop[]): Tour[] =>
  teacher.availability.map((window, index) => ({
    window,
    stops: stops.filter((stop) => teacher.availability.findIndex((other) => holds(other, stop)) === index),
  }));

/** A lesson outside every window is not a stop, but no other lesson may overlap it. */
const checkOutside = (outside: Stop, stops: readonly Stop[], names: Names, report: Report): void => {
  for (const other of stops)
    if (other !== outside && other.day === outside.day && overlaps(other.span, outside.span))
      reportOverlap(outside, other, names, report);
};

const reportOverlap = (one: Stop, other: Stop, names: Names, report: Report): void => {
  const who = `${nameOf(names, one.student.id)} and ${nameOf(names, other.student.id)}`;
  const when = [one, other].map(({ span }) => formatTimeRange(span.start, span.end)).join(' and ');
  report('overlap', [one.student.id, other.student.id], `${who} overlap on ${shortDayName(one.day)}: ${when}.`);
};

/** Checks the drives of a tour, whose stops are in order of time, and that none of its lessons overlap. */
const checkTour = (instance: Instance, { window, stops }: Tour, names: Names, report: Report): void => {
  const { teacher, returnRule } = instance;
  const busy = takenOn(instance, window);
  const checkLeg = (from: Stop | undefined, to: Stop | undefined): void => {
    const start = from?.span.end ?? window.startTime;
    const end = to?.span.start ?? window.endTime;
    const needed = apartOf(instance, from, to);
    const there = usable(busy, start, end);
    if (needed <= there) return;
    const [a, b] = [from, to].map((stop) => (stop ? nameOf(names, stop.student.id) : 'home'));
    const concerned = [from, to].flatMap((stop) => (stop ? [stop.student.id] : []));
    const day = shortDayName(window.dayOfWeek);
    const left = formatDuration(Math.max(0, there));
    const leg = driveOf(instance, from, to);
    const way = `${sayDrive(leg)}${needed > leg ? ` and ${formatDuration(needed - leg)} between lessons` : ''}`;
    report('drive-too-short', concerned, `${day}: ${a} to ${b} is ${way}, but there is only ${left}.`);
  };
  for (const [i, stop] of stops.entries()) {
    const before = stops[i - 1];
    if (before ? !overlaps(before.span, stop.span) : teacher.availabilityInterpretation === 'leave_home')
      checkLeg(before, stop);
    for (const other of stops.slice(i + 1))
      if (overlaps(stop.span, other.span)) reportOverlap(stop, other, names, report);
  }
  if (stops.length > 0 && returnRule === 'home-by-end') checkLeg(stops.at(-1), undefined);
};

/** Time on a window's weekday in which no tour drives or teaches: blocked, or a fixed lesson outside every window. */
export const takenOn = (
  { blocked, fixedLessons, students, teacher }: Instance,
  { dayOfWeek }: WeeklyWindow,
): Interval[] => {
  const windows = teacher.availability.filter((window) => window.dayOfWeek === dayOfWeek).map(spanOf);
  const pins = fixedLessons
    .filter((fixed) => fixed.dayOfWeek === dayOfWeek)
    .map(({ studentId, startTime }) => {
      const length = students.find(({ id }) => id === studentId)?.lessonDuration ?? 0;
      return { start: startTime, end: startTime + length };
    });
  return [
    ...blocked.filter((block) => block.dayOfWeek === dayOfWeek).map(spanOf),
    ...pins.filter((pin) => !windows.some((window) => within(window, pin))),
  ];
};

const usable = (busy: readonly Interval[], start: number, end: number): number =>
  end - start - totalMinutes(intersection(busy, [{ start, end }]));

const driveOf = ({ driveMinutes }: Instance, from: Stop | undefined, to: Stop | undefined): number =>
  driveMinutes[from?.node ?? 0]?.[to?.node ?? 0] ?? 0;

/** The drive, and between two lessons the time between them. */
const apartOf = (instance: Instance, from: Stop | undefined, to: Stop | undefined): number => {
  const leg = driveOf(instance, from, to);
  return from && to ? minutesApart(leg, instance.minutesBetween) : leg;
};

const figuresOf = (instance: Instance, tours: readonly Tour[]): Figures => {
  const sum = { scheduled: 0, weight: 0, preferred: 0, driveMinutes: 0, idleMinutes: 0, of: instance.students.length };
  for (const { window, stops } of tours) {
    const busy = takenOn(instance, window);
    for (const [i, stop] of stops.entries()) {
      const before = stops[i - 1];
      const leg = driveOf(instance, before, stop);
      sum.scheduled += 1;
      sum.weight += stop.student.weight;
      sum.driveMinutes += leg;
      if (stop.student.availability.some((row) => row.isPreferred && holds(row, stop))) sum.preferred += 1;
      if (before)
        sum.idleMinutes += Math.max(
          0,
          usable(busy, before.span.end, stop.span.start) - apartOf(instance, before, stop),
        );
    }
    if (stops.length > 0) sum.driveMinutes += driveOf(instance, stops.at(-1), undefined);
  }
  return sum;
};
