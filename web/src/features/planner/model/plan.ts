import type { Report, ReportItem } from '@rondo/contracts/api/planner.ts';
import type { ReportContent } from '@rondo/contracts/events/schedule/report-content.ts';
import {
  daysOfWeek,
  firstOnOrAfter,
  mondayOf,
  shortDayName,
  type DayOfWeek,
  type IsoDate,
} from '@rondo/contracts/calendar/dates.ts';
import { formatTimeRange, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { isWaiting } from '../../../lib/waiting-plan.ts';

export type PlannedStop = ReportContent['week'][number];
export type ReportDayName = PlannedStop['day'];

export const dayOfWeekNamed = (name: ReportDayName): DayOfWeek =>
  daysOfWeek.find((day) => shortDayName(day) === name) ?? 0;

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

/** Students who lose a lesson when the plan is accepted. */
export const losers = ({ unscheduledAnalysis }: Pick<Report, 'unscheduledAnalysis'>): string[] =>
  unscheduledAnalysis.filter(({ hadLesson }) => hadLesson).map(({ studentName }) => studentName);
