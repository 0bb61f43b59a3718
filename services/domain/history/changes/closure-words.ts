import { formatTime, formatTimeRange } from '@rondo/contracts/calendar/times.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import type { ClosureChange, DaysTold } from './told-closures.ts';

export const listed = (parts: readonly string[]): string =>
  parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : (parts[0] ?? '');

/** "from Monday, December 21, to Sunday, January 3", "on Tuesday, December 8, 2:00 – 4:00 PM". */
const span = ({ from, to, fromTime, toTime }: DaysTold): string => {
  if (from === to) {
    if (fromTime !== null && toTime !== null) return `on ${longDate(from)}, ${formatTimeRange(fromTime, toTime)}`;
    if (fromTime !== null) return `on ${longDate(from)} from ${formatTime(fromTime)}`;
    return toTime === null ? `on ${longDate(from)}` : `on ${longDate(from)} until ${formatTime(toTime)}`;
  }
  const begin = fromTime === null ? longDate(from) : `${longDate(from)}, ${formatTime(fromTime)}`;
  const end = toTime === null ? longDate(to) : `${longDate(to)}, ${formatTime(toTime)}`;
  return `from ${begin}, to ${end}`;
};

/**
 * "No lessons from Monday, December 21, to Sunday, January 3 (Winter break)." The same for all students of a family.
 * @param students their names, where others of the family may have lessons then; null: it is for all of them
 */
export const closureSentence = (
  { kind, days, reason }: Pick<ClosureChange, 'kind' | 'days' | 'reason'>,
  students: readonly string[] | null = null,
): string => {
  const lessons = students === null ? 'essons' : `essons for ${listed(students)}`;
  const spans = listed(days.map(span));
  const why = reason === null ? '' : ` (${reason})`;
  return kind === 'cancelled' ? `No l${lessons} ${spans}${why}.` : `L${lessons} ${spans} take place after all${why}.`;
};

type Next = { readonly student: string; readonly date: string; readonly start: number };

/** "Theo’s next lesson is on Monday, January 4, at 4:15 PM.": those of one day in one sentence. */
export const nextSentences = (nexts: readonly Next[]): string[] =>
  [
    ...Map.groupBy(
      nexts.toSorted((a, b) => a.start - b.start),
      ({ date }) => date,
    ),
  ]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([date, lessons]) => {
      const whose = listed([...new Set(lessons.map(({ student }) => `${student}’s`))]);
      const times = listed([...new Set(lessons.map(({ start }) => formatTime(start)))]);
      const [are, them] = lessons.length > 1 ? ['are', 'lessons'] : ['is', 'lesson'];
      return `${whose} next ${them} ${are} on ${longDate(date)}, at ${times}.`;
    });
