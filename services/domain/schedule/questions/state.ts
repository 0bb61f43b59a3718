import { closedDateOf } from '@rondo/contracts/calendar/closures/closed-dates.ts';
import type { Instant } from '@rondo/contracts/calendar/instants.ts';
import { duration, id, isoDate, minuteOfDay } from '@rondo/contracts/events/fields.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { repairKinds } from '@rondo/contracts/events/schedule/repair.ts';
import type { PlanEvent, ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
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

export const questionEnded = 'This question has ended.';

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
  const { studentId, byFamily, answer: is } = event.data;
  const answers = new Map(question.answers).set(studentId, { answer: is, byFamily, at });
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

export const endOf = (
  { repairId, date }: RepairQuestion,
  outcome: Extract<ScheduleEvent, { type: 'RepairEnded' }>['data']['outcome'],
  at: Instant,
): ScheduleEvent => ({ type: 'RepairEnded', data: { repairId, date, outcome, at } });

/** The questions of a schedule that wait for answers. */
export const openQuestions = (
  { questions }: { readonly questions: ReadonlyMap<string, RepairQuestion> },
  now: Instant,
): RepairQuestion[] => [...questions.values()].filter((question) => questionState(question, now) === 'open');
