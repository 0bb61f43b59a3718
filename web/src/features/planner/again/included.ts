import type { Availability, AvailabilityInput } from '@rondo/contracts/api/availability.ts';
import type { DayOfWeek } from '@rondo/contracts/calendar/dates.ts';

type Time = { readonly dayOfWeek: DayOfWeek; readonly startTime: string; readonly endTime: string };

/**
 * The rows with one time included: a plain row that touches it is extended, so that the day keeps its slots; without one a slot is added.
 * Preferred rows stay as they are.
 */
export const including = (
  rows: readonly Availability[],
  { dayOfWeek, startTime, endTime }: Time,
): AvailabilityInput => {
  const touches = (row: Availability): boolean =>
    row.enabled &&
    !row.isPreferred &&
    row.dayOfWeek === dayOfWeek &&
    row.startTime <= endTime &&
    startTime <= row.endTime;
  const joined = rows.filter(touches).reduce(
    (all, row) => ({
      ...all,
      startTime: row.startTime < all.startTime ? row.startTime : all.startTime,
      endTime: row.endTime > all.endTime ? row.endTime : all.endTime,
    }),
    { dayOfWeek, startTime, endTime, enabled: true, isPreferred: false },
  );
  const others = rows
    .filter((row) => !touches(row))
    .map((row) => ({
      dayOfWeek: row.dayOfWeek,
      startTime: row.startTime,
      endTime: row.endTime,
      enabled: row.enabled,
      isPreferred: row.isPreferred,
    }));
  return [...others, joined];
};
