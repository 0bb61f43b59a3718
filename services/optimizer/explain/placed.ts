import { shortDayName } from '@rondo/contracts/calendar/dates.ts';
import { formatDuration, formatTime } from '@rondo/contracts/calendar/times.ts';
import { at } from '../arrays.ts';
import type { WeeklyWindow } from '../week/instance.ts';
import { addedDrive } from '../week/week.ts';
import { nameOf, sayMoment, sayWindow } from '../week/wording.ts';
import { alternativesFor, type Alternative } from './alternatives.ts';
import { roomyWindows, sharedWindows, weeklyMinutes } from './overlap.ts';
import { nameOfNode, studentOf, type Plan, type Stop, type Tour } from './plan.ts';

/** Why a student has this lesson. */
export type Placed = WeeklyWindow & {
  readonly studentId: string;
  /** Index of the teacher's window; null for a fixed lesson outside every window. */
  readonly tour: number | null;
  readonly fixed: boolean;
  readonly preferred: boolean;
  /** Minutes of driving from the day's stop before, home for the first. */
  readonly driveMinutes: number;
  /** Minutes by which the day's driving would decrease without this lesson. The drive goes from stop to stop, also between two windows. */
  readonly marginalDrive: number;
  /** Minutes a week in which student and teacher are both available. */
  readonly flexibilityMinutes: number;
  /** One to three sentences, each verified by computation. */
  readonly reason: string;
  /** Other places and their cost, cheapest first. */
  readonly alternatives: readonly Alternative[];
};

export const explainPlaced = (plan: Plan): Placed[] => [
  ...plan.tours.flatMap((tour) => tour.stops.map((_, position) => explainStop(plan, tour, position))),
  ...plan.problem.fixedOutside.map((node) => explainOutside(plan, node)),
];

const explainStop = (plan: Plan, tour: Tour, position: number): Placed => {
  const { problem } = plan;
  const stop = tour.stops[position];
  if (!stop) throw new Error(`Tour ${tour.index} has no stop ${position}.`);
  const [before, after] = neighboursOf(plan, tour, stop);
  const student = studentOf(plan, stop.node);
  const { dayOfWeek } = tour.window;
  const fixed = at(problem.fixedTour, stop.node) >= 0;
  const preferred = student.availability.some(
    (row) => row.isPreferred && row.dayOfWeek === dayOfWeek && row.startTime <= stop.start && stop.end <= row.endTime,
  );
  const alternatives = fixed ? [] : alternativesFor(plan, stop);
  const marginalDrive = addedDrive(problem, before?.node ?? 0, stop.node, after?.node ?? 0);
  return {
    studentId: student.id,
    tour: tour.index,
    dayOfWeek,
    startTime: stop.start,
    endTime: stop.end,
    fixed,
    preferred,
    driveMinutes: at(problem.drive, (before?.node ?? 0) * problem.nodes + stop.node),
    marginalDrive,
    flexibilityMinutes: weeklyMinutes(sharedWindows(plan.instance, student)),
    reason: [
      ...(fixed ? ['Fixed lesson.'] : []),
      ...(preferred ? ['Preferred slot.'] : []),
      ...(fixed ? [] : sayOnlyRoom(plan, stop)),
      saySibling(plan, stop, before, after) ??
        `${sayNeighbours(plan, tour, before, after)}, ${sayMarginal(marginalDrive)}.`,
      ...(fixed ? [] : sayAlternative(plan, alternatives)),
    ].join(' '),
    alternatives,
  };
};

/** The stops before and after one on its day, whichever of the teacher's windows they are in. */
const neighboursOf = (plan: Plan, { window }: Tour, stop: Stop): [Stop | undefined, Stop | undefined] => {
  const day = plan.tours
    .filter((tour) => tour.window.dayOfWeek === window.dayOfWeek)
    .toSorted((a, b) => a.window.startTime - b.window.startTime)
    .flatMap(({ stops }) => stops);
  const position = day.indexOf(stop);
  return [day[position - 1], day[position + 1]];
};

