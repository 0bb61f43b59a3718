import { erasuresAggregate } from '../domain/accounts/erasure/state.ts';
import { billingAggregate } from '../domain/billing/state.ts';
import { calendarAggregate } from '../domain/calendars/in/state.ts';
import { messagesAggregate } from '../domain/calendars/families/messages/state.ts';
import { backupsAggregate } from '../domain/history/backups/state.ts';
import { householdAggregate } from '../domain/people/households/household.ts';
import { studentAggregate } from '../domain/people/student.ts';
import { inquiriesAggregate, inquiryAggregate } from '../domain/lessons/inquiries/state.ts';
import { branchAggregate } from '../domain/planning/branches/state.ts';
import { dayAggregate } from '../domain/lessons/road/state.ts';
import { notesAggregate } from '../domain/people/notes/state.ts';
import { teacherAggregate } from '../domain/people/teacher.ts';
import { reportAggregate } from '../domain/schedule/reports/state.ts';
import { endingQuestions } from '../domain/schedule/questions/ending.ts';
import { scheduleAggregate } from '../domain/schedule/schedule-aggregate.ts';
import { timeoffAggregate } from '../domain/schedule/time-off/state.ts';
import { studioAggregate } from '../domain/studio/studio.ts';
import { commandHandler, type CommandHandlers, type CommandStorage } from '../platform/commands/command-handler.ts';

/** One command handler for each category of streams. */
export const openHandlers = (storage: CommandStorage, now: () => number): CommandHandlers => ({
  studio: commandHandler(studioAggregate, storage),
  student: commandHandler(studentAggregate, storage),
  teacher: commandHandler(teacherAggregate, storage),
  timeoff: commandHandler(timeoffAggregate, storage),
  day: commandHandler(dayAggregate, storage),
  notes: commandHandler(notesAggregate, storage),
  messages: commandHandler(messagesAggregate, storage),
  inquiry: commandHandler(inquiryAggregate, storage),
  branch: commandHandler(branchAggregate, storage),
  inquiries: commandHandler(inquiriesAggregate, storage),
  household: commandHandler(householdAggregate, storage),
  schedule: endingQuestions(commandHandler(scheduleAggregate, storage), now),
  report: commandHandler(reportAggregate, storage),
  billing: commandHandler(billingAggregate, storage),
  calendar: commandHandler(calendarAggregate, storage),
  backups: commandHandler(backupsAggregate, storage),
  // Its stream belongs to no studio, so that nobody erases it with one.
  erasures: commandHandler(erasuresAggregate, { store: storage.store, registry: { register: async () => undefined } }),
});
