import type { RequestOf } from '@rondo/contracts/api/endpoint.ts';
import type { cancelLesson as cancelCall, changeCancellation } from '@rondo/contracts/api/studio/cancellations.ts';
import { epochMillisecondsOf, instantAt } from '@rondo/contracts/calendar/instants.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import type { Cancellation } from '@rondo/contracts/policy/policy.ts';
import { isDeepStrictEqual } from 'node:util';
import type { CommandContext } from '../../../platform/commands/aggregate.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { InvalidInput, RuleBroken } from '../../../platform/kit/errors.ts';
import {
  byHand,
  cancellationOf,
  isExpected,
  refuseNotice,
  refuseUnexpected,
  type Agreement,
  type Notice,
} from '../../schedule/edit/cancelling.ts';
import { cancelLesson, type Recording } from '../../schedule/edit/one-date.ts';
import { seenIn } from '../../schedule/lookup/shown-revision.ts';
import { occurrenceOn, rowOf, type RowRef } from '../../schedule/rows.ts';
import { loadSchedule } from '../../schedule/schedules.ts';
import type { ScheduleState } from '../../schedule/state.ts';
import { agreementNow } from '../../schedule/time-off/agreement.ts';
import { closingFor, closuresNow } from '../../schedule/time-off/closures.ts';
import type { LessonDone, LessonServices } from '../around-commands.ts';
import { change } from '../lesson-commands.ts';
import { closedDateIn, dateIn } from '../lesson-input.ts';
import { resultOf, type PriceOf } from './results.ts';

const noticeIn = ({ by, noticeAt, outcome, reason }: RequestOf<typeof cancelCall>['body']): Notice => ({
  by: by ?? null,
  noticeAt: noticeAt === undefined ? null : epochMillisecondsOf(noticeAt),
  outcome,
  reason: reason ?? null,
});

export const countsTerms = ({ policies }: Agreement, { by }: Notice): boolean =>
  by === 'family' && policies.some(({ removed, terms }) => !removed && terms !== null && terms.owedPerTerm !== null);

/** Answered with the cancelled row; the same one if it was already cancelled. Cancelling a closed date is a no-op. */
export const cancel = async (
  services: LessonServices,
  context: CommandContext,
  { params, body }: RequestOf<typeof cancelCall>,
  priceOf: PriceOf,
): Promise<LessonDone> => {
  const { studioId } = context;
  const closed = await closedDateIn(services, context, params.id);
  const id = closed?.seriesId ?? params.id;
  const date = dateIn(body.lessonDate) ?? closed?.date ?? null;
  const [closures, agreement] = await Promise.all([closuresNow(services, studioId), agreementNow(services, studioId)]);
  const notice = noticeIn(body);
  refuseNotice(notice, agreement.now);
  const done = await change(services, context, id, {
    input: { id, body },
    prepare: async (teacherId) => {
      const revision = seenIn(teacherId, body.revision);
      const { closedOn } = closingFor(closures, teacherId);
      const row = (await loadSchedule(services, studioId, teacherId)).state.lessons.get(id);
      const { expected } = body;
      const price =
        expected === undefined || !row?.studentId
          ? null
          : await priceOf(studioId, {
              studentId: row.studentId,
              lessonId: row.seriesId ?? row.lessonId,
              originalDate: row.originalDate ?? date ?? row.date ?? '',
            });
      const counts = countsTerms(agreement, notice);
      return {
        ...(counts && { studentIds: [row?.studentId] }),
        decide: async (busy) => {
          const elsewhere = counts ? (await busy()).elsewhere : () => [];
          const record: Recording = (standing, on, state) => {
            const { studentId } = standing;
            const rows = counts && studentId !== null ? [...state.lessons.values(), ...elsewhere(studentId)] : [];
            const cancellation = cancellationOf(agreement, notice, { row: standing, date: on, rows });
            if (price && expected !== undefined && !isExpected(expected, cancellation.outcome))
              refuseUnexpected(resultOf(cancellation, price, agreement.clock.today).text);
            return cancellation;
          };
          const occurrenceId = derivedId(context.commandId, 'lesson');
          return cancelLesson({ lessonId: id, revision, date, occurrenceId, closedOn, record });
        },
      };
    },
  });
  if (done.executed.events.length > 0 || date === null || !done.decidedOn) return done;
  if (closed) return { ...done, lessonId: params.id };
  return { ...done, lessonId: occurrenceOn(done.decidedOn, id, date)?.lessonId ?? id };
};

