import type { ScheduleEvent, scheduleEvents } from '@rondo/contracts/events/schedule.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import type { Executed } from '../../platform/commands/command-handler.ts';
import { derivedId } from '../../platform/commands/ids.ts';
import { NotFound, DomainError } from '../../platform/kit/errors.ts';
import type { ReadModels } from '../../platform/models/read-models.ts';
import type { Roster } from '../people/roster.ts';
import type { StudioClock } from '../studio/clock.ts';
import { firstDayFor } from './first-day.ts';
import { knowingBilled, unlessBilled, type WhileBilled } from '../schedule/edit/billed.ts';
import { ifFree } from '../schedule/edit/if-free.ts';
import { lessonFinder } from '../schedule/lookup/lesson-finder.ts';
import type { Schedules } from '../schedule/schedules.ts';
import type { ScheduleState } from '../schedule/state.ts';
import type { StudioSizes } from '../../platform/commands/studio-sizes.ts';
import { heldTimes, type StudentTimes } from '../schedule/lookup/student-times.ts';

export type LessonCommandDependencies = {
  readonly schedules: Schedules;
  readonly times: StudentTimes;
  readonly roster: Roster;
  readonly models: ReadModels;
  readonly clock: StudioClock;
  readonly whileBilled: WhileBilled;
  readonly sizes: StudioSizes;
};

/** A command's result, and the row that answers it. */
export type LessonDone = {
  readonly executed: Executed<typeof scheduleEvents>;
  readonly teacherId: string;
  readonly lessonId: string;
  /** The schedule that it was decided on; undefined for a repeated command, which decides nothing. */
  readonly decidedOn: ScheduleState | undefined;
};

type Decide = (state: ScheduleState) => ScheduleEvent[];

/** The schedule in which a command is decided, the row that it requests, and its inputs. */
export type Asked = { readonly teacherId: string; readonly lessonId: string; readonly input: unknown };

/** The students whose time a command assigns or moves, and whether it may only use free time. */
type Wish = {
  readonly studentIds: readonly (string | null | undefined)[];
  readonly ifFree?: boolean | undefined;
};

/** The row that a command resulted in: the part that continues, the occurrence that it created, or the series whose date is restored. */
const rowAfter = (events: readonly ScheduleEvent[], asked: string): string => {
  const restored = events.find((event) => event.type === 'LessonRestored');
  if (restored) return restored.data.seriesId ?? asked;
  const given = events.findLast((event) => 'lesson' in event.data);
  return given && 'lesson' in given.data ? given.data.lesson.lessonId : asked;
};

/** Runs a user's command on a lesson in the schedule that has it, once, while its student's time is locked. */
export const lessonDeciding = ({ schedules, times, roster, models, clock, whileBilled }: LessonCommandDependencies) => {
  const busyOf = heldTimes({ times, models, clock });
  const finder = lessonFinder(models);

  const newRow = ({ commandId }: CommandContext): string => derivedId(commandId, 'lesson');

  const onSchedule = async (context: CommandContext, asked: Asked, decide: Decide): Promise<LessonDone> => {
    const { teacherId, lessonId, input } = asked;
    const { studioId } = context;
    const seen: { state?: ScheduleState } = {};
    const day = await today(context);
    const executed = await knowingBilled<LessonDone['executed']>(
      (task) => whileBilled(studioId, task),
      (billed) =>
        schedules.execute(studioId, teacherId, context, {
          input,
          decide: (state) => {
            seen.state = state;
            return unlessBilled(decide, { today: day, billed })(state);
          },
        }),
    );
    return { executed, teacherId, lessonId: rowAfter(executed.events, lessonId), decidedOn: seen.state };
  };

  /** Answers a repeated command as the first time, even if its preconditions no longer hold. */
  const orAsBefore = async (
    context: CommandContext,
    asked: Asked,
    run: () => Promise<LessonDone>,
  ): Promise<LessonDone> => {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const { teacherId, lessonId, input } = asked;
      const executed = await schedules.known(context.studioId, teacherId, context, input);
      if (!executed) throw error;
      return { executed, teacherId, lessonId: rowAfter(executed.events, lessonId), decidedOn: undefined };
    }
  };

  /**
   * Runs a command in the schedule that has the lesson: according to the lists, or according to the log if a transfer has overtaken them.
   */
  const whereItIs = async (
    { studioId }: CommandContext,
    lessonId: string,
    run: (teacherId: string) => Promise<LessonDone>,
  ): Promise<LessonDone> => {
    const shown = await finder.teacherOf(studioId, lessonId);
    try {
      return await run(shown);
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      const present = [...(await times.all(studioId))].find(
        ([teacherId, { state }]) => teacherId !== shown && state.lessons.has(lessonId),
      );
      if (!present) throw error;
      return run(present[0]);
    }
  };

  /** Decides while the students' time is locked; with `ifFree` only if the time is free. */
  const taking = (context: CommandContext, asked: Asked, wish: Wish, decide: Decide): Promise<LessonDone> =>
    times.holdAll(context.studioId, wish.studentIds, async (held) => {
      if (wish.ifFree !== true) return onSchedule(context, asked, decide);
      return onSchedule(context, asked, ifFree(await busyOf(context.studioId, asked.teacherId, held), decide));
    });

  /** The row's own student, according to the current schedule. */
  const studentOf = async ({ studioId }: CommandContext, teacherId: string, lessonId: string) =>
    (await schedules.load(studioId, teacherId)).state.lessons.get(lessonId)?.studentId;

  const today = async ({ studioId }: CommandContext) => (await clock.today(studioId)).today;

  const firstDay = async (context: CommandContext, studentId: string | null | undefined): Promise<string> =>
    firstDayFor({ roster, studioId: context.studioId, today: await today(context) }, studentId);

  return { newRow, onSchedule, orAsBefore, whereItIs, taking, studentOf, today, firstDay, busyOf };
};
