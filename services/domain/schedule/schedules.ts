import { scheduleEvents, type ScheduleEvent } from '@rondo/contracts/events/schedule.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import { eventReader, recordedAtOf, withoutFences } from '@rondo/projections/runner/events.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import type { Command, CommandHandler, Loaded } from '../../platform/commands/command-handler.ts';
import type { Services } from '../../platform/kit/services.ts';
import { scheduleAggregate } from './schedule-aggregate.ts';
import type { ScheduleState } from './state.ts';

declare module '../../platform/commands/command-handler.ts' {
  interface CommandHandlers {
    readonly schedule: CommandHandler<typeof scheduleEvents, ScheduleState>;
  }
}

const readRecorded = eventReader(scheduleEvents);

export type RecordedEvent = {
  readonly event: ScheduleEvent;
  readonly batchId: string;
  readonly revision: number;
  readonly recordedAt: string;
};

/** Every teacher's schedule: one stream each. */
export const schedules = ({ handlers: { schedule: handler }, store }: Pick<Services, 'handlers' | 'store'>) => {
  const streamOf = (studioId: string, teacherId: string) => streamName(scheduleEvents, studioId, teacherId);
  return {
    execute: (
      studioId: string,
      teacherId: string,
      context: CommandContext,
      command: Command<typeof scheduleEvents, ScheduleState>,
    ) => handler.execute(streamOf(studioId, teacherId), context, command),
    known: (studioId: string, teacherId: string, context: CommandContext, input: unknown) =>
      handler.known(streamOf(studioId, teacherId), context, input),
    /** Fences a schedule for a restore. */
    fence: (stream: string, context: CommandContext, restoreId: string) => handler.fence(stream, context, restoreId),
    load: (studioId: string, teacherId: string): Promise<Loaded<ScheduleState>> =>
      handler.load(streamOf(studioId, teacherId)),
    /** Several teachers' schedules, in one read of the log. */
    loadAll: (studioId: string, teacherIds: readonly string[]): Promise<Loaded<ScheduleState>[]> =>
      handler.loadAll(teacherIds.map((teacherId) => streamOf(studioId, teacherId))),
    /** A schedule as it was after one of its revisions. */
    asOf: async (studioId: string, teacherId: string, revision: number): Promise<ScheduleState> => {
      const events = await store.readStream(streamOf(studioId, teacherId), { limit: revision + 1 });
      return withoutFences(events).reduce(
        (state, recorded) =>
          scheduleAggregate.evolve(state, readRecorded(recorded), {
            revision: recorded.revision,
            recordedAt: recordedAtOf(recorded),
          }),
        scheduleAggregate.initialState(),
      );
    },
    /** Every event of a schedule. */
    past: async (studioId: string, teacherId: string): Promise<RecordedEvent[]> => {
      const events = await store.readStream(streamOf(studioId, teacherId));
      return withoutFences(events).map((recorded) => ({
        event: readRecorded(recorded),
        batchId: recorded.metadata.batchId,
        revision: recorded.revision,
        recordedAt: recordedAtOf(recorded),
      }));
    },
  };
};
export type Schedules = ReturnType<typeof schedules>;
