import { instantAt, type Instant } from '@rondo/contracts/calendar/instants.ts';
import type { scheduleEvents, ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { lessonRowChanges } from '@rondo/contracts/events/schedule/lesson-rows.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { isWeekly, occupiesTime, spanOf } from '@rondo/contracts/calendar/rows.ts';
import { overlaps } from '@rondo/contracts/calendar/intervals.ts';
import { seriesDateInWeekOf } from '@rondo/contracts/calendar/series.ts';
import type { CommandHandler } from '../../../platform/commands/command-handler.ts';
import type { ScheduleState } from '../state.ts';
import { endOf, isRowOf, questionState, type RepairQuestion } from './state.ts';

const isOver = ({ date, changes }: RepairQuestion, row: Lesson): boolean => {
  if (!occupiesTime(row)) return false;
  if ((isWeekly(row) ? seriesDateInWeekOf(row, date) : row.date) !== date) return false;
  return changes.some(({ start, duration: length }) => overlaps(spanOf(row), { start, end: start + length }));
};

const timeOf = ({ date, dayOfWeek, start, duration: length, status }: Lesson): string =>
  [date, dayOfWeek, start, length, status === 'cancelled'].join(' ');

/** True where a row that is written is one of a question, or takes a time that it holds. */
const isOvertakenBy = (
  question: RepairQuestion,
  { before, after }: { readonly before: Lesson | undefined; readonly after: Lesson | null },
): boolean => {
  const row = after ?? before;
  if (!row) return false;
  if (question.changes.some((one) => isRowOf(one, row))) return true;
  return after !== null && (!before || timeOf(before) !== timeOf(after)) && isOver(question, after);
};

/** The ends of the questions whose held times, or rows, a decision writes to; a restore ends all. */
const overtakenBy = (
  state: Pick<ScheduleState, 'questions' | 'lessons'>,
  events: readonly ScheduleEvent[],
  now: Instant,
): ScheduleEvent[] => {
  const ended = new Set(events.flatMap((event) => (event.type === 'RepairEnded' ? event.data.repairId : [])));
  const open = [...state.questions.values()].filter(({ end, repairId }) => end === null && !ended.has(repairId));
  if (open.length === 0) return [];
  if (events.some(({ type }) => type === 'ScheduleRestored'))
    return open.map((question) => endOf(question, 'overtaken', now));
  const rows = new Map(state.lessons);
  const written = events.flatMap((event) =>
    lessonRowChanges(event, (id) => rows.get(id)).map(({ lessonId, lesson: after }) => {
      const before = rows.get(lessonId);
      if (after) rows.set(lessonId, after);
      else rows.delete(lessonId);
      return { before, after };
    }),
  );
  return open
    .filter(
      (question) => questionState(question, now) === 'open' && written.some((one) => isOvertakenBy(question, one)),
    )
    .map((question) => endOf(question, 'overtaken', now));
};

type Handler = CommandHandler<typeof scheduleEvents, ScheduleState>;

/** Whatever writes to a schedule ends the questions whose held times or rows it writes to, in the same append. */
export const endingQuestions = (handler: Handler, now: () => number): Handler => ({
  ...handler,
  execute: (stream, context, { input, decide }) =>
    handler.execute(stream, context, {
      input,
      decide: (state) => {
        const events = decide(state);
        const ends = state.questions.size === 0 ? [] : overtakenBy(state, events, instantAt(now()));
        return ends.length === 0 ? events : [...events, ...ends];
      },
    }),
});
