import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { minutesPerDay, type MinuteOfDay } from '@rondo/contracts/calendar/times.ts';

/** A time on a day for a new entry. */
export type Slot = {
  readonly date: IsoDate;
  readonly start: MinuteOfDay;
  /** Null if only the start was chosen: the length is then the usual one. */
  readonly minutes: number | null;
};

/** New entries start and last in steps of this many minutes. */
const step = 15;
const longest = 240;
/** Room for the usual length before midnight. */
const lastStart = minutesPerDay - 60;

const down = (minute: number): number => Math.floor(minute / step) * step;
const up = (minute: number): number => Math.ceil(minute / step) * step;

/** The quarter hour that was pressed. */
export const pressedStart = (minute: number): MinuteOfDay => Math.min(Math.max(0, down(minute)), lastStart);

/** From where the pointer was pressed to where it is: both quarter hours belong to it. */
export const drawnTime = (pressed: number, now: number): { readonly start: MinuteOfDay; readonly minutes: number } => {
  const last = minutesPerDay - step;
  if (now >= pressed) {
    const start = Math.min(Math.max(0, down(pressed)), last - step);
    const end = Math.min(Math.max(start + step, up(now)), start + longest, last);
    return { start, minutes: end - start };
  }
  const end = Math.min(Math.max(step, up(pressed)), last);
  const start = Math.max(0, Math.min(end - step, down(now)), end - longest);
  return { start, minutes: end - start };
};
