import { dayOfWeekOf } from '@rondo/contracts/calendar/dates.ts';
import { epochMillisecondsOf, instantAt, type Instant } from '@rondo/contracts/calendar/instants.ts';
import { formatTime } from '@rondo/contracts/calendar/times.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import { plainRow, type Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { ScheduleState } from '../state.ts';
import { holdRows, type HoldRow } from './holds.ts';
import { isRowOf, openQuestions, type AskedChange } from './state.ts';

/** A time that is held for a lesson until its family has answered. It is no row of the schedule, but it is taken. */
export type HeldRow = Lesson & {
  readonly heldFor: AskedChange & { readonly repairId: string; readonly until: Instant };
};

/** When it is asked what is held: `now` in epoch milliseconds, `today` the studio's day. */
export type HeldAt = { readonly now: number; readonly today: IsoDate };

type Holding = Pick<ScheduleState, 'questions' | 'lessons' | 'holds'>;

/** The new times of lessons whose families are asked. @param now in epoch milliseconds */
const askedRows = ({ questions, lessons }: Pick<Holding, 'questions' | 'lessons'>, now: number): HeldRow[] => {
  if (questions.size === 0) return [];
  return openQuestions({ questions }, instantAt(now)).flatMap(({ repairId, date, until, changes }) =>
    changes.flatMap((change, i): HeldRow[] => {
      const row = lessons.get(change.lessonId) ?? [...lessons.values()].find((one) => isRowOf(change, one));
      if (!row) return [];
      const { start, duration } = change;
      const time = { date, dayOfWeek: dayOfWeekOf(date), validFrom: null, start, duration };
      const heldFor = { ...change, repairId, until };
      return [{ ...row, ...plainRow, ...time, lessonId: `held-${repairId}-${i}`, status: 'scheduled', heldFor }];
    }),
  );
};

/** The held times of a schedule: those of lessons whose families are asked, and the weekly ones of questions from the form. */
export const heldRows = (state: Holding, { now, today }: HeldAt): (HeldRow | HoldRow)[] => [
  ...askedRows(state, now),
  ...holdRows(state, today),
];

/** Everything that takes time in a schedule: its rows, and the times that are held. */
export const takenIn = (state: Holding, at: HeldAt): Lesson[] => [...state.lessons.values(), ...heldRows(state, at)];

/** True for a time that is held, among what takes time. */
export const isHeld = (row: object): row is HeldRow => 'heldFor' in row;

export const isHold = (row: object): row is HoldRow => 'inquiryId' in row;

/** The rows that take a lesson's time: a time that is held for itself, or for the question that it is about, does not. */
export const withoutOwnHolds = <Row extends Lesson>(
  lesson: Pick<Lesson, 'lessonId' | 'seriesId' | 'originalDate'>,
  rows: Iterable<Row>,
): Row[] => {
  const question = isHold(lesson) ? lesson.inquiryId : null;
  return [...rows].filter((row) =>
    isHold(row) ? row.inquiryId !== question : !isHeld(row) || !isRowOf(row.heldFor, lesson),
  );
};

/**
 * Titles of lessons that say of held times what they are: "Held for Cy Diaz until 1:15 PM", "Held for Maya".
 * @param nameOf the first name that a question from the form came with
 */
export const titlesWithHeld =
  (titleOf: (lesson: Lesson) => string, timeZone: string, nameOf: (inquiryId: string) => string | undefined) =>
  (lesson: Lesson): string => {
    if (isHold(lesson)) return `Held for ${nameOf(lesson.inquiryId) ?? 'a question'}`;
    if (!isHeld(lesson)) return titleOf(lesson);
    const { minute } = wallClock(epochMillisecondsOf(lesson.heldFor.until), timeZone);
    return `Held for ${titleOf(lesson)} until ${formatTime(minute)}`;
  };
