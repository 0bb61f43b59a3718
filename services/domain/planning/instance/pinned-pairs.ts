import type { PinnedPair } from '@rondo/contracts/api/planner.ts';
import { shortDayName, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { overlaps } from '@rondo/contracts/calendar/intervals.ts';
import { byStart, spanOf } from '@rondo/contracts/calendar/rows.ts';
import { formatDuration, formatTime, formatTimeRange } from '@rondo/contracts/calendar/times.ts';
import type { WeeklyLesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { RuleBroken } from '../../../platform/kit/errors.ts';
import { staysPinned } from '../../schedule/plan/pins.ts';

type Fixed = {
  readonly startsOn: IsoDate;
  /** Weekly entries that stay where they are; and those among them that are stops of the drive. */
  readonly entries: readonly WeeklyLesson[];
  readonly stops: readonly WeeklyLesson[];
  readonly titleOf: (entry: WeeklyLesson) => string;
  /** Minutes from one stop to the next; null where either place is unknown. */
  readonly driveBetween: (from: WeeklyLesson, to: WeeklyLesson) => number | null;
};

type Neighbors = readonly [WeeklyLesson, WeeklyLesson];

/** Each entry with the one after it on its weekday. */
const neighborsAmong = (entries: readonly WeeklyLesson[]): Neighbors[] =>
  [...Map.groupBy(entries, ({ dayOfWeek }) => dayOfWeek).values()].flatMap((day) => {
    const inOrder = day.toSorted(byStart);
    return inOrder.flatMap((entry, i): Neighbors[] => {
      const next = inOrder[i + 1];
      return next ? [[entry, next]] : [];
    });
  });

const momentOf = ({ dayOfWeek, start }: WeeklyLesson): string => `${shortDayName(dayOfWeek)} ${formatTime(start)}`;

/** "Mon 3:15 – 4:00 PM". */
export const weeklySpan = (entry: WeeklyLesson): string => {
  const { start, end } = spanOf(entry);
  return `${shortDayName(entry.dayOfWeek)} ${formatTimeRange(start, end)}`;
};

/**
 * Neighbors of a day that stay where they are, one of them pinned, although they overlap or lie closer than their drive takes. Time between
 * lessons does not count.
 */
export const pinnedPairs = ({ startsOn, entries, stops, titleOf, driveBetween }: Fixed): PinnedPair[] => {
  const isPinned = (entry: WeeklyLesson): boolean => staysPinned(entry, startsOn);
  const withPin = (pairs: readonly Neighbors[]): Neighbors[] => pairs.filter((pair) => pair.some(isPinned));
  const overlapping = withPin(neighborsAmong(entries)).flatMap((pair): PinnedPair[] => {
    const [first, second] = pair;
    if (!overlaps(spanOf(first), spanOf(second))) return [];
    const [named, other] = isPinned(first) ? [first, second] : [second, first];
    const text =
      `${titleOf(named)} (pinned, ${weeklySpan(named)}) overlaps ` +
      `${titleOf(other)} (${isPinned(other) ? 'pinned, ' : ''}${momentOf(other)}). Unpin one of them.`;
    return [{ lessonIds: [first.lessonId, second.lessonId], text }];
  });
  const titled = (entry: WeeklyLesson): string => `${titleOf(entry)}${isPinned(entry) ? ' (pinned)' : ''}`;
  const tooClose = withPin(neighborsAmong(stops)).flatMap(([first, second]): PinnedPair[] => {
    const { end } = spanOf(first);
    const drive = driveBetween(first, second);
    if (drive === null || overlaps(spanOf(first), spanOf(second)) || second.start - end >= drive) return [];
    const text =
      `${titled(first)} ends ${shortDayName(first.dayOfWeek)} ${formatTime(end)} and ${titled(second)} begins ` +
      `${formatTime(second.start)}, but the drive takes ${formatDuration(drive)}. Unpin one of them.`;
    return [{ lessonIds: [first.lessonId, second.lessonId], text }];
  });
  const placeOf = new Map(
    entries.toSorted((a, b) => a.dayOfWeek - b.dayOfWeek || byStart(a, b)).map(({ lessonId }, i) => [lessonId, i]),
  );
  const order = ({ lessonIds: [first] }: PinnedPair): number => placeOf.get(first) ?? 0;
  return [...overlapping, ...tooClose].toSorted((a, b) => order(a) - order(b));
};

/** @throws RuleBroken naming every pair */
export const refusePairs = (pairs: readonly PinnedPair[]): void => {
  const [first] = pairs;
  if (first) throw new RuleBroken(first.text, { pairs });
};
