import type { Teacher } from '@rondo/contracts/api/teachers.ts';
import { datesOfWeek, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { useMemo } from 'react';
import { daysOf, emptyDay, homeOf, withWayHome, type Day } from './days/day.ts';
import { stopsOf } from './days/legs.ts';
import { useWaysHome } from './queries.ts';

const none: readonly CalendarLesson[] = [];

/** The days of a week with all their drives, which load one by one. */
export const useWeek = (monday: IsoDate, rows: readonly CalendarLesson[] = none, teacher: Teacher | null): Day[] => {
  const days = useMemo(() => {
    const dates = datesOfWeek(monday);
    return teacher ? daysOf(dates, rows, teacher) : dates.map(emptyDay);
  }, [monday, rows, teacher]);
  const lastStops = days.map(({ entries }) => stopsOf(entries).at(-1));
  const wayHome = useWaysHome(
    lastStops.map((stop) => stop?.address ?? null),
    teacher ? homeOf(teacher) : null,
  );
  return days.map((day, i) => {
    const last = lastStops[i];
    return last ? withWayHome(day, wayHome(last.address)) : day;
  });
};
