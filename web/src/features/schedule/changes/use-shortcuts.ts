import { addDays, mondayOf } from '@rondo/contracts/calendar/dates.ts';
import { useLayoutEffect } from 'react';
import type { Now } from '../../../calendar/now.ts';
import type { ScheduleAddress } from '../address.ts';

type ShortcutsProps = {
  readonly address: ScheduleAddress;
  readonly now: Now;
  readonly go: (change: Partial<ScheduleAddress>, options?: { readonly replace?: boolean }) => void;
};

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Keys belong to an open list or menu. */
const isInList = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role=menu], [role=listbox], [role=radiogroup]') !== null;

/** Where a key leads; null for keys without a meaning here. */
const placeFor = (
  key: string,
  { monday, day, open }: ScheduleAddress,
  today: string,
): Partial<ScheduleAddress> | null => {
  if (open !== null) return null;
  if (/^[1-7]$/.test(key)) return { day: addDays(monday, Number(key) - 1) };
  if (key === 'n') return { open: { ask: 'new', lessonId: null, on: day } };
  if (key === '?') return { open: { ask: 'keys', lessonId: null, on: null } };
  if (key === 't') return day === null ? { monday: mondayOf(today) } : { day: today };
  if (day !== null) return null;
  if (key === 'j') return { monday: addDays(monday, 7) };
  return key === 'k' ? { monday: addDays(monday, -7) } : null;
};

/** The keyboard shortcuts of the schedule, active as soon as it is shown. */
export const useShortcuts = ({ address, now, go }: ShortcutsProps): void => {
  // Runs in the same commit that shows a week: a key must never act on the week before it.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isTyping(event.target)) return;
      if (event.ctrlKey || event.metaKey || event.altKey || isInList(event.target)) return;
      const place = placeFor(event.key, address, now.today);
      if (!place) return;
      event.preventDefault();
      go(place);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [address, now.today, go]);
};
