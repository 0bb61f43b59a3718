import { at } from '../../arrays.ts';
import type { WeeklyWindow } from '../../week/instance.ts';
import { cellOf, plain, startFrom } from '../../week/problem.ts';
import { addedDrive, stopAt } from '../../week/week.ts';
import type { Candidate } from './candidates.ts';
import { alwaysFree, minutesOf, mostMinutes, type Change } from './changes.ts';
import { layOut, studentOf, type Layout, type Plan } from '../plan.ts';
import { earliestStarts, latestStarts } from './retime.ts';
import { limitsWith, retimedLessons, tourStopsWith, type Others } from './retimed-tour.ts';

/**
 * Extensions of the student's calendar: for each position of each tour one row of that day widened by as little as possible, and one new
 * row exactly as long as the lesson.
 */
export const withStudentFreer = (plan: Plan, node: number): Candidate[] => {
  const layout = layOut(alwaysFree(plan.instance, node), plan.lessons);
  const positions = plan.tours.flatMap(({ index, stops }) =>
    Array.from({ length: stops.length + 1 }, (_, position) => ({ tour: index, position })),
  );
  return positions.flatMap(({ tour, position }) =>
    [
      widened(layout, plan, node, tour, position, 'stand'),
      widened(layout, plan, node, tour, position, 'shift'),
      opened(layout, node, tour, position),
    ].filter((candidate) => candidate !== undefined),
  );
};

const widened = (
  layout: Layout,
  plan: Plan,
  node: number,
  tour: number,
  position: number,
  others: Others,
): Candidate | undefined => {
  const { availability } = studentOf(plan, node);
  let best: { change: Change; start: number } | undefined;
  for (const start of startsFor(layout, node, tour, position, others)) {
    const lesson = lessonWindow(layout, node, tour, start);
    for (const { dayOfWeek, startTime, endTime } of availability) {
      if (dayOfWeek !== lesson.dayOfWeek) continue;
      const to = {
        dayOfWeek,
        startTime: Math.min(startTime, lesson.startTime),
        endTime: Math.max(endTime, lesson.endTime),
      };
      const change: Change = { kind: 'widen-student', from: { dayOfWeek, startTime, endTime }, to };
      if (best === undefined || minutesOf(change) < minutesOf(best.change)) best = { change, start };
    }
  }
  if (best === undefined || minutesOf(best.change) > mostMinutes) return undefined;
  const lessons = retimedLessons(layout, tour, tourStopsWith(layout, tour, position, { node, exactly: best.start }));
  return lessons && { change: best.change, lessons, drive: driveAt(layout, tour, position, node) };
};

const opened = (layout: Layout, node: number, tour: number, position: number): Candidate | undefined => {
  const { id, lessonDuration } = studentOf(layout, node);
  const lessons = retimedLessons(layout, tour, tourStopsWith(layout, tour, position, { node }));
  const own = lessons?.find(({ studentId }) => studentId === id);
  if (!lessons || !own) return undefined;
  const { dayOfWeek, startTime } = own;
  const window: WeeklyWindow = { dayOfWeek, startTime, endTime: startTime + lessonDuration };
  return { change: { kind: 'open-student', window }, lessons, drive: driveAt(layout, tour, position, node) };
};

/** Every start, on the tour's clock, at which the student fits at a position. */
const startsFor = (layout: Layout, node: number, tour: number, position: number, others: Others): number[] => {
  const { problem } = layout;
  const stops = limitsWith(layout, tour, position, node, others);
  const earliest = earliestStarts(problem, tour, stops)?.[position];
  const latest = latestStarts(problem, tour, stops)?.[position];
  if (earliest === undefined || latest === undefined) return [];
  const cell = cellOf(problem, plain, tour, node);
  const starts: number[] = [];
  for (let start = earliest; start >= 0 && start <= latest; start = startFrom(problem, cell, start + 1))
    starts.push(start);
  return starts;
};

const lessonWindow = ({ instance, problem }: Layout, node: number, tour: number, start: number): WeeklyWindow => {
  const startTime = problem.clocks[tour]?.toDay(start) ?? start;
  const dayOfWeek = instance.teacher.availability[tour]?.dayOfWeek ?? 0;
  return { dayOfWeek, startTime, endTime: startTime + at(problem.duration, node) };
};

const driveAt = ({ problem, week }: Layout, tour: number, position: number, node: number): number =>
  addedDrive(problem, stopAt(week, tour, position - 1), node, stopAt(week, tour, position));
