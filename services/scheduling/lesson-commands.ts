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
import { laterOf } from '@rondo/contracts/calendar/dates.ts';
import { toMinutes } from '@rondo/contracts/calendar/times.ts';
import type { ScheduleEvent, scheduleEvents } from '@rondo/contracts/events/schedule.ts';
import type { CommandContext } from '../commands/aggregate.ts';
import type { Executed } from '../commands/command-handler.ts';
import { derivedId } from '../commands/ids.ts';
import type { ReadModels } from '../read-models.ts';
import type { Roster } from '../roster/roster.ts';
import type { StudioClock } from '../studio/clock.ts';
import { busyReader } from './busy.ts';
import { editLesson, rescheduleLesson, updateLesson, type Update } from './change.ts';
import { deleteLesson } from './deletion.ts';
import { createEntry } from './entries.ts';
import { ifFree } from './if-free.ts';
import { lessonFinder } from './lesson-finder.ts';
import { cancelLesson, restoreLesson } from './one-date.ts';
import { occurrenceOn } from './rows.ts';
import { seenIn } from './shown-revision.ts';
import type { Schedules } from './schedules.ts';
import type { ScheduleState } from './state.ts';
import { giftOf, leftBy, takeOver, type Gift } from './transfer.ts';
import { changesOf, dateIn, entryOf } from './typed.ts';

export type LessonCommandParts = {
  readonly schedules: Schedules;
  readonly roster: Roster;
  readonly models: ReadModels;
  readonly clock: StudioClock;
};

/** What a command did, and the row that answers it. */
export type LessonDone = { readonly executed: Executed<typeof scheduleEvents>; readonly lessonId: string };

type Decide = (state: ScheduleState) => ScheduleEvent[];

/** The row that a command ended at: the part that goes on, the occurrence that it made, the series that stands again. */
const rowAfter = (events: readonly ScheduleEvent[], asked: string): string => {
  const restored = events.find((event) => event.type === 'LessonRestored');
  if (restored) return restored.data.seriesId ?? asked;
  const given = events.findLast((event) => 'lesson' in event.data);
  return given && 'lesson' in given.data ? given.data.lesson.lessonId : asked;
};

