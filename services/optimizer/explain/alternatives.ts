import { overlaps } from '@rondo/contracts/calendar/intervals.ts';
import { at } from '../arrays.ts';
import { fitsAt } from '../search/insertion.ts';
import { stopsOf } from '../week/lessons.ts';
import type { WeeklyWindow } from '../week/instance.ts';
import { timetable } from '../week/timing.ts';
import { addedDrive, copyWeek, positionOf, retime, stopAt, takeOut, type Week } from '../week/week.ts';
import { studentOf, type Plan, type Stop } from './plan.ts';

/** Another place for a placed student, with the other students' days and order unchanged, and its cost. */
export type Alternative = WeeklyWindow & {
  /** Added minutes of driving a week; negative when it would save some. */
  readonly addedDrive: number;
  /** Added preferred slots in the whole plan; negative when it would lose some. */
  readonly addedPreferred: number;
  /** The student who would lose the lesson; null if none. */
  readonly pushesOut: string | null;
};

/**
 * The cheapest other place in each tour; if there is none in any, the cheapest in place of one other student. A place that overlaps the
 * present lesson is excluded.
 */
export const alternativesFor = (plan: Plan, { node, start, end }: Stop): Alternative[] => {
  const home = at(plan.week.tourOf, node);
  const position = positionOf(plan.week, node);
  const without = lifted(plan.week, node);
  if (!without) return [];
  const today = plan.tours[home]?.window.dayOfWeek;
  const isElsewhere = ({ dayOfWeek, startTime, endTime }: Alternative): boolean =>
    dayOfWeek !== today || !overlaps({ start, end }, { start: startTime, end: endTime });
  const free = plan.tours
    .flatMap(({ index }) => {
      const found = cheapest(without, index, node, index === home ? position : -1);
      return found === undefined ? [] : alternativeAt(plan, without, node, index, found, undefined);
    })
    .filter(isElsewhere);
  if (free.length > 0) return free.toSorted(byCost);
  return inPlaceOfAnother(plan, without, node).filter(isElsewhere).toSorted(byCost).slice(0, 3);
};

const byCost = (a: Alternative, b: Alternative): number =>
  b.addedPreferred - a.addedPreferred || a.addedDrive - b.addedDrive;

/** The week without a student; undefined when the remaining stops cannot be driven. */
const lifted = (week: Week, node: number): Week | undefined => {
  const copy = copyWeek(week);
  const tour = at(copy.tourOf, node);
  takeOut(copy, tour, positionOf(copy, node));
  return retime(copy, tour) < 0 ? copy : undefined;
};

/** The position with the least added driving, other than `except`. */
const cheapest = (week: Week, tour: number, node: number, except: number): number | undefined => {
  let best: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (let position = 0; position <= at(week.length, tour); position++) {
    const drive = addedDrive(week.problem, stopAt(week, tour, position - 1), node, stopAt(week, tour, position));
    if (position === except || drive >= least || !fitsAt(week, tour, position, [node])) continue;
    [best, least] = [position, drive];
  }
  return best;
};

const alternativeAt = (
  plan: Plan,
  week: Week,
  node: number,
  tour: number,
  position: number,
  pushedOut: number | undefined,
): Alternative[] => {
  const { problem } = plan;
  const order = stopsOf(week, tour).toSpliced(position, 0, node);
  const times = timetable(problem, tour, order);
  const start = times?.starts[position];
  const dayOfWeek = plan.instance.teacher.availability[tour]?.dayOfWeek;
  if (!times || start === undefined || dayOfWeek === undefined) return [];
  const added = addedDrive(problem, stopAt(week, tour, position - 1), node, stopAt(week, tour, position));
  const elsewhere = plan.tours.reduce(
    (sum, { index }) => sum + (index === tour ? 0 : (timetable(problem, index, stopsOf(week, index))?.preferred ?? 0)),
    0,
  );
  const startTime = problem.clocks[tour]?.toDay(start) ?? start;
  return [
    {
      dayOfWeek,
      startTime,
      endTime: startTime + at(problem.duration, node),
      addedDrive: week.totals.drive + added - plan.figures.driveMinutes,
      addedPreferred: times.preferred + elsewhere - plan.figures.preferred,
      pushesOut: pushedOut === undefined ? null : studentOf(plan, pushedOut).id,
    },
  ];
};

const inPlaceOfAnother = (plan: Plan, without: Week, node: number): Alternative[] =>
  plan.tours.flatMap(({ index, stops }) =>
    stops
      .filter((stop) => stop.node !== node && at(plan.problem.fixedTour, stop.node) < 0)
      .flatMap((stop) => {
        const week = lifted(without, stop.node);
        if (!week) return [];
        const position = cheapest(week, index, node, -1);
        return position === undefined ? [] : alternativeAt(plan, week, node, index, position, stop.node);
      }),
  );
