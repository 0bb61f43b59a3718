import { reportEvents } from '@rondo/contracts/events/report.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import { findReport } from '@rondo/projections/reports/queries.ts';
import { reportsModel } from '@rondo/projections/reports/project.ts';
import type { CommandContext } from '../command-handling/aggregate.ts';
import { derivedId } from '../command-handling/ids.ts';
import { RuleBroken } from '../errors/errors.ts';
import type { ReadModels } from '../read-side/read-models.ts';
import type { ReportStreams } from './report-streams.ts';

/**
 * Writes a report's content under another id: a restored plan needs a new report, because a decided one stays decided.
 * @throws RuleBroken when the report was deleted
 */
export const reportCopies =
  ({ reports, models }: { reports: ReportStreams; models: ReadModels }) =>
  async (context: CommandContext, { reportId, as }: { reportId: string; as: string }): Promise<void> => {
    const { studioId, commandId } = context;
    const report = await findReport(reportsModel.read(models), studioId, reportId);
    if (!report) throw new RuleBroken('The report of this plan was deleted. This cannot be undone.');
    await reports.write({ ...context, commandId: derivedId(commandId, as) }, streamName(reportEvents, studioId, as), {
      reportId: as,
      runId: report.run_id,
      teacherId: report.teacher_id,
      title: report.title,
      lessonsCount: report.lessons_count,
      totalDriveMinutes: report.total_drive_minutes,
      content: report.content,
    });
  };
