import { weekOrder } from '@rondo/contracts/calendar/dates.ts';
import type { DayWindow } from '@rondo/contracts/calendar/windows.ts';
import type { Band } from '@rondo/contracts/events/schedule/inquiry.ts';
import type { FitDays } from './fitting.ts';
import { isEverOpen, openingsOn } from './fits.ts';

const hour = 60;
const grid = 5;
const mostBands = 3;

type Hour = Band & { readonly addedDrive: number };

/** The hours of the day in which a lesson could begin with one teacher, whatever hours the family has. */
const hoursWith = ({ days, request, minutes }: FitDays): Hour[] =>
  days.flatMap((day) =>
    openingsOn(day, request, minutes).flatMap((opening) => {
      const hours: Hour[] = [];
      for (let from = Math.floor(opening.first / hour) * hour; from <= opening.last; from += hour) {
        const last = Math.min(opening.last, from + hour - grid);
        for (let start = Math.max(opening.first, from); start <= last; start += grid)
          if (isEverOpen(day, start)) {
            hours.push({ dayOfWeek: day.dayOfWeek, from, to: from + hour, addedDrive: opening.addedDrive });
            break;
          }
      }
      return hours;
    }),
  );

const byDrive = (a: Hour, b: Hour): number => a.addedDrive - b.addedDrive || a.from - b.from;

const isCovered = (hour: Hour, windows: readonly DayWindow[]): boolean =>
  windows.some(({ dayOfWeek, start, end }) => dayOfWeek === hour.dayOfWeek && start <= hour.from && hour.to <= end);

/**
 * At most three hours in which a lesson could begin, each of another weekday: of a weekday the one with the least added driving, of weekdays those
 * with the least. Which hours there are does not depend on when the family is free, so that its hours can ask about no less than a full one.
 * @param windows when the family is free: those that touch are one
 */
export const bandsIn = (teachers: readonly FitDays[], windows: readonly DayWindow[]): Band[] => {
  const hours = teachers.flatMap(hoursWith).filter((one) => isCovered(one, windows));
  const best = weekOrder.flatMap(
    (day) => hours.filter(({ dayOfWeek }) => dayOfWeek === day).toSorted(byDrive)[0] ?? [],
  );
  const chosen = new Set(best.toSorted((a, b) => a.addedDrive - b.addedDrive).slice(0, mostBands));
  return best.filter((one) => chosen.has(one)).map(({ dayOfWeek, from, to }) => ({ dayOfWeek, from, to }));
};
