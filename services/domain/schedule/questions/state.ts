import { closedDateOf } from '@rondo/contracts/calendar/closures/closed-dates.ts';
import type { Instant } from '@rondo/contracts/calendar/instants.ts';
import { isWeekly, occupiesTime, spanOf } from '@rondo/contracts/calendar/rows.ts';
import { overlaps } from '@rondo/contracts/calendar/intervals.ts';
import { seriesDateInWeekOf } from '@rondo/contracts/calendar/series.ts';
import { duration, id, isoDate, minuteOfDay } from '@rondo/contracts/events/fields.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { lessonRowChanges } from '@rondo/contracts/events/schedule/lesson-rows.ts';
import { repairKinds, type PlanEvent, type ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { z } from 'zod';

// Families are asked before a repair is applied. Until a question ends, its new times are held for them.

const change = z.object({
  kind: z.enum(repairKinds),
  lessonId: z.string(),
  originalDate: isoDate,
  studentId: id,
  from: minuteOfDay.nullable(),
  start: minuteOfDay,
  duration,
});
export type AskedChange = z.infer<typeof change>;

const answer = z.object({ answer: z.enum(['yes', 'no']), byFamily: z.boolean(), at: z.string() });
export type QuestionAnswer = z.infer<typeof answer>;

/** A question to the families of one or two lessons, and what became of it. */
export const repairQuestion = z.object({
  repairId: id,
  date: isoDate,
  /** The cancelled lesson. */
  lessonId: id,
  until: z.string(),
  changes: z.array(change),
  /** By student; who has not answered is not in it. */
  answers: z.array(z.tuple([id, answer])),
  /** What an event has ended it as; null while nothing has: it may have expired all the same. */
  end: z.object({ as: z.enum(['applied', 'declined', 'withdrawn', 'overtaken']), at: z.string() }).nullable(),
});
export type RepairQuestion = z.infer<typeof repairQuestion>;

export type QuestionState = 'open' | 'expired' | NonNullable<RepairQuestion['end']>['as'];

/** What a question is at an instant: it expires without an event, and stays so whatever ends it afterwards. */
export const questionState = ({ end, until }: RepairQuestion, now: Instant): QuestionState =>
  end !== null && end.at < until ? end.as : until <= now ? 'expired' : 'open';

/** How many a schedule remembers. */
const remembered = 200;

type Questions = Map<string, RepairQuestion>;

/** Notes what an event says of questions. */
export const noteQuestion = (questions: Questions, event: PlanEvent): void => {
  if (event.type === 'RepairAsked') {
    questions.set(event.data.repairId, { ...event.data, answers: [], end: null });
    const [oldest] = questions.keys();
    if (questions.size > remembered && oldest !== undefined) questions.delete(oldest);
  }
  if (event.type !== 'RepairAnswered' && event.type !== 'RepairEnded') return;
  const question = questions.get(event.data.repairId);
  if (!question) return;
  const { at } = event.data;
  if (event.type === 'RepairEnded') {
    questions.set(question.repairId, { ...question, end: { as: event.data.outcome, at } });
    return;
  }
  const { studentId, answer: said, byFamily } = event.data;
  const answers = new Map(question.answers).set(studentId, { answer: said, byFamily, at });
  questions.set(question.repairId, { ...question, answers: [...answers] });
};

/** The row of a change: an occurrence of a series, or the row itself. */
const seriesDateOf = ({ lessonId, originalDate }: Pick<AskedChange, 'lessonId' | 'originalDate'>) =>
  closedDateOf(lessonId) ?? { seriesId: lessonId, date: originalDate };

type Row = Pick<Lesson, 'lessonId' | 'seriesId' | 'originalDate'>;

/** True for the row of a change: by itself, by its series, or as the one date of it. */
export const isRowOf = (about: Pick<AskedChange, 'lessonId' | 'originalDate'>, row: Row): boolean => {
  const { seriesId, date } = seriesDateOf(about);
  if (row.lessonId === about.lessonId || row.lessonId === seriesId) return true;
  return row.seriesId === seriesId && row.originalDate === date;
};

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

export const endOf = (
  { repairId, date }: RepairQuestion,
  outcome: Extract<ScheduleEvent, { type: 'RepairEnded' }>['data']['outcome'],
  at: Instant,
): ScheduleEvent => ({ type: 'RepairEnded', data: { repairId, date, outcome, at } });

type Asking = {
  readonly questions: ReadonlyMap<string, RepairQuestion>;
  readonly lessons: ReadonlyMap<string, Lesson>;
};

/** The questions of a schedule that wait for answers. */
export const openQuestions = ({ questions }: Pick<Asking, 'questions'>, now: Instant): RepairQuestion[] =>
  [...questions.values()].filter((question) => questionState(question, now) === 'open');

/** The ends of the questions whose held times, or rows, a decision writes to; a restore ends all. */
export const overtakenBy = (state: Asking, events: readonly ScheduleEvent[], now: Instant): ScheduleEvent[] => {
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
