import type { RequestOf } from '@rondo/contracts/api/endpoint.ts';
import type {
  cancelLesson as cancelCall,
  createLesson as createCall,
  deleteLesson as deleteCall,
  editLesson as editCall,
  patchLesson as patchCall,
  rescheduleLesson as rescheduleCall,
  updateLesson as updateCall,
} from '@rondo/contracts/api/lessons.ts';
import { toMinutes } from '@rondo/contracts/calendar/times.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import { editLesson, rescheduleLesson, updateLesson, type Update } from '../schedule/edit/change.ts';
import { deleteLesson } from '../schedule/edit/deletion.ts';
import { createEntry } from '../schedule/edit/entries.ts';
import { holderOf } from './holder.ts';
import { ifFree, type Busy } from '../schedule/edit/if-free.ts';
import { lessonDeciding, type Asked, type LessonCommandDependencies, type LessonDone } from './lesson-deciding.ts';
import { cancelLesson, restoreLesson } from '../schedule/edit/one-date.ts';
import { occurrenceOn } from '../schedule/rows.ts';
import { seenIn } from '../schedule/lookup/shown-revision.ts';
import { transferOf, leftBy, takeOver } from '../schedule/edit/transfer.ts';
import { changesOf, dateIn, entryOf } from './typed.ts';

