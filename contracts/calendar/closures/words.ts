import { monthAndDay, shortDate } from '../words.ts';
import { formatTime, formatTimeRange } from '../times.ts';
import type { ClosedTime } from './closures.ts';

type Days = Pick<ClosedTime, 'from' | 'to' | 'fromTime' | 'toTime'>;

/** "Thu, Nov 26", "Thu, Nov 26 – Fri, Nov 27", with times where a part of a day is closed. */
export const closedDays = ({ from, to, fromTime, toTime }: Days): string => {
  if (from === to) {
    const day = shortDate(from);
    if (fromTime !== null && toTime !== null) return `${day}, ${formatTimeRange(fromTime, toTime)}`;
    if (fromTime !== null) return `${day}, from ${formatTime(fromTime)}`;
    return toTime === null ? day : `${day}, until ${formatTime(toTime)}`;
  }
  const begin = fromTime === null ? shortDate(from) : `${shortDate(from)}, ${formatTime(fromTime)}`;
  const end = toTime === null ? shortDate(to) : `${shortDate(to)}, ${formatTime(toTime)}`;
  return `${begin} – ${end}`;
};

/** "Thanksgiving, Thu, Nov 26 – Fri, Nov 27". */
export const closureInWords = ({ reason, ...days }: Days & Pick<ClosedTime, 'reason'>): string =>
  reason === null ? closedDays(days) : `${reason}, ${closedDays(days)}`;

/** "Dec 21 – Jan 3 (Winter break)". */
export const closureInBrief = ({ from, to, reason }: Pick<ClosedTime, 'from' | 'to' | 'reason'>): string => {
  const days = from === to ? monthAndDay(from) : `${monthAndDay(from)} – ${monthAndDay(to)}`;
  return reason === null ? days : `${days} (${reason})`;
};
