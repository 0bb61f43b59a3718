import type { LessonKind, scheduleEvents } from '@rondo/contracts/events/schedule.ts';
import { clearedTeachersMissing, kindsMissing } from '@rondo/contracts/lessons/rules.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import type { Executed } from '../../platform/commands/command-handler.ts';
import { InvalidInput, DomainError } from '../../platform/kit/errors.ts';
import { clearSchedule, deleteSeriesOf } from '../schedule/edit/deletion.ts';
import type { LessonCommandDependencies } from './lesson-deciding.ts';

type Done = Executed<typeof scheduleEvents>;

const removals = new Set(['LessonEnded', 'LessonDeleted']);
const countRemoved = (done: readonly Done[]): number =>
  done.flatMap(({ events }) => events).filter(({ type }) => removals.has(type)).length;

/** Commands on many lessons at once: one append per teacher, all in one batch. */
export const bulkCommands = ({ schedules, roster, clock }: LessonCommandDependencies) => ({
  /** @throws NotFound */
  deleteSeries: async (context: CommandContext, given: { studentId: string; teacherId: string }) => {
    const { studioId } = context;
    const { studentId, teacherId } = given;
    await Promise.all([roster.student(studioId, studentId), roster.teacher(studioId, teacherId)]);
    const { today } = await clock.today(studioId);
    const done = await schedules.execute(studioId, teacherId, context, {
      input: given,
      decide: deleteSeriesOf({ studentId, today }),
    });
    return { done: [done], removed: countRemoved([done]) };
  },

  /** Lists the ones that fail; repeating the call with the same key completes the rest. @throws InvalidInput, NotFound */
  clear: async (context: CommandContext, kinds: readonly LessonKind[], teacherIds: readonly string[]) => {
    const { studioId } = context;
    if (kinds.length === 0) throw new InvalidInput(kindsMissing);
    if (teacherIds.length === 0) throw new InvalidInput(clearedTeachersMissing);
    await Promise.all(teacherIds.map((teacherId) => roster.teacher(studioId, teacherId)));
    const { today } = await clock.today(studioId);
    const done: Done[] = [];
    const failed: { teacherId: string; detail: string }[] = [];
    for (const teacherId of teacherIds) {
      try {
        const decide = clearSchedule({ kinds, today });
        done.push(await schedules.execute(studioId, teacherId, context, { input: { kinds, teacherId }, decide }));
      } catch (error) {
        if (!(error instanceof DomainError) || teacherIds.length === 1) throw error;
        failed.push({ teacherId, detail: error.message });
      }
    }
    return { done, failed, removed: countRemoved(done) };
  },
});
