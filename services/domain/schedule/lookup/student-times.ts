import type { Lesson } from '@rondo/contracts/events/lesson.ts';
import { peopleById } from '@rondo/projections/lessons/queries.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import type { Loaded } from '../../../platform/commands/command-handler.ts';
import { RuleBroken } from '../../../platform/kit/errors.ts';
import type { Locks } from '../../../platform/postgres/advisory-locks.ts';
import type { ReadModels } from '../../../platform/models/read-models.ts';
import type { StudioClock } from '../../studio/clock.ts';
import { titlesFrom } from './busy.ts';
import type { Busy } from '../edit/if-free.ts';
import type { Schedules } from '../schedules.ts';
import type { ScheduleState } from '../state.ts';

export type StudentTimeDependencies = {
  readonly schedules: Schedules;
  readonly locks: Locks;
  /** The teachers who have a schedule in the log. */
  readonly teachersOf: (studioId: string) => Promise<readonly string[]>;
};

type StudentIds = readonly (string | null | undefined)[];

/** A lesson in the schedule of the teacher who has it. */
export type LessonElsewhere = { readonly teacherId: string; readonly lesson: Lesson };

/** A decision needs a student whose lock is not held: the row's student changed between reading and deciding. */
class NotHeld extends Error {
  readonly studentId: string;
  constructor(studentId: string) {
    super(`The time of ${studentId} is not held.`);
    this.studentId = studentId;
  }
}

/** Number of times a command retries its locks because a row's student changed concurrently. */
const attempts = 5;

/**
 * A student's time is in the schedules of several teachers, each a stream of its own. Commands that assign or move it hold the student's
 * lock, acquired before the stream's queue, and read the other schedules from the log, which is never stale.
 */
export const studentTimes = ({ schedules, locks, teachersOf }: StudentTimeDependencies) => {
  /** Every schedule of a studio as of the log, by teacher. */
  const all = async (studioId: string): Promise<Map<string, Loaded<ScheduleState>>> => {
    const teacherIds = await teachersOf(studioId);
    const loaded = await schedules.loadAll(studioId, teacherIds);
    return new Map(loaded.map((one, i) => [teacherIds[i] ?? '', one]));
  };

  const hold = <T>(studioId: string, studentIds: StudentIds, task: () => Promise<T>, lessonId?: string): Promise<T> =>
    locks.hold(
      [
        ...studentIds.flatMap((id) => (id === null || id === undefined ? [] : [`student ${studioId} ${id}`])),
        ...(lessonId === undefined ? [] : [`lesson ${studioId} ${lessonId}`]),
      ],
      task,
    );

  return {
    all,
    /**
     * Runs a task while no other command assigns or moves these students' time. `lessonId`: nor transfers this lesson to another teacher.
     */
    hold,
    /**
     * Like `hold`, for a decision that may concern a student whom only the schedule knows: it then runs again with that student locked too.
     */
    holdAll: async <T>(
      studioId: string,
      studentIds: StudentIds,
      task: (held: ReadonlySet<string>) => Promise<T>,
      lessonId?: string,
    ): Promise<T> => {
      const held = new Set(studentIds.filter((id) => id !== null && id !== undefined));
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await hold(studioId, [...held], () => task(held), lessonId);
        } catch (error) {
          if (!(error instanceof NotHeld)) throw error;
          if (attempt === attempts)
            throw new RuleBroken('Others are changing this right now. Please try again.', {}, { cause: error });
          held.add(error.studentId);
        }
      }
    },
    /** Lessons with all teachers but one. */
    elsewhere: async (studioId: string, teacherId: string): Promise<LessonElsewhere[]> =>
      [...(await all(studioId))]
        .filter(([other]) => other !== teacherId)
        .flatMap(([other, { state }]) => [...state.lessons.values()].map((lesson) => ({ teacherId: other, lesson }))),
  };
};
export type StudentTimes = ReturnType<typeof studentTimes>;

/** What a teacher's schedule needs to reject a time that is taken, as of the log, while the students are locked. */
export const heldTimes =
  ({ times, models, clock }: { times: StudentTimes; models: ReadModels; clock: StudioClock }) =>
  async (studioId: string, teacherId: string, held: ReadonlySet<string>): Promise<Busy> => {
    const [elsewhere, people, { today }] = await Promise.all([
      times.elsewhere(studioId, teacherId),
      peopleById(lessonsModel.read(models), studioId),
      clock.today(studioId),
    ]);
    const byStudent = Map.groupBy(
      elsewhere.map(({ lesson }) => lesson),
      ({ studentId }) => studentId,
    );
    return {
      today,
      titleOf: titlesFrom(people),
      elsewhere: (studentId) => {
        if (!held.has(studentId)) throw new NotHeld(studentId);
        return byStudent.get(studentId) ?? [];
      },
    };
  };
