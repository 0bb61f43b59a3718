import { dayOfWeekOf } from '@rondo/contracts/calendar/dates.ts';
import { epochMillisecondsOf, instantAt, type Instant } from '@rondo/contracts/calendar/instants.ts';
import { formatTime } from '@rondo/contracts/calendar/times.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import { plainRow, type Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { ScheduleState } from '../state.ts';
import { isRowOf, openQuestions, type AskedChange } from './state.ts';

/** A time that is held for a lesson until its family has answered. It is no row of the schedule, but it is taken. */
export type HeldRow = Lesson & {
  readonly heldFor: AskedChange & { readonly repairId: string; readonly until: Instant };
};

/** The held times of a schedule. @param now in epoch milliseconds */
export const heldRows = ({ questions, lessons }: Pick<ScheduleState, 'questions' | 'lessons'>, now: number) => {
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

/** Everything that takes time in a schedule: its rows, and the times that are held. @param now in epoch milliseconds */
export const takenIn = (state: Pick<ScheduleState, 'questions' | 'lessons'>, now: number): Lesson[] => [
  ...state.lessons.values(),
  ...heldRows(state, now),
];

/** True for a time that is held, among what takes time. */
export const isHeld = (row: object): row is HeldRow => 'heldFor' in row;

/** The rows that take a lesson's time: a time that is held for itself does not. */
export const withoutOwnHolds = <Row extends Lesson>(
  lesson: Pick<Lesson, 'lessonId' | 'seriesId' | 'originalDate'>,
  rows: Iterable<Row>,
): Row[] => [...rows].filter((row) => !isHeld(row) || !isRowOf(row.heldFor, lesson));

/** Titles of lessons that say of held times what they are: "Held for Cy Diaz until 1:15 PM". */
export const titlesWithHeld =
  (titleOf: (lesson: Lesson) => string, timeZone: string) =>
  (lesson: Lesson): string => {
    if (!isHeld(lesson)) return titleOf(lesson);
    const { minute } = wallClock(epochMillisecondsOf(lesson.heldFor.until), timeZone);
    return `Held for ${titleOf(lesson)} until ${formatTime(minute)}`;
  };
