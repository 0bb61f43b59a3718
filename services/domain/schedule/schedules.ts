import { scheduleEvents, type ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import { eventReader, recordedAtOf, withoutFences } from '@rondo/projections/runner/events.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import type { Command, CommandHandler, Executed, Loaded } from '../../platform/commands/command-handler.ts';
import { stateAfter } from '../../platform/commands/folded.ts';
import type { Services } from '../../platform/kit/services.ts';
import { scheduleAggregate } from './schedule-aggregate.ts';
import type { ScheduleState } from './state.ts';

declare module '../../platform/commands/command-handler.ts' {
  interface CommandHandlers {
    readonly schedule: CommandHandler<typeof scheduleEvents, ScheduleState>;
  }
}

type Handlers = Pick<Services, 'handlers'>;

const readRecorded = eventReader(scheduleEvents);

/** Each teacher has a schedule, a stream of its own. */
const scheduleStream = (studioId: string, teacherId: string): string => streamName(scheduleEvents, studioId, teacherId);

/** Executes a command on one teacher's schedule. */
export const onSchedule = (
  { handlers }: Handlers,
  context: CommandContext,
  teacherId: string,
  command: Command<typeof scheduleEvents, ScheduleState>,
): Promise<Executed<typeof scheduleEvents>> =>
  handlers.schedule.execute(scheduleStream(context.studioId, teacherId), context, command);

/** The result of a command on a schedule if it was executed before, else null. */
export const knownOnSchedule = (
  { handlers }: Handlers,
  context: CommandContext,
  teacherId: string,
  input: unknown,
): Promise<Executed<typeof scheduleEvents> | null> =>
  handlers.schedule.known(scheduleStream(context.studioId, teacherId), context, input);

/** A schedule as of the log. Do not mutate it. */
export const loadSchedule = (
  { handlers }: Handlers,
  studioId: string,
  teacherId: string,
): Promise<Loaded<ScheduleState>> => handlers.schedule.load(scheduleStream(studioId, teacherId));

/** Several teachers' schedules, in one read of the log. */
export const loadSchedules = (
  { handlers }: Handlers,
  studioId: string,
  teacherIds: readonly string[],
): Promise<Loaded<ScheduleState>[]> =>
  handlers.schedule.loadAll(teacherIds.map((teacherId) => scheduleStream(studioId, teacherId)));

/** A schedule as it was after one of its revisions. */
export const scheduleAsOf = async (
  { store }: Pick<Services, 'store'>,
  studioId: string,
  teacherId: string,
  revision: number,
): Promise<ScheduleState> => {
  const events = await store.readStream(scheduleStream(studioId, teacherId), { limit: revision + 1 });
  return stateAfter(scheduleAggregate, withoutFences(events));
};

export type RecordedEvent = {
  readonly event: ScheduleEvent;
  readonly batchId: string;
  readonly revision: number;
  readonly recordedAt: string;
};

/** Every event of a schedule. */
export const scheduleHistory = async (
  { store }: Pick<Services, 'store'>,
  studioId: string,
  teacherId: string,
): Promise<RecordedEvent[]> => {
  const events = await store.readStream(scheduleStream(studioId, teacherId));
  return withoutFences(events).map((recorded) => ({
    event: readRecorded(recorded),
    batchId: recorded.metadata.batchId,
    revision: recorded.revision,
    recordedAt: recordedAtOf(recorded),
  }));
};
