import type { EnteredClosure } from '@rondo/contracts/events/schedule/timeoff.ts';
import { closingFor, closuresNow } from '../time-off/closures.ts';
import { scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { listLessons, peopleById, type PersonRow } from '@rondo/projections/lessons/queries.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import type { Loaded } from '../../../platform/commands/command-handler.ts';
import { RuleBroken } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { studioNow } from '../../studio/clock.ts';
import type { Busy } from '../edit/if-free.ts';
import { heldRows, titlesWithHeld } from '../questions/held.ts';
import { loadSchedule, loadSchedules } from '../schedules.ts';
import { holdFamilies, type HoldFamilies } from './hold-families.ts';
import type { ScheduleState } from '../state.ts';
import { nameOf } from './views.ts';

/** A lesson's display name: its student or its title. */
export const titlesFrom =
  (people: ReadonlyMap<string, PersonRow>, untitled = 'A lesson') =>
  ({ studentId, eventTitle }: Pick<Lesson, 'studentId' | 'eventTitle'>): string => {
    const person = people.get(studentId ?? '');
    return person ? nameOf(person) : (eventTitle ?? untitled);
  };

/** Display names of a studio's lessons, for messages. */
export const lessonTitles = async (
  { models }: Pick<Services, 'models'>,
  studioId: string,
): Promise<(lesson: Lesson) => string> => titlesFrom(await peopleById(lessonsModel.read(models), studioId));

type Clock = Pick<Services, 'settingsOf' | 'now'>;

/** What a search needs from outside a teacher's schedule: the students' lessons with other teachers as the lists show them, and names. */
export const busyInLists = async (
  services: Pick<Services, 'models'> & Clock & Log,
  studioId: string,
  teacherId: string,
  studentIds: readonly string[],
): Promise<
  Busy & {
    readonly people: ReadonlyMap<string, PersonRow>;
    readonly closures: readonly EnteredClosure[];
    readonly families: HoldFamilies;
  }
> => {
  const db = lessonsModel.read(services.models);
  const [{ state }, rows, people, { today, timeZone }, closures, heldElsewhere] = await Promise.all([
    loadSchedule(services, studioId, teacherId),
    studentIds.length === 0 ? [] : listLessons(db, studioId, { studentIds, notTeacherId: teacherId }),
    peopleById(db, studioId),
    studioNow(services, studioId),
    closuresNow(services, studioId),
    studentIds.length === 0 ? () => [] : heldWithOthers(services, studioId, teacherId),
  ]);
  const byStudent = Map.groupBy(
    rows.map(({ lesson }) => lesson),
    ({ studentId }) => studentId ?? '',
  );
  const others = rows.map(({ teacher_id: other, lesson }) => ({ teacherId: other, lesson }));
  const elsewhere = (studentId: string): readonly Lesson[] => byStudent.get(studentId) ?? [];
  const closing = closingFor(closures, teacherId, others);
  const families = await holdFamilies(services, studioId, [{ state }], today);
  const titleOf = titlesWithHeld(titlesFrom(people), timeZone, (inquiryId) => families.get(inquiryId)?.firstName);
  return { ...closing, closures, today, now: services.now(), elsewhere, heldElsewhere, titleOf, people, families };
};

type Log = Pick<Services, 'handlers' | 'streams'>;

/** Every schedule of a studio as of the log, by teacher. */
export const allSchedules = async (services: Log, studioId: string): Promise<Map<string, Loaded<ScheduleState>>> => {
  const teacherIds = await services.streams.entitiesIn(studioId, scheduleEvents);
  const loaded = await loadSchedules(services, studioId, teacherIds);
  return new Map(loaded.map((one, i) => [teacherIds[i] ?? '', one]));
};

/** The times that other teachers hold for students. */
const heldWithOthers = async (services: Log & Clock, studioId: string, teacherId: string) => {
  const { today } = await studioNow(services, studioId);
  const heldThere = [...(await allSchedules(services, studioId))]
    .filter(([other]) => other !== teacherId)
    .flatMap(([, { state }]) => heldRows(state, { now: services.now(), today }));
  return (studentId: string): readonly Lesson[] => heldThere.filter((row) => row.studentId === studentId);
};

/** A lesson in the schedule of the teacher who has it. */
export type LessonElsewhere = { readonly teacherId: string; readonly lesson: Lesson };

/** Lessons with all teachers but one. */
export const lessonsElsewhere = async (
  services: Log,
  studioId: string,
  teacherId: string,
): Promise<LessonElsewhere[]> =>
  [...(await allSchedules(services, studioId))]
    .filter(([other]) => other !== teacherId)
    .flatMap(([other, { state }]) => [...state.lessons.values()].map((lesson) => ({ teacherId: other, lesson })));

/** Whose time a command assigns or moves. */
export type StudentIds = readonly (string | null | undefined)[];

/**
 * Runs a task while no other command assigns or moves these students' time. `lessonId`: nor transfers this lesson to another teacher.
 *
 * A student's time is in the schedules of several teachers, each a stream of its own. Commands that assign or move it hold the student's
 * lock, acquired before the stream's queue, and read the other schedules from the log, which is never stale.
 */
export const lockStudents = <T>(
  { locks }: Pick<Services, 'locks'>,
  studioId: string,
  studentIds: StudentIds,
  task: () => Promise<T>,
  lessonId?: string,
): Promise<T> =>
  locks.hold(
    [
      ...studentIds.flatMap((id) => (id === null || id === undefined ? [] : [`student ${studioId} ${id}`])),
      ...(lessonId === undefined ? [] : [`lesson ${studioId} ${lessonId}`]),
    ],
    task,
  );

/** A decision needs a student who is not locked: the row's student changed between reading and deciding. */
class NotLocked extends Error {
  readonly studentId: string;
  constructor(studentId: string) {
    super(`The time of ${studentId} is not locked.`);
    this.studentId = studentId;
  }
}

/** Number of times a command retries its locks because a row's student changed concurrently. */
const attempts = 5;

/** Like `lockStudents`, for a decision that may concern a student whom only the schedule knows: it then runs again with that student locked too. */
export const lockAllStudents = async <T>(
  services: Pick<Services, 'locks'>,
  studioId: string,
  studentIds: StudentIds,
  task: (locked: ReadonlySet<string>) => Promise<T>,
  lessonId?: string,
): Promise<T> => {
  const locked = new Set(studentIds.filter((id) => id !== null && id !== undefined));
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await lockStudents(services, studioId, [...locked], () => task(locked), lessonId);
    } catch (error) {
      if (!(error instanceof NotLocked)) throw error;
      if (attempt === attempts)
        throw new RuleBroken('Others are changing this right now. Please try again.', {}, { cause: error });
      locked.add(error.studentId);
    }
  }
};

