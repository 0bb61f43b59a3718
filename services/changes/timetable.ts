import { dateInWeekOf, mondayOf, type DayOfWeek, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { SeriesDates } from '@rondo/contracts/calendar/series.ts';
import { isOccurrence, isWeekly } from '@rondo/contracts/calendar/rows.ts';
import type { Lesson } from '@rondo/contracts/events/lesson.ts';

/** A lesson in the schedule of the teacher who has it. */
export type TimetableRow = { readonly teacherId: string; readonly lesson: Lesson };

/** When, where and with whom a lesson is, whatever its date. */
export type Pattern = {
  readonly lessonId: string;
  readonly teacherId: string;
  readonly dayOfWeek: DayOfWeek;
  readonly start: number;
  readonly duration: number;
  readonly address: string | null;
};

/** One date of a lesson; `isOff`: it is cancelled or deleted. */
export type Slot = Pattern & { readonly date: IsoDate; readonly isOff: boolean };

/** A part of a weekly lesson between two changes. */
export type Part = Pattern & SeriesDates;

/** A weekly lesson through all its changes: its parts, and the dates that differ, by the Monday of the week that they belong to. */
export type Chain = { readonly parts: readonly Part[]; readonly exceptions: ReadonlyMap<IsoDate, Slot> };

/** A student's lessons at one moment: weekly ones by the lesson that they were first entered as, dated ones by their id. */
export type Timetable = { readonly weekly: ReadonlyMap<string, Chain>; readonly dated: ReadonlyMap<string, Slot> };

export const emptyTimetable: Timetable = { weekly: new Map(), dated: new Map() };

const patternOf = ({ teacherId, lesson }: TimetableRow): Pattern => ({
  lessonId: lesson.lessonId,
  teacherId,
  dayOfWeek: lesson.dayOfWeek,
  start: lesson.start,
  duration: lesson.duration,
  address: lesson.customAddress,
});

const slotOf = (row: TimetableRow, date: IsoDate): Slot => ({
  ...patternOf(row),
  date,
  isOff: row.lesson.status === 'cancelled',
});

/**
 * A student's lessons, from the student's rows.
 * @param rootOf the lesson that a series was first entered as, before all splits
 */
export const timetableOf = (rows: readonly TimetableRow[], rootOf: (lessonId: string) => string): Timetable => {
  const weekly = new Map<string, { parts: Part[]; exceptions: Map<IsoDate, Slot> }>();
  const dated = new Map<string, Slot>();
  const chainOf = (lessonId: string) => {
    const root = rootOf(lessonId);
    const chain = weekly.get(root) ?? { parts: [], exceptions: new Map<IsoDate, Slot>() };
    weekly.set(root, chain);
    return chain;
  };
  for (const row of rows) {
    const { lesson } = row;
    if (isWeekly(lesson)) {
      const { validFrom, validTo, skips } = lesson;
      chainOf(lesson.lessonId).parts.push({ ...patternOf(row), validFrom, validTo, skips });
    } else if (isOccurrence(lesson))
      chainOf(lesson.seriesId).exceptions.set(mondayOf(lesson.originalDate), slotOf(row, lesson.date));
    else if (lesson.date !== null) dated.set(lesson.lessonId, slotOf(row, lesson.date));
  }
  return { weekly, dated };
};

/** The part of a weekly lesson that a week belongs to. */
export const partIn = (chain: Chain | undefined, monday: IsoDate): Part | null =>
  chain?.parts.find(({ dayOfWeek, validFrom, validTo }) => {
    const date = dateInWeekOf(monday, dayOfWeek);
    return date >= validFrom && (validTo === null || date <= validTo);
  }) ?? null;

/** A part's date in a week, ignoring exceptions. */
export const plainSlot = (part: Part, monday: IsoDate): Slot => ({
  ...part,
  date: dateInWeekOf(monday, part.dayOfWeek),
  isOff: false,
});

/** A weekly lesson's date in a week; null if it has none. */
export const slotIn = (chain: Chain | undefined, monday: IsoDate): Slot | null => {
  const exception = chain?.exceptions.get(monday);
  if (exception) return exception;
  const part = partIn(chain, monday);
  if (!part) return null;
  const slot = plainSlot(part, monday);
  return { ...slot, isOff: part.skips.includes(slot.date) };
};
