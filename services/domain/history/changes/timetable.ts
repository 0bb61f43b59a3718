import { closuresOver } from '@rondo/contracts/calendar/closures/closures.ts';
import {
  addDays,
  dateInWeekOf,
  latestOf,
  mondayOf,
  type DayOfWeek,
  type IsoDate,
} from '@rondo/contracts/calendar/dates.ts';
import type { SeriesDates } from '@rondo/contracts/calendar/series.ts';
import { isOccurrence, isWeekly, occupiesTime } from '@rondo/contracts/calendar/rows.ts';
import { isImported, isTaught, lessonDatesOf } from '../../schedule/lesson-dates.ts';
import type { TaughtRow } from '../../schedule/plan/as-rejected.ts';
import { noClosedWeeks, type ClosedWeeks } from './closed-weeks.ts';

/** When, where and with whom a lesson is, whatever its date. */
export type Pattern = {
  readonly lessonId: string;
  readonly teacherId: string;
  readonly dayOfWeek: DayOfWeek;
  readonly start: number;
  readonly duration: number;
  readonly address: string | null;
};

/** One date of a lesson; `isOff`: it is cancelled, deleted or closed. */
export type Slot = Pattern & {
  readonly date: IsoDate;
  readonly isOff: boolean;
  /** The closure that closes it; null for what none closes. */
  readonly closedBy: string | null;
  /** The family cancelled it on its page, and knows. */
  readonly byFamily?: true;
};

/** A part of a weekly lesson between two changes. */
export type Part = Pattern & SeriesDates;

/** A weekly lesson through all its changes: its parts, the earliest first, and the dates that differ, by the Monday of the week that they belong to. */
export type Chain = {
  readonly parts: readonly Part[];
  readonly exceptions: ReadonlyMap<IsoDate, Slot>;
  readonly closed: ClosedWeeks;
};

/** A student's lessons at one moment: weekly ones by the lesson that they were first entered as, dated ones by their id. */
export type Timetable = { readonly weekly: ReadonlyMap<string, Chain>; readonly dated: ReadonlyMap<string, Slot> };

/** A slot as closures leave it. @param keptIn the closures that it takes place in all the same */
const closing = (slot: Slot, closed: ClosedWeeks, keptIn: readonly string[] = []): Slot => {
  const closures = slot.isOff ? undefined : closed.get(mondayOf(slot.date));
  if (!closures) return slot;
  const by = closuresOver(closures, slot).find(({ closureId }) => !keptIn.includes(closureId));
  return by ? { ...slot, isOff: true, closedBy: by.closureId } : slot;
};

const patternOf = ({ teacherId, lesson }: TaughtRow): Pattern => ({
  lessonId: lesson.lessonId,
  teacherId,
  dayOfWeek: lesson.dayOfWeek,
  start: lesson.start,
  duration: lesson.duration,
  address: lesson.customAddress,
});

/** How lessons are named across their changes: by the one that a series was first entered as, before all splits. */
export type RootOf = (lessonId: string) => string;

/** Without the lessons of a student that are imported twins of others: they count once, as in calendars and bills. */
const withoutImportedTwins = (studentId: string, rows: readonly TaughtRow[]): readonly TaughtRow[] => {
  const last = latestOf(rows.flatMap((row) => (isImported(row) && row.lesson.date !== null ? row.lesson.date : [])));
  if (last === null) return rows;
  const counted = new Set(lessonDatesOf(rows, () => undefined, [])(studentId, last).map(({ rowId }) => rowId));
  return rows.filter((row) => !isImported(row) || counted.has(row.lesson.lessonId));
};

/** @param all the student's rows, and those of dates of the student's series that are someone else's */
export const timetableFrom = (
  studentId: string,
  all: readonly TaughtRow[],
  rootOf: RootOf,
  closed: ClosedWeeks,
): Timetable => {
  const rows = withoutImportedTwins(studentId, all);
  const weekly = new Map<string, { parts: Part[]; exceptions: Map<IsoDate, Slot>; closed: ClosedWeeks }>();
  const dated = new Map<string, Slot>();
  const chainOf = (lessonId: string) => {
    const root = rootOf(lessonId);
    const chain = weekly.get(root) ?? { parts: [], exceptions: new Map<IsoDate, Slot>(), closed };
    weekly.set(root, chain);
    return chain;
  };
  for (const row of rows) {
    const { lesson } = row;
    const isOwn = isTaught(row) && lesson.studentId === studentId;
    const slotOn = (date: IsoDate): Slot =>
      closing(
        {
          ...patternOf(row),
          date,
          isOff: !isOwn || !occupiesTime(lesson),
          closedBy: null,
          ...(isOwn && lesson.cancellation?.onPage && { byFamily: true as const }),
        },
        closed,
        lesson.keptIn,
      );
    if (isWeekly(lesson)) {
      const { validFrom, validTo, skips } = lesson;
      chainOf(lesson.lessonId).parts.push({ ...patternOf(row), validFrom, validTo, skips });
    } else if (isOccurrence(lesson)) {
      const { exceptions } = chainOf(lesson.seriesId);
      const week = mondayOf(lesson.originalDate);
      if (isOwn || !exceptions.has(week)) exceptions.set(week, slotOn(lesson.date));
    } else if (lesson.date !== null) dated.set(lesson.lessonId, slotOn(lesson.date));
  }
  for (const [root, { parts, exceptions }] of weekly) {
    parts.sort((a, b) => (a.validFrom < b.validFrom ? -1 : 1));
    for (const part of parts) {
      const week = mondayOf(part.validTo === null ? part.validFrom : dateBefore(part, part.validTo));
      const slot = plainSlot(part, week);
      if (exceptions.has(week) || !hasDate(part, slot.date) || partIn({ parts }, week) === part) continue;
      dated.set(`${root} ${slot.date}`, closing({ ...slot, isOff: part.skips.includes(slot.date) }, closed));
    }
  }
  return { weekly, dated };
};

