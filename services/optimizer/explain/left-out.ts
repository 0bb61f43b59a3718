import { formatDuration, formatTime } from '@rondo/contracts/calendar/times.ts';
import { emptyWeek } from '../week/week.ts';
import { sayDrive, sayList, sayWindow } from '../week/wording.ts';
import { obstaclesOf, type NearMiss, type Obstacle } from './obstacles.ts';
import { freeWindows, roomyWindows, sharedWindows, weeklyMinutes } from './overlap.ts';
import { nameOfNode, studentOf, type Plan } from './plan.ts';
import type { WiderLayouts } from './would-fit/wider-teacher.ts';
import { waysToFit, type WouldFit } from './would-fit/would-fit.ts';

/** The reason: the first of these that alone is enough to leave the student out. */
type Binding =
  | 'no-availability'
  | 'no-overlap'
  | 'overlap-too-short'
  | 'blocked'
  | 'drives-too-long'
  | 'taken'
  /** None: the student fits into the plan. */
  | 'none';

/** Why a student has no lesson, and which change would help. */
export type LeftOut = {
  readonly studentId: string;
  /** Minutes a week in which the student is available. */
  readonly availabilityMinutes: number;
  /** Minutes a week in which student and teacher are both available. */
  readonly overlapMinutes: number;
  readonly binding: Binding;
  /** One sentence. */
  readonly reason: string;
  /** The obstacles in each shared interval, in one line; empty if there are none. */
  readonly conflictDetails: string;
  /** The smallest change that would place the student; null if none was found. */
  readonly wouldFit: WouldFit | null;
  /** Other changes that would, the smallest first. */
  readonly otherWays: readonly WouldFit[];
};

export const explainLeftOut = (plan: Plan, layouts: WiderLayouts, node: number): LeftOut => {
  const student = studentOf(plan, node);
  const [wouldFit, ...otherWays] = waysToFit(plan, layouts, node);
  const obstacles = obstaclesOf(plan, plan.week, node);
  const { binding, reason } = wouldFit?.change.kind === 'none' ? noReason(wouldFit) : bindingOf(plan, node, obstacles);
  return {
    studentId: student.id,
    availabilityMinutes: weeklyMinutes(student.availability),
    overlapMinutes: weeklyMinutes(sharedWindows(plan.instance, student)),
    binding,
    reason,
    conflictDetails: obstacles.map((obstacle) => sayObstacle(plan, obstacle)).join('; '),
    wouldFit: wouldFit ?? null,
    otherWays,
  };
};

type Bound = { readonly binding: Binding; readonly reason: string };

const noReason = ({ sentence }: WouldFit): Bound => ({ binding: 'none', reason: sentence });

const bindingOf = (plan: Plan, node: number, obstacles: readonly Obstacle[]): Bound => {
  const student = studentOf(plan, node);
  const shared = sharedWindows(plan.instance, student);
  const longest = shared.toSorted((a, b) => b.endTime - b.startTime - (a.endTime - a.startTime))[0];
  if (student.availability.length === 0) return { binding: 'no-availability', reason: 'No availability is entered.' };
  if (!longest) return { binding: 'no-overlap', reason: sayNoOverlap(freeWindows(student)) };
  if (roomyWindows(plan.instance, student).length === 0) {
    const reason = `The longest overlap, ${sayWindow(longest)}, is too short for a ${formatDuration(student.lessonDuration)} lesson.`;
    return { binding: 'overlap-too-short', reason };
  }
  if (obstacles.every(({ nearest, entries }) => nearest === undefined && entries.length === 0))
    return { binding: 'blocked', reason: `${sayShared(plan, node, obstacles)}; blocked by other entries.` };
  const alone = obstaclesOf(plan, emptyWeek(plan.problem), node);
  const miss = nearestOf(alone);
  if (miss?.nearest && miss.nearest.shortBy > 0 && miss.nearest.before === 0 && miss.nearest.after === 0)
    return { binding: 'drives-too-long', reason: sayDrivesTooLong(plan, miss.window, miss.nearest) };
  return { binding: 'taken', reason: sayTaken(plan, node, obstacles) };
};

type Window = Obstacle['window'];

/** Lists are given in full up to this length, so that a count never stands for one item. */
const mostNamed = 4;

const sayNoOverlap = (rows: readonly Window[]): string => {
  const named = rows.length > mostNamed ? rows.slice(0, mostNamed - 1) : rows;
  const more = rows.length > named.length ? [`${rows.length - named.length} more`] : [];
  return `Free ${sayList([...named.map(sayWindow), ...more])}, when the teacher does not work.`;
};

