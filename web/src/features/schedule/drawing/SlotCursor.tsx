import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatTime } from '@rondo/contracts/calendar/times.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useStable } from '../../../lib/page/stable.ts';
import type { Slot } from './slot.ts';
import { frameAt, shownTimes, type Place } from '../changes/use-dragging.ts';

const half = 30;

const steps: Readonly<Record<string, { days: number; minutes: number }>> = {
  ArrowUp: { days: 0, minutes: -half },
  ArrowDown: { days: 0, minutes: half },
  ArrowLeft: { days: -1, minutes: 0 },
  ArrowRight: { days: 1, minutes: 0 },
};

/** A half hour of the week for the keyboard: arrow keys move it, N or Enter adds an entry there. It is seen while it has the focus. */
export const SlotCursor = (props: {
  readonly monday: IsoDate;
  /** The day on which it begins. */
  readonly first: IsoDate;
  readonly onChoose: (slot: Slot) => void;
}) => {
  const { monday, first, onChoose } = props;
  const [place, setPlace] = useState<Place>({ date: first, start: 15 * 60 });
  const button = useRef<HTMLButtonElement>(null);
  // Only the drawn week knows where its days are.
  const lie = (): void => {
    const own = button.current;
    const frame = frameAt(place, half);
    const origin = own?.offsetParent?.getBoundingClientRect();
    if (!own || !frame || !origin) return;
    own.style.left = `${frame.left - origin.left}px`;
    own.style.top = `${frame.top - origin.top}px`;
    own.style.width = `${frame.width}px`;
    own.style.height = `${frame.height}px`;
  };
  useLayoutEffect(lie);
  const follow = useStable(lie);
  // A narrower window has narrower days: where the last ones were is outside of it.
  useEffect(() => {
    addEventListener('resize', follow);
    return () => removeEventListener('resize', follow);
  }, [follow]);
  const choose = (): void => onChoose({ ...place, minutes: null });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = steps[event.key];
    if (!step && event.key !== 'n') return;
    event.preventDefault();
    event.stopPropagation();
    if (!step) return choose();
    const date = addDays(place.date, step.days);
    const start = place.start + step.minutes;
    const times = shownTimes(date);
    if (date < monday || date > addDays(monday, 6) || !times || start < times.from || start + half > times.to) return;
    setPlace({ date, start });
    button.current?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <button
      ref={button}
      type="button"
      data-slot
      aria-label={`${longDate(place.date)}, ${formatTime(place.start)}. Press N to add an entry, arrow keys for another time.`}
      onFocus={lie}
      onKeyDown={onKeyDown}
      onClick={choose}
      className="pointer-events-none absolute z-6 rounded-block bg-accent-tint/60 opacity-0 focus-visible:opacity-100 max-wide:hidden print:hidden"
    />
  );
};
