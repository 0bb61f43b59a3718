import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import type { Lesson } from '@rondo/contracts/events/lesson.ts';
import { entityOf } from '@rondo/contracts/events/stream-name.ts';
import type { CommandContext } from '../../../platform/commands/aggregate.ts';
import { pauses } from '@rondo/projections/pacing/pauses.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import type { StudioClock } from '../../studio/clock.ts';
import { undoOrder, type Share, type Undoable, type UndoPart } from '../../../platform/commands/undo/undo-commands.ts';
import { knowingBilled, unlessBilled, type WhileBilled } from '../edit/billed.ts';
import { enteredBy } from '../edit/entered.ts';
import { asOneBatch, batchIn } from './past.ts';
import type { Schedules } from '../schedules.ts';
import { reportToReopen, takesNothingBack, undoBatch, type Undo } from './undo.ts';

export type UndoableSchedulesDependencies = {
  readonly schedules: Schedules;
  readonly clock: Pick<StudioClock, 'today'>;
  readonly whileBilled: WhileBilled;
  /** Display names of lessons for messages. */
  readonly titles: (studioId: string) => Promise<(lesson: Lesson) => string>;
  /** Writes a report of the same content under another id. @throws RuleBroken when that report was deleted */
  readonly copyReport: (context: CommandContext, copy: { reportId: string; as: string }) => Promise<void>;
};

/** Teachers' schedules as undoable streams. */
export const undoableSchedules = ({
  schedules,
  clock,
  whileBilled,
  titles,
  copyReport,
}: UndoableSchedulesDependencies): Undoable => {
  const partOf = async (
    context: CommandContext,
    { batchId, stream, recordedAs }: Share,
    { titleOf, pause }: { readonly titleOf: (lesson: Lesson) => string; readonly pause: () => Promise<void> },
  ): Promise<UndoPart> => {
    const { studioId, commandId } = context;
    const teacherId = entityOf(stream);
    const [past, { today, timeZone }] = await Promise.all([schedules.past(studioId, teacherId), clock.today(studioId)]);
    const dayOf = (recordedAt: string) => wallClock(Date.parse(recordedAt), timeZone).date;
    await pause();
    const undo: Undo = {
      batch: batchIn(asOneBatch(past, batchId, recordedAs), batchId, dayOf),
      today,
      reportId: derivedId(commandId, `report of ${teacherId}`),
      newIdOf: (lessonId) => derivedId(commandId, `rest of ${lessonId}`),
      titleOf,
    };
    const input = { undo: batchId };
    const unlessBilledNow = <T>(run: (decide: ReturnType<typeof undoBatch>) => Promise<T>): Promise<T> =>
      knowingBilled(
        (task) => whileBilled(studioId, task),
        (billed) => run(unlessBilled(undoBatch(undo), { today, billed })),
      );
    return {
      order: undoOrder.schedule,
      done: await schedules.known(studioId, teacherId, context, input),
      isUndone: undo.batch.undone,
      check: async () => {
        const { state } = await schedules.load(studioId, teacherId);
        await pause();
        return unlessBilledNow(async (decide) => (takesNothingBack(decide(state)) ? 'passed' : 'changes'));
      },
      growth: async () => {
        const { state } = await schedules.load(studioId, teacherId);
        await pause();
        return { lessons: enteredBy(state, undoBatch(undo)(state), today) };
      },
      carryOut: async () => {
        const reportId = reportToReopen(undo.batch);
        if (reportId !== null) await copyReport(context, { reportId, as: undo.reportId });
        return unlessBilledNow((decide) => schedules.execute(studioId, teacherId, context, { input, decide }));
      },
    };
  };
  return {
    partsOf: async (context, shares) => {
      const shared = { titleOf: await titles(context.studioId), pause: pauses() };
      return Promise.all(shares.map((share) => partOf(context, share, shared)));
    },
  };
};
