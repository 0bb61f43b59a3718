import { difference, type Interval } from '@rondo/contracts/calendar/intervals.ts';
import { formatDuration } from '@rondo/contracts/calendar/times.ts';
import { at } from '../arrays.ts';
import type { WeeklyWindow } from '../week/instance.ts';
import { startRanges, type StartRange } from '../week/start-ranges.ts';
import { nameOf } from '../week/wording.ts';
import { unblocked } from './overlap.ts';
import { nameOfNode, studentOf, type Plan, type Stop, type Tour } from './plan.ts';

/** An interval of a window that is neither lesson nor drive nor blocked. */
export type VacantSlot = WeeklyWindow & {
  readonly tour: number;
  readonly minutes: number;
  /** Left-out students who are available for a whole lesson in it, ignoring drives. */
  readonly couldTake: readonly string[];
  /** One sentence. */
  readonly reason: string;
};

type Gap = { readonly tour: Tour; readonly before: Stop | undefined; readonly after: Stop | undefined };

/** The vacant slots of every window, in the order of the windows. */
export const vacantSlots = (plan: Plan): VacantSlot[] =>
  plan.tours.flatMap((tour) =>
    [...tour.stops, undefined].flatMap((after, index) => slotsIn(plan, { tour, before: tour.stops[index - 1], after })),
  );

/** The free intervals between two stops; the drive and the time between lessons are subtracted from their end. */
const slotsIn = (plan: Plan, gap: Gap): VacantSlot[] => {
  const { tour, before, after } = gap;
  const start = before?.end ?? tour.window.startTime;
  const end = after?.start ?? tour.window.endTime;
  const free = unblocked(plan.instance, tour.window, { start, end });
  return withoutLast(free, apartInside(plan, gap)).map((span) => slotOf(plan, gap, span));
};

/** Minutes of the drive between two stops inside the window, and of the time between lessons. */
const apartInside = ({ problem }: Plan, { before, after }: Gap): number =>
  before || after ? Math.max(0, at(problem.gap, (before?.node ?? 0) * problem.nodes + (after?.node ?? 0))) : 0;

/** The part of those minutes that is no driving. */
export const betweenInside = (plan: Plan, gap: Gap): number => {
  const { drive, apart, nodes } = plan.problem;
  const leg = (gap.before?.node ?? 0) * nodes + (gap.after?.node ?? 0);
  return Math.min(at(apart, leg) - at(drive, leg), Math.max(0, apartInside(plan, gap) - at(drive, leg)));
};

/** Minutes of the drive between two stops inside the window. */
export const driveInside = (plan: Plan, gap: Gap): number => apartInside(plan, gap) - betweenInside(plan, gap);

const withoutLast = (spans: readonly Interval[], minutes: number): Interval[] => {
  let left = minutes;
  return spans
    .toReversed()
    .map(({ start, end }) => {
      const cut = Math.min(left, end - start);
      left -= cut;
      return { start, end: end - cut };
    })
    .filter(({ start, end }) => start < end)
    .toReversed();
};

const slotOf = (plan: Plan, gap: Gap, { start, end }: Interval): VacantSlot => {
  const { dayOfWeek } = gap.tour.window;
  const couldTake = plan.leftOut.filter((node) => {
    const { availability, lessonDuration } = studentOf(plan, node);
    return startsIn(plan, gap.tour, availability, lessonDuration, { start, end }).length > 0;
  });
  const minutes = end - start;
  return {
    tour: gap.tour.index,
    dayOfWeek,
    startTime: start,
    endTime: end,
    minutes,
    couldTake: couldTake.map((node) => studentOf(plan, node).id),
    reason: `${formatDuration(minutes)} ${sayWhere(plan, gap)}: ${sayWhy(plan, gap, minutes, couldTake)}.`,
  };
};

const sayWhere = (plan: Plan, { before, after }: Gap): string => {
  if (before && after) return `between ${nameOfNode(plan, before.node)} and ${nameOfNode(plan, after.node)}`;
  if (after) return 'before the first lesson';
  return before ? 'before the drive home' : 'without a lesson';
};

/** Said of a slot that nobody is left for, of those who were tried. */
export const everyonePlaced = 'every student is placed';

const sayWhy = (plan: Plan, gap: Gap, minutes: number, couldTake: readonly number[]): string => {
  const { students } = plan.instance;
  if (students.length === 0) return 'there are no students to place';
  const shortest = Math.min(...students.map(({ lessonDuration }) => lessonDuration));
  if (minutes < shortest) return 'shorter than any lesson';
  if (plan.leftOut.length === 0) return everyonePlaced;
  const shortestLeft = Math.min(...plan.leftOut.map((node) => studentOf(plan, node).lessonDuration));
  if (minutes < shortestLeft) return 'shorter than any unplaced lesson';
  const short = couldTake
    .map((node) => ({ node, minutes: shortfall(plan, gap, node) }))
    .toSorted((a, b) => a.minutes - b.minutes)[0];
  if (!short) return 'no unplaced student is free then';
  const name = nameOf(plan.names, studentOf(plan, short.node).id);
  if (short.minutes === 0) return `${name} would fit`;
  return `${name} is free then, but the drives need ${formatDuration(short.minutes)} more`;
};

/** Minutes missing for the student's lesson with its drives in a gap, without moving others; 0 when it fits. */
const shortfall = (plan: Plan, { tour, before, after }: Gap, node: number): number => {
  const { gap, nodes, closes } = plan.problem;
  const clock = plan.problem.clocks[tour.index];
  const { availability, lessonDuration } = studentOf(plan, node);
  if (!clock) return 0;
  const ready = (before ? clock.fromDay(before.end) : 0) + at(gap, (before?.node ?? 0) * nodes + node);
  const due =
    (after ? clock.fromDay(after.start) : at(closes, tour.index)) - at(gap, node * nodes + (after?.node ?? 0));
  const span = { start: before?.end ?? tour.window.startTime, end: after?.start ?? tour.window.endTime };
  const shortAt = (start: number): number => Math.max(0, ready - start) + Math.max(0, start + lessonDuration - due);
  return Math.min(
    ...startsIn(plan, tour, availability, lessonDuration, span).flatMap(({ low, high }) => {
      const [first, last] = [clock.fromDay(low), clock.fromDay(low) + high - low];
      return [
        first,
        last,
        Math.min(Math.max(first, ready), last),
        Math.min(Math.max(first, due - lessonDuration), last),
      ].map(shortAt);
    }),
  );
};

/** The starts of a lesson inside an interval of a tour that the student's calendar allows. */
const startsIn = (
  { instance }: Plan,
  { window }: Tour,
  availability: readonly WeeklyWindow[],
  lessonDuration: number,
  { start, end }: Interval,
): StartRange[] => {
  const rows = availability
    .filter(({ dayOfWeek }) => dayOfWeek === window.dayOfWeek)
    .map(({ startTime, endTime }) => ({ start: Math.max(startTime, start), end: Math.min(endTime, end) }))
    .filter((row) => row.start < row.end);
  const blocked = difference([{ start, end }], unblocked(instance, window, { start, end }));
  return startRanges(rows, blocked, lessonDuration, instance.startGrid);
};
