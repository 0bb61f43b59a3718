import {
  closureAfter,
  isOnPolicy,
  isOnTerm,
  policyAfter,
  termAfter,
  timeoffEvents,
} from '@rondo/contracts/events/schedule/timeoff.ts';
import { eventReader, recordedAtOf } from '../runner/events.ts';
import { changing, queriedModel, type Handled } from '../runner/read-model.ts';
import type { SourceEvent } from '../runner/source.ts';
import { closureOf, policyOf, type TimeoffDb } from './queries.ts';
import { closuresTable, policiesTable, termsTable } from './table.ts';

const read = eventReader(timeoffEvents);

const on = (recorded: SourceEvent): Handled => {
  const event = read(recorded);
  const { studioId } = recorded.metadata;
  const { revision } = recorded;
  if (isOnPolicy(event))
    return changing(policiesTable, [studioId, event.data.policyId], (row) => {
      const after = policyAfter(row && policyOf(row), event);
      if (!after) return null;
      const { policyId, from, terms, removed } = after;
      return { studio_id: studioId, policy_id: policyId, first_day: from, terms, removed };
    });
  if (isOnTerm(event))
    return changing(termsTable, [studioId, event.data.termId], (row) => {
      const recordedAt = recordedAtOf(recorded);
      const after = termAfter(row && { createdAt: row.created_at }, event, { revision, recordedAt });
      if (!after) return null;
      const { termId, name, from, to, createdAt } = after;
      return {
        studio_id: studioId,
        term_id: termId,
        name,
        first_day: from,
        last_day: to,
        created_at: createdAt,
        revision,
      };
    });
  return changing(closuresTable, [studioId, event.data.closureId], (row) => {
    const before = row && closureOf(row);
    const { closureId, states, createdAt } = closureAfter(before, event, {
      revision,
      recordedAt: recordedAtOf(recorded),
    });
    return {
      studio_id: studioId,
      closure_id: closureId,
      states: [...states],
      entered: row?.entered ?? revision,
      created_at: createdAt,
      revision,
    };
  });
};

/** When teachers do not teach, the policy and the terms, as lists and everything that reads dates need it. */
export const timeoffModel = queriedModel<TimeoffDb, 'timeoff'>({
  name: 'timeoff',
  version: 3,
  categories: [timeoffEvents.name],
  tables: [closuresTable, policiesTable, termsTable],
  on,
});