/**
 * The rows that each student's lessons follow from. A date of a student's series that is now someone else's, or an appointment, does not take place
 * for the student.
 * @param rows all rows of a studio, or of a student
 */
export const rowsByStudent = (rows: readonly TaughtRow[]): ReadonlyMap<string, readonly TaughtRow[]> => {
  const own = Map.groupBy(rows.filter(isTaught), ({ lesson }) => lesson.studentId ?? '');
  const replacing = Map.groupBy(
    rows.filter(({ lesson }) => isOccurrence(lesson)),
    ({ lesson }) => lesson.seriesId ?? '',
  );
  return new Map(
    [...own].map(([studentId, lessons]) => {
      const others = lessons
        .flatMap(({ lesson }) => replacing.get(lesson.lessonId) ?? [])
        .filter((row) => !isTaught(row) || row.lesson.studentId !== studentId);
      return [studentId, [...lessons, ...others]];
    }),
  );
};

/** Every student's lessons. */
export const timetablesOf = (
  rows: readonly TaughtRow[],
  rootOf: RootOf,
  closed: ClosedWeeks,
): { readonly students: readonly string[]; readonly of: (studentId: string) => Timetable } => {
  const byStudent = rowsByStudent(rows);
  return {
    students: [...byStudent.keys()],
    of: (studentId) => timetableFrom(studentId, byStudent.get(studentId) ?? [], rootOf, closed),
  };
};

const hasDate = ({ validFrom, validTo }: Part, date: IsoDate): boolean =>
  date >= validFrom && (validTo === null || date <= validTo);

/** The last date of a part's weekday up to a day. */
const dateBefore = ({ dayOfWeek }: Part, day: IsoDate): IsoDate => {
  const date = dateInWeekOf(mondayOf(day), dayOfWeek);
  return date <= day ? date : addDays(date, -7);
};

/** The part of a weekly lesson that a week belongs to: the later one where a lesson changes from one weekday to a later one within a week. */
export const partIn = (chain: Pick<Chain, 'parts'> | undefined, monday: IsoDate): Part | null =>
  chain?.parts.findLast((part) => hasDate(part, dateInWeekOf(monday, part.dayOfWeek))) ?? null;

/** A part's date in a week, ignoring exceptions. */
export const plainSlot = (part: Part, monday: IsoDate): Slot => ({
  ...part,
  date: dateInWeekOf(monday, part.dayOfWeek),
  isOff: false,
  closedBy: null,
});

/** A weekly lesson's date in a week; null if it has none. */
export const slotIn = (chain: Chain | undefined, monday: IsoDate): Slot | null => {
  const exception = chain?.exceptions.get(monday);
  if (exception) return exception;
  const part = partIn(chain, monday);
  if (!part) return null;
  const slot = plainSlot(part, monday);
  return closing({ ...slot, isOff: part.skips.includes(slot.date) }, chain?.closed ?? noClosedWeeks);
};

/** How far ahead lessons are compared; what repeats until then is taken to repeat permanently. */
export const weeksAhead = 156;

/** The dates that take place on a day, and the first one after it, in their order. */
export const datesAhead = ({ weekly, dated }: Timetable, today: IsoDate): Slot[] => {
  const slots = [...dated.values()];
  for (const chain of weekly.values()) {
    slots.push(...chain.exceptions.values());
    let monday = mondayOf(today);
    for (let week = 0; week < weeksAhead; week += 1, monday = addDays(monday, 7)) {
      const slot = chain.exceptions.has(monday) ? null : slotIn(chain, monday);
      if (!slot || slot.isOff || slot.date < today) continue;
      slots.push(slot);
      if (slot.date > today) break;
    }
  }
  const ahead = slots
    .filter(({ isOff, date }) => !isOff && date >= today)
    .toSorted((a, b) => (a.date === b.date ? a.start - b.start : a.date < b.date ? -1 : 1));
  return ahead.slice(0, ahead.findLastIndex(({ date }) => date === today) + 2);
};

/** A student's dates from one day to another that take place. */
export const datesBetween = ({ weekly, dated }: Timetable, from: IsoDate, to: IsoDate): Slot[] => {
  const slots = [...dated.values()];
  for (const chain of weekly.values()) {
    slots.push(...chain.exceptions.values());
    for (let monday = mondayOf(from); monday <= to; monday = addDays(monday, 7)) {
      const slot = chain.exceptions.has(monday) ? null : slotIn(chain, monday);
      if (slot) slots.push(slot);
    }
  }
  return slots.filter(({ isOff, date }) => !isOff && date >= from && date <= to);
};
