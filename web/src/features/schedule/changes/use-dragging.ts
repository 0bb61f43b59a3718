import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Interval } from '@rondo/contracts/calendar/intervals.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { useEffectEvent, useLayoutEffect, useState } from 'react';
import { toast } from '../../../ui/overlays/toast.tsx';
import type { Target } from '../../../calendar/days/optimistic.ts';
import { minutesPerDay, type MinuteOfDay } from '@rondo/contracts/calendar/times.ts';

// Positions in the week, read from the DOM: a day's stave has its date and its axis as attributes, and its teacher where a day has several.

/** Entries snap to a grid of five minutes. */
const grid = 5;

export type Place = {
  readonly date: IsoDate;
  readonly start: MinuteOfDay;
  /** Whose column it is in, where a day has one for each teacher. */
  readonly teacherId?: string | undefined;
};

const staves = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-stave]')];

const columnOf = (stave: HTMLElement): Pick<Place, 'teacherId'> => ({ teacherId: stave.dataset['teacher'] });

/** The stave of a day; null if the week does not show it. */
const staveOf = ({ date, teacherId }: Omit<Place, 'start'>): HTMLElement | null =>
  staves().find(({ dataset }) => dataset['stave'] === date && dataset['teacher'] === teacherId) ?? null;

const scaleOf = (stave: HTMLElement) => {
  const style = getComputedStyle(stave);
  const from = Number(style.getPropertyValue('--from'));
  const to = Number(style.getPropertyValue('--to'));
  const { top, height, left, width } = stave.getBoundingClientRect();
  return { from, to, top, left, width, perMinute: height / (to - from) };
};

/** The times that the week shows of a day; null if it does not show the day. */
export const shownTimes = (date: IsoDate): { readonly from: MinuteOfDay; readonly to: MinuteOfDay } | null => {
  const stave = staveOf({ date });
  return stave && scaleOf(stave);
};

const within = (start: MinuteOfDay, duration: number): MinuteOfDay =>
  Math.min(Math.max(0, start), minutesPerDay - grid - duration);

/** The place of an entry whose top edge is at `y` and whose center is at `x`; null outside the week. */
const placeAt = ({ x, y }: { x: number; y: number }, duration: number): Place | null => {
  const stave = staves().find((one) => {
    const { left, right } = one.getBoundingClientRect();
    return left <= x && x < right;
  });
  const date = stave?.dataset['stave'];
  if (!stave || date === undefined) return null;
  const { from, top, perMinute } = scaleOf(stave);
  const minute = from + (y - top) / perMinute;
  return { date, start: within(Math.round(minute / grid) * grid, duration), ...columnOf(stave) };
};

/** The position of an entry in the window; null if the week does not show its day. */
export const frameAt = ({ start, ...day }: Place, duration: number) => {
  const stave = staveOf(day);
  if (!stave) return null;
  const { from, top, left, width, perMinute } = scaleOf(stave);
  return { left, width, top: top + (start - from) * perMinute, height: duration * perMinute };
};

/** The position of some minutes of a day in the window, as far as the week shows them; null if it does not. */
export const bandAt = (day: Omit<Place, 'start'>, { start, end }: Interval) => {
  const stave = staveOf(day);
  if (!stave) return null;
  const { from, to } = scaleOf(stave);
  const [first, last] = [Math.max(start, from), Math.min(end, to)];
  return first < last ? frameAt({ ...day, start: first }, last - first) : null;
};

export type Drag = { readonly target: Target; readonly at: Place; readonly by: 'pointer' | 'keys' };

/** Pixels after which a press becomes a drag. */
const threshold = 5;

const entryAt = (target: EventTarget | null) => {
  const note = target instanceof Element ? target.closest<HTMLElement>('[data-entry]') : null;
  const stave = note?.closest<HTMLElement>('[data-stave]');
  const on = stave?.dataset['stave'];
  const id = note?.dataset['entry'];
  return note && stave && on !== undefined && id !== undefined ? { id, on, note, ...columnOf(stave) } : null;
};

const steps: Readonly<Record<string, { days: number; minutes: number }>> = {
  ArrowUp: { days: 0, minutes: -grid },
  ArrowDown: { days: 0, minutes: grid },
  ArrowLeft: { days: -1, minutes: 0 },
  ArrowRight: { days: 1, minutes: 0 },
};

