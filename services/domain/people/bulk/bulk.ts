import type { EventCategory, EventOf } from '@rondo/contracts/events/event.ts';
import type { StudentDetails } from '@rondo/contracts/events/student.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { listStudents } from '@rondo/projections/students/queries.ts';
import { inChunks } from '@rondo/projections/kit/chunks.ts';
import type { CommandContext } from '../../../platform/commands/aggregate.ts';
import type { CommandHandler, Executed } from '../../../platform/commands/command-handler.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { tooManyTeachers } from '../../../platform/commands/studio-sizes.ts';
import { InvalidInput, limitMet, NotFound } from '../../../platform/kit/errors.ts';
import { mapWithPauses, pauses } from '@rondo/projections/pacing/pauses.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { studioNow } from '../../studio/clock.ts';
import { toWindows, type TypedWindow } from '../availability.ts';
import type { Changes } from '../changes.ts';
import { loadTeacher, studentStream, teacherStream } from '../roster.ts';
import {
  assignTeachers,
  changeStudent,
  removeStudent,
  replaceTeachers,
  setTeachers,
  type StudentState,
} from '../student.ts';
import { randomWeek, standardWeek } from './proposed-weeks.ts';
import { changeTeacher, removeTeacher, type TeacherState } from '../teacher.ts';

/** What a bulk action does to one person's stream. */
type Part<Category extends EventCategory, State> = {
  readonly stream: string;
  readonly input: unknown;
  readonly decide: (state: State) => readonly EventOf<Category>[];
  /** Whether it can be refused for one person, which must be known before anything is appended. */
  readonly mayRefuse?: boolean;
};

/** Streams that are read, and then appended to, at a time: two appends' worth of the log (`maxGroup`). */
const atOnce = 100;

/** When one fails, those that have begun end first. */
const allOf = async <Result>(results: readonly Promise<Result>[]): Promise<Result[]> => {
  const settled = await Promise.allSettled(results);
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
};

/**
 * Executes one command on many people: one append each, all in one batch. An unknown person is found before anything is appended; anyone who is
 * removed after that is left out. Repeating the command completes one that was interrupted.
 * @throws NotFound, and what `mayRefuse` says, before anything is appended
 */
const onEach = async <Category extends EventCategory, State extends StudentState | TeacherState>(
  handler: CommandHandler<Category, State>,
  context: CommandContext,
  { parts, noun }: { readonly parts: readonly Part<Category, State>[]; readonly noun: string },
): Promise<Executed<Category>[]> => {
  const streamsOf = (some: typeof parts): string[] => some.map(({ stream }) => stream);
  const loaded = await inChunks(parts, atOnce, (some) => handler.loadAll(streamsOf(some)));
  if (loaded.some(({ state }) => !state)) {
    const before = await inChunks(parts, atOnce, (some) =>
      allOf(some.map(({ stream, input }) => handler.known(stream, context, input))),
    );
    const hasBegun = before.some((executed) => executed !== null);
    if (!hasBegun)
      throw new NotFound(
        parts.length === 1
          ? `There is no such ${noun}.`
          : `One of these ${noun}s no longer exists, so nothing was changed.`,
      );
  }
  const pause = pauses();
  for (const [i, { decide, mayRefuse = false }] of parts.entries()) {
    const state = loaded[i]?.state;
    if (mayRefuse && state) decide(state);
    await pause();
  }
  return inChunks(parts, atOnce, async (some) => {
    // The handler remembers only so many streams: of a large selection, the first ones are forgotten by now.
    await handler.loadAll(streamsOf(some));
    const executing: Promise<Executed<Category>>[] = [];
    for (const { stream, input, decide } of some) {
      const one = handler.execute(stream, context, {
        input,
        decide: (state) => (state ? decide(state) : []),
      });
      // It is awaited below, once all have begun.
      one.catch(() => undefined);
      executing.push(one);
      await pause();
    }
    return allOf(executing);
  });
};

type StudentAvailability = 'random' | 'standard' | 'none';

const unchanged = { changes: {}, revision: undefined };

const weekOf = (kind: StudentAvailability, seed: string): TypedWindow[] => {
  switch (kind) {
    case 'random':
      return randomWeek(seed);
    case 'standard':
      return standardWeek();
    case 'none':
      return [];
  }
};

/** @throws NotFound */
export const removeStudents = async (
  services: Pick<Services, 'handlers' | 'settingsOf' | 'now'>,
  context: CommandContext,
  studentIds: readonly string[],
) => {
  const { today } = await studioNow(services, context.studioId);
  const parts = await mapWithPauses(studentIds, (studentId) => ({
    stream: studentStream(context.studioId, studentId),
    input: { id: studentId },
    decide: removeStudent(today),
  }));
  return onEach(services.handlers.student, context, { parts, noun: 'student' });
};

/** @throws NotFound */
export const removeTeachers = async (
  services: Pick<Services, 'handlers' | 'settingsOf' | 'now'>,
  context: CommandContext,
  teacherIds: readonly string[],
) => {
  const { today } = await studioNow(services, context.studioId);
  const parts = teacherIds.map((teacherId) => ({
    stream: teacherStream(context.studioId, teacherId),
    input: { id: teacherId },
    decide: removeTeacher(today),
  }));
  return onEach(services.handlers.teacher, context, { parts, noun: 'teacher' });
};

