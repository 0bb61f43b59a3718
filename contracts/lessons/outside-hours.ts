import type { z } from 'zod';
import type { checkConflicts } from '../api/lessons.ts';
import { shortDayName, weekOrder, type DayOfWeek, type IsoDate } from '../calendar/dates.ts';
import type { Interval } from '../calendar/intervals.ts';
import { formatTimeRange } from '../calendar/times.ts';
import { inText, windowsOn, type DayWindow } from '../calendar/windows.ts';

type Hours = readonly (DayWindow & { readonly enabled: boolean; readonly isPreferred: boolean })[];

/** A teacher or a student with the times that were entered for them. */
export type PersonWithHours = {
  readonly whose: 'student' | 'teacher';
  readonly name: string;
  readonly availability: Hours;
};

/** A time that is outside someone's hours, in words and in figures. */
export type OutsideHours = z.infer<typeof checkConflicts.response>['outsideHours'][number];

/** A student without any hours is not known to be busy; a teacher without any does not teach. */
const areKnown = ({ whose, availability }: PersonWithHours): boolean =>
  whose === 'teacher' || availability.some(({ enabled }) => enabled);

export const isOutsideHours = (availability: Hours, day: DayOfWeek, { start, end }: Interval): boolean =>
  !windowsOn(availability, day).some((window) => window.start <= start && end <= window.end);

const rangesOn = (availability: Hours, day: DayOfWeek): string =>
  windowsOn(availability, day)
    .map(({ start, end }) => formatTimeRange(start, end))
    .join(' and ');

/** "Tue and Thu, 3:00 – 6:00 PM; Sat, 9:00 – 11:00 AM": days with the same hours stand together. */
const weekWords = (availability: Hours): string => {
  const days = weekOrder.filter((day) => windowsOn(availability, day).length > 0);
  const groups = Map.groupBy(days, (day) => rangesOn(availability, day));
  return [...groups]
    .map(([ranges, same]) => {
      const names = same.map(shortDayName);
      const last = names.pop() ?? '';
      return `${names.length === 0 ? last : `${names.join(', ')} and ${last}`}, ${ranges}`;
    })
    .join('; ');
};

const textOf = ({ whose, name, availability }: PersonWithHours, day: DayOfWeek): string => {
  if (whose === 'student') return `${name}'s family is free ${weekWords(availability)}.`;
  const ranges = rangesOn(availability, day);
  return `Outside ${name.split(' ')[0]}'s hours: ${ranges === '' ? `none on ${shortDayName(day)}` : `${shortDayName(day)} ${ranges}`}.`;
};

/** Whose hours do not cover a time: of one date, or with `date` null of every week. */
export const outsideHours = (
  people: readonly PersonWithHours[],
  { dayOfWeek, date, ...span }: DayWindow & { readonly date: IsoDate | null },
): OutsideHours[] =>
  people
    .filter((person) => areKnown(person) && isOutsideHours(person.availability, dayOfWeek, span))
    .map((person) => ({
      whose: person.whose,
      name: person.name,
      dates: date === null ? [] : [date],
      hours: person.availability
        .filter((row) => row.enabled && row.dayOfWeek === dayOfWeek)
        .toSorted((a, b) => a.start - b.start || a.end - b.end)
        .map((row) => ({ ...inText(row), isPreferred: row.isPreferred })),
      text: textOf(person, dayOfWeek),
    }));
