import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { datesOfWeek, type IsoDate, addDays, daysBetween, mondayOf } from '@rondo/contracts/calendar/dates.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { useMemo, useEffect, useRef } from 'react';
import { daysOf, emptyDay, homeOf, withWayHome, type Day } from './days/day.ts';
import { stopsOf, type Drive } from './days/legs.ts';
import { useWaysHome } from './queries.ts';
import { useLocation } from 'react-router-dom';
import { dateRange } from '@rondo/contracts/calendar/words.ts';

export const dayOfMonth = (date: IsoDate): number => Number(date.slice(8));

/** "Oct 5 – 11, 2026": a week from Monday to Sunday. */
export const weekRange = (monday: IsoDate): string => dateRange(monday, addDays(monday, 6));

/** "This Week", "Next Week", "Last Week", "3 Weeks Ahead", "2 Weeks Ago". */
export const weekLabel = (monday: IsoDate, today: IsoDate): string => {
  const weeks = daysBetween(mondayOf(today), monday) / 7;
  if (weeks === 0) return 'This Week';
  if (weeks === 1) return 'Next Week';
  if (weeks === -1) return 'Last Week';
  return weeks > 0 ? `${weeks} Weeks Ahead` : `${-weeks} Weeks Ago`;
};

const none: readonly CalendarLesson[] = [];
const nobody: readonly Teacher[] = [];

const withWay = new WeakMap<Day, { readonly way: Drive | null; readonly day: Day }>();

/** The same day for the same drive home, so that a drive that has loaded renders only its own day again. */
const withKnownWay = (day: Day, way: Drive | null): Day => {
  const known = withWay.get(day);
  if (known && known.way?.minutes === way?.minutes && known.way?.notice === way?.notice) return known.day;
  const made = { way, day: withWayHome(day, way) };
  withWay.set(day, made);
  return made.day;
};

/** Some days of each teacher with all their drives, which load one by one. */
export const useDays = (
  dates: readonly IsoDate[],
  rows: readonly CalendarLesson[],
  teachers: readonly Teacher[],
): readonly (readonly Day[])[] => {
  const weeks = useMemo(
    () => teachers.map((teacher) => ({ teacher, days: daysOf(dates, rows, teacher) })),
    [dates, rows, teachers],
  );
  const ends = useMemo(
    () =>
      weeks.flatMap(({ teacher, days }) =>
        days.flatMap(({ entries }) => {
          const last = stopsOf(entries).at(-1);
          return last ? [{ from: last.address, home: homeOf(teacher) }] : [];
        }),
      ),
    [weeks],
  );
  const ways = useWaysHome(ends);
  return useMemo(() => {
    const left = [...ways];
    return weeks.map(({ days }) =>
      days.map((day) => (stopsOf(day.entries).length === 0 ? day : withKnownWay(day, left.shift() ?? null))),
    );
  }, [weeks, ways]);
};

/** The days of a week of each teacher, likewise. */
export const useWeeks = (monday: IsoDate, rows: readonly CalendarLesson[], teachers: readonly Teacher[]) =>
  useDays(
    useMemo(() => datesOfWeek(monday), [monday]),
    rows,
    teachers,
  );

/** The days of a week with all their drives, which load one by one; empty days without a teacher. */
export const useWeek = (
  monday: IsoDate,
  rows: readonly CalendarLesson[] = none,
  teacher: Teacher | null,
): readonly Day[] => {
  const teachers = useMemo(() => (teacher ? [teacher] : nobody), [teacher]);
  const [days] = useWeeks(monday, rows, teachers);
  const empty = useMemo(() => datesOfWeek(monday).map(emptyDay), [monday]);
  return days ?? empty;
};

/** Goes to the weeks before and after. Two quick clicks go two weeks, although the first week that they lead to is still loading. */
export const useWeekSteps = (monday: IsoDate, go: (monday: IsoDate) => void) => {
  const { key } = useLocation();
  const target = useRef({ from: key, monday });
  useEffect(() => {
    target.current = { from: key, monday };
  }, [key, monday]);
  const step = (days: number) => (): void => {
    target.current = { ...target.current, monday: addDays(target.current.monday, days) };
    go(target.current.monday);
  };
  return { before: addDays(monday, -7), after: addDays(monday, 7), goBack: step(-7), goOn: step(7) };
};
