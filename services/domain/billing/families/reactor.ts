import { studentEvents } from '@rondo/contracts/events/student.ts';
import { eventReader } from '@rondo/projections/runner/events.ts';
import type { Reactor } from '@rondo/projections/runner/read-model.ts';
import type { SourceEvent } from '@rondo/projections/runner/source.ts';
import { reactionTo } from '../../../platform/commands/aggregate.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { executeBilling } from '../state.ts';
import { setPayer } from './memberships.ts';

const read = eventReader(studentEvents);

/** To which family an event lets a student belong, null for none; undefined for any other event. */
const membershipIn = (recorded: SourceEvent) => {
  if (recorded.type !== 'StudentHouseholdSet' && recorded.type !== 'StudentReinstated') return undefined;
  const event = read(recorded);
  return event.type === 'StudentHouseholdSet' || event.type === 'StudentReinstated'
    ? { studentId: event.data.studentId, householdId: event.data.householdId }
    : undefined;
};

/**
 * Lets a family pay for a student who joins it, and the student again who leaves it, as a part of the batch of that. What joining brought along
 * returns when the joining is undone, and stays otherwise.
 */
export const membershipsReactor = (services: Pick<Services, 'handlers'>): Reactor<'memberships'> => ({
  name: 'memberships',
  version: 1,
  categories: [studentEvents.name],
  tables: [],
  on: (event) => (membershipIn(event) ? { reads: [], changes: () => [] } : null),
  react: async (event) => {
    const membership = membershipIn(event);
    if (!membership) return;
    const { studentId, householdId } = membership;
    const isUndone = event.metadata.undoes !== undefined;
    await executeBilling(
      services,
      reactionTo(event, 'memberships', 'set the payer'),
      membership,
      setPayer(studentId, householdId, isUndone),
    );
  },
});
