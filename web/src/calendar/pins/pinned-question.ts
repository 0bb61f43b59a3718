import { shortDayName, type DayOfWeek } from '@rondo/contracts/calendar/dates.ts';
import { formatTime, toMinutes } from '@rondo/contracts/calendar/times.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { titleOf } from '../days/entry.ts';

/** "Ava's time is pinned. Move it to Tue 4:10 PM? The pin goes along." A pending lesson that is moved leaves its plan. */
export const pinnedQuestion = (row: CalendarLesson, day: DayOfWeek, startTime: string): string => {
  const to = `${shortDayName(day)} ${formatTime(toMinutes(startTime))}`;
  const pin = row.status === 'optimized' ? 'It leaves the plan, and no plan moves it any more.' : 'The pin goes along.';
  return `${row.student?.firstName ?? titleOf(row)}'s time is pinned. Move it to ${to}? ${pin}`;
};
