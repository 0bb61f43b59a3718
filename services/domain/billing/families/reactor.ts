import { studentEvents } from '@rondo/contracts/events/student.ts';
import { eventReader } from '@rondo/projections/runner/events.ts';
import type { Reactor } from '@rondo/projections/runner/read-model.ts';
import type { SourceEvent } from '@rondo/projections/runner/source.ts';
import { reactionTo } from '../../../platform/commands/aggregate.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { executeBilling } from '../state.ts';
import { setPayer } from './memberships.ts';
import { broughtBy } from './undo-joining.ts';

const read = eventReader(studentEvents);

/** To which family an event lets a student belong, null for none; undefined for any other event. */
const membershipIn = (recorded: SourceEvent) => {
  if (recorded.type !== 'StudentHouseholdSet' && recorded.type !== 'StudentReinstated') return undefined;
  const event = read(recorded);
  return event.type === 'StudentHouseholdSet' || event.type === 'StudentReinstated'
    ? { studentId: event.data.studentId, householdId: event.data.householdId }
    : undefined;
};

/** Who pays for a student from an event on; `brought`: what goes back with the student. */
type Change = {
  readonly event: SourceEvent;
  readonly membership: { readonly studentId: string; readonly householdId: string | null };
  readonly brought: readonly string[];
};

type Needs = Pick<Services, 'handlers' | 'store'>;

const changeBy = async (services: Needs, event: SourceEvent): Promise<Change[]> => {
  const membership = membershipIn(event);
  if (!membership) return [];
  const { studioId, undoes } = event.metadata;
  const { studentId } = membership;
  const brought = undoes === undefined ? [] : await broughtBy(services, { studioId, studentId, batchId: undoes });
  return [{ event, membership, brought }];
};

/** Of one event as it always was: what was carried out before is known by its id and input. */
const setPayers = async (services: Needs, [first, ...others]: readonly Change[]): Promise<void> => {
  if (!first) return;
  const last = others.at(-1);
  const changes = [first, ...others];
  await executeBilling(
    services,
    reactionTo(first.event, 'memberships', last ? `set the payers up to ${last.event.eventId}` : 'set the payer'),
    last ? changes.map(({ membership }) => membership) : first.membership,
    (state) =>
      changes.flatMap(({ membership: { studentId, householdId }, brought }) =>
        setPayer(studentId, householdId, brought)(state),
      ),
  );
};

/**
 * Lets a family pay for a student who joins it, and the student again who leaves it, as a part of the batch of that. What joining brought along
 * returns when the joining is undone, and stays otherwise.
 */
export const membershipsReactor = (services: Needs): Reactor<'memberships'> => ({
  name: 'memberships',
  version: 1,
  categories: [studentEvents.name],
  tables: [],
  on: (event) => (membershipIn(event) ? { reads: [], changes: () => [] } : null),
  react: async (event) => setPayers(services, await changeBy(services, event)),
  reactTogether: async (events) => {
    const changes: Change[] = [];
    for (const event of events) changes.push(...(await changeBy(services, event)));
    for (const run of runsOf(changes)) await setPayers(services, run);
  },
});

/** From how many changes on one command makes them: below it, what is recorded does not depend on what happened to arrive at once. */
const manyChanges = 20;

/**
 * Changes one after the other that one command can make: of one batch, each about another student, whose own rows alone decide what happens. A
 * student who takes something along is looked at with the whole account, alone.
 */
const runsOf = (changes: readonly Change[]): Change[][] => {
  const runs: Change[][] = [];
  let students = new Set<string>();
  for (const change of changes) {
    const { event, membership, brought } = change;
    const run = runs.at(-1);
    const before = run?.[0];
    const isSame =
      before?.event.metadata.studioId === event.metadata.studioId &&
      before.event.metadata.batchId === event.metadata.batchId &&
      before.brought.length === 0;
    if (run && isSame && brought.length === 0 && !students.has(membership.studentId)) run.push(change);
    else {
      runs.push([change]);
      students = new Set();
    }
    students.add(membership.studentId);
  }
  return runs.flatMap((run) => (run.length < manyChanges ? run.map((change) => [change]) : [run]));
};
