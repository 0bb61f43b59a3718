import { isDeepStrictEqual } from 'node:util';
import { reportEvents, type ReportEvent, type FamilyWish } from '@rondo/contracts/events/schedule/report.ts';
import type { Aggregate, CommandContext } from '../../../platform/commands/aggregate.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import { eventReader, withoutFences } from '@rondo/projections/runner/events.ts';
import type { CommandHandler, Executed } from '../../../platform/commands/command-handler.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { limitMet, NotFound, RuleBroken } from '../../../platform/kit/errors.ts';
import type { Restorable } from '../../../platform/commands/undo/restorable.ts';

declare module '../../../platform/commands/command-handler.ts' {
  interface CommandHandlers {
    readonly report: CommandHandler<typeof reportEvents, ReportState>;
  }
}

type ReportState = {
  readonly reportId: string | null;
  readonly status: 'unknown' | 'written' | 'deleted';
  readonly wishes: readonly FamilyWish[];
};
export type ReportWritten = Extract<ReportEvent, { type: 'ReportWritten' }>['data'];

/** One report: written once, possibly deleted, with what families were asked about it. */
export const reportAggregate: Aggregate<typeof reportEvents, ReportState> = {
  category: reportEvents,
  stateVersion: 3,
  initialState: () => ({ reportId: null, status: 'unknown', wishes: [] }),
  evolve: ({ wishes }, event) => ({
    reportId: event.data.reportId,
    status: event.type === 'ReportDeleted' ? 'deleted' : 'written',
    wishes: event.type === 'WishesSet' ? event.data.wishes : wishes,
  }),
};

export const writeReport = (data: ReportWritten) => (): ReportEvent[] => [{ type: 'ReportWritten', data }];

/** Deleting it again is a no-op. @throws NotFound */
export const deleteReport =
  (reportId: string) =>
  (state: ReportState): ReportEvent[] => {
    if (state.status === 'unknown') throw new NotFound('There is no such report.');
    return state.status === 'deleted' ? [] : [{ type: 'ReportDeleted', data: { reportId } }];
  };

/** The most questions to families that a report keeps: each event lists them all. */
const mostWishes = 200;

/** Keeps what a family was asked; the same again is a no-op. @throws NotFound, RuleBroken */
export const addWish =
  (familyWish: FamilyWish) =>
  ({ reportId, status, wishes }: ReportState): ReportEvent[] => {
    if (reportId === null || status !== 'written') throw new NotFound('There is no such report.');
    if (wishes.some((one) => isDeepStrictEqual(one, familyWish))) return [];
    if (wishes.length >= mostWishes)
      throw limitMet(
        'questions of a report',
        new RuleBroken(`A report keeps at most ${mostWishes} questions to families. Plan again to ask more.`),
      );
    return [{ type: 'WishesSet', data: { reportId, wishes: [...wishes, familyWish] } }];
  };

/** A report does not count before a plan names it, and the plan's undo marks it as undone: neither is restored. */
type ReportContent = { readonly isDeleted: boolean; readonly wishes: readonly FamilyWish[] };

/** The fewest events that delete a report or list it again, with what families were asked. */
export const restoreReport = (
  { reportId, status, wishes }: ReportState,
  target: ReportContent | null,
): ReportEvent[] => {
  if (reportId === null || target === null) return [];
  const isDeleted = status === 'deleted';
  return [
    ...(isDeleted && !target.isDeleted ? [{ type: 'ReportRestored' as const, data: { reportId } }] : []),
    ...(isDeepStrictEqual(wishes, target.wishes)
      ? []
      : [{ type: 'WishesSet' as const, data: { reportId, wishes: [...target.wishes] } }]),
    ...(!isDeleted && target.isDeleted ? [{ type: 'ReportDeleted' as const, data: { reportId } }] : []),
  ];
};

/** Reports as they can be restored. */
export const restorableReport: Restorable<typeof reportEvents, ReportState, ReportContent> = {
  aggregate: reportAggregate,
  contentOf: ({ status, wishes }) => ({ isDeleted: status === 'deleted', wishes }),
  restoreTo: restoreReport,
  nameOf: () => 'The report',
};

const readReport = eventReader(reportEvents);

const reportStream = (studioId: string, reportId: string): string => streamName(reportEvents, studioId, reportId);

/** A report's content as of the log; undefined if it was never written or is deleted. */
const reportContent = async (
  { store }: Pick<Services, 'store'>,
  studioId: string,
  reportId: string,
): Promise<ReportWritten | undefined> => {
  const recorded = await store.readStream(reportStream(studioId, reportId));
  const events = withoutFences(recorded).map(readReport);
  const first = events.find((event) => event.type === 'ReportWritten');
  const last = events.findLast(({ type }) => type !== 'WishesSet');
  return last?.type === 'ReportDeleted' ? undefined : first?.data;
};

/** The same, whether or not it is deleted. */
export const reportContentEver = async (
  { store }: Pick<Services, 'store'>,
  studioId: string,
  reportId: string,
): Promise<ReportWritten | undefined> => {
  const recorded = await store.readStream(reportStream(studioId, reportId), { limit: 1 });
  const [first] = withoutFences(recorded).map(readReport);
  return first?.type === 'ReportWritten' ? first.data : undefined;
};

export const recordReport = (
  { handlers }: Pick<Services, 'handlers'>,
  context: CommandContext,
  data: ReportWritten,
): Promise<Executed<typeof reportEvents>> =>
  handlers.report.execute(reportStream(context.studioId, data.reportId), context, {
    input: data.reportId,
    decide: writeReport(data),
  });

export const recordWish = (
  { handlers }: Pick<Services, 'handlers'>,
  context: CommandContext,
  reportId: string,
  familyWish: FamilyWish,
): Promise<Executed<typeof reportEvents>> =>
  handlers.report.execute(reportStream(context.studioId, reportId), context, {
    input: familyWish,
    decide: addWish(familyWish),
  });

export const recordReportDeleted = (
  { handlers }: Pick<Services, 'handlers'>,
  context: CommandContext,
  reportId: string,
): Promise<Executed<typeof reportEvents>> =>
  handlers.report.execute(reportStream(context.studioId, reportId), context, {
    input: reportId,
    decide: deleteReport(reportId),
  });

/**
 * Writes a report's content under another id: a restored plan needs a new report, because a decided one stays decided.
 * @throws RuleBroken when the report was deleted
 */
export const copyReport = async (
  services: Pick<Services, 'handlers' | 'store'>,
  context: CommandContext,
  { reportId, as }: { readonly reportId: string; readonly as: string },
): Promise<void> => {
  const content = await reportContent(services, context.studioId, reportId);
  if (!content) throw new RuleBroken('The report of this plan was deleted. This cannot be undone.');
  const own = { ...context, commandId: derivedId(context.commandId, as) };
  await recordReport(services, own, { ...content, reportId: as });
};
