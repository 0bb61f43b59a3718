import { isIsoDate, mondayOf, type IsoDate, addDays } from '@rondo/contracts/calendar/dates.ts';
import { useEffect, useLayoutEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { takeOpening, visitedWeek, visitWeek } from '../../calendar/opening.ts';
import type { Now } from '../../calendar/now.ts';

const asks = [
  'new',
  'edit',
  'cancel',
  'restore',
  'move',
  'give',
  'taken',
  'delete',
  'history',
  'note',
  'pin',
  'keys',
  'close',
  'sick',
] as const;
export type Ask = (typeof asks)[number];

export type OpenDialog = {
  readonly ask: Ask;
  /** Of time off that is changed: its id. */
  readonly lessonId: string | null;
  /** The date of that row that the user opened. */
  readonly on: IsoDate | null;
  /** Where it was dropped: `2026-11-25T16:00`, and in whose column if that is another teacher's: `2026-11-25T16:00/ID`. */
  readonly to?: string;
  /** Of a new entry: its length, if it was drawn. */
  readonly minutes?: number;
};

/** The part of the schedule's state that is in the URL: `/schedule?week=2026-11-23&teacher=ID&day=2026-11-24&selected=ID&open=edit&lesson=ID&on=2026-11-24`. */
export type ScheduleAddress = {
  readonly monday: IsoDate;
  /** Several, with commas, or `everyTeacher`: their days are side by side. */
  readonly teacherId: string | null;
  readonly day: IsoDate | null;
  /** The id of the selected entry: the week has its card open, a day shows its actions. */
  readonly selected: string | null;
  readonly open: OpenDialog | null;
};

const dateOf = (text: string | null): IsoDate | null => (text !== null && isIsoDate(text) ? text : null);

const openIn = (search: URLSearchParams): OpenDialog | null => {
  const ask = asks.find((known) => known === search.get('open'));
  if (ask === undefined) return null;
  const to = search.get('to');
  const minutes = Number(search.get('minutes'));
  return {
    ask,
    lessonId: search.get('lesson'),
    on: dateOf(search.get('on')),
    ...(to === null ? {} : { to }),
    ...(Number.isInteger(minutes) && minutes > 0 ? { minutes } : {}),
  };
};

/** Parses a URL; ignores invalid dates. An open day determines the week, then `week`, then the week visited before, then today. */
export const addressOf = (search: URLSearchParams, today: IsoDate): ScheduleAddress => {
  const day = dateOf(search.get('day'));
  return {
    monday: mondayOf(day ?? dateOf(search.get('week')) ?? visitedWeek() ?? today),
    teacherId: search.get('teacher'),
    day,
    selected: search.get('selected'),
    open: openIn(search),
  };
};

const withoutEmpty = (values: Readonly<Record<string, string | null | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])));

export const searchOf = ({ monday, teacherId, day, selected, open }: ScheduleAddress): string =>
  new URLSearchParams(
    withoutEmpty({
      week: monday,
      teacher: teacherId,
      day,
      selected,
      open: open?.ask,
      lesson: open?.lessonId,
      on: open?.on,
      to: open?.to,
      minutes: open?.minutes?.toString(),
    }),
  ).toString();

export const useScheduleAddress = (today: IsoDate) => {
  const [search, setSearch] = useSearchParams();
  const address = addressOf(search, today);
  const go = (change: Partial<ScheduleAddress>, options: { readonly replace?: boolean } = {}): void =>
    setSearch(
      (now) => {
        // Another week, day or teacher has other entries.
        const deselected = change.open === undefined ? { selected: null } : {};
        const next = { ...addressOf(now, today), ...deselected, ...change };
        return searchOf({ ...next, monday: mondayOf(next.day ?? next.monday) });
      },
      { replace: options.replace ?? false, preventScrollReset: true },
    );
  const openedBare = !search.has('week') && !search.has('day');
  useEffect(() => {
    if (!openedBare) visitWeek(address.monday);
  }, [openedBare, address.monday]);
  useEffect(() => {
    const opening = openedBare ? takeOpening() : null;
    if (opening) setSearch(searchOf({ ...opening, day: null, selected: null, open: null }), { replace: true });
    // Only once, when the calendar opens.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return { address, go };
};

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
