import { reportEvents, type ReportEvent } from '@rondo/contracts/events/report.ts';
import type { Aggregate, CommandContext } from '../../../platform/commands/aggregate.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import { eventReader, withoutFences } from '@rondo/projections/runner/events.ts';
import type { CommandHandler } from '../../../platform/commands/command-handler.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { NotFound } from '../../../platform/kit/errors.ts';
import type { Restorable } from '../../../platform/commands/undo/restorable.ts';

declare module '../../../platform/commands/command-handler.ts' {
  interface CommandHandlers {
    readonly report: CommandHandler<typeof reportEvents, ReportState>;
  }
}

type ReportState = { readonly reportId: string | null; readonly status: 'unknown' | 'written' | 'deleted' };
export type ReportWritten = Extract<ReportEvent, { type: 'ReportWritten' }>['data'];

/** One report: written once, possibly deleted. */
export const reportAggregate: Aggregate<typeof reportEvents, ReportState> = {
  category: reportEvents,
  stateVersion: 2,
  initialState: () => ({ reportId: null, status: 'unknown' }),
  evolve: (_, { type, data: { reportId } }) => ({ reportId, status: type === 'ReportDeleted' ? 'deleted' : 'written' }),
};

export const writeReport = (data: ReportWritten) => (): ReportEvent[] => [{ type: 'ReportWritten', data }];

/** Deleting it again is a no-op. @throws NotFound */
export const deleteReport =
  (reportId: string) =>
  (state: ReportState): ReportEvent[] => {
    if (state.status === 'unknown') throw new NotFound('There is no such report.');
    return state.status === 'deleted' ? [] : [{ type: 'ReportDeleted', data: { reportId } }];
  };

/** A report does not count before a plan names it, and the plan's undo marks it as undone: what can be restored is only whether it is deleted. */
type ReportContent = { readonly isDeleted: boolean };

/** The fewest events that delete a report or list it again. */
export const restoreReport = ({ reportId, status }: ReportState, target: ReportContent | null): ReportEvent[] => {
  if (reportId === null || target === null || (status === 'deleted') === target.isDeleted) return [];
  return [{ type: target.isDeleted ? 'ReportDeleted' : 'ReportRestored', data: { reportId } }];
};

/** Reports as they can be restored. */
export const restorableReport: Restorable<typeof reportEvents, ReportState, ReportContent> = {
  aggregate: reportAggregate,
  contentOf: ({ status }) => ({ isDeleted: status === 'deleted' }),
  restoreTo: restoreReport,
  nameOf: () => 'The report',
};

const readReport = eventReader(reportEvents);

/** Reports as streams. */
export const reportStreams = ({ handlers: { report: handler }, store }: Pick<Services, 'handlers' | 'store'>) => {
  return {
    handler,
    /** A report's content as of the log; undefined if it was never written or is deleted. */
    content: async (studioId: string, reportId: string): Promise<ReportWritten | undefined> => {
      const recorded = await store.readStream(streamName(reportEvents, studioId, reportId));
      const events = withoutFences(recorded).map(readReport);
      const written = events.find((event) => event.type === 'ReportWritten');
      return events.at(-1)?.type === 'ReportDeleted' ? undefined : written?.data;
    },
    /** The same, whether or not it is deleted. */
    contentEver: async (studioId: string, reportId: string): Promise<ReportWritten | undefined> => {
      const recorded = await store.readStream(streamName(reportEvents, studioId, reportId), { limit: 1 });
      const [written] = withoutFences(recorded).map(readReport);
      return written?.type === 'ReportWritten' ? written.data : undefined;
    },
    write: (context: CommandContext, stream: string, data: ReportWritten) =>
      handler.execute(stream, context, { input: data.reportId, decide: writeReport(data) }),
    delete: (context: CommandContext, stream: string, reportId: string) =>
      handler.execute(stream, context, { input: reportId, decide: deleteReport(reportId) }),
  };
};
export type ReportStreams = ReturnType<typeof reportStreams>;