const explainOutside = (plan: Plan, node: number): Placed => {
  const student = studentOf(plan, node);
  const lesson = plan.lessons.find(({ studentId }) => studentId === student.id);
  const startTime = lesson?.startTime ?? 0;
  return {
    studentId: student.id,
    tour: null,
    dayOfWeek: lesson?.dayOfWeek ?? 0,
    startTime,
    endTime: startTime + student.lessonDuration,
    fixed: true,
    preferred: false,
    driveMinutes: 0,
    marginalDrive: 0,
    flexibilityMinutes: weeklyMinutes(sharedWindows(plan.instance, student)),
    reason: "Fixed lesson outside the teacher's windows: its time is kept free, and no drive is planned.",
    alternatives: [],
  };
};

/** "Only Wed after 7:00 PM is free in both calendars." when there is only one interval for the lesson. */
const sayOnlyRoom = ({ instance }: Plan, stop: Stop): string[] => {
  const student = studentOf({ instance }, stop.node);
  const [room, another] = roomyWindows(instance, student);
  if (!room || another) return [];
  const whole = sharedWindows(instance, student).length === 1;
  const windows = instance.teacher.availability.filter(({ dayOfWeek }) => dayOfWeek === room.dayOfWeek);
  const isFirst = windows.every(({ startTime }) => startTime >= room.startTime);
  const isLast = windows.every(({ endTime }) => endTime <= room.endTime);
  const day = shortDayName(room.dayOfWeek);
  const when =
    isFirst && isLast
      ? day
      : isLast
        ? `${day} after ${formatTime(room.startTime)}`
        : isFirst
          ? `${day} before ${formatTime(room.endTime)}`
          : sayWindow(room);
  return [`Only ${when} is ${whole ? 'free' : 'free for long enough'} in both calendars.`];
};

const saySibling = (plan: Plan, stop: Stop, before: Stop | undefined, after: Stop | undefined): string | undefined => {
  const sibling = [before, after].find((other) => other && areAtOneAddress(plan, stop.node, other.node));
  return sibling && `Same address as ${nameOf(plan.names, sibling.studentId)}: one drive for both.`;
};

/** True if there is no drive either way, and no coordinates that contradict it. */
const areAtOneAddress = (plan: Plan, a: number, b: number): boolean => {
  const { drive, nodes } = plan.problem;
  const [one, other] = [studentOf(plan, a), studentOf(plan, b)];
  const samePlace = one.lat === other.lat && one.lng === other.lng;
  const unknown = typeof one.lat !== 'number' || typeof other.lat !== 'number';
  return at(drive, a * nodes + b) === 0 && at(drive, b * nodes + a) === 0 && (samePlace || unknown);
};

const sayNeighbours = (plan: Plan, { window }: Tour, before: Stop | undefined, after: Stop | undefined): string => {
  const day = shortDayName(window.dayOfWeek);
  if (before && after) return `Between ${nameOfNode(plan, before.node)} and ${nameOfNode(plan, after.node)}`;
  if (after) return `First on ${day}, before ${nameOfNode(plan, after.node)}`;
  return before ? `Last on ${day}, after ${nameOfNode(plan, before.node)}` : `The only lesson on ${day}`;
};

const sayMarginal = (minutes: number): string => {
  if (minutes === 0) return 'adds no driving';
  return minutes > 0 ? `adds ${formatDuration(minutes)}` : `saves ${formatDuration(-minutes)}`;
};

const sayAlternative = (plan: Plan, alternatives: readonly Alternative[]): string[] => {
  const [next] = alternatives;
  if (!next) return ['No other time in the week fits around the other lessons.'];
  const moment = sayMoment(next.dayOfWeek, next.startTime);
  if (next.pushesOut !== null)
    return [
      `Nothing else fits around the other lessons; ${moment} would leave no room for ${nameOf(plan.names, next.pushesOut)}.`,
    ];
  const costs = [...sayPreferredChange(next.addedPreferred), ...sayDriveChange(next.addedDrive)];
  return [`${moment} would ${costs.length === 0 ? 'work just as well' : costs.join(' and ')}.`];
};

const sayPreferredChange = (slots: number): string[] => {
  const many = Math.abs(slots) === 1 ? 'a preferred slot' : `${Math.abs(slots)} preferred slots`;
  return slots === 0 ? [] : [`${slots < 0 ? 'lose' : 'gain'} ${many}`];
};

const sayDriveChange = (minutes: number): string[] => {
  if (minutes === 0) return [];
  return [minutes > 0 ? `add ${formatDuration(minutes)} more` : `save ${formatDuration(-minutes)}`];
};
