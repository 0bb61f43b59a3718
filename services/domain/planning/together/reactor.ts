import { scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import { entityOf } from '@rondo/contracts/events/stream-name.ts';
import { eventReader } from '@rondo/projections/runner/events.ts';
import type { Reactor } from '@rondo/projections/runner/read-model.ts';
import { reactionTo } from '../../../platform/commands/aggregate.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { completeParts } from '../../schedule/plan/left-plan.ts';
import { carryDecision, decisionIn } from '../../schedule/plan/joint-decision.ts';

const read = eventReader(scheduleEvents);

const concerned = new Set(['ScheduleOptimized', 'ScheduleAccepted', 'ScheduleRejected']);

/**
 * Records a joint plan in the other teachers' schedules, and carries a decision on it to them, in the batch of the lead's: the command does so
 * itself, and this where its server ended in between.
 */
export const jointDecisionsReactor = (services: Pick<Services, 'handlers'>): Reactor<'decisions'> => ({
  name: 'decisions',
  version: 1,
  categories: [scheduleEvents.name],
  tables: [],
  on: ({ type }) => (concerned.has(type) ? { reads: [], changes: () => [] } : null),
  react: async (recorded) => {
    const from = entityOf(recorded.stream);
    const event = read(recorded);
    if (event.type === 'ScheduleOptimized') {
      const { joint, others } = event.data;
      const { commandId, importedRecordedAt } = recorded.metadata;
      // As the command would have done it. The parts of an imported plan are imported too.
      const context = { ...reactionTo(recorded, recorded.metadata.actor, ''), commandId };
      if (joint && others && importedRecordedAt === undefined)
        await completeParts(services, context, from, { ...event.data, joint, others });
      return;
    }
    const decision = decisionIn([event]);
    if (decision) await carryDecision(services, reactionTo(recorded, 'decisions', 'joint decision'), from, decision);
  },
});
