import type { RequestOf } from '@rondo/contracts/api/endpoint.ts';
import type {
  createLesson as createCall,
  deleteLesson as deleteCall,
  editLesson as editCall,
  patchLesson as patchCall,
  rescheduleLesson as rescheduleCall,
  updateLesson as updateCall,
} from '@rondo/contracts/api/lessons.ts';
import type { MakesUp } from '@rondo/contracts/policy/policy.ts';
import { toMinutes } from '@rondo/contracts/calendar/times.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import { derivedId } from '../../platform/commands/ids.ts';
import { loadStudent, loadTeacher } from '../people/roster.ts';
import { editLesson, rescheduleLesson, updateLesson, type Update } from '../schedule/edit/change.ts';
import { deleteLesson } from '../schedule/edit/deletion.ts';
import { createEntry } from '../schedule/edit/entries.ts';
import { ifFree } from '../schedule/edit/if-free.ts';
import { keepDate, restoreLesson } from '../schedule/edit/one-date.ts';
import { leftBy, takeOver, transferOf } from '../schedule/edit/transfer.ts';
import { teacherOfLesson } from '../schedule/lookup/lessons.ts';
import { seenIn } from '../schedule/lookup/shown-revision.ts';
import { loadSchedule } from '../schedule/schedules.ts';
import { studioNow } from '../studio/clock.ts';
import {
  aroundChange,
  aroundCreation,
  carryOut,
  type LessonCommand,
  type LessonDone,
  type LessonServices,
} from './around-commands.ts';
import { makingUp, owedFor } from './cancelling/making-up.ts';
import { changesOf, closedDateIn, moveOfClosed, dateIn, entryOf, firstDayFor } from './lesson-input.ts';
import { ownerInLog } from './transfers-reactor.ts';

const newRow = ({ commandId }: CommandContext): string => derivedId(commandId, 'lesson');

const todayIn = async (services: LessonServices, { studioId }: CommandContext) =>
  (await studioNow(services, studioId)).today;

/** The row's own student, according to the current schedule. */
const studentOf = async (services: LessonServices, { studioId }: CommandContext, teacherId: string, lessonId: string) =>
  (await loadSchedule(services, studioId, teacherId)).state.lessons.get(lessonId)?.studentId;

/** @throws NotFound, InvalidInput, RuleBroken */
export const create = (
  services: LessonServices,
  context: CommandContext,
  body: RequestOf<typeof createCall>['body'],
  status: 'scheduled' | 'recommended',
): Promise<LessonDone> => {
  const { teacherId } = body;
  const { studioId } = context;
  const lessonId = newRow(context);
  return carryOut(services, aroundCreation, {
    context,
    input: { body, status },
    lessonId,
    teacherId,
    prepare: async () => {
      await loadTeacher(services, studioId, teacherId);
      const studentId = body.entryType === 'appointment' ? null : body.studentId;
      const validFrom = await firstDayFor(services, studioId, studentId);
      const entry = entryOf(body, { lessonId, status, validFrom });
      const isPast = entry.when.kind === 'dated' && entry.when.date < (await todayIn(services, context));
      return {
        studentIds: [studentId],
        ifFree: body.ifFree,
        keep: body.keep,
        growth: { lessons: isPast ? 0 : 1 },
        decide: () => createEntry(entry),
      };
    },
  });
};

/** Carries out a command on a lesson that exists, first where the lists show it. */
export const change = async (
  services: LessonServices,
  context: CommandContext,
  lessonId: string,
  command: Pick<LessonCommand, 'input' | 'receiver' | 'prepare'>,
): Promise<LessonDone> => {
  const teacherId = await teacherOfLesson(services, context.studioId, lessonId);
  return carryOut(services, aroundChange, { ...command, context, lessonId, teacherId });
};

type UpdateBody = RequestOf<typeof updateCall>['body'];

const updateOf = async (
  services: LessonServices,
  context: CommandContext,
  id: string,
  teacherId: string,
  body: UpdateBody,
): Promise<Update> => {
  const { teacherId: _, lessonDate, revision, ifFree: __, keep: ___, ...typed } = body;
  const date = lessonDate === undefined ? undefined : dateIn(lessonDate);
  const becomesWeekly = typed.studentId === undefined && date === null;
  const studentId = becomesWeekly ? await studentOf(services, context, teacherId, id) : typed.studentId;
  return {
    lessonId: id,
    revision: seenIn(teacherId, revision),
    today: await todayIn(services, context),
    newId: newRow(context),
    changes: changesOf(typed),
    lessonDate: date,
    cut: typed.originalDate,
    notBefore: await firstDayFor(services, context.studioId, studentId),
  };
};

/**
 * Transfers a lesson to another teacher: decided there first; a reactor then lets the present teacher's schedule release it. A lock
 * allows one transfer of a lesson at a time, and its present teacher is read from the log.
 */
const transfer = async (
  services: LessonServices,
  context: CommandContext,
  id: string,
  { from, to, body }: { readonly from: string; readonly to: string; readonly body: UpdateBody },
): ReturnType<LessonCommand['prepare']> => {
  const { studioId } = context;
  await loadTeacher(services, studioId, to);
  return {
    studentIds: [body.studentId, await studentOf(services, context, from, id)],
    locksLesson: true,
    decide: async (busyThere) => {
      const owner = (await ownerInLog(services, studioId, id)) ?? from;
      const update = await updateOf(services, context, id, owner, body);
      if (owner === to) return updateLesson(update);
      const { state, revision: seen } = await loadSchedule(services, studioId, owner);
      const leaving = transferOf(state, { ...update, from: owner, seen });
      if (body.ifFree !== true) return takeOver(leaving);
      const busy = await busyThere();
      const elsewhere = (studentId: string) => leftBy(leaving, busy.elsewhere(studentId));
      return ifFree({ ...busy, elsewhere }, takeOver(leaving));
    },
  };
};

