import {
  addDays,
  dayOfWeekOf,
  daysBetween,
  earlierOf,
  laterOf,
  type IsoDate,
} from '@rondo/contracts/calendar/dates.ts';
import { formatTime, toTimeText } from '@rondo/contracts/calendar/times.ts';
import { isWeekly, type Lesson } from '@rondo/contracts/events/lesson.ts';
import { conflictsAmong } from './if-free.ts';
import { apart, slotsOf, type Slot } from './slots.ts';
import type { Surroundings } from './surroundings.ts';

const most = 5;
const minutesOfDay = 1440;

type Candidate = { readonly date: IsoDate; readonly slot: Slot };

const eachDay = (from: IsoDate, to: IsoDate): IsoDate[] =>
  from > to ? [] : Array.from({ length: daysBetween(from, to) + 1 }, (_, i) => addDays(from, i));

/** The days on which a slot is looked for; a weekly one needs each weekday once. */
const daysIn = (wanted: Lesson, from: IsoDate, to: IsoDate): IsoDate[] =>
  isWeekly(wanted)
    ? eachDay(
        laterOf(from, wanted.validFrom),
        earlierOf(addDays(laterOf(from, wanted.validFrom), 6), laterOf(to, wanted.validFrom)),
      )
    : eachDay(from, to);

/** The day that was wished for; of a weekly lesson its weekday among the days looked at. */
const isWishedDay = (wanted: Lesson, date: IsoDate): boolean =>
  isWeekly(wanted) ? dayOfWeekOf(date) === wanted.dayOfWeek : date === wanted.date;

/** Minutes between what was wished for and what is offered. */
const distance = (wanted: Lesson, { date, slot }: Candidate): number => {
  const days = isWishedDay(wanted, date) || wanted.date === null ? 0 : Math.abs(daysBetween(wanted.date, date));
  return days * minutesOfDay + Math.abs(slot.start - wanted.start);
};

const dayWords = (wanted: Lesson, date: IsoDate): string => {
  if (isWishedDay(wanted, date)) return 'The same day';
  if (wanted.date === null) return 'Another day';
  const days = daysBetween(wanted.date, date);
  const count = `${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'}`;
  return days > 0 ? `${count} later` : `${count} earlier`;
};

const reasonFor = (wanted: Lesson, { date, slot: { addedDrive, before, after } }: Candidate): string => {
  const drive = addedDrive === 0 ? 'no more driving' : `${addedDrive} min more driving`;
  if (before) return `${dayWords(wanted, date)}, ${drive}, after ${before.title} (until ${formatTime(before.end)}).`;
  if (after) return `${dayWords(wanted, date)}, ${drive}, before ${after.title} (from ${formatTime(after.start)}).`;
  return `${dayWords(wanted, date)}, ${drive}; nothing else stands on that day.`;
};

/** A weekly slot must be free in each of its weeks, not only in the first. */
const isFree = (wanted: Lesson, { date, slot: { start } }: Candidate, { rows, busy }: Surroundings): boolean => {
  const there: Lesson = isWeekly(wanted)
    ? { ...wanted, dayOfWeek: dayOfWeekOf(date), start, validFrom: date, skips: [] }
    : { ...wanted, date, dayOfWeek: dayOfWeekOf(date), start };
  return conflictsAmong(there, rows, busy).length === 0;
};

/**
 * At most five slots that both have time for, free, reachable by car from the stop before and to the stop after, never in the past. Best
 * first: the same day, least added driving, nearest; on one day a quarter of an hour apart.
 */
export const suggestSlots = async (wanted: Lesson, around: Surroundings, range: { from: IsoDate; to: IsoDate }) => {
  const { now, home, leavesHome, teacherWindows, studentWindows, elsewhereOn } = around;
  const days = daysIn(wanted, laterOf(range.from, now.today), range.to);
  const { place, stopsOn, minutes } = await around.drives(days);
  const wish = { duration: wanted.duration, place, home, leavesHome };
  const candidates = days.flatMap((date): Candidate[] =>
    slotsOf(
      {
        windows: teacherWindows(dayOfWeekOf(date)),
        studentWindows: studentWindows(dayOfWeekOf(date)),
        stops: stopsOn(date),
        elsewhere: elsewhereOn(date),
        notBefore: date === now.today ? now.minute : 0,
        avoid: isWishedDay(wanted, date) ? wanted.start : null,
      },
      wish,
      minutes,
    ).map((slot) => ({ date, slot })),
  );
  const rank = (candidate: Candidate): number => (isWishedDay(wanted, candidate.date) ? 0 : 1);
  const ranked = candidates.toSorted(
    (a, b) => rank(a) - rank(b) || a.slot.addedDrive - b.slot.addedDrive || distance(wanted, a) - distance(wanted, b),
  );
  const best: Candidate[] = [];
  for (const candidate of ranked) {
    if (best.length === most) break;
    const near = best.some(
      ({ date, slot }) => date === candidate.date && Math.abs(slot.start - candidate.slot.start) < apart,
    );
    if (!near && isFree(wanted, candidate, around)) best.push(candidate);
  }
  return best.map((candidate) => ({
    date: candidate.date,
    dayOfWeek: dayOfWeekOf(candidate.date),
    startTime: toTimeText(candidate.slot.start),
    endTime: toTimeText(candidate.slot.start + wanted.duration),
    reasoningText: reasonFor(wanted, candidate),
    ...(isWeekly(wanted) ? { weekly: true } : {}),
  }));
};