const closedSentence = 'This lesson is closed. Change the closure or keep the lesson.';

/** What a change makes of a cancellation; without an outcome it is decided again by the version that decided it. */
const changed = (
  agreement: Agreement,
  {
    body,
    row,
    date,
    rows,
  }: {
    readonly body: RequestOf<typeof changeCancellation>['body'];
    readonly row: Lesson;
    readonly date: string;
    readonly rows: readonly Lesson[];
  },
): Cancellation => {
  const { cancellation: before } = row;
  const version = agreement.policies.find(({ policyId }) => policyId === before?.policyId);
  const by = body.by ?? before?.by ?? null;
  const heardAt = body.noticeAt ?? before?.noticeAt ?? before?.at;
  const noticeAt = by === 'family' && heardAt !== undefined ? epochMillisecondsOf(heardAt) : null;
  const reason = body.reason ?? null;
  if (reason === null) throw new InvalidInput('Please say why.');
  if (body.noticeAt !== undefined) refuseNotice({ by, noticeAt: epochMillisecondsOf(body.noticeAt) }, agreement.now);
  const decided = cancellationOf(agreement, { by, noticeAt, reason }, { row, date, rows, version: version ?? null });
  const at = before?.at ?? instantAt(agreement.now);
  const says = body.by !== undefined || body.noticeAt !== undefined;
  if (before?.onPage && says)
    throw new RuleBroken('The family cancelled this lesson itself. Only the outcome can be changed.');
  const clicked = before && { onPage: before.onPage, message: before.message };
  if (body.outcome !== undefined)
    return { ...decided, ...clicked, at, outcome: byHand(body.outcome, date, version), tier: null, chosen: true };
  return says || before === null ? { ...decided, at } : { ...before, reason };
};

type Changing = RowRef & {
  readonly agreement: Agreement;
  readonly body: RequestOf<typeof changeCancellation>['body'];
  readonly isClosed: (row: Lesson) => boolean;
  readonly elsewhere: (studentId: string) => readonly Lesson[];
};

/** @throws NotFound, RuleBroken, StaleRevision, InvalidInput */
export const changeOf =
  ({ agreement, body, isClosed, elsewhere, ...ref }: Changing) =>
  (state: ScheduleState): ScheduleEvent[] => {
    const seen = rowOf(state, { ...ref, revision: undefined });
    if (isClosed(seen)) throw new RuleBroken(closedSentence);
    if (isWeekly(seen) || seen.status !== 'cancelled') throw new RuleBroken('This lesson is not cancelled.');
    const row = rowOf(state, ref);
    const rows = [...state.lessons.values(), ...(row.studentId === null ? [] : elsewhere(row.studentId))];
    const cancellation = changed(agreement, { body, row, date: row.date ?? '', rows });
    if (isDeepStrictEqual(cancellation, row.cancellation)) return [];
    return [{ type: 'LessonCancellationChanged', data: { lesson: { ...row, cancellation } } }];
  };

/** Changes what a cancellation comes to, who cancelled, or when. */
export const changeCancelled = async (
  services: LessonServices,
  context: CommandContext,
  { params: { id }, body }: RequestOf<typeof changeCancellation>,
): Promise<LessonDone> => {
  const { studioId } = context;
  if (await closedDateIn(services, context, id)) throw new RuleBroken(closedSentence);
  const [closures, agreement] = await Promise.all([closuresNow(services, studioId), agreementNow(services, studioId)]);
  return change(services, context, id, {
    input: { id, body },
    prepare: async (teacherId) => {
      const row = (await loadSchedule(services, studioId, teacherId)).state.lessons.get(id);
      const { closedOn } = closingFor(closures, teacherId);
      return {
        studentIds: [row?.studentId],
        decide: async (busy) =>
          changeOf({
            lessonId: id,
            revision: seenIn(teacherId, body.revision),
            agreement,
            body,
            isClosed: (one) => one.date !== null && closedOn(one, one.date) !== null,
            elsewhere: (await busy()).elsewhere,
          }),
      };
    },
  });
};
