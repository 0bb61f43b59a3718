import { reportEvents, type ReportEvent } from '@rondo/contracts/events/report.ts';
import type { Aggregate, CommandContext } from '../command-handling/aggregate.ts';
import { commandHandler, type CommandDependencies } from '../command-handling/command-handler.ts';
import { NotFound } from '../errors/errors.ts';

type ReportState = 'unknown' | 'written' | 'deleted';
export type ReportWritten = Extract<ReportEvent, { type: 'ReportWritten' }>['data'];

/** One report: written once, possibly deleted. */
export const reportAggregate: Aggregate<typeof reportEvents, ReportState> = {
  category: reportEvents,
  stateVersion: 1,
  initialState: () => 'unknown',
  evolve: (_, event) => (event.type === 'ReportWritten' ? 'written' : 'deleted'),
};

export const writeReport = (data: ReportWritten) => (): ReportEvent[] => [{ type: 'ReportWritten', data }];

/** Deleting it again is a no-op. @throws NotFound */
export const deleteReport =
  (reportId: string) =>
  (state: ReportState): ReportEvent[] => {
    if (state === 'unknown') throw new NotFound('There is no such report.');
    return state === 'deleted' ? [] : [{ type: 'ReportDeleted', data: { reportId } }];
  };

/** Reports as streams. */
export const reportStreams = (dependencies: CommandDependencies) => {
  const handler = commandHandler(reportAggregate, dependencies);
  return {
    write: (context: CommandContext, stream: string, data: ReportWritten) =>
      handler.execute(stream, context, { input: data.reportId, decide: writeReport(data) }),
    delete: (context: CommandContext, stream: string, reportId: string) =>
      handler.execute(stream, context, { input: reportId, decide: deleteReport(reportId) }),
  };
};
export type ReportStreams = ReturnType<typeof reportStreams>;
