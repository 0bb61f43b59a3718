import { isIsoDate, mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { takeOpening } from './opening.ts';

/** What of the schedule's state is in its address: `/schedule?week=2026-11-23&teacher=ID&day=2026-11-24`. */
export type ScheduleAddress = {
  /** The shown week's Monday. */
  readonly monday: IsoDate;
  readonly teacherId: string | null;
  /** The day whose dialog is open. */
  readonly day: IsoDate | null;
};

const dateOf = (text: string | null): IsoDate | null => (text !== null && isIsoDate(text) ? text : null);

/** Reads an address; what is no date counts as not given. An open day decides the week, then `week`, then today. */
export const addressOf = (search: URLSearchParams, today: IsoDate): ScheduleAddress => {
  const day = dateOf(search.get('day'));
  return {
    monday: mondayOf(day ?? dateOf(search.get('week')) ?? today),
    teacherId: search.get('teacher'),
    day,
  };
};

/** The search text of an address. */
export const searchOf = ({ monday, teacherId, day }: ScheduleAddress): string =>
  new URLSearchParams({
    week: monday,
    ...(teacherId === null ? {} : { teacher: teacherId }),
    ...(day === null ? {} : { day }),
  }).toString();

/** The schedule's address and a way to change parts of it. */
export const useScheduleAddress = (today: IsoDate) => {
  const [search, setSearch] = useSearchParams();
  const address = addressOf(search, today);
  const go = (change: Partial<ScheduleAddress>, options: { readonly replace?: boolean } = {}): void => {
    const next = { ...address, ...change };
    setSearch(searchOf({ ...next, monday: mondayOf(next.day ?? next.monday) }), {
      replace: options.replace ?? false,
      preventScrollReset: true,
    });
  };
  const openedBare = !search.has('week') && !search.has('day');
  useEffect(() => {
    const opening = openedBare ? takeOpening() : null;
    if (opening) setSearch(searchOf({ ...opening, day: null }), { replace: true });
    // Once, when the calendar is opened.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return { address, go };
};
