import type { RecordedEvent } from './schedules.ts';
import { scheduleAggregate, type ScheduleState } from './state.ts';
import type { Batch } from './undo.ts';

const stateAfter = (events: readonly RecordedEvent[], upTo: number): ScheduleState =>
  events
    .filter(({ revision }) => revision <= upTo)
    .reduce(
      (state, { event, revision, batchId }) =>
        scheduleAggregate.evolve(state, event, { revision, recordedAt: '', batchId }),
      scheduleAggregate.initialState(),
    );

/** The withdrawal that left a report for this rejection, when the batch is nothing but that. */
const withdrawalBefore = (past: readonly RecordedEvent[], own: readonly RecordedEvent[]): RecordedEvent | undefined => {
  const [only, ...others] = own;
  if (!only || others.length > 0 || only.event.type !== 'ScheduleRejected') return undefined;
  const { reportId } = only.event.data;
  return past.find(
    ({ event }) => event.type === 'ScheduleRejected' && event.data.withdrawn && event.data.reportId === reportId,
  );
};

/**
 * A batch as its schedule's past has it. Rejecting a withdrawn plan only closed its report: to take that back is to take the withdrawal
 * back too, so that the batch is both.
 */
export const batchIn = (past: readonly RecordedEvent[], batchId: string): Batch => {
  const own = past.filter((recorded) => recorded.batchId === batchId);
  const withdrawal = withdrawalBefore(past, own);
  const events = withdrawal ? [...past.filter((recorded) => recorded.batchId === withdrawal.batchId), ...own] : own;
  const first = events[0]?.revision ?? 0;
  const last = own.at(-1)?.revision ?? -1;
  const lastOfRows = withdrawal ? (events.at(-own.length - 1)?.revision ?? last) : last;
  return {
    batchId,
    before: stateAfter(past, first - 1),
    after: stateAfter(past, last),
    lastRevision: lastOfRows,
    events: events.map(({ event }) => event),
  };
};
