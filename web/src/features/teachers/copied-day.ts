import { weekOrder, type DayOfWeek } from '@rondo/contracts/calendar/dates.ts';
import type { Window } from '../../lib/availability.ts';

/** The first day of a week on which somebody is available. */
export const firstDay = (week: readonly Window[]): DayOfWeek | undefined =>
  weekOrder.find((day) => week.some(({ dayOfWeek, enabled }) => enabled && dayOfWeek === day));

/** The week with the windows of its first day on other days, too, instead of theirs. */
export const withFirstDayOn = (week: readonly Window[], days: readonly DayOfWeek[]): Window[] => {
  const first = firstDay(week);
  const own = week.filter(({ dayOfWeek, enabled }) => enabled && dayOfWeek === first);
  return weekOrder.flatMap((day) =>
    first === undefined || day === first || !days.includes(day)
      ? week.filter(({ dayOfWeek }) => dayOfWeek === day)
      : own.map((window) => ({ ...window, dayOfWeek: day })),
  );
};
