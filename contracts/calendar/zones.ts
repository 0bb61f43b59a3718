import { Temporal } from 'temporal-polyfill';
import type { IsoDate } from './dates.ts';
import type { MinuteOfDay } from './times.ts';

/** True for an IANA time zone that this machine knows. */
export const isTimeZone = (name: string): boolean => {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
};

/** The time zone of the machine this runs on. */
export const localTimeZone = (): string => Temporal.Now.timeZoneId();

/** What the studio's wall clock shows at an instant given in epoch milliseconds. */
export const wallClock = (epochMilliseconds: number, timeZone: string): { date: IsoDate; minute: MinuteOfDay } => {
  const zoned = Temporal.Instant.fromEpochMilliseconds(epochMilliseconds).toZonedDateTimeISO(timeZone);
  return { date: zoned.toPlainDate().toString(), minute: zoned.hour * 60 + zoned.minute };
};

/** The instant at which a wall clock shows a date and minute, in epoch milliseconds; in a gap of daylight saving, the later one. */
export const startOf = (date: IsoDate, minute: MinuteOfDay, timeZone: string): number =>
  Temporal.PlainDate.from(date).toZonedDateTime({
    timeZone,
    plainTime: Temporal.PlainTime.from({ hour: Math.floor(minute / 60), minute: minute % 60 }),
  }).epochMilliseconds;
