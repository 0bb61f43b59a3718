import { closedDateOf } from '@rondo/contracts/calendar/closures/closed-dates.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import type { CommandContext } from '../../../platform/commands/aggregate.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { InvalidInput, RuleBroken } from '../../../platform/kit/errors.ts';
import { editLesson, rescheduleLesson } from '../../schedule/edit/change.ts';
import {
  askedRow,
  hasBegun,
  refuseAsking,
  waitingFor,
  type DatedRow,
  type Judging,
} from '../../schedule/requests/standing.ts';
import type { AskedTime, TimeRequest } from '../../schedule/requests/state.ts';
import { loadSchedule, onSchedule } from '../../schedule/schedules.ts';
import type { ScheduleState } from '../../schedule/state.ts';
import { closingFor, closuresNow } from '../../schedule/time-off/closures.ts';
import { studioNow } from '../../studio/clock.ts';
import { aroundChange, carryOut, type LessonDone, type LessonServices } from '../around-commands.ts';
import { makingUp, owedFor } from '../cancelling/making-up.ts';

/** A request where it stands. */
export type RequestIn = { readonly teacherId: string; readonly requestId: string };

const judgingNow = async (services: LessonServices, studioId: string, teacherId: string): Promise<Judging> => {
  const [clock, closures] = await Promise.all([studioNow(services, studioId), closuresNow(services, studioId)]);
  return { ...clock, now: services.now(), closedOn: closingFor(closures, teacherId).closedOn };
};

export type NewRequest = Omit<TimeRequest, 'requestId' | 'askedAt' | 'answer'>;

/** A family asks for another time. @throws RuleBroken when it has already asked about the lesson */
export const ask = async (
  services: LessonServices,
  context: CommandContext,
  teacherId: string,
  request: NewRequest,
): Promise<LessonDone['executed']> => {
  const judging = await judgingNow(services, context.studioId, teacherId);
  const requestId = derivedId(context.commandId, 'request');
  return onSchedule(services, context, teacherId, {
    input: { ask: request },
    decide: (state) => {
      refuseAsking(state, request, judging);
      return [{ type: 'TimeRequested', data: { requestId, ...request, times: [...request.times] } }];
    },
  });
};

const about = ({ requestId, studentId, date, start }: TimeRequest) => ({ requestId, studentId, date, start });

/** The family no longer asks; a no-op for what it withdrew before. @throws RuleBroken once the lesson has moved or the answer was no */
export const withdraw = (
  services: LessonServices,
  context: CommandContext,
  { teacherId, requestId }: RequestIn,
): Promise<LessonDone['executed']> =>
  onSchedule(services, context, teacherId, {
    input: { withdraw: requestId },
    decide: (state) => {
      const request = state.requests.get(requestId);
      if (!request || request.answer?.is === 'withdrawn') return [];
      if (request.answer !== null && request.answer.is !== 'offer')
        throw new RuleBroken('This request is closed: it was answered.');
      return [{ type: 'RequestWithdrawn', data: about(request) }];
    },
  });

type Reply = { readonly answer: 'no' | 'offer'; readonly times: readonly AskedTime[]; readonly message: string | null };

/** The teacher declines, or offers other times. @throws InvalidInput, RuleBroken */
export const answerInWords = async (
  services: LessonServices,
  context: CommandContext,
  { teacherId, requestId }: RequestIn,
  { answer, times, message }: Reply,
): Promise<LessonDone['executed']> => {
  const judging = await judgingNow(services, context.studioId, teacherId);
  if (times.some((time) => hasBegun(time, judging))) throw new InvalidInput('Please offer times that are still ahead.');
  return onSchedule(services, context, teacherId, {
    input: { requestId, answer, times, message },
    decide: (state) => {
      const { request } = waitingFor(state, requestId, 'open', judging);
      const data = { ...about(request), answer, times: [...times], message, byFamily: false };
      return [{ type: 'RequestAnswered', data }];
    },
  });
};

type Moving = { readonly today: string; readonly newId: string };

/** Moves the one date to a time. */
const moved = ({ row, date }: DatedRow, { date: to, start }: AskedTime, { today, newId }: Moving) => {
  const change = { lessonId: row.lessonId, revision: undefined, today, newId };
  return isWeekly(row)
    ? editLesson({ ...change, scope: 'single', changes: { start }, originalDate: date, lessonDate: to })
    : rescheduleLesson({ ...change, start, end: null, dayOfWeek: null, lessonDate: to, confirms: false });
};

/** How a request is answered by moving its lesson. */
type Yes = {
  readonly waiting: 'open' | 'offered';
  readonly byFamily: boolean;
  /** The time among those that were asked for or offered. @throws InvalidInput, NotFound */
  readonly choose: (request: TimeRequest) => AskedTime;
};

/** Moves the lesson and answers the request, in one append, if the time is free. @throws RuleBroken with what takes the time */
export const moveAsked = async (
  services: LessonServices,
  context: CommandContext,
  { teacherId, requestId }: RequestIn,
  { waiting, byFamily, choose }: Yes,
): Promise<LessonDone> => {
  const { studioId, commandId } = context;
  const judging = await judgingNow(services, studioId, teacherId);
  const { state: seen } = await loadSchedule(services, studioId, teacherId);
  const known = seen.requests.get(requestId);
  const lessonId = (known && askedRow(seen, known, judging.today)?.row.lessonId) ?? requestId;
  return carryOut(services, aroundChange, {
    context,
    input: { move: requestId, time: known ? choose(known) : null },
    lessonId,
    teacherId,
    prepare: async () => {
      const named = known?.owed === true ? (closedDateOf(known.lessonId)?.date ?? null) : null;
      const owed = known?.owed === true ? await owedFor(services, context, { lessonId, named, teacherId }) : null;
      const decide = (state: ScheduleState): ScheduleEvent[] => {
        const { request, found } = waitingFor(state, requestId, waiting, judging);
        const time = choose(request);
        if (hasBegun(time, judging)) throw new RuleBroken('This request is closed: its time has passed.');
        const move = moved(found, time, { today: judging.today, newId: derivedId(commandId, 'lesson') });
        const events = (owed === null ? move : makingUp(owed, move))(state);
        const data = { ...about(request), answer: 'yes' as const, times: [time], message: null, byFamily };
        return [...events, { type: 'RequestAnswered', data }];
      };
      return { studentIds: [known?.studentId], ifFree: true, decide: () => decide };
    },
  });
};
