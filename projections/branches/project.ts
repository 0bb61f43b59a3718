import { branchEvents, type BranchEvent } from '@rondo/contracts/events/branches/branch.ts';
import { eventReader, recordedAtOf } from '../runner/events.ts';
import { changing, queriedModel, type Handled } from '../runner/read-model.ts';
import type { SourceEvent } from '../runner/source.ts';
import type { BranchesDb, BranchRow } from './queries.ts';
import { branchesTable } from './table.ts';

const read = eventReader(branchEvents);

/** What an event changes on a branch that is there. */
const partsOf = (event: BranchEvent, changes: number): Partial<BranchRow> => {
  switch (event.type) {
    case 'BranchRenamed':
      return { name: event.data.name };
    case 'BranchChanged':
      return { change_count: changes + 1, is_planned: false };
    case 'BranchChangeWithdrawn':
      return { change_count: changes - 1, is_planned: false };
    case 'BranchPlanned':
      return { at: event.data.at, is_planned: true };
    case 'BranchTakenOver':
      return { status: 'takenOver' };
    case 'BranchTakeOverFailed':
      return { status: 'open' };
    case 'BranchDropped':
      return { status: 'dropped' };
    case 'BranchOpened':
    case 'BranchReopened':
      return {};
  }
};

const on = (recorded: SourceEvent): Handled => {
  const { studioId } = recorded.metadata;
  const event = read(recorded);
  const { branchId } = event.data;
  const at = recordedAtOf(recorded);
  return changing(branchesTable, [studioId, branchId], (row) => {
    const whole = event.type === 'BranchOpened' || event.type === 'BranchReopened' ? event.data : null;
    if (!row && !whole) return undefined;
    const base = {
      studio_id: studioId,
      branch_id: branchId,
      opened_at: row?.opened_at ?? at,
      changed_at: at,
      revision: recorded.revision,
    };
    if (whole)
      return {
        ...base,
        name: whole.name,
        at: whole.at,
        from_branch: whole.from,
        change_count: whole.changes.length,
        is_planned: 'plan' in whole && whole.plan !== null,
        status: 'open' as const,
      };
    return row && { ...row, ...base, ...partsOf(event, row.change_count) };
  });
};

/** Branches, as lists show them. */
export const branchesModel = queriedModel<BranchesDb, 'branches'>({
  name: 'branches',
  version: 1,
  categories: [branchEvents.name],
  tables: [branchesTable],
  on,
});
