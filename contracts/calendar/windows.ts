import { daysOfWeek, type DayOfWeek } from './dates.ts';
import { union, type Interval } from './intervals.ts';
import { toMinutes, toTimeText } from './times.ts';

/** An interval on one weekday, in minutes after midnight. */
export type DayWindow = Interval & { readonly dayOfWeek: DayOfWeek };

type AvailabilityRow = DayWindow & { readonly enabled: boolean };

/** The intervals of a weekday in which a teacher or student is available: adjacent and overlapping enabled rows are merged. */
export const windowsOn = (rows: readonly AvailabilityRow[], day: DayOfWeek): Interval[] =>
  union(rows.filter((row) => row.enabled && row.dayOfWeek === day));

/** The same for every weekday. */
export const windowsOf = (rows: readonly AvailabilityRow[]): DayWindow[] =>
  daysOfWeek.flatMap((dayOfWeek) => windowsOn(rows, dayOfWeek).map((window) => ({ ...window, dayOfWeek })));

/** A row with text times, as calls and answers have it, in minutes. */
export const inMinutes = <Row extends { readonly startTime: string; readonly endTime: string }>({
  startTime,
  endTime,
  ...row
}: Row): Omit<Row, 'startTime' | 'endTime'> & Interval => ({
  ...row,
  start: toMinutes(startTime),
  end: toMinutes(endTime),
});

/** The inverse: an interval with text times, as calls and answers have it. */
export const inText = ({ start, end }: Interval): { readonly startTime: string; readonly endTime: string } => ({
  startTime: toTimeText(start),
  endTime: toTimeText(end),
});

/** What 'Assign Standard Availability' gives a student: these hours on these days. */
export const standardAvailability = {
  days: [1, 2, 3, 4, 5],
  startTime: '16:00',
  endTime: '21:00',
} as const satisfies { readonly days: readonly DayOfWeek[]; readonly startTime: string; readonly endTime: string };
