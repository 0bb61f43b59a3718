import { erasuresAggregate } from '../domain/accounts/erasure/state.ts';
import { billingAggregate } from '../domain/billing/state.ts';
import { calendarAggregate } from '../domain/calendars/in/state.ts';
import { backupsAggregate } from '../domain/history/backups/state.ts';
import { studentAggregate } from '../domain/people/student.ts';
import { teacherAggregate } from '../domain/people/teacher.ts';
import { reportAggregate } from '../domain/schedule/reports/state.ts';
import { scheduleAggregate } from '../domain/schedule/schedule-aggregate.ts';
import { studioAggregate } from '../domain/studio/studio.ts';
import { commandHandler, type CommandHandlers, type CommandStorage } from '../platform/commands/command-handler.ts';

/** One command handler for each category of streams. */
export const openHandlers = (storage: CommandStorage): CommandHandlers => ({
  studio: commandHandler(studioAggregate, storage),
  student: commandHandler(studentAggregate, storage),
  teacher: commandHandler(teacherAggregate, storage),
  schedule: commandHandler(scheduleAggregate, storage),
  report: commandHandler(reportAggregate, storage),
  billing: commandHandler(billingAggregate, storage),
  calendar: commandHandler(calendarAggregate, storage),
  backups: commandHandler(backupsAggregate, storage),
  // Its stream belongs to no studio, so that nobody erases it with one.
  erasures: commandHandler(erasuresAggregate, { store: storage.store, registry: { register: async () => undefined } }),
});
