import { reportEvents } from '@rondo/contracts/events/report.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import type { CommandContext } from '../../../platform/commands/aggregate.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { RuleBroken } from '../../../platform/kit/errors.ts';
import type { ReportStreams } from './report-streams.ts';

/**
 * Writes a report's content under another id: a restored plan needs a new report, because a decided one stays decided.
 * @throws RuleBroken when the report was deleted
 */
export const reportCopies =
  (reports: ReportStreams) =>
  async (context: CommandContext, { reportId, as }: { reportId: string; as: string }): Promise<void> => {
    const { studioId, commandId } = context;
    const content = await reports.content(studioId, reportId);
    if (!content) throw new RuleBroken('The report of this plan was deleted. This cannot be undone.');
    await reports.write({ ...context, commandId: derivedId(commandId, as) }, streamName(reportEvents, studioId, as), {
      ...content,
      reportId: as,
    });
  };
