import { instantAt } from '@rondo/contracts/calendar/instants.ts';
import type { scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import type { CommandHandler } from '../../../platform/commands/command-handler.ts';
import type { ScheduleState } from '../state.ts';
import { overtakenBy } from './state.ts';

type Handler = CommandHandler<typeof scheduleEvents, ScheduleState>;

/** Whatever writes to a schedule ends the questions whose held times or rows it writes to, in the same append. */
export const endingQuestions = (handler: Handler, now: () => number): Handler => ({
  ...handler,
  execute: (stream, context, { input, decide }) =>
    handler.execute(stream, context, {
      input,
      decide: (state) => {
        const events = decide(state);
        const ends = state.questions.size === 0 ? [] : overtakenBy(state, events, instantAt(now()));
        return ends.length === 0 ? events : [...events, ...ends];
      },
    }),
});
