import { reportEvents } from '@rondo/contracts/events/report.ts';
import type { scheduleEvents } from '@rondo/contracts/events/schedule.ts';
import { batchesCausedBy, batchesOf, type BatchRow } from '@rondo/projections/history/queries.ts';
import { findReport } from '@rondo/projections/reports/queries.ts';
import { streamName, type CommandContext } from '../commands/aggregate.ts';
import type { Executed } from '../commands/command-handler.ts';
import { derivedId } from '../commands/ids.ts';
import { ifKnown } from '../commands/known.ts';
import { NotFound, RuleBroken } from '../domain/errors.ts';
import type { ReportStreams } from '../planner/parts.ts';
import { busyReader } from './busy.ts';
import type { LessonCommandParts } from './lesson-commands.ts';
import { batchIn } from './past.ts';
import { reportToReopen, undoBatch, type Undo } from './undo.ts';

type Done = Executed<typeof scheduleEvents>;
type Part = { readonly teacherId: string; readonly undo: Undo };

export type UndoParts = LessonCommandParts & {
  readonly reports: ReportStreams;
  /** Resolves once the history shows everything that the log has now. */
  readonly historyShown: () => Promise<void>;
};

const cannot = 'This cannot be undone.';
const teacherOf = (stream: string): string => stream.slice(stream.indexOf('.') + 1);

/** Takes batches of schedule changes back, in every schedule that they reached. */
export const undoCommands = ({ schedules, models, clock, reports, historyShown }: UndoParts) => {
  const busy = busyReader({ models, clock });

  /** The batch's stretches and those that reactors appended because of them. */
  const reach = async (studioId: string, batchId: string): Promise<BatchRow[]> => {
    await historyShown();
    const all = await batchesOf(models.history(), studioId, batchId);
    for (let newest = all; newest.length > 0;) {
      const eventIds = (await Promise.all(newest.map((row) => eventsOf(studioId, row)))).flat();
      newest = await batchesCausedBy(models.history(), studioId, eventIds);
      all.push(...newest);
    }
    return all;
  };

  const eventsOf = async (studioId: string, row: BatchRow): Promise<string[]> => {
    if (row.category !== 'schedule') return [];
    const past = await schedules.past(studioId, teacherOf(row.stream), row.last_revision);
    return past.filter(({ batchId }) => batchId === row.batch_id).map(({ eventId }) => eventId);
  };

  const partOf = async (context: CommandContext, row: BatchRow): Promise<Part> => {
    const { studioId, commandId } = context;
    const teacherId = teacherOf(row.stream);
    const past = await schedules.past(studioId, teacherId, row.last_revision);
    const reportId = derivedId(commandId, `report of ${teacherId}`);
    const titleOf = await busy.titles(studioId);
    return { teacherId, undo: { batch: batchIn(past, row.batch_id), reportId, titleOf } };
  };

  /** A plan that comes back stands under a new report of the same content. @throws RuleBroken when that report was deleted */
  const copyReport = async (context: CommandContext, { undo: { batch, reportId } }: Part): Promise<void> => {
    const decided = reportToReopen(batch);
    if (decided === null) return;
    const { studioId } = context;
    const report = await findReport(models.reports(), studioId, decided);
    if (!report) throw new RuleBroken(cannot);
    await reports.write(
      { ...context, commandId: derivedId(context.commandId, reportId) },
      streamName(reportEvents, studioId, reportId),
      {
        reportId,
        runId: report.run_id,
        teacherId: report.teacher_id,
        title: report.title,
        lessonsCount: report.lessons_count,
        totalDriveMinutes: report.total_drive_minutes,
        content: report.content,
      },
    );
  };

  return {
    /** @throws NotFound, RuleBroken */
    undo: async (context: CommandContext, batchId: string): Promise<Done[]> => {
      const { studioId } = context;
      const rows = await reach(studioId, batchId);
      if (rows.length === 0) throw new NotFound('There is no such change.');
      if (rows.some(({ category }) => category !== 'schedule')) throw new RuleBroken(cannot);
      const input = { undo: batchId };
      const parts = await Promise.all(rows.map((row) => partOf(context, row)));
      const known = await Promise.all(
        parts.map(({ teacherId }) =>
          ifKnown((decide) => schedules.execute(studioId, teacherId, context, { input, decide })),
        ),
      );
      const open = parts.filter((_, i) => known[i] === null);
      // Refused as a whole before the first append: nobody is left with half an undo.
      for (const { teacherId, undo } of open) undoBatch(undo)((await schedules.load(studioId, teacherId)).state);
      const done: Done[] = known.filter((one) => one !== null);
      for (const part of open) {
        await copyReport(context, part);
        const decide = undoBatch(part.undo);
        done.push(await schedules.execute(studioId, part.teacherId, context, { input, decide }));
      }
      return done;
    },
  };
};
