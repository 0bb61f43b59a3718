import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { minutesPerDay, type MinuteOfDay } from '@rondo/contracts/calendar/times.ts';

// Positions in the week, read from the DOM: a day's stave has its date and its axis as attributes.

/** Entries snap to a grid of five minutes. */
export const grid = 5;

export type Place = { readonly date: IsoDate; readonly start: MinuteOfDay };

/** The stave of a day; null if the week does not show it. */
const staveOf = (date: IsoDate): HTMLElement | null => document.querySelector(`[data-stave="${date}"]`);

const scaleOf = (stave: HTMLElement) => {
  const style = getComputedStyle(stave);
  const from = Number(style.getPropertyValue('--from'));
  const to = Number(style.getPropertyValue('--to'));
  const { top, height, left, width } = stave.getBoundingClientRect();
  return { from, to, top, left, width, perMinute: height / (to - from) };
};

const within = (start: MinuteOfDay, duration: number): MinuteOfDay =>
  Math.min(Math.max(0, start), minutesPerDay - grid - duration);

/** The place of an entry whose top edge is at `y` and whose center is at `x`; null outside the week. */
export const placeAt = ({ x, y }: { x: number; y: number }, duration: number): Place | null => {
  const staves = [...document.querySelectorAll<HTMLElement>('[data-stave]')];
  const stave = staves.find((one) => {
    const { left, right } = one.getBoundingClientRect();
    return left <= x && x < right;
  });
  const date = stave?.dataset['stave'];
  if (!stave || date === undefined) return null;
  const { from, top, perMinute } = scaleOf(stave);
  const minute = from + (y - top) / perMinute;
  return { date, start: within(Math.round(minute / grid) * grid, duration) };
};

/** The position of an entry in the window; null if the week does not show its day. */
export const frameAt = ({ date, start }: Place, duration: number) => {
  const stave = staveOf(date);
  if (!stave) return null;
  const { from, top, left, width, perMinute } = scaleOf(stave);
  return { left, width, top: top + (start - from) * perMinute, height: duration * perMinute };
};