/** The students who are assigned to one of these teachers. */
export const studentsOfTeachers = async (
  { models }: Pick<Services, 'models'>,
  studioId: string,
  teacherIds: readonly string[],
): Promise<string[]> =>
  (await listStudents(studentsModel.read(models), studioId))
    .filter(({ assignments }) => assignments.some(({ teacherId }) => teacherIds.includes(teacherId)))
    .map(({ student_id: studentId }) => studentId);

/**
 * Gives the students of teachers who are about to be removed to another teacher.
 * @param studentIds those who are assigned to one of them
 * @throws InvalidInput, NotFound
 */
export const moveStudents = async (
  services: Pick<Services, 'handlers'>,
  context: CommandContext,
  {
    studentIds,
    teacherIds,
    moveTo,
  }: { readonly studentIds: readonly string[]; readonly teacherIds: readonly string[]; readonly moveTo: string },
): Promise<void> => {
  const { studioId, commandId } = context;
  if (teacherIds.includes(moveTo))
    throw new InvalidInput('Please give the students to a teacher who stays: this one is being deleted.');
  await loadTeacher(services, studioId, moveTo);
  const leaving = await services.handlers.teacher.loadAll(teacherIds.map((id) => teacherStream(studioId, id)));
  // Removing an unknown one is refused, so nobody moves. A repeated command has moved them already.
  if (leaving.some(({ state }) => !state)) return;
  const parts = studentIds.map((studentId) => ({
    stream: studentStream(studioId, studentId),
    input: { moveTo },
    decide: replaceTeachers(new Set(teacherIds), {
      assignmentId: derivedId(derivedId(commandId, studentId), `assignment of ${moveTo}`),
      teacherId: moveTo,
    }),
  }));
  await onEach(services.handlers.student, context, { parts, noun: 'student' });
};

/** Replaces the students' availability. A random one depends on the command and the student alone. @throws NotFound */
export const setStudentAvailability = async (
  { handlers }: Pick<Services, 'handlers'>,
  context: CommandContext,
  studentIds: readonly string[],
  kind: StudentAvailability,
) => {
  const parts = await mapWithPauses(studentIds, (studentId) => {
    const seed = derivedId(context.commandId, studentId);
    const availability = toWindows(seed, weekOf(kind, seed));
    return {
      stream: studentStream(context.studioId, studentId),
      input: { kind },
      decide: changeStudent({ ...unchanged, availability }),
    };
  });
  return onEach(handlers.student, context, { parts, noun: 'student' });
};

/** What a bulk action sets of students' details. */
export type SharedDetails = Pick<
  Changes<StudentDetails>,
  'lessonDuration' | 'paymentType' | 'perLessonRateCents' | 'monthlyRateCents'
>;

/** @throws NotFound */
export const setStudentDetails = async (
  { handlers }: Pick<Services, 'handlers'>,
  context: CommandContext,
  studentIds: readonly string[],
  changes: SharedDetails,
) => {
  const parts = await mapWithPauses(studentIds, (studentId) => ({
    stream: studentStream(context.studioId, studentId),
    input: changes,
    decide: changeStudent({ changes, availability: undefined, revision: undefined }),
  }));
  return onEach(handlers.student, context, { parts, noun: 'student' });
};

/** @throws NotFound */
export const emptyTeacherAvailability = async (
  { handlers }: Pick<Services, 'handlers'>,
  context: CommandContext,
  teacherIds: readonly string[],
) => {
  const parts = teacherIds.map((teacherId) => ({
    stream: teacherStream(context.studioId, teacherId),
    input: { kind: 'none' },
    decide: changeTeacher({ ...unchanged, availability: [] }),
  }));
  return onEach(handlers.teacher, context, { parts, noun: 'teacher' });
};

type Assigning = {
  readonly studentIds: readonly string[];
  readonly teacherIds: readonly string[];
  /** Instead of the teachers that they have, not after those. */
  readonly replace?: boolean | undefined;
};

/** Assigns teachers to students. @throws NotFound, InvalidInput */
export const assignTeachersToStudents = async (
  services: Pick<Services, 'handlers' | 'sizes'>,
  context: CommandContext,
  { studentIds, teacherIds, replace = false }: Assigning,
) => {
  await Promise.all(teacherIds.map((teacherId) => loadTeacher(services, context.studioId, teacherId)));
  const most = services.sizes.teachersOfStudent;
  const why = replace ? tooManyTeachers(teacherIds.length, most) : null;
  if (why !== null) throw limitMet('teachers of a student', new InvalidInput(why));
  const parts = await mapWithPauses(studentIds, (studentId) => ({
    stream: studentStream(context.studioId, studentId),
    input: { teacherIds, ...(replace && { replace }) },
    mayRefuse: true,
    decide: (state: StudentState) => {
      const seed = derivedId(context.commandId, studentId);
      const teachers = teacherIds.map((teacherId) => ({
        assignmentId: derivedId(seed, `assignment of ${teacherId}`),
        teacherId,
      }));
      return replace ? setTeachers(teachers)(state) : assignTeachers(teachers, most)(state);
    },
  }));
  return onEach(services.handlers.student, context, { parts, noun: 'student' });
};
