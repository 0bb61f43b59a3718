import type { scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import type { CommandContext } from '../../../platform/commands/aggregate.ts';
import type { Command } from '../../../platform/commands/command-handler.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { loadSchedule, onSchedule } from '../schedules.ts';
import type { ScheduleState } from '../state.ts';

/** The schedules of one process, for tests that have no use for the rest of its services. */
export const schedules = (services: Pick<Services, 'handlers'>) => ({
  execute: (
    _studioId: string,
    teacherId: string,
    context: CommandContext,
    command: Command<typeof scheduleEvents, ScheduleState>,
  ) => onSchedule(services, context, teacherId, command),
  load: (studioId: string, teacherId: string) => loadSchedule(services, studioId, teacherId),
});
