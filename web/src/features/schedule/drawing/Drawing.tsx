import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { isIsoDate, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatDuration, formatTimeRange } from '@rondo/contracts/calendar/times.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { useEffectEvent, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { cn } from '../../../ui/cn.ts';
import { onStave, span } from '../../../ui/figures/stave.tsx';
import { daysOf } from '../../../calendar/days/day.ts';
import { stopsOf } from '../../../calendar/days/legs.ts';
import { drawnTime, pressedStart, type Slot } from './slot.ts';

/** The free ground of a day, in the week or in the day's dialog, with its date as an attribute. */
const groundAt = (target: EventTarget | null): { ground: HTMLElement; date: IsoDate } | null => {
  if (!(target instanceof Element) || target.closest('button, a, li > div') !== null) return null;
  const ground = target.closest<HTMLElement>('[data-ground]');
  const date = ground?.dataset['ground'] ?? '';
  return ground && isIsoDate(date) ? { ground, date } : null;
};

const minuteAt = (ground: HTMLElement, y: number): number => {
  const style = getComputedStyle(ground);
  const [from, to] = [Number(style.getPropertyValue('--from')), Number(style.getPropertyValue('--to'))];
  const { top, height } = ground.getBoundingClientRect();
  return from + ((y - top) / height) * (to - from);
};

/** Pixels after which a press becomes a drag. */
const threshold = 5;
/** How long a finger rests, in milliseconds. */
const longPress = 500;

type Drawn = { readonly ground: HTMLElement; readonly slot: Slot };

/** The stops before and after the drawn time, with the time between them. */
const Neighbors = (props: {
  readonly slot: Slot;
  readonly rows: readonly CalendarLesson[];
  readonly teacher: Teacher;
}) => {
  const { slot, rows, teacher } = props;
  const end = slot.start + (slot.minutes ?? 0);
  const stops = stopsOf(daysOf([slot.date], rows, teacher)[0]?.entries ?? []);
  const before = stops.findLast((stop) => stop.end <= slot.start);
  const after = stops.find((stop) => stop.start >= end);
  const ways = [
    ...(before ? [{ from: before.end, to: slot.start, text: `after ${before.title}` }] : []),
    ...(after ? [{ from: end, to: after.start, text: `before ${after.title}` }] : []),
  ];
  // Where less is left, the label would lie on its neighbors.
  return ways
    .filter(({ from, to }) => to - from >= 15)
    .map(({ from, to, text }) => (
      <i
        key={text}
        className={cn(onStave, 'right-1 left-(--lane) border-l border-ink-2 text-small font-small not-italic')}
        style={span(from, to)}
      >
        <span className="absolute top-1/2 left-1.5 max-w-full -translate-y-1/2 truncate rounded-chip bg-raised px-1 text-ink-2">
          {formatDuration(to - from)} {text}
        </span>
      </i>
    ));
};

/** Lets the user press or drag on a free time of the week or the day, with a finger for half a second, to add an entry there. */
export const Drawing = (props: {
  readonly rows: readonly CalendarLesson[];
  readonly teacher: Teacher;
  readonly onDraw: (slot: Slot) => void;
}) => {
  const { rows, teacher } = props;
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const onDraw = useEffectEvent(props.onDraw);

  // Who sees the tools drawn can use them: what listens must not come after the paint.
  useLayoutEffect(() => {
    let pressed: { ground: HTMLElement; date: IsoDate; x: number; y: number; minute: number; touch: boolean } | null =
      null;
    let current: Drawn | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = (): void => {
      clearTimeout(timer);
      pressed = null;
      current = null;
      setDrawn(null);
    };
    const finish = (slot: Slot): void => {
      leave();
      onDraw(slot);
    };
    const onDown = (event: PointerEvent): void => {
      leave();
      const found = event.button === 0 ? groundAt(event.target) : null;
      if (!found) return;
      const touch = event.pointerType === 'touch';
      pressed = { ...found, x: event.clientX, y: event.clientY, minute: minuteAt(found.ground, event.clientY), touch };
      const { date, minute } = pressed;
      if (touch) timer = setTimeout(() => finish({ date, start: pressedStart(minute), minutes: null }), longPress);
    };
    const onMove = (event: PointerEvent): void => {
      if (!pressed) return;
      const far = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > threshold;
      if (!current && !far) return;
      // A finger that moves scrolls.
      if (pressed.touch) return leave();
      event.preventDefault();
      const { ground, date, minute } = pressed;
      current = { ground, slot: { date, ...drawnTime(minute, minuteAt(ground, event.clientY)) } };
      setDrawn(current);
    };
    const onUp = (): void => {
      if (!pressed || pressed.touch) return leave();
      finish(current?.slot ?? { date: pressed.date, start: pressedStart(pressed.minute), minutes: null });
    };
    const onKey = (event: KeyboardEvent): void => {
      if (!current || event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      leave();
    };
    const keepPage = (event: Event): void => {
      // Drawing selects no text, and a resting finger opens no menu of the browser.
      if (pressed) event.preventDefault();
    };
    const controller = new AbortController();
    const { signal } = controller;
    document.addEventListener('pointerdown', onDown, { signal });
    document.addEventListener('pointermove', onMove, { signal });
    document.addEventListener('pointerup', onUp, { signal });
    document.addEventListener('pointercancel', leave, { signal });
    document.addEventListener('selectstart', keepPage, { signal });
    document.addEventListener('contextmenu', keepPage, { signal });
    document.addEventListener('keydown', onKey, { signal, capture: true });
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, []);

  if (!drawn) return null;
  const { ground, slot } = drawn;
  const end = slot.start + (slot.minutes ?? 0);
  return createPortal(
    <div aria-hidden className="pointer-events-none">
      <Neighbors slot={slot} rows={rows} teacher={teacher} />
      <div
        className={cn(
          onStave,
          'right-1 left-(--lane) z-6 overflow-hidden rounded-block border-2 border-accent bg-accent-tint/85 px-1.5 text-small font-strong tabular-nums',
        )}
        style={span(slot.start, end)}
      >
        {formatTimeRange(slot.start, end)}
      </div>
    </div>,
    ground,
  );
};