/** User commands on lessons: each finds the schedule, decides there and names the row that answers it. */
export const lessonCommands = (dependencies: LessonCommandDependencies) => {
  const { schedules, times, roster, sizes } = dependencies;
  const deciding = lessonDeciding(dependencies);
  const { newRow, onSchedule, orAsBefore, whereItIs, taking, studentOf, today, firstDay, busyOf } = deciding;

  type UpdateBody = RequestOf<typeof updateCall>['body'];

  const updateOf = async (
    context: CommandContext,
    id: string,
    teacherId: string,
    body: UpdateBody,
  ): Promise<Update> => {
    const { teacherId: _, lessonDate, revision, ifFree: __, ...typed } = body;
    const date = lessonDate === undefined ? undefined : dateIn(lessonDate);
    const becomesWeekly = typed.studentId === undefined && date === null;
    return {
      lessonId: id,
      revision: seenIn(teacherId, revision),
      today: await today(context),
      newId: newRow(context),
      changes: changesOf(typed),
      lessonDate: date,
      notBefore: await firstDay(context, becomesWeekly ? await studentOf(context, teacherId, id) : typed.studentId),
    };
  };

  const updateWith = async (context: CommandContext, asked: Asked, body: UpdateBody): Promise<LessonDone> => {
    const { teacherId, lessonId } = asked;
    const decide = updateLesson(await updateOf(context, lessonId, teacherId, body));
    const wish = { ifFree: body.ifFree, studentIds: [body.studentId, await studentOf(context, teacherId, lessonId)] };
    return taking(context, asked, wish, decide);
  };

  /**
   * Transfers a lesson to another teacher: decided there first; a reactor then lets the present teacher's schedule release it. A lock
   * allows one transfer of a lesson at a time, and its present teacher is read from the log.
   */
  const giveAway = async (
    context: CommandContext,
    asked: Asked,
    from: string,
    body: UpdateBody,
  ): Promise<LessonDone> => {
    const { studioId } = context;
    const { teacherId: to, lessonId } = asked;
    await roster.teacher(studioId, to);
    const students = [body.studentId, await studentOf(context, from, lessonId)];
    const give = async (held: ReadonlySet<string>): Promise<LessonDone> => {
      const holder = (await holderOf({ schedules, times }, studioId, lessonId)) ?? from;
      if (holder === to) return onSchedule(context, asked, updateLesson(await updateOf(context, lessonId, to, body)));
      const { state, revision: seen } = await schedules.load(studioId, holder);
      const transfer = transferOf(state, { ...(await updateOf(context, lessonId, holder, body)), from: holder, seen });
      if (body.ifFree !== true) return onSchedule(context, asked, takeOver(transfer));
      const busy = await busyOf(studioId, to, held);
      const left: Busy = { ...busy, elsewhere: (studentId) => leftBy(transfer, busy.elsewhere(studentId)) };
      return onSchedule(context, asked, ifFree(left, takeOver(transfer)));
    };
    return times.holdAll(studioId, students, give, lessonId);
  };

  return {
    /** @throws NotFound, InvalidInput, RuleBroken */
    create: async (
      context: CommandContext,
      body: RequestOf<typeof createCall>['body'],
      status: 'scheduled' | 'recommended',
    ): Promise<LessonDone> => {
      const asked = { teacherId: body.teacherId, lessonId: newRow(context), input: { body, status } };
      return orAsBefore(context, asked, async () => {
        await roster.teacher(context.studioId, body.teacherId);
        const studentId = body.entryType === 'appointment' ? null : body.studentId;
        const validFrom = await firstDay(context, studentId);
        const entry = entryOf(body, { lessonId: asked.lessonId, status, validFrom });
        const { when } = entry;
        const isPast = when.kind === 'dated' && when.date < (await today(context));
        return sizes.adding(context.studioId, { lessons: isPast ? 0 : 1 }, () =>
          taking(context, asked, { ifFree: body.ifFree, studentIds: [studentId] }, createEntry(entry)),
        );
      });
    },

    update: async (
      context: CommandContext,
      { params: { id }, body }: RequestOf<typeof updateCall>,
    ): Promise<LessonDone> =>
      whereItIs(context, id, (from) => {
        const asked = { teacherId: body.teacherId ?? from, lessonId: id, input: { id, body } };
        return orAsBefore(context, asked, () =>
          asked.teacherId === from ? updateWith(context, asked, body) : giveAway(context, asked, from, body),
        );
      }),

    edit: async (context: CommandContext, { params: { id }, body }: RequestOf<typeof editCall>): Promise<LessonDone> =>
      whereItIs(context, id, (teacherId) => {
        const asked = { teacherId, lessonId: id, input: { id, body } };
        return orAsBefore(context, asked, async () => {
          if (body.studentId) await roster.student(context.studioId, body.studentId);
          const decide = editLesson({
            lessonId: id,
            revision: seenIn(teacherId, body.revision),
            today: await today(context),
            newId: newRow(context),
            scope: body.editScope,
            changes: changesOf(body),
            originalDate: body.originalDate ?? null,
            lessonDate: dateIn(body.lessonDate),
          });
          const studentIds = [body.studentId, await studentOf(context, teacherId, id)];
          return taking(context, asked, { ifFree: body.ifFree, studentIds }, decide);
        });
      }),

    reschedule: async (
      context: CommandContext,
      { params: { id }, body }: RequestOf<typeof rescheduleCall>,
    ): Promise<LessonDone> =>
      whereItIs(context, id, (teacherId) => {
        const asked = { teacherId, lessonId: id, input: { id, body } };
        return orAsBefore(context, asked, async () => {
          const decide = rescheduleLesson({
            lessonId: id,
            revision: seenIn(teacherId, body.revision),
            today: await today(context),
            newId: newRow(context),
            start: toMinutes(body.startTime),
            end: body.endTime === undefined ? null : toMinutes(body.endTime),
            dayOfWeek: body.dayOfWeek ?? null,
            lessonDate: body.lessonDate ?? null,
            confirms: body.status === 'scheduled',
          });
          const studentIds = [await studentOf(context, teacherId, id)];
          return taking(context, asked, { ifFree: body.ifFree, studentIds }, decide);
        });
      }),

    /** Answered with the cancelled row; the same one if it was already cancelled. */
    cancel: async (
      context: CommandContext,
      { params: { id }, body }: RequestOf<typeof cancelCall>,
    ): Promise<LessonDone> =>
      whereItIs(context, id, async (teacherId) => {
        const asked = { teacherId, lessonId: id, input: { id, body } };
        const date = dateIn(body.lessonDate);
        const revision = seenIn(teacherId, body.revision);
        const decide = cancelLesson({ lessonId: id, revision, date, occurrenceId: newRow(context) });
        const done = await orAsBefore(context, asked, () => onSchedule(context, asked, decide));
        if (done.executed.events.length > 0 || date === null || !done.decidedOn) return done;
        return { ...done, lessonId: occurrenceOn(done.decidedOn, id, date)?.lessonId ?? id };
      }),

    /** Answered with the series when the cancellation's row was removed, on the first call and on every repeat. */
    restore: async (
      context: CommandContext,
      { params: { id }, body }: RequestOf<typeof patchCall>,
    ): Promise<LessonDone> =>
      whereItIs(context, id, async (teacherId) => {
        const { studioId } = context;
        const asked = { teacherId, lessonId: id, input: { id, body } };
        const ref = { lessonId: id, revision: seenIn(teacherId, body.revision), force: body.force === true };
        const studentIds = [await studentOf(context, teacherId, id)];
        const done = await orAsBefore(context, asked, () =>
          times.holdAll(studioId, studentIds, async (held) =>
            onSchedule(context, asked, restoreLesson({ ...ref, busy: await busyOf(studioId, teacherId, held) })),
          ),
        );
        if (done.executed.events.length > 0 || !done.decidedOn) return done;
        const { lessons, vanished } = done.decidedOn;
        return { ...done, lessonId: lessons.has(id) ? id : (vanished.get(id) ?? id) };
      }),

    remove: async (
      context: CommandContext,
      { params: { id }, query }: RequestOf<typeof deleteCall>,
    ): Promise<LessonDone> =>
      whereItIs(context, id, async (teacherId) => {
        const asked = { teacherId, lessonId: id, input: { id, query } };
        const { lessonDate: date = null, revision } = query;
        const ref = { lessonId: id, date, revision: seenIn(teacherId, revision), today: await today(context) };
        return orAsBefore(context, asked, () => onSchedule(context, asked, deleteLesson(ref)));
      }),
  };
};
