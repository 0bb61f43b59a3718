import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { startOf, wallClock } from '@rondo/contracts/calendar/zones.ts';

// When families are mailed about an invoice that is to be paid: days from its due date, at nine in the morning by the studio's clock.

const steps = [-3, 3, 10, 30] as const;
const minuteOfDay = 9 * 60;

/** When mail about what is to be paid goes on a day, in epoch milliseconds. */
export const mailedAt = (day: IsoDate, timeZone: string): number => startOf(day, minuteOfDay, timeZone);

/** The last day on which mail about what is to be paid has become due. */
export const lastMailDay = (now: number, timeZone: string): IsoDate => {
  const { date, minute } = wallClock(now, timeZone);
  return minute < minuteOfDay ? addDays(date, -1) : date;
};

type Span = {
  /** Steps of this day and of earlier ones are over; null: none are. */
  readonly after: IsoDate | null;
  readonly upTo: IsoDate;
  /** Steps before this moment never count. */
  readonly since: number;
  readonly timeZone: string;
};

/** The newest step that an invoice has reached on some days, in days from its due date; null: none. */
export const newestStep = (dueDate: IsoDate, { after, upTo, since, timeZone }: Span): number | null => {
  const newest = steps.findLast((step) => addDays(dueDate, step) <= upTo);
  if (newest === undefined) return null;
  const day = addDays(dueDate, newest);
  return (after === null || day > after) && mailedAt(day, timeZone) >= since ? newest : null;
};
