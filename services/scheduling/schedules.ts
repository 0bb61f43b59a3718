import { scheduleEvents } from '@rondo/contracts/events/schedule.ts';
import { streamName, type CommandContext } from '../commands/aggregate.ts';
import { commandHandler, type Command, type CommandParts, type Loaded } from '../commands/command-handler.ts';
import { scheduleAggregate, type ScheduleState } from './state.ts';

/** Every teacher's schedule: one stream, one order of decisions each. */
export const schedules = (parts: CommandParts) => {
  const handler = commandHandler(scheduleAggregate, parts);
  const streamOf = (studioId: string, teacherId: string) => streamName(scheduleEvents, studioId, teacherId);
  return {
    execute: (
      studioId: string,
      teacherId: string,
      context: CommandContext,
      command: Command<typeof scheduleEvents, ScheduleState>,
    ) => handler.execute(streamOf(studioId, teacherId), context, command),
    load: (studioId: string, teacherId: string): Promise<Loaded<ScheduleState>> =>
      handler.load(streamOf(studioId, teacherId)),
  };
};
export type Schedules = ReturnType<typeof schedules>;
