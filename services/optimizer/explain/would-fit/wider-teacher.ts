import { minutesPerDay } from '@rondo/contracts/calendar/times.ts';
import { at } from '../../arrays.ts';
import type { Instance, WeeklyWindow } from '../../week/instance.ts';
import type { Problem } from '../../week/problem.ts';
import { addedDrive, stopAt } from '../../week/week.ts';
import type { Candidate } from './candidates.ts';
import { alwaysFree, applyChange, minutesOf, mostMinutes, type Change } from './changes.ts';
import { layOut, studentOf, type Layout, type Plan } from '../plan.ts';
import { earliestStarts, latestStarts, type TourStop } from './retime.ts';
import { limitsWith, retimedLessons, tourStopsWith, type Others } from './retimed-tour.ts';

type End = 'startTime' | 'endTime';
const ends: readonly End[] = ['startTime', 'endTime'];

/** Number of the smallest widenings at one end that are tested completely: the first is nearly always valid. */
const tries = 3;

/** The plan laid out with every window of the teacher widened at one end as far as possible. */
export type WiderLayouts = Readonly<Record<End, Layout>>;

/** The same for every left-out student, so compute it once. */
export const widerLayouts = ({ instance, lessons }: Plan): WiderLayouts => ({
  startTime: layOut(widest(instance, 'startTime'), lessons),
  endTime: layOut(widest(instance, 'endTime'), lessons),
});

/** Extensions of the teacher's windows: for each position of each tour, an earlier start or a later end. */
export const withTeacherFreer = (plan: Plan, layouts: WiderLayouts, node: number): Candidate[] =>
  ends.flatMap((end) =>
    smallestWidenings(plan, layouts[end], end, node).flatMap((widening) => {
      const layout = layOut(widenTeacher(plan, widening), plan.lessons);
      return placedAt(layout, node, widening).map(({ lessons, drive }) => ({
        change: widening.change,
        lessons,
        drive,
      }));
    }),
  );

/** The same if the student is also available in the added time. */
export const withBothFreer = (plan: Plan, layouts: WiderLayouts, node: number): Candidate[] => {
  const { id, lessonDuration } = studentOf(plan, node);
  return ends.flatMap((end) =>
    smallestWidenings(plan, layOut(alwaysFree(layouts[end].instance, node), plan.lessons), end, node).flatMap(
      (widening) => {
        const layout = layOut(alwaysFree(widenTeacher(plan, widening), node), plan.lessons);
        return placedAt(layout, node, widening).flatMap(({ lessons, drive }) => {
          const own = lessons.find(({ studentId }) => studentId === id);
          if (!own) return [];
          const window = {
            dayOfWeek: own.dayOfWeek,
            startTime: own.startTime,
            endTime: own.startTime + lessonDuration,
          };
          const { from, to } = widening.change;
          return [{ change: { kind: 'both' as const, from, to, window }, lessons, drive }];
        });
      },
    ),
  );
};

type Widening = {
  readonly tour: number;
  readonly position: number;
  readonly change: Extract<Change, { kind: 'widen-teacher' }>;
};

const widenTeacher = (plan: Plan, { change }: Widening): Instance => applyChange(plan.instance, '', change);

const smallestWidenings = (plan: Plan, layout: Layout, end: End, node: number): Widening[] => {
  const places = plan.tours.flatMap(({ index, stops }) =>
    Array.from({ length: stops.length + 1 }, (_, position) => ({ tour: index, position })),
  );
  const smallest = (others: Others): Widening[] =>
    places
      .map((place) => neededAt(plan, layout, end, place, limitsWith(layout, place.tour, place.position, node, others)))
      .filter((widening) => widening !== undefined)
      .toSorted((a, b) => minutesOf(a.change) - minutesOf(b.change))
      .slice(0, tries);
  return [...smallest('stand'), ...smallest('shift')];
};

/** The student's lesson at a position of a layout that has room for it. */
const placedAt = (layout: Layout, node: number, { tour, position }: Widening): Omit<Candidate, 'change'>[] => {
  const lessons = retimedLessons(layout, tour, tourStopsWith(layout, tour, position, { node }));
  if (!lessons) return [];
  const [before, after] = [stopAt(layout.week, tour, position - 1), stopAt(layout.week, tour, position)];
  return [{ lessons, drive: addedDrive(layout.problem, before, node, after) }];
};

/** Widens every window at one end, but not into another window or past midnight. */
const widest = (instance: Instance, end: End): Instance => {
  const { availability } = instance.teacher;
  const widen = (window: WeeklyWindow): WeeklyWindow => {
    const others = availability.filter((other) => other !== window && other.dayOfWeek === window.dayOfWeek);
    if (end === 'startTime') {
      const busy = others.map(({ endTime }) => endTime).filter((minute) => minute <= window.startTime);
      return { ...window, startTime: Math.max(0, window.startTime - mostMinutes, ...busy) };
    }
    const midnight = Math.max(minutesPerDay, window.endTime);
    const busy = others.map(({ startTime }) => startTime).filter((minute) => minute >= window.endTime);
    return { ...window, endTime: Math.min(midnight, window.endTime + mostMinutes, ...busy) };
  };
  return { ...instance, teacher: { ...instance.teacher, availability: availability.map(widen) } };
};

/** The smallest widening at one end with which a tour can have these stops. */
const neededAt = (
  plan: Plan,
  { problem }: Layout,
  end: End,
  { tour, position }: Omit<Widening, 'change'>,
  stops: readonly TourStop[],
): Widening | undefined => {
  const from = plan.instance.teacher.availability[tour];
  const clock = problem.clocks[tour];
  const minute = end === 'startTime' ? latestLeave(problem, tour, stops) : earliestReturn(problem, tour, stops);
  if (!from || !clock || minute === undefined) return undefined;
  // On a clock that stops in blocks, an end is the minute after the last one used.
  const to =
    end === 'startTime'
      ? { ...from, startTime: Math.min(from.startTime, clock.toDay(minute)) }
      : { ...from, endTime: Math.max(from.endTime, clock.toDay(minute - 1) + 1) };
  const change = { kind: 'widen-teacher' as const, from, to };
  return minutesOf(change) > 0 ? { tour, position, change } : undefined;
};

/** The latest minute of the tour's clock at which it can begin. */
const latestLeave = (problem: Problem, tour: number, stops: readonly TourStop[]): number | undefined => {
  const first = latestStarts(problem, tour, stops)?.[0];
  return first === undefined ? undefined : first - at(problem.gap, stops[0]?.node ?? 0);
};

/** The earliest minute of the tour's clock at which it can end. */
const earliestReturn = (problem: Problem, tour: number, stops: readonly TourStop[]): number | undefined => {
  const last = earliestStarts(problem, tour, stops)?.at(-1);
  const node = stops.at(-1)?.node ?? 0;
  return last === undefined ? undefined : last + at(problem.duration, node) + at(problem.gap, node * problem.nodes);
};
