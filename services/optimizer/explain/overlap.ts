import {
  difference,
  intersection,
  overlaps,
  totalMinutes,
  union,
  type Interval,
} from '@rondo/contracts/calendar/intervals.ts';
import { takenOn } from '../week/check.ts';
import type { Instance, WeeklyWindow } from '../week/instance.ts';

type Student = Instance['students'][number];
type Day = WeeklyWindow['dayOfWeek'];

/** Monday first, as on every screen. */
export const weekdays: readonly Day[] = [1, 2, 3, 4, 5, 6, 0];

export const spansOn = (windows: readonly WeeklyWindow[], day: Day): Interval[] =>
  windows
    .filter(({ dayOfWeek }) => dayOfWeek === day)
    .map(({ startTime, endTime }) => ({ start: startTime, end: endTime }));

const onDay = (dayOfWeek: Day, spans: readonly Interval[]): WeeklyWindow[] =>
  spans.map(({ start, end }) => ({ dayOfWeek, startTime: start, endTime: end }));

/** Minutes a week in at least one of the windows. */
export const weeklyMinutes = (windows: readonly WeeklyWindow[]): number =>
  weekdays.reduce<number>((sum, day) => sum + totalMinutes(spansOn(windows, day)), 0);

/** When a student is free, whatever is preferred: windows that overlap or touch are one. */
export const freeWindows = ({ availability }: Student): WeeklyWindow[] =>
  weekdays.flatMap((day) => onDay(day, union(spansOn(availability, day))));

/** When both calendars are free: union of the student's windows with union of the teacher's (semantics of flexibility). */
export const sharedWindows = ({ teacher }: Instance, { availability }: Student): WeeklyWindow[] =>
  weekdays.flatMap((day) => onDay(day, intersection(spansOn(availability, day), spansOn(teacher.availability, day))));

/**
 * The intervals in which both calendars have room for a whole lesson, each from the earliest start to the latest end: inside one row of the
 * student and one window of the teacher.
 */
export const roomyWindows = ({ teacher }: Instance, { availability, lessonDuration }: Student): WeeklyWindow[] =>
  weekdays.flatMap((day) => {
    const pieces = spansOn(availability, day).flatMap((row) =>
      spansOn(teacher.availability, day).flatMap((window) => intersection([row], [window])),
    );
    const roomy = pieces.filter(({ start, end }) => end - start >= lessonDuration);
    return onDay(day, joined(roomy));
  });

/** Merges overlapping intervals; intervals that only touch stay separate, because no lesson may span both. */
const joined = (spans: readonly Interval[]): Interval[] => {
  const result: Interval[] = [];
  for (const next of spans.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && overlaps(last, next))
      result[result.length - 1] = { start: last.start, end: Math.max(last.end, next.end) };
    else result.push(next);
  }
  return result;
};

/** The part of an interval of a window that is neither blocked nor taken by a fixed lesson outside every window. */
export const unblocked = (instance: Instance, window: WeeklyWindow, span: Interval): Interval[] =>
  difference([span], takenOn(instance, window));
