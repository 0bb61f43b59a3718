import type { Teacher } from '@rondo/contracts/api/teachers.ts';
import { datesOfWeek, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { assumedDrive } from '@rondo/contracts/calendar/legs.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { useMemo } from 'react';
import { daysOf, emptyDay, homeOf, withWayHome, type Day } from './days/day.ts';
import { stopsOf } from './days/legs.ts';
import { useWaysHome } from './queries.ts';

const none: readonly CalendarLesson[] = [];

const withWay = new WeakMap<Day, { readonly minutes: number | null; readonly day: Day }>();

/** The same day for the same minutes, so that a drive that has loaded renders only its own day again. */
const withKnownWay = (day: Day, minutes: number | null): Day => {
  const known = withWay.get(day);
  if (known?.minutes === minutes) return known.day;
  const made = { minutes, day: withWayHome(day, minutes) };
  withWay.set(day, made);
  return made.day;
};

/** The days of a week with all their drives, which load one by one. */
export const useWeek = (monday: IsoDate, rows: readonly CalendarLesson[] = none, teacher: Teacher | null): Day[] => {
  const days = useMemo(() => {
    const dates = datesOfWeek(monday);
    return teacher ? daysOf(dates, rows, teacher) : dates.map(emptyDay);
  }, [monday, rows, teacher]);
  const lastStops = useMemo(() => days.map(({ entries }) => stopsOf(entries).at(-1)?.address), [days]);
  const origins = useMemo(() => [...new Set(lastStops)].filter((address) => typeof address === 'string'), [lastStops]);
  const home = teacher ? homeOf(teacher) : null;
  const ways = useWaysHome(origins, home);
  const isHome = home !== null;
  return useMemo(() => {
    const minutesFrom = (address: string | null): number | null => {
      if (!isHome) return null;
      return address === null ? assumedDrive : (ways[origins.indexOf(address)] ?? null);
    };
    return days.map((day, i) => {
      const address = lastStops[i];
      return address === undefined ? day : withKnownWay(day, minutesFrom(address));
    });
  }, [days, lastStops, origins, isHome, ways]);
};