/** "Only Tue 4:00 – 5:00 PM overlaps", or the number of intervals that do; others may overlap too briefly for the lesson. */
const sayShared = (plan: Plan, node: number, obstacles: readonly Obstacle[]): string => {
  const windows = obstacles.map(({ window }) => sayWindow(window));
  if (windows.length > 3) return `None of ${windows.length} shared times has room`;
  const briefer = sharedWindows(plan.instance, studentOf(plan, node)).length > windows.length;
  return `Only ${sayList(windows)} ${windows.length === 1 ? 'overlaps' : 'overlap'}${briefer ? ' for long enough' : ''}`;
};

const nearestOf = (obstacles: readonly Obstacle[]): Obstacle | undefined =>
  obstacles
    .filter(({ nearest }) => nearest)
    .toSorted((a, b) => (a.nearest?.shortBy ?? 0) - (b.nearest?.shortBy ?? 0))[0];

const sayDrivesTooLong = (plan: Plan, window: Window, nearest: NearMiss): string =>
  `Even as the only lesson, ${sayWindow(window)} is ${formatDuration(nearest.shortBy)} too short for the drives ${sayLegs(plan, nearest)}.`;

/** "from home (25 min) and to Ann Lee (30 min)". */
const sayLegs = (plan: Plan, { before, after, driveIn, driveOut }: NearMiss): string =>
  `from ${nameOfNode(plan, before)} (${formatDuration(driveIn)}) and to ${nameOfNode(plan, after)} (${formatDuration(driveOut)})`;

const sayTaken = (plan: Plan, node: number, obstacles: readonly Obstacle[]): string => {
  const shared = sayShared(plan, node, obstacles);
  const [first] = obstacles;
  if (first && obstacles.length === 1) return `${shared}; ${sayTakers(plan, first)}.`;
  const nearest = nearestOf(obstacles);
  if (nearest?.nearest) return `${shared}; the closest fit is ${sayMiss(plan, nearest, nearest.nearest)}.`;
  return `${shared}; ${sayList(obstacles.slice(0, 3).map((obstacle) => sayTakers(plan, obstacle)))}.`;
};

/** "taken by Lee at 4:15 PM and an 18 min drive"; without a lesson in it, the shortfall. */
const sayTakers = (plan: Plan, { window, entries, nearest }: Obstacle): string => {
  if (entries.length === 0)
    return nearest
      ? `${formatDuration(nearest.shortBy)} too short for the drives ${sayLegs(plan, nearest)}`
      : 'blocked by other entries';
  const named = entries.length > mostNamed ? decidingAmong({ window, entries, nearest }) : entries;
  const lessons = named.map(({ node, start }) => `${nameOfNode(plan, node)} at ${formatTime(start)}`);
  const more = entries.length > named.length ? [`${entries.length - named.length} more`] : [];
  const drive = nearest ? Math.max(nearest.driveIn, nearest.driveOut) : 0;
  return `taken by ${sayList([...lessons, ...more, ...(drive > 0 ? [sayDrive(drive)] : [])])}`;
};

/**
 * Of many lessons in a window, those that decide: on both sides of the gap that is closest to being long enough, or of the longest one where
 * no gap has room even for the lesson itself.
 */
const decidingAmong = ({ window, entries, nearest }: Obstacle): Obstacle['entries'] => {
  const beside = entries.filter(({ node }) => node === nearest?.before || node === nearest?.after);
  if (beside.length > 0) return beside;
  const inOrder = entries.toSorted((a, b) => a.start - b.start);
  const gaps = [undefined, ...inOrder].map((before, i) => ({
    around: inOrder.slice(Math.max(0, i - 1), i + 1),
    length: (inOrder[i]?.start ?? window.endTime) - (before?.end ?? window.startTime),
  }));
  return gaps.toSorted((a, b) => b.length - a.length)[0]?.around ?? [];
};

const sayMiss = (plan: Plan, { window }: Obstacle, { before, after, shortBy }: NearMiss): string =>
  `${sayWindow(window)}, ${formatDuration(shortBy)} short between ${nameOfNode(plan, before)} and ${nameOfNode(plan, after)}`;

const sayObstacle = (plan: Plan, obstacle: Obstacle): string => {
  const short = obstacle.nearest ? `, ${formatDuration(obstacle.nearest.shortBy)} short` : '';
  return `${sayWindow(obstacle.window)}: ${sayTakers(plan, obstacle)}${short}`;
};
