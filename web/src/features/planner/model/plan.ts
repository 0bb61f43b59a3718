import type { Report, ReportItem } from '@rondo/contracts/api/planner.ts';
import type { ReportContent } from '@rondo/contracts/events/report-content.ts';
import type { Student } from '@rondo/contracts/api/students.ts';
import {
  daysOfWeek,
  firstOnOrAfter,
  mondayOf,
  shortDayName,
  weekOrder,
  type DayOfWeek,
  type IsoDate,
} from '@rondo/contracts/calendar/dates.ts';
import { formatTimeRange, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { plainDetails } from '@rondo/contracts/lessons/plain-details.ts';
import { isWaiting } from '../../../lib/waiting-plan.ts';
import { fullAddress } from '../../../calendar/days/address.ts';
import type { DayEntry } from '../../../calendar/days/entry.ts';
import { legHome, legsOf, type Home, type Leg } from '../../../calendar/days/legs.ts';

export type PlannedStop = ReportContent['week'][number];
export type ReportDayName = PlannedStop['day'];

/** Monday to Sunday as reports name them. */
export const reportDays: readonly { readonly name: ReportDayName; readonly dayOfWeek: DayOfWeek }[] = weekOrder.map(
  (dayOfWeek) => ({ name: shortDayName(dayOfWeek), dayOfWeek }),
);

const dayOfWeekNamed = (name: ReportDayName): DayOfWeek => daysOfWeek.find((day) => shortDayName(day) === name) ?? 0;

/**
 * The reports that are reviewed together with one: those of its run, and, while it is pending, every other pending plan. At most one per
 * teacher, the opened one first.
 */
export const reviewedWith = (items: readonly ReportItem[], reportId: string): ReportItem[] => {
  const opened = items.find(({ id }) => id === reportId);
  if (!opened) return [];
  const together = items.filter((item) => item.runId === opened.runId || (isWaiting(opened) && isWaiting(item)));
  return [opened, ...together].filter(
    (item, i, all) => all.findIndex(({ teacherId }) => teacherId === item.teacherId) === i,
  );
};

/** The Monday of the first week that has a lesson of the plan. */
export const firstWeekOf = ({ week, startsOn }: Pick<Report, 'week' | 'startsOn'>): IsoDate => {
  const dates = week
    .filter(({ source }) => source === 'optimized')
    .map(({ day }) => firstOnOrAfter(startsOn, dayOfWeekNamed(day)));
  return mondayOf(dates.toSorted()[0] ?? startsOn);
};

/** The lessons and entries of one day of the plan, by start. */
export const stopsOn = ({ week }: Pick<Report, 'week'>, day: ReportDayName): PlannedStop[] =>
  week.filter((stop) => stop.day === day).toSorted((a, b) => a.startTime.localeCompare(b.startTime));

const assumedLength = 60;

/** The interval of a decision's slot, `HH:MM` or `HH:MM-HH:MM`; a single time counts 60 minutes. */
const slotRange = (slot: string): { start: number; end: number } => {
  const [from = '00:00', to] = slot.split('-');
  const start = toMinutes(from);
  return { start, end: to === undefined ? start + assumedLength : toMinutes(to) };
};

/** "Wed 7:15 – 8:00 PM". */
export const slotText = (day: string, slot: string): string => {
  const { start, end } = slotRange(slot);
  return `${day} ${formatTimeRange(start, end)}`;
};

/** What a planned stop is, as days and the snapshot draw it. */
export const kindOf = ({ source, studentId }: Pick<PlannedStop, 'source' | 'studentId'>): DayEntry['kind'] => {
  if (studentId === null) return 'appointment';
  if (source === 'actual') return 'imported';
  return source;
};

/** A planned stop as the day view draws it. */
export const entryOf = (stop: PlannedStop, students: readonly Student[], pending: boolean): DayEntry => {
  const student = students.find(({ id }) => id === stop.studentId);
  return {
    id: stop.lessonId,
    title: stop.title,
    studentId: stop.studentId,
    start: toMinutes(stop.startTime),
    end: toMinutes(stop.endTime),
    kind: kindOf(stop),
    state: pending && stop.source === 'optimized' ? 'pending' : 'current',
    address: stop.address ?? (student ? fullAddress(student) : null),
    details: { ...plainDetails, customAddress: stop.address },
    isStop: stop.driveTime !== null,
    driveTime: stop.driveTime,
    // A plan says it once, for all of its drives.
    driveNotice: null,
    conflict: false,
  };
};

/** The tours of a day: each ends with a drive home. */
const toursOf = (stops: readonly PlannedStop[]): PlannedStop[][] => {
  const tours: PlannedStop[][] = [[]];
  for (const stop of stops) {
    tours.at(-1)?.push(stop);
    if (stop.driveHome !== null) tours.push([]);
  }
  return tours.filter((tour) => tour.length > 0);
};

/** The drives of a planned day, home to home for each of its tours. */
export const plannedLegs = (stops: readonly PlannedStop[], entries: readonly DayEntry[], home: Home | null): Leg[] =>
  toursOf(stops).flatMap((tour) => {
    const own = tour.flatMap((stop) =>
      entries.filter(({ id, start }) => id === stop.lessonId && start === toMinutes(stop.startTime)),
    );
    const last = own.at(-1);
    const wayBack = tour.at(-1)?.driveHome ?? null;
    return [
      ...legsOf(own, home),
      ...(home && last && wayBack !== null ? [legHome(last, { minutes: wayBack, notice: null })] : []),
    ];
  });

/** Students who lose a lesson when the plan is accepted. */
export const losers = ({ unscheduledAnalysis }: Pick<Report, 'unscheduledAnalysis'>): string[] =>
  unscheduledAnalysis.filter(({ hadLesson }) => hadLesson).map(({ studentName }) => studentName);
