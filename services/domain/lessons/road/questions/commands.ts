import type { RequestOf } from '@rondo/contracts/api/endpoint.ts';
import type { answerQuestion, askFirst } from '@rondo/contracts/api/road/questions.ts';
import { epochMillisecondsOf, instantAt, type Instant } from '@rondo/contracts/calendar/instants.ts';
import { toTimeText } from '@rondo/contracts/calendar/times.ts';
import { startOf } from '@rondo/contracts/calendar/zones.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import type { CommandContext } from '../../../../platform/commands/aggregate.ts';
import { derivedId } from '../../../../platform/commands/ids.ts';
import { InvalidInput, NotFound, RuleBroken } from '../../../../platform/kit/errors.ts';
import { teacherOfLesson } from '../../../schedule/lookup/lessons.ts';
import {
  endOf,
  openQuestions,
  questionEnded,
  questionState,
  type RepairQuestion,
} from '../../../schedule/questions/state.ts';
import { loadSchedule, onSchedule } from '../../../schedule/schedules.ts';
import type { ScheduleState } from '../../../schedule/state.ts';
import { studioNow } from '../../../studio/clock.ts';
import { aroundChange, carryOut, type LessonDone } from '../../around-commands.ts';
import { allowedRepair, DayChanged, movesOf, refuseChanged, type AllowedRepair } from '../repair/commands.ts';
import type { DayToRepair } from '../repair/day.ts';
import type { RepairServices } from '../repair/services.ts';

type Done = LessonDone['executed'];

const minute = 60_000;
/** How long a question waits before the first start that it concerns, in minutes; the shorter where the longer leaves too little time. */
const [usualWait, shortWait] = [120, 30];
/** The least time that an answer is given by itself, and by the teacher, in minutes. */
const [leastTime, leastGiven] = [15, 5];
const mostOpen = 3;

/** Until when a question waits. @throws RuleBroken, InvalidInput */
const waitsUntil = (first: number, now: number, named: Instant | undefined): Instant => {
  if (named !== undefined) {
    const at = epochMillisecondsOf(named);
    if (at < now + leastGiven * minute) throw new InvalidInput(`Please give at least ${leastGiven} minutes to answer.`);
    if (at > first) throw new InvalidInput('The time to answer cannot be after the first lesson that changes.');
    return named;
  }
  const ends = [usualWait, shortWait].map((wait) => first - wait * minute);
  const end = ends.find((at) => at >= now + leastTime * minute);
  if (end === undefined) throw new RuleBroken('It is too late to wait for an answer. Call, then apply.');
  return instantAt(end);
};

/** The first start that a repair concerns, before or after it, in epoch milliseconds. */
const firstStart = ({ day, changes }: AllowedRepair, timeZone: string): number => {
  const starts = changes.flatMap(({ candidate, start }) => [start, candidate.start ?? start]);
  return startOf(day.date, Math.min(...starts), timeZone);
};

const openOn = (state: ScheduleState, date: string, at: Instant): number =>
  openQuestions(state, at).filter((question) => question.date === date).length;

const askedOf = ({ changes, studentIds }: AllowedRepair) =>
  changes.map(({ candidate, start, request: { kind, lessonId, originalDate } }, i) => ({
    kind,
    lessonId,
    originalDate,
    studentId: studentIds[i] ?? '',
    from: candidate.start,
    start,
    duration: candidate.duration,
  }));

/** Asks the families and holds the new times. @throws NotFound, InvalidInput, RuleBroken, Unavailable */
export const ask = async (
  services: RepairServices,
  context: CommandContext,
  lessonId: string,
  body: RequestOf<typeof askFirst>['body'],
): Promise<LessonDone & { readonly repairId: string }> => {
  const { studioId, commandId } = context;
  const repairId = derivedId(commandId, 'question');
  const done = await carryOut(services, aroundChange, {
    context,
    input: { ask: lessonId, body },
    lessonId,
    teacherId: await teacherOfLesson(services, studioId, lessonId),
    prepare: async (teacherId) => {
      const repair = { lessonId, date: body.lessonDate, requests: () => body.changes };
      const allowed = await allowedRepair(services, studioId, teacherId, repair);
      const { timeZone } = await studioNow(services, studioId);
      const now = services.now();
      const until = waitsUntil(firstStart(allowed, timeZone), now, body.until);
      const data = { repairId, date: body.lessonDate, lessonId, until, changes: askedOf(allowed) };
      return {
        studentIds: allowed.studentIds,
        decide: () => (state) => {
          refuseChanged(state, allowed);
          if (openOn(state, data.date, instantAt(now)) >= mostOpen)
            throw new RuleBroken('Three questions are open for this day.');
          return [{ type: 'RepairAsked', data }];
        },
      };
    },
  });
  return { ...done, repairId };
};

/** A question where it stands. */
export type QuestionIn = { readonly teacherId: string; readonly repairId: string };

const questionIn = ({ questions }: ScheduleState, repairId: string): RepairQuestion => {
  const question = questions.get(repairId);
  if (!question) throw new NotFound('There is no such question.');
  return question;
};

/** @throws NotFound, RuleBroken once it has ended */
const openQuestion = (state: ScheduleState, repairId: string, now: number): RepairQuestion => {
  const question = questionIn(state, repairId);
  if (questionState(question, instantAt(now)) !== 'open') throw new RuleBroken(questionEnded);
  return question;
};

