import { neverClosed } from '@rondo/contracts/calendar/closures/closures.ts';
import { invoicedSentence } from '@rondo/contracts/api/problems.ts';
import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isWeekly, occupiesTime } from '@rondo/contracts/calendar/rows.ts';
import { lastsTo } from '@rondo/contracts/calendar/series.ts';
import { calendarOf } from '@rondo/contracts/calendar/week.ts';
import { lessonRowChanges } from '@rondo/contracts/events/schedule/lesson-rows.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { isLessonEvent, type ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { detailsOf } from '@rondo/contracts/lessons/plain-details.ts';
import { isDeepStrictEqual } from 'node:util';
import { RuleBroken } from '../../../platform/kit/errors.ts';
import type { ScheduleState } from '../state.ts';

declare module '../../../platform/kit/services.ts' {
  interface Services {
    readonly whileBilled: WhileBilled;
  }
}

/** The invoice numbers of billed lessons, by `dateKey`. */
export type BilledLessons = ReadonlyMap<string, string>;

/** Names one date of a lesson: by its series or itself, and its original date. */
export const dateKey = (lessonId: string, originalDate: IsoDate): string => `${lessonId} ${originalDate}`;

/** A decision changes a day that has passed, so it must know what is billed. */
class BilledUnknown extends Error {}

type PastDate = {
  readonly date: IsoDate;
  readonly row: Lesson;
  /** Dates with the same are the same but for the row that they are of. */
  readonly content: string;
};

/** Everything about a row's dates except whether they are cancelled. */
const contentOf = (row: Lesson): string =>
  JSON.stringify([row.start, row.duration, row.studentId, row.entryType, detailsOf(row)]);

/** Numbers texts: what is compared for every date is short. */
const numberOf = () => {
  const numbers = new Map<string, number>();
  return (text: string): number => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
};

/** The dates of rows before today. */
const pastDates = (rows: readonly Lesson[], today: IsoDate, number: (text: string) => number): PastDate[] => {
  const calendar = calendarOf(rows, neverClosed);
  const yesterday = addDays(today, -1);
  return rows.flatMap((row) => {
    const content = number(contentOf(row));
    return calendar
      .datesOf(row, row.validFrom ?? '', yesterday)
      .filter((date) => date < today)
      .map((date) => ({ date, row, content: `${date} ${content}` }));
  });
};

/** The rows that events concern, with the series and single dates that belong to them. */
const concerned = (rows: ReadonlyMap<string, Lesson>, ids: ReadonlySet<string>): Lesson[] =>
  [...rows.values()].filter(({ lessonId, seriesId }) => ids.has(lessonId) || (seriesId !== null && ids.has(seriesId)));

const after = (state: ScheduleState, events: readonly ScheduleEvent[]) => {
  const rows = new Map(state.lessons);
  const ids = new Set<string>();
  const touch = (row: Lesson | undefined): void => {
    if (row) for (const id of [row.lessonId, row.seriesId]) if (id !== null) ids.add(id);
  };
  for (const event of events)
    for (const { lessonId, lesson } of lessonRowChanges(event, (id) => rows.get(id))) {
      touch(rows.get(lessonId));
      touch(lesson ?? undefined);
      if (lesson) rows.set(lessonId, lesson);
      else rows.delete(lessonId);
    }
  return { rows, ids };
};

const seriesOf = ({ lessonId, seriesId }: Lesson): string => seriesId ?? lessonId;

/** A row as its dates before today depend on it: whether a series goes on from today makes no difference to them. */
const pastOf = (row: Lesson, today: IsoDate): Lesson =>
  isWeekly(row) && lastsTo(row, addDays(today, -1)) ? { ...row, validTo: null } : row;

/** The series and single entries whose past is the same in two sets of rows. */
const samePast = (before: readonly Lesson[], later: readonly Lesson[], today: IsoDate): Set<string> => {
  const families = Map.groupBy(later, seriesOf);
  const isSame = (rows: readonly Lesson[], others: readonly Lesson[]): boolean =>
    rows.length === others.length &&
    rows.every((row, i) => {
      const other = others[i];
      return other !== undefined && isDeepStrictEqual(pastOf(row, today), pastOf(other, today));
    });
  return new Set(
    [...Map.groupBy(before, seriesOf)].flatMap(([id, rows]) => (isSame(rows, families.get(id) ?? []) ? [id] : [])),
  );
};

/** A cancelled date may be made up for on another day. */
const isMadeUp = ({ row }: PastDate, rows: ReadonlyMap<string, Lesson>, today: IsoDate): boolean =>
  !occupiesTime(row) && (rows.get(row.lessonId)?.date ?? '') >= today;

/** Dates before today that events change or remove. Cancelling and restoring is no change; a series keeps its past dates. */
const changedPast = (state: ScheduleState, events: readonly ScheduleEvent[], today: IsoDate): string[] => {
  const { rows, ids } = after(state, events);
  const [before, later] = [concerned(state.lessons, ids), concerned(rows, ids)];
  // Comparing all dates of many series takes long, and most commands concern days to come.
  const same = samePast(before, later, today);
  const differs = (row: Lesson): boolean => !same.has(seriesOf(row));
  const number = numberOf();
  const left = new Map<string, number>();
  for (const { content } of pastDates(later.filter(differs), today, number))
    left.set(content, (left.get(content) ?? 0) + 1);
  const changed = pastDates(before.filter(differs), today, number).filter((past) => {
    const count = left.get(past.content) ?? 0;
    left.set(past.content, count - 1);
    return count <= 0 && !isMadeUp(past, rows, today);
  });
  const transferred = events.flatMap((event) => {
    if (!isLessonEvent(event) || event.type !== 'LessonTakenOver') return [];
    const { leaves, lesson } = event.data;
    return !isWeekly(lesson) && lesson.date !== null && lesson.date < today ? dateKey(leaves, lesson.date) : [];
  });
  const keys = changed.map(({ row, date }) => dateKey(row.seriesId ?? row.lessonId, row.originalDate ?? date));
  return [...keys, ...transferred];
};

type Decide = (state: ScheduleState) => ScheduleEvent[];

/** Refuses a decision that changes a billed lesson of the past. @throws RuleBroken, BilledUnknown */
export const unlessBilled =
  (decide: Decide, { today, billed }: { today: IsoDate; billed: BilledLessons | null }): Decide =>
  (state) => {
    const events = decide(state);
    const changed = changedPast(state, events, today);
    if (changed.length === 0) return events;
    if (!billed) throw new BilledUnknown();
    const number = changed.map((key) => billed.get(key)).find((found) => found !== undefined);
    if (number !== undefined) throw new RuleBroken(invoicedSentence(number));
    return events;
  };

/** Runs a task that knows what a studio's invoices bill, while none is made. */
type WhileBilled = <T>(studioId: string, task: (billed: BilledLessons) => Promise<T>) => Promise<T>;

/** Runs a decision, and reads what is billed only if the decision has to know. */
export const knowingBilled = async <T>(
  whileBilled: (task: (billed: BilledLessons) => Promise<T>) => Promise<T>,
  run: (billed: BilledLessons | null) => Promise<T>,
): Promise<T> => {
  try {
    return await run(null);
  } catch (error) {
    if (!(error instanceof BilledUnknown)) throw error;
    return whileBilled(run);
  }
};
