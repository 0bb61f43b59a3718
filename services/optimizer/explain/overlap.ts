import {
  difference,
  intersection,
  overlaps,
  totalMinutes,
  type Interval,
} from '@rondo/contracts/calendar/intervals.ts';
import { takenOn } from '../check.ts';
import type { Instance, WeeklyWindow } from '../instance.ts';

type Student = Instance['students'][number];
type Day = WeeklyWindow['dayOfWeek'];

/** Monday first, as every screen shows a week. */
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

/** When both calendars are free: union of the student's windows with union of the teacher's (semantics of flexibility). */
export const sharedWindows = ({ teacher }: Instance, { availability }: Student): WeeklyWindow[] =>
  weekdays.flatMap((day) => onDay(day, intersection(spansOn(availability, day), spansOn(teacher.availability, day))));

/**
 * Where a whole lesson could lie as far as the two calendars go, each as the stretch from the earliest start to the
 * latest end: inside one row of the student and one window of the teacher.
 */
export const roomyWindows = ({ teacher }: Instance, { availability, lessonDuration }: Student): WeeklyWindow[] =>
  weekdays.flatMap((day) => {
    const pieces = spansOn(availability, day).flatMap((row) =>
      spansOn(teacher.availability, day).flatMap((window) => intersection([row], [window])),
    );
    const roomy = pieces.filter(({ start, end }) => end - start >= lessonDuration);
    return onDay(day, joined(roomy));
  });

/** Overlapping pieces as one; those that only touch stay apart, for no lesson may lie across. */
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

/** What of a stretch of a window is neither blocked nor taken by a fixed lesson outside every window. */
export const unblocked = (instance: Instance, window: WeeklyWindow, span: Interval): Interval[] =>
  difference([span], takenOn(instance, window));