/** The place after a step to the day or column beside it, or to an earlier or later time; null where nothing is beside it. */
const stepped = (
  place: Place,
  { days, minutes }: { days: number; minutes: number },
  duration: number,
): Place | null => {
  const all = staves();
  const beside = all[all.findIndex((one) => one === staveOf(place)) + days];
  const date = beside?.dataset['stave'];
  if (!beside || date === undefined) return null;
  // The week always shows all days; columns may be scrolled away.
  if (place.teacherId !== undefined) beside.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  return { date, start: within(place.start + minutes, duration), ...columnOf(beside) };
};

/** True for entries that can be moved; for the rest a toast says why not. */
const mayMove = ({ source, status }: CalendarLesson): boolean => {
  if (source !== 'actual') return status !== 'cancelled';
  toast({ title: 'This lesson was imported. Move it in the calendar it comes from.', tone: 'neutral' });
  return false;
};

type Dragging = {
  readonly rows: readonly CalendarLesson[];
  readonly onDrop: (target: Target, at: Place) => void;
};

const isSame = (a: Place, b: Place | undefined): boolean =>
  a.date === b?.date && a.start === b.start && a.teacherId === b.teacherId;

/** Lets the user drag the week's entries by pointer, or with Alt and the arrow keys; Enter drops, Escape cancels. */
export const useDragging = ({ rows, onDrop }: Dragging): Drag | null => {
  const [drag, setDrag] = useState<Drag | null>(null);
  // The page may rerender during a drag.
  const rowOf = useEffectEvent((id: string): CalendarLesson | undefined =>
    rows.find(({ lessonId }) => lessonId === id),
  );
  const dropped = useEffectEvent(onDrop);

  // Who sees the tools drawn can use them: what listens must not come after the paint.
  useLayoutEffect(() => {
    let pressed: { target: Target; x: number; y: number; grab: number } | null = null;
    let current: Drag | null = null;
    const show = (next: Drag | null): void => {
      current = next;
      setDrag(next);
    };
    const drop = (): void => {
      const done = current;
      pressed = null;
      show(null);
      if (!done) return;
      const { target, at } = done;
      const column = at.teacherId === undefined ? {} : { teacherId: target.row.teacherId };
      if (!isSame(at, { date: target.on, start: target.row.start, ...column })) dropped(target, at);
    };
    const leave = (): void => {
      pressed = null;
      show(null);
    };
    const onDown = (event: PointerEvent): void => {
      const found = event.button === 0 && event.pointerType !== 'touch' ? entryAt(event.target) : null;
      const row = found && rowOf(found.id);
      if (!found || !row) return;
      const { top } = found.note.getBoundingClientRect();
      pressed = { target: { row, on: found.on }, x: event.clientX, y: event.clientY, grab: event.clientY - top };
    };
    const onMove = (event: PointerEvent): void => {
      if (!pressed) return;
      const far = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > threshold;
      if (!current && !far) return;
      if (!current && !mayMove(pressed.target.row)) return leave();
      event.preventDefault();
      const { target, grab } = pressed;
      const at = placeAt({ x: event.clientX, y: event.clientY - grab }, target.row.duration);
      if (at && !isSame(at, current?.at)) show({ target, at, by: 'pointer' });
    };
    const onUp = (): void => {
      const dragged = current?.by === 'pointer';
      pressed = null;
      if (!dragged) return;
      // The click that ends a drag must not open anything.
      const swallow = (event: MouseEvent): void => {
        event.stopPropagation();
        event.preventDefault();
      };
      window.addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 0);
      drop();
    };
    const onKey = (event: KeyboardEvent): void => {
      if (current && event.key === 'Escape') {
        event.preventDefault();
        return leave();
      }
      if (current?.by === 'keys' && event.key === 'Enter') {
        event.preventDefault();
        return drop();
      }
      const step = event.altKey ? steps[event.key] : undefined;
      const found = step && entryAt(event.target);
      const row = found && rowOf(found.id);
      if (!step || !found || !row) return;
      event.preventDefault();
      if (!current && !mayMove(row)) return;
      const own = { date: found.on, start: row.start, teacherId: found.teacherId };
      const at = stepped(current?.at ?? own, step, row.duration);
      if (at) show({ target: { row, on: found.on }, at, by: 'keys' });
    };
    const onFocusOut = (): void => {
      if (current?.by === 'keys') leave();
    };
    const controller = new AbortController();
    const { signal } = controller;
    document.addEventListener('pointerdown', onDown, { signal });
    document.addEventListener('pointermove', onMove, { signal });
    document.addEventListener('pointerup', onUp, { signal });
    document.addEventListener('pointercancel', leave, { signal });
    document.addEventListener('focusout', onFocusOut, { signal });
    // Runs before the buttons' own Enter.
    document.addEventListener('keydown', onKey, { signal, capture: true });
    return () => controller.abort();
  }, []);

  return drag;
};
