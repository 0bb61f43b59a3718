import { lessonRowsGiven } from '@rondo/contracts/events/schedule/lesson-rows.ts';
import { scheduleEvents, type ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { studentEvents } from '@rondo/contracts/events/student.ts';
import { teacherEvents } from '@rondo/contracts/events/teacher.ts';
import { entityOf, parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import { eventReader } from '@rondo/projections/runner/events.ts';
import { reading, type Handled, type Reactor, type RowReader } from '@rondo/projections/runner/read-model.ts';
import type { SourceEvent } from '@rondo/projections/runner/source.ts';
import { reactionTo, type CommandContext } from '../../platform/commands/aggregate.ts';
import type { Services } from '../../platform/kit/services.ts';
import { studentStream } from '../people/roster.ts';
import { unassignTeacher } from '../people/student.ts';
import { endSchedule, endStudentLessons, endTakenOver, endTransferred, type TakenOver } from '../schedule/people.ts';
import { onSchedule, scheduleHistory } from '../schedule/schedules.ts';
import { partsOf, partWith, tie, ties } from './ties.ts';

const readSchedule = eventReader(scheduleEvents);
const readStudent = eventReader(studentEvents);
const readTeacher = eventReader(teacherEvents);

/** The student for whom an event put a lesson into a schedule. */
const studentGiven = (recorded: SourceEvent): string | null =>
  lessonRowsGiven(readSchedule(recorded))[0]?.studentId ?? null;

/**
 * Events that add an entry or a plan to a schedule, whose teacher may have been removed; and a plan's acceptance, which ends lessons
 * elsewhere.
 */
const isWatched = (event: ScheduleEvent): boolean =>
  'lesson' in event.data || event.type === 'ScheduleOptimized' || event.type === 'ScheduleAccepted';

const onStudent = (recorded: SourceEvent): Handled | null => {
  const { studioId } = recorded.metadata;
  const event = readStudent(recorded);
  const { studentId } = event.data;
  if (event.type === 'StudentRemoved')
    return reading(ties, [[studioId, studentId]], (rows) => tie(studioId, rows, studentId, [], event.data.on));
  if (event.type !== 'StudentTeachersSet' && event.type !== 'StudentReinstated') return null;
  const teachers = event.data.assignments.map(({ teacherId }) => teacherId);
  const returns = event.type === 'StudentReinstated' ? [studentId] : [];
  return reading(
    ties,
    [...teachers, ...teachers.map((teacherId) => partWith(teacherId, studentId)), ...returns].map((id) => [
      studioId,
      id,
    ]),
    (rows) => [
      ...teachers.flatMap((teacherId) => tie(studioId, rows, partWith(teacherId, studentId), [studentId])),
      ...returns.flatMap((id) => tie(studioId, rows, id, [], null)),
    ],
  );
};

const on = (recorded: SourceEvent): Handled | null => {
  const { studioId } = recorded.metadata;
  const { category } = parseStreamName(recorded.stream);
  if (category === 'student') return onStudent(recorded);
  if (category === 'teacher') {
    const event = readTeacher(recorded);
    if (event.type !== 'TeacherRemoved' && event.type !== 'TeacherReinstated') return null;
    const { teacherId } = event.data;
    const removedOn = event.type === 'TeacherRemoved' ? event.data.on : null;
    // The students are what the reaction to a removal asks for.
    const parts = removedOn === null ? [] : partsOf(teacherId);
    return reading(
      ties,
      [teacherId, ...parts].map((id) => [studioId, id]),
      (rows) => tie(studioId, rows, teacherId, [], removedOn),
    );
  }
  if (!isWatched(readSchedule(recorded))) return null;
  const studentId = studentGiven(recorded);
  const teacherId = entityOf(recorded.stream);
  const keys = [[studioId, teacherId], ...(studentId === null ? [] : [[studioId, studentId]])];
  return reading(ties, keys, (rows) => (studentId === null ? [] : tie(studioId, rows, studentId, [teacherId])));
};

/** What an event takes over from other teachers, by teacher: one command for each, even if a lesson is named several times. */
const takenOverBy = (event: ScheduleEvent): Map<string, TakenOver[number][]> => {
  const endedElsewhere = (): (TakenOver[number] & { readonly teacherId: string })[] => {
    if (event.type === 'ScheduleAccepted') return event.data.endsElsewhere;
    if (event.type !== 'LessonPlaced') return [];
    const { studentId } = event.data.lesson;
    return event.data.endsElsewhere.map((series) => ({ ...series, studentId }));
  };
  return Map.groupBy(endedElsewhere(), ({ teacherId }) => teacherId);
};

type ReactorServices = Pick<Services, 'handlers' | 'store'>;

const contextFor = (event: SourceEvent, reason: string): CommandContext => reactionTo(event, 'removals', reason);

const endLessonsOf = async (
  services: ReactorServices,
  event: SourceEvent,
  teacherId: string,
  studentId: string,
  day: string,
): Promise<void> => {
  await onSchedule(services, contextFor(event, `end ${studentId} with ${teacherId}`), teacherId, {
    input: { studentId, on: day },
    decide: endStudentLessons({ studentId, on: day }),
  });
};

const endScheduleOf = async (
  services: ReactorServices,
  event: SourceEvent,
  teacherId: string,
  day: string,
): Promise<void> => {
  await onSchedule(services, contextFor(event, `end schedule of ${teacherId}`), teacherId, {
    input: { on: day },
    decide: endSchedule({ on: day }),
  });
};

/**
 * The students whose lessons another teacher's take-over has ended since: two plans for one student that are accepted concurrently name
 * each other's lessons, and the first one wins.
 */
const lostTo = async (
  services: ReactorServices,
  other: string,
  { stream, revision, metadata: { studioId } }: SourceEvent,
): Promise<Set<string>> => {
  const [own, theirs] = await Promise.all([
    scheduleHistory(services, studioId, entityOf(stream)),
    scheduleHistory(services, studioId, other),
  ]);
  const takingOver = new Set(
    theirs.filter(({ event }) => takenOverBy(event).has(entityOf(stream))).map(({ batchId }) => batchId),
  );
  const students = new Map(
    own.flatMap(({ event }) => lessonRowsGiven(event).map(({ lessonId, studentId }) => [lessonId, studentId])),
  );
  const ended = own.flatMap((one) =>
    one.revision > revision && one.event.type === 'LessonEnded' && takingOver.has(one.batchId)
      ? [students.get(one.event.data.lessonId) ?? null]
      : [],
  );
  return new Set(ended.filter((studentId) => studentId !== null));
};

/** To whom a teacher transferred a series and as what, if it has not come back since. */
const transferOf = async (services: ReactorServices, studioId: string, teacherId: string, lessonId: string) => {
  const past = await scheduleHistory(services, studioId, teacherId);
  const last = past.findLast(
    ({ event: { type, data } }) =>
      (type === 'LessonReleased' && data.lessonId === lessonId) ||
      (type === 'LessonTakenOver' && data.lesson.lessonId === lessonId),
  );
  return last?.event.type === 'LessonReleased' ? last.event.data : null;
};

/** A series that was transferred at the moment in which a plan took it over ends where it is now. */
const endWhereTransferred = async (
  services: ReactorServices,
  event: SourceEvent,
  teacherId: string,
  { lessonId, studentId, from }: TakenOver[number],
): Promise<void> => {
  const { studioId } = event.metadata;
  const transfer = await transferOf(services, studioId, teacherId, lessonId);
  if (!transfer || studentId === null) return;
  const { to, takenAs } = transfer;
  await onSchedule(services, contextFor(event, `end ${takenAs} with ${to}`), to, {
    input: { takenAs, studentId, from },
    decide: endTransferred({ takenAs, studentId, from }),
  });
  await endWhereTransferred(services, event, to, { lessonId: takenAs, studentId, from });
};

const unassign = async (
  services: ReactorServices,
  event: SourceEvent,
  studentId: string,
  teacherId: string,
): Promise<void> => {
  const { studioId } = event.metadata;
  await services.handlers.student.execute(
    studentStream(studioId, studentId),
    contextFor(event, `unassign ${teacherId} from ${studentId}`),
    { input: { teacherId }, decide: unassignTeacher(teacherId) },
  );
};

const reactToStudent = async (services: ReactorServices, recorded: SourceEvent, rows: RowReader): Promise<void> => {
  const { studioId } = recorded.metadata;
  const event = readStudent(recorded);
  if (event.type === 'StudentRemoved') {
    const { studentId, on: day } = event.data;
    for (const teacherId of rows.get(ties, [studioId, studentId])?.others ?? [])
      await endLessonsOf(services, recorded, teacherId, studentId, day);
  }
  if (event.type === 'StudentTeachersSet' || event.type === 'StudentReinstated')
    for (const { teacherId } of event.data.assignments)
      if (rows.get(ties, [studioId, teacherId])?.removed_on)
        await unassign(services, recorded, event.data.studentId, teacherId);
};

const reactToTeacher = async (services: ReactorServices, recorded: SourceEvent, rows: RowReader): Promise<void> => {
  const event = readTeacher(recorded);
  if (event.type !== 'TeacherRemoved') return;
  const { teacherId, on: day } = event.data;
  await endScheduleOf(services, recorded, teacherId, day);
  const students = [teacherId, ...partsOf(teacherId)].flatMap(
    (id) => rows.get(ties, [recorded.metadata.studioId, id])?.others ?? [],
  );
  for (const studentId of new Set(students)) await unassign(services, recorded, studentId, teacherId);
};

const reactToSchedule = async (services: ReactorServices, recorded: SourceEvent, rows: RowReader): Promise<void> => {
  const { studioId } = recorded.metadata;
  const event = readSchedule(recorded);
  const teacherId = entityOf(recorded.stream);
  const studentId = studentGiven(recorded);
  const student = studentId === null ? undefined : rows.get(ties, [studioId, studentId]);
  const teacher = rows.get(ties, [studioId, teacherId]);
  if (studentId !== null && student?.removed_on)
    await endLessonsOf(services, recorded, teacherId, studentId, student.removed_on);
  if (teacher?.removed_on) await endScheduleOf(services, recorded, teacherId, teacher.removed_on);
  for (const [other, series] of takenOverBy(event)) {
    const lost = await lostTo(services, other, recorded);
    const own = series.map(({ lessonId, studentId: of, from }) => ({ lessonId, studentId: of, from }));
    await onSchedule(services, contextFor(recorded, `end lessons with ${other}`), other, {
      input: own,
      decide: endTakenOver(own.filter(({ studentId: of }) => of === null || !lost.has(of))),
    });
    for (const one of own.filter(({ studentId: of }) => of !== null && !lost.has(of)))
      await endWhereTransferred(services, recorded, other, one);
  }
};

/**
 * Ends a removed student's or teacher's lessons in every schedule, whatever the order of events: it tracks who has lessons with whom and
 * who was removed, and checks on both kinds of events. It also ends the series that an accepted plan took over from another teacher.
 */
export const removalsReactor = (services: ReactorServices): Reactor<'removals'> => ({
  name: 'removals',
  version: 1,
  categories: ['student', 'teacher', 'schedule'],
  tables: [ties],
  on,
  react: (event, rows) => {
    switch (parseStreamName(event.stream).category) {
      case 'student':
        return reactToStudent(services, event, rows);
      case 'teacher':
        return reactToTeacher(services, event, rows);
      case 'schedule':
        return reactToSchedule(services, event, rows);
      default:
        return Promise.resolve();
    }
  },
});
