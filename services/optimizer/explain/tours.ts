import { at } from '../arrays.ts';
import { totalMinutes } from '@rondo/contracts/calendar/intervals.ts';
import type { WeeklyWindow } from '../week/instance.ts';
import { unblocked } from './overlap.ts';
import type { Plan, Tour } from './plan.ts';

/** A stop of a tour. All times in minutes after midnight. */
type StopReport = {
  readonly studentId: string;
  readonly startTime: number;
  readonly endTime: number;
  /** Minutes of driving from the stop before, home for the first. */
  readonly driveBefore: number;
  /** Minutes of waiting before it, beyond the drive and the time between lessons; none before the first, because the teacher leaves home later instead. */
  readonly idleBefore: number;
};

/** A window of the teacher as a tour: home, lessons, home. */
export type TourReport = WeeklyWindow & {
  readonly tour: number;
  readonly stops: readonly StopReport[];
  /** When to leave home and when to be back; null without a stop. */
  readonly leaveAt: number | null;
  readonly homeAt: number | null;
  readonly driveHome: number;
  readonly driveMinutes: number;
  readonly idleMinutes: number;
};

export const reportTour = (plan: Plan, tour: Tour): TourReport => {
  const { drive, apart, nodes } = plan.problem;
  const stops = tour.stops.map((stop, index) => {
    const before = tour.stops[index - 1];
    const driveBefore = at(drive, (before?.node ?? 0) * nodes + stop.node);
    const between = before
      ? totalMinutes(unblocked(plan.instance, tour.window, { start: before.end, end: stop.start }))
      : 0;
    const idleBefore = before ? Math.max(0, between - at(apart, before.node * nodes + stop.node)) : 0;
    return { studentId: stop.studentId, startTime: stop.start, endTime: stop.end, driveBefore, idleBefore };
  });
  const last = tour.stops.at(-1);
  const driveHome = last ? at(drive, last.node * nodes) : 0;
  const [first] = stops;
  return {
    ...tour.window,
    tour: tour.index,
    stops,
    leaveAt: first ? first.startTime - first.driveBefore : null,
    homeAt: last ? last.end + driveHome : null,
    driveHome,
    driveMinutes: driveHome + stops.reduce((sum, { driveBefore }) => sum + driveBefore, 0),
    idleMinutes: stops.reduce((sum, { idleBefore }) => sum + idleBefore, 0),
  };
};
