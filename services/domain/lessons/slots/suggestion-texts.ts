import { longDayName, dayOfWeekOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatDuration, formatTimeRange } from '@rondo/contracts/calendar/times.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import { detourText } from '../../../platform/maps/drives/detour-text.ts';
import type { Opening } from './slots.ts';

type Offer = {
  readonly start: number;
  readonly duration: number;
  readonly isWishedDay: boolean;
  /** Days after the desired one, negative before; null for a weekly lesson. */
  readonly daysAway: number | null;
};

const dayWords = ({ isWishedDay, daysAway }: Offer): string => {
  if (isWishedDay) return 'Same day';
  if (daysAway === null) return 'Another day';
  const count = Math.abs(daysAway);
  return `${count} ${count === 1 ? 'day' : 'days'} ${daysAway > 0 ? 'later' : 'earlier'}`;
};

/**
 * "Same day, 6 min more driving; 10 min buffer after Ann Lee (until 4:45 PM)": the added driving and the buffers of an offered start.
 */
export const reasonText = (
  { gap: { before, after }, apartBefore, apartAfter, addedDrive }: Opening,
  offer: Offer,
): string => {
  const { start, duration } = offer;
  const detour = detourText(addedDrive, {
    before: before && { title: before.title, at: before.end, buffer: start - before.end - apartBefore },
    after: after && { title: after.title, at: after.start, buffer: after.start - start - duration - apartAfter },
  });
  return `${dayWords(offer)}, ${detour}.`;
};

type Miss = {
  /** The gap with the smallest shortfall, and its day; undefined when nothing is free at all. */
  readonly date: IsoDate | undefined;
  readonly opening: Opening | undefined;
  readonly duration: number;
  readonly isWeekly: boolean;
  /** Whether the teacher has any window on the searched days. */
  readonly hasTime: boolean;
};

/** One sentence explaining why there is no slot: the nearest miss and its shortfall. */
export const missText = ({ date, opening, duration, isWeekly, hasTime }: Miss): string => {
  if (!hasTime) return 'The teacher is not available on these days.';
  if (date === undefined || opening === undefined)
    return 'The teacher and the student have no free time in common on these days.';
  const { gap, there, on, apartBefore, apartAfter, first, last } = opening;
  const day = isWeekly ? `${longDayName(dayOfWeekOf(date))}s` : longDate(date);
  const range = `${day}, ${formatTimeRange(gap.start, gap.end)}`;
  if (first <= last) return `Only the current time, ${range}, is free.`;
  const between = apartBefore + apartAfter - there - on;
  const beside = between === 0 ? '' : ` and ${formatDuration(between)} between lessons`;
  const needs = there + on === 0 ? '' : ` with ${formatDuration(there + on)} of driving${beside}`;
  return `The closest fit: ${range} is ${formatDuration(first - last)} too short for ${formatDuration(duration)}${needs}.`;
};