/** Withdraws a question. @throws NotFound, RuleBroken */
export const withdraw = (
  services: RepairServices,
  context: CommandContext,
  { teacherId, repairId }: QuestionIn,
): Promise<Done> =>
  onSchedule(services, context, teacherId, {
    input: { withdrawQuestion: repairId },
    decide: (state) => [endOf(openQuestion(state, repairId, services.now()), 'withdrawn', instantAt(services.now()))],
  });

export type Saying = RequestOf<typeof answerQuestion>['body'] & { readonly byFamily: boolean };

/** What an answer does to an open question. `last`: every other family has said yes. */
const saidTo = (question: RepairQuestion, { studentId, answer, byFamily }: Saying, at: Instant) => {
  const { repairId, date, changes } = question;
  if (!changes.some((change) => change.studentId === studentId)) throw new NotFound('This family was not asked.');
  const answers = new Map(question.answers);
  const isKnown = answers.get(studentId)?.answer === answer;
  const others = changes.filter((change) => change.studentId !== studentId);
  const events: ScheduleEvent[] = isKnown
    ? []
    : [{ type: 'RepairAnswered', data: { repairId, date, studentId, answer, byFamily, at } }];
  return { events, isLast: answer === 'yes' && others.every((one) => answers.get(one.studentId)?.answer === 'yes') };
};

/** The changes of a question as its day has the rows now. */
const requestsOf =
  ({ changes }: RepairQuestion) =>
  ({ movables }: DayToRepair) =>
    changes.map(({ kind, lessonId, originalDate, start }) => ({
      kind,
      lessonId,
      originalDate,
      startTime: toTimeText(start),
      revision: movables.get(lessonId)?.revision ?? '',
    }));

/** Another answer came first: what this one does is another thing now. */
class AnsweredMeanwhile extends Error {}

const applying = async (
  services: RepairServices,
  context: CommandContext,
  { teacherId, repairId }: QuestionIn,
  saying: Saying,
  question: RepairQuestion,
): Promise<Done> => {
  const { lessonId, date } = question;
  const { executed } = await carryOut(services, aroundChange, {
    context,
    input: { answering: repairId, ...saying },
    lessonId,
    teacherId,
    prepare: async () => {
      const repair = { lessonId, date, requests: requestsOf(question), repairId };
      const allowed = await allowedRepair(services, context.studioId, teacherId, repair);
      const moves = await movesOf(services, context, allowed);
      return {
        studentIds: allowed.studentIds,
        ifFree: true,
        decide: () => (state) => {
          const at = instantAt(services.now());
          const now = openQuestion(state, repairId, services.now());
          const { events, isLast } = saidTo(now, saying, at);
          if (!isLast) throw new AnsweredMeanwhile();
          return [...events, endOf(now, 'applied', at), ...moves(state)];
        },
      };
    },
  });
  return executed;
};

const noting = (services: RepairServices, context: CommandContext, where: QuestionIn, saying: Saying): Promise<Done> =>
  onSchedule(services, context, where.teacherId, {
    input: { answering: where.repairId, ...saying },
    decide: (state) => {
      const question = openQuestion(state, where.repairId, services.now());
      const at = instantAt(services.now());
      const { events, isLast } = saidTo(question, saying, at);
      if (isLast) throw new AnsweredMeanwhile();
      return saying.answer === 'no' ? [...events, endOf(question, 'declined', at)] : events;
    },
  });

/** The day is no longer as it was when its families were asked. */
const endOvertaken = async (services: RepairServices, context: CommandContext, where: QuestionIn): Promise<void> => {
  const { repairId, teacherId } = where;
  await onSchedule(services, { ...context, commandId: derivedId(context.commandId, 'overtaken') }, teacherId, {
    input: { overtaken: repairId },
    decide: ({ questions }) => {
      const question = questions.get(repairId);
      return question?.end === null ? [endOf(question, 'overtaken', instantAt(services.now()))] : [];
    },
  });
};

const attempts = 5;

/** Notes an answer: one no ends the question, the last yes applies it. @throws NotFound, RuleBroken, Unavailable */
export const answer = async (
  services: RepairServices,
  context: CommandContext,
  where: QuestionIn,
  saying: Saying,
): Promise<Done> => {
  const { teacherId, repairId } = where;
  for (let attempt = 1; ; attempt += 1) {
    const { state } = await loadSchedule(services, context.studioId, teacherId);
    const question = questionIn(state, repairId);
    const isOpen = questionState(question, instantAt(services.now())) === 'open';
    const { isLast } = saidTo(question, saying, '');
    try {
      if (!isOpen || !isLast) return await noting(services, context, where, saying);
      return await applying(services, context, where, saying, question);
    } catch (error) {
      const isAgain = error instanceof AnsweredMeanwhile || error instanceof DayChanged;
      if (isAgain && attempt < attempts) continue;
      if (error instanceof AnsweredMeanwhile)
        throw new RuleBroken('Others are answering right now. Please try again.', {}, { cause: error });
      const isOvertaken = error instanceof RuleBroken || error instanceof NotFound || error instanceof InvalidInput;
      if (isAgain || !isOpen || !isLast || !isOvertaken) throw error;
      const { state: after } = await loadSchedule(services, context.studioId, teacherId);
      const question = after.questions.get(repairId);
      if (!question || questionState(question, instantAt(services.now())) !== 'open') throw error;
      await endOvertaken(services, context, where);
      if (error instanceof RuleBroken) throw error;
      throw new RuleBroken('The day has changed since. Look again.', {}, { cause: error });
    }
  }
};