/** A person's commands on lessons: each finds its schedule, decides there and names the row that answers it. */
export const lessonCommands = ({ schedules, roster, models, clock }: LessonCommandParts) => {
  const busy = busyReader({ models, clock });
  const finder = lessonFinder(models);

  const newRow = ({ commandId }: CommandContext): string => derivedId(commandId, 'lesson');

  const onSchedule = async (
    context: CommandContext,
    teacherId: string,
    asked: string,
    input: unknown,
    decide: Decide,
  ): Promise<LessonDone> => {
    const executed = await schedules.execute(context.studioId, teacherId, context, { input, decide });
    return { executed, lessonId: rowAfter(executed.events, asked) };
  };

  /** Lets a decision pass only when the time is free, where the caller asks for that. */
  const guarded = async (
    { studioId }: CommandContext,
    teacherId: string,
    wish: { ifFree?: boolean | undefined; studentIds: readonly (string | null | undefined)[]; gift?: Gift },
    decide: Decide,
  ): Promise<Decide> => {
    if (wish.ifFree !== true) return decide;
    const students = wish.studentIds.filter((id) => id !== null && id !== undefined);
    const known = await busy.of(studioId, teacherId, students);
    const { gift } = wish;
    if (!gift) return ifFree(known, decide);
    return ifFree({ ...known, elsewhere: (studentId) => leftBy(gift, known.elsewhere(studentId)) }, decide);
  };

  /** The row's own student, as far as the schedule knows it now. */
  const studentOf = async ({ studioId }: CommandContext, teacherId: string, lessonId: string) =>
    (await schedules.load(studioId, teacherId)).state.lessons.get(lessonId)?.studentId;

  const today = async ({ studioId }: CommandContext) => (await clock.today(studioId)).today;

  /** The first possible day of a student's series; a removed student is unknown. @throws NotFound */
  const firstDayFor = async (context: CommandContext, studentId: string | null | undefined): Promise<string> => {
    const day = await today(context);
    if (studentId === null || studentId === undefined) return day;
    const { details } = await roster.student(context.studioId, studentId);
    return laterOf(day, details.startDate ?? day);
  };

  /** To another teacher: decided there first; a reactor lets the present one release it. */
  const giveAway = async (
    context: CommandContext,
    { from, to }: { from: string; to: string },
    { params: { id }, body }: RequestOf<typeof updateCall>,
    update: Update,
  ): Promise<LessonDone> => {
    const { state, revision: seen } = await schedules.load(context.studioId, from);
    const gift = giftOf(state, { ...update, from, seen });
    const wish = { ifFree: body.ifFree, studentIds: [gift.lesson.studentId], gift };
    return onSchedule(context, to, id, { id, body }, await guarded(context, to, wish, takeOver(gift)));
  };

  return {
    /** @throws NotFound, InvalidInput, RuleBroken */
    create: async (
      context: CommandContext,
      body: RequestOf<typeof createCall>['body'],
      status: 'scheduled' | 'recommended',
    ): Promise<LessonDone> => {
      await roster.teacher(context.studioId, body.teacherId);
      const studentId = body.entryType === 'appointment' ? null : body.studentId;
      const validFrom = await firstDayFor(context, studentId);
      const entry = entryOf(body, { lessonId: newRow(context), status, validFrom });
      const wish = { ifFree: body.ifFree, studentIds: [studentId] };
      const decide = await guarded(context, body.teacherId, wish, createEntry(entry));
      return onSchedule(context, body.teacherId, entry.lessonId, { body, status }, decide);
    },

    update: async (context: CommandContext, request: RequestOf<typeof updateCall>): Promise<LessonDone> => {
      const { id } = request.params;
      const { teacherId: to, lessonDate, revision, ifFree: onlyIfFree, ...typed } = request.body;
      const from = await finder.teacherOf(context.studioId, id);
      const update: Update = {
        lessonId: id,
        revision: seenIn(from, revision),
        today: await today(context),
        newId: newRow(context),
        changes: changesOf(typed),
        lessonDate: lessonDate === undefined ? undefined : dateIn(lessonDate),
        notBefore: await firstDayFor(context, typed.studentId),
      };
      if (to !== undefined && to !== from) {
        await roster.teacher(context.studioId, to);
        return giveAway(context, { from, to }, request, update);
      }
      const decide = updateLesson(update);
      const wish = { ifFree: onlyIfFree, studentIds: [typed.studentId, await studentOf(context, from, id)] };
      return onSchedule(context, from, id, { id, body: request.body }, await guarded(context, from, wish, decide));
    },

    edit: async (
      context: CommandContext,
      { params: { id }, body }: RequestOf<typeof editCall>,
    ): Promise<LessonDone> => {
      const teacherId = await finder.teacherOf(context.studioId, id);
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
      const wish = { ifFree: body.ifFree, studentIds: [body.studentId, await studentOf(context, teacherId, id)] };
      return onSchedule(context, teacherId, id, { id, body }, await guarded(context, teacherId, wish, decide));
    },

    reschedule: async (
      context: CommandContext,
      { params: { id }, body }: RequestOf<typeof rescheduleCall>,
    ): Promise<LessonDone> => {
      const teacherId = await finder.teacherOf(context.studioId, id);
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
      const wish = { ifFree: body.ifFree, studentIds: [await studentOf(context, teacherId, id)] };
      return onSchedule(context, teacherId, id, { id, body }, await guarded(context, teacherId, wish, decide));
    },

    /** Answered by the row that is cancelled: cancelled before, it is the same one. */
    cancel: async (
      context: CommandContext,
      { params: { id }, body }: RequestOf<typeof cancelCall>,
    ): Promise<LessonDone> => {
      const teacherId = await finder.teacherOf(context.studioId, id);
      const date = dateIn(body.lessonDate);
      const decide = cancelLesson({
        lessonId: id,
        revision: seenIn(teacherId, body.revision),
        date,
        occurrenceId: newRow(context),
      });
      const done = await onSchedule(context, teacherId, id, { id, body }, decide);
      if (done.executed.events.length > 0 || date === null) return done;
      const { state } = await schedules.load(context.studioId, teacherId);
      return { ...done, lessonId: occurrenceOn(state, id, date)?.lessonId ?? id };
    },

    /** Answered by the series when the cancellation's row vanished, the first time and every time after. */
    restore: async (
      context: CommandContext,
      { params: { id }, body }: RequestOf<typeof patchCall>,
    ): Promise<LessonDone> => {
      const { studioId } = context;
      const teacherId = await finder.teacherOf(studioId, id);
      const decide = restoreLesson({
        lessonId: id,
        revision: seenIn(teacherId, body.revision),
        force: body.force === true,
        busy: await busy.of(studioId, teacherId, [(await studentOf(context, teacherId, id)) ?? '']),
      });
      const done = await onSchedule(context, teacherId, id, { id, body }, decide);
      if (done.executed.events.length > 0) return done;
      const { state } = await schedules.load(studioId, teacherId);
      return { ...done, lessonId: state.lessons.has(id) ? id : (state.vanished.get(id) ?? id) };
    },

    remove: async (
      context: CommandContext,
      { params: { id }, query }: RequestOf<typeof deleteCall>,
    ): Promise<LessonDone> => {
      const teacherId = await finder.teacherOf(context.studioId, id);
      const { lessonDate: date = null, revision } = query;
      const decide = deleteLesson({
        lessonId: id,
        date,
        revision: seenIn(teacherId, revision),
        today: await today(context),
      });
      return onSchedule(context, teacherId, id, { id, query }, decide);
    },
  };
};