export const update = (
  services: LessonServices,
  context: CommandContext,
  { params: { id }, body }: RequestOf<typeof updateCall>,
): Promise<LessonDone> =>
  change(services, context, id, {
    input: { id, body },
    receiver: body.teacherId,
    prepare: async (from) => {
      const to = body.teacherId ?? from;
      if (to !== from) return transfer(services, context, id, { from, to, body });
      const wholeEntry = await updateOf(services, context, id, from, body);
      return {
        studentIds: [body.studentId, await studentOf(services, context, from, id)],
        ifFree: body.ifFree,
        keep: body.keep,
        decide: () => updateLesson(wholeEntry),
      };
    },
  });

export const edit = async (
  services: LessonServices,
  context: CommandContext,
  { params, body: typed }: RequestOf<typeof editCall>,
  owed: MakesUp | null = null,
): Promise<LessonDone> => {
  const closed = await closedDateIn(services, context, params.id);
  const id = closed?.seriesId ?? params.id;
  const body = closed ? { ...typed, originalDate: typed.originalDate ?? closed.date } : typed;
  return change(services, context, id, {
    input: { id, body },
    prepare: async (teacherId) => {
      if (body.studentId) await loadStudent(services, context.studioId, body.studentId);
      const decide = editLesson({
        lessonId: id,
        revision: seenIn(teacherId, body.revision),
        today: await todayIn(services, context),
        newId: newRow(context),
        scope: body.editScope,
        changes: changesOf(body),
        originalDate: body.originalDate ?? null,
        lessonDate: dateIn(body.lessonDate),
      });
      const studentIds = [body.studentId, await studentOf(services, context, teacherId, id)];
      const decided = owed === null ? decide : makingUp(owed, decide);
      return { studentIds, ifFree: body.ifFree, keep: body.keep, decide: () => decided };
    },
  });
};

export const reschedule = async (
  services: LessonServices,
  context: CommandContext,
  { params: { id }, body }: RequestOf<typeof rescheduleCall>,
): Promise<LessonDone> => {
  const closed = await closedDateIn(services, context, id);
  if (closed) {
    const { seriesId: lessonId, date: named } = closed;
    const teacherId = await teacherOfLesson(services, context.studioId, lessonId);
    const owed = await owedFor(services, context, { lessonId, named, teacherId });
    return edit(services, context, moveOfClosed(closed, body), owed);
  }
  return change(services, context, id, {
    input: { id, body },
    prepare: async (teacherId) => {
      const decide = rescheduleLesson({
        lessonId: id,
        revision: seenIn(teacherId, body.revision),
        today: await todayIn(services, context),
        newId: newRow(context),
        start: toMinutes(body.startTime),
        end: body.endTime === undefined ? null : toMinutes(body.endTime),
        dayOfWeek: body.dayOfWeek ?? null,
        lessonDate: body.lessonDate ?? null,
        confirms: body.status === 'scheduled',
      });
      const studentIds = [await studentOf(services, context, teacherId, id)];
      const owed = await owedFor(services, context, { lessonId: id, named: null, teacherId });
      const decided = owed === null ? decide : makingUp(owed, decide);
      return { studentIds, ifFree: body.ifFree, keep: body.keep, decide: () => decided };
    },
  });
};

/** Restores or keeps a lesson. Answered with the series when the cancellation's row was removed, on the first call and on every repeat. */
export const restore = async (
  services: LessonServices,
  context: CommandContext,
  { params, body }: RequestOf<typeof patchCall>,
): Promise<LessonDone> => {
  const closed = await closedDateIn(services, context, params.id);
  const id = closed?.seriesId ?? params.id;
  const done = await change(services, context, id, {
    input: { id: params.id, body },
    prepare: async (teacherId) => {
      const ref = { lessonId: id, revision: seenIn(teacherId, body.revision), force: body.force === true };
      return {
        studentIds: [await studentOf(services, context, teacherId, id)],
        decide: async (busy) => {
          const around = { ...ref, busy: await busy() };
          return closed
            ? keepDate({ ...around, date: closed.date, occurrenceId: newRow(context) })
            : restoreLesson(around);
        },
      };
    },
  });
  if (done.executed.events.length > 0 || !done.decidedOn || closed) return done;
  const { lessons, vanished } = done.decidedOn;
  return { ...done, lessonId: lessons.has(id) ? id : (vanished.get(id) ?? id) };
};

export const remove = async (
  services: LessonServices,
  context: CommandContext,
  { params, query }: RequestOf<typeof deleteCall>,
): Promise<LessonDone> => {
  const closed = await closedDateIn(services, context, params.id);
  const id = closed?.seriesId ?? params.id;
  return change(services, context, id, {
    input: { id, query },
    prepare: async (teacherId) => {
      const { lessonDate: date = closed?.date ?? null, revision } = query;
      const today = await todayIn(services, context);
      return { decide: () => deleteLesson({ lessonId: id, date, revision: seenIn(teacherId, revision), today }) };
    },
  });
};