/** What a teacher's schedule needs to reject a time that is taken, as of the log, while the students are locked. */
export const busyInLog = async (
  services: Pick<Services, 'models'> & Clock & Log,
  studioId: string,
  teacherId: string,
  locked: ReadonlySet<string>,
): Promise<Busy> => {
  const [{ state }, elsewhere, titleOf, { today, timeZone }, closures, heldElsewhere] = await Promise.all([
    loadSchedule(services, studioId, teacherId),
    lessonsElsewhere(services, studioId, teacherId),
    lessonTitles(services, studioId),
    studioNow(services, studioId),
    closuresNow(services, studioId),
    heldWithOthers(services, studioId, teacherId),
  ]);
  const byStudent = Map.groupBy(
    elsewhere.map(({ lesson }) => lesson),
    ({ studentId }) => studentId,
  );
  const families = await holdFamilies(services, studioId, [{ state }], today);
  const ofLocked = (studentId: string): readonly Lesson[] => {
    if (!locked.has(studentId)) throw new NotLocked(studentId);
    return byStudent.get(studentId) ?? [];
  };
  return {
    today,
    now: services.now(),
    titleOf: titlesWithHeld(titleOf, timeZone, (inquiryId) => families.get(inquiryId)?.firstName),
    elsewhere: ofLocked,
    heldElsewhere,
    ...closingFor(closures, teacherId, elsewhere),
  };
};
