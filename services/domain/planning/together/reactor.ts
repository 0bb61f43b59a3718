import { scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import { entityOf } from '@rondo/contracts/events/stream-name.ts';
import { eventReader } from '@rondo/projections/runner/events.ts';
import type { Reactor } from '@rondo/projections/runner/read-model.ts';
import { reactionTo } from '../../../platform/commands/aggregate.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { carryDecision, decisionIn } from '../../schedule/plan/joint-decision.ts';

const read = eventReader(scheduleEvents);

const concerned = new Set(['ScheduleAccepted', 'ScheduleRejected']);

/**
 * Carries a decision on a joint plan to the other teachers' schedules, in the batch of the decision: the command does so itself, and this where
 * its server ended in between.
 */
export const jointDecisionsReactor = (services: Pick<Services, 'handlers'>): Reactor<'decisions'> => ({
  name: 'decisions',
  version: 1,
  categories: [scheduleEvents.name],
  tables: [],
  on: ({ type }) => (concerned.has(type) ? { reads: [], changes: () => [] } : null),
  react: async (recorded) => {
    const from = entityOf(recorded.stream);
    const decision = decisionIn([read(recorded)]);
    if (decision) await carryDecision(services, reactionTo(recorded, 'decisions', 'joint decision'), from, decision);
  },
});
