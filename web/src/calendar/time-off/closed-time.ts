import type { Closure } from '@rondo/contracts/api/studio/closures.ts';
import { datesOfWeek, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Interval } from '@rondo/contracts/calendar/intervals.ts';
import { formatTime, formatTimeRange, minutesPerDay, toMinutes } from '@rondo/contracts/calendar/times.ts';
import type { Day } from '../days/day.ts';
import type { DayEntry } from '../days/entry.ts';

/** A part of a teacher's day, or all of it, that a closure closes. */
export type ClosedHours = Interval & { readonly closureId: string; readonly label: string };

const kindNames = { holiday: 'Holiday', away: 'Away', sick: 'Sick', weather: 'Weather' } as const;

/** What families read, or else why the days are closed. */
export const closureName = ({ reason, kind }: Pick<Closure, 'reason' | 'kind'>): string => reason ?? kindNames[kind];

export const concernsTeacher = ({ teacherIds }: Pick<Closure, 'teacherIds'>, teacherId: string): boolean =>
  teacherIds === null || teacherIds.includes(teacherId);

const isWhole = ({ start, end }: Interval): boolean => start === 0 && end === minutesPerDay;

/** "Ice storm", "Until 5:00 PM": beside other days, the end of one says more than its reason. */
const wordsOf = (closure: Closure, { start, end }: Interval): string => {
  if (isWhole({ start, end })) return closureName(closure);
  if (start === 0) return `Until ${formatTime(end)}`;
  return end === minutesPerDay ? `From ${formatTime(start)}` : formatTimeRange(start, end);
};

/** The closed time of a teacher's day, in the order of the closures. */
export const closedHoursOn = (closures: readonly Closure[], teacherId: string, date: IsoDate): ClosedHours[] =>
  closures.flatMap((closure) => {
    const { from, to, fromTime, toTime } = closure;
    if (date < from || date > to || !concernsTeacher(closure, teacherId)) return [];
    const hours = {
      start: date === from && fromTime !== null ? toMinutes(fromTime) : 0,
      end: date === to && toTime !== null ? toMinutes(toTime) : minutesPerDay,
    };
    return { ...hours, closureId: closure.id, label: wordsOf(closure, hours) };
  });

/** The closed time of a week, by date; only of the days that have some. */
export const closedWeek = (
  closures: readonly Closure[],
  teacherId: string,
  monday: IsoDate,
): ReadonlyMap<IsoDate, readonly ClosedHours[]> =>
  new Map(
    datesOfWeek(monday).flatMap((date) => {
      const hours = closedHoursOn(closures, teacherId, date);
      return hours.length === 0 ? [] : [[date, hours] as const];
    }),
  );

/** Whether a week has closed days, and no other day in it has a lesson or hours to teach in. */
export const isClosedThroughout = (
  days: readonly Pick<Day, 'date' | 'lessons' | 'windows'>[],
  closed: ReadonlyMap<IsoDate, readonly ClosedHours[]>,
): boolean =>
  closed.size > 0 &&
  days.every(
    ({ date, lessons, windows }) => lessons === 0 && (windows.length === 0 || closed.get(date)?.some(isWhole) === true),
  );

/** True for an entry that takes place in closed time all the same. */
export const isKeptIn = (closed: readonly ClosedHours[], { keptIn }: Pick<DayEntry, 'keptIn'>): boolean =>
  closed.some(({ closureId }) => keptIn?.includes(closureId) === true);

/** "Ice storm, 1 kept". */
export const captionOf = (hours: ClosedHours, entries: Day['entries']): string => {
  const { label } = hours;
  const staying = entries.filter((entry) => entry.state === 'current' && isKeptIn([hours], entry)).length;
  return staying === 0 ? label : `${label}, ${staying}\u00a0kept`;
};
