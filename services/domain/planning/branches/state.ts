import { changedElsewhere } from '@rondo/contracts/api/texts.ts';
import {
  branchAfter,
  branchEvents,
  type Branch,
  type BranchEvent,
  type MadeChange,
  type PlannedBranch,
} from '@rondo/contracts/events/branches/branch.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Aggregate } from '../../../platform/commands/aggregate.ts';
import type { CommandHandler } from '../../../platform/commands/command-handler.ts';
import type { Restorable } from '../../../platform/commands/undo/restorable.ts';
import { NotFound, RuleBroken, StaleRevision } from '../../../platform/kit/errors.ts';

declare module '../../../platform/commands/command-handler.ts' {
  interface CommandHandlers {
    readonly branch: CommandHandler<typeof branchEvents, BranchState>;
  }
}

/** How many branches can be open at once, and how many changes one holds. */
export const mostBranches = 10;
const mostChanges = 60;

export type BranchState = { readonly branch: Branch | null };

/** One branch. */
export const branchAggregate: Aggregate<typeof branchEvents, BranchState> = {
  category: branchEvents,
  stateVersion: 1,
  initialState: () => ({ branch: null }),
  evolve: ({ branch }, event, recorded) => ({ branch: branchAfter(branch ?? undefined, event, recorded) ?? null }),
};

export const branchStream = (studioId: string, branchId: string): string =>
  streamName(branchEvents, studioId, branchId);

const noBranch = (): NotFound => new NotFound('There is no such branch.');

/** A branch that is open. @param revision what the caller saw of it @throws NotFound, StaleRevision */
export const openBranchIn = ({ branch }: BranchState, revision?: string): Branch => {
  if (branch?.status !== 'open') throw noBranch();
  if (revision !== undefined && revision !== String(branch.revision))
    throw new StaleRevision(changedElsewhere('branch'));
  return branch;
};

type Opening = Extract<BranchEvent, { type: 'BranchOpened' }>['data'];

export const openBranch = (data: Opening) => (): BranchEvent[] => [{ type: 'BranchOpened', data }];

export const renameBranch =
  (name: string) =>
  (state: BranchState): BranchEvent[] => {
    const { branchId, name: before } = openBranchIn(state);
    return name === before ? [] : [{ type: 'BranchRenamed', data: { branchId, name } }];
  };

/** @throws RuleBroken when it holds as many changes as it can */
export const changeBranch =
  (change: MadeChange, revision: string | undefined) =>
  (state: BranchState): BranchEvent[] => {
    const { branchId, changes } = openBranchIn(state, revision);
    if (changes.length >= mostChanges) throw new RuleBroken(`A branch holds at most ${mostChanges} changes.`);
    return [{ type: 'BranchChanged', data: { branchId, ...change } }];
  };

/** @throws NotFound */
export const withdrawChange =
  (changeId: string) =>
  (state: BranchState): BranchEvent[] => {
    const { branchId, changes } = openBranchIn(state);
    if (!changes.some((one) => one.changeId === changeId)) throw new NotFound('There is no such change.');
    return [{ type: 'BranchChangeWithdrawn', data: { branchId, changeId } }];
  };

/** Keeps what was planned for the changes that the branch has, less those whose person is gone. @throws StaleRevision */
export const keepPlan =
  (plan: PlannedBranch, fellAway: readonly string[], revision: number) =>
  (state: BranchState): BranchEvent[] => {
    const { branchId } = openBranchIn(state, String(revision));
    return [
      ...fellAway.map((changeId) => ({ type: 'BranchChangeWithdrawn' as const, data: { branchId, changeId } })),
      { type: 'BranchPlanned', data: { branchId, ...plan } },
    ];
  };

/** A no-op for a branch that is not open. */
export const dropBranch = ({ branch }: BranchState): BranchEvent[] => {
  if (!branch) throw noBranch();
  return branch.status === 'open' ? [{ type: 'BranchDropped', data: { branchId: branch.branchId } }] : [];
};

type TakenOver = Extract<BranchEvent, { type: 'BranchTakenOver' }>['data'];

/** Decides that a branch is taken over; a reactor carries it out. @throws NotFound, StaleRevision */
export const takeOverBranch =
  (plans: Omit<TakenOver, 'branchId'>, revision: string) =>
  (state: BranchState): BranchEvent[] => [
    { type: 'BranchTakenOver', data: { branchId: openBranchIn(state, revision).branchId, ...plans } },
  ];

/** The branch is open again, because its take-over came across something. */
export const failTakeOver =
  (detail: string) =>
  ({ branch }: BranchState): BranchEvent[] =>
    branch?.status === 'takenOver'
      ? [{ type: 'BranchTakeOverFailed', data: { branchId: branch.branchId, detail } }]
      : [];

/** Drops a branch unless something has happened to it since. */
export const dropIdle =
  (revision: number) =>
  ({ branch }: BranchState): BranchEvent[] =>
    branch?.status === 'open' && branch.revision === revision
      ? [{ type: 'BranchDropped', data: { branchId: branch.branchId } }]
      : [];

type Identity = Pick<Branch, 'branchId' | 'at' | 'from'>;
type BranchContent = {
  readonly branch: Identity;
  readonly name: string;
  readonly changes: readonly MadeChange[];
  readonly plan: Branch['plan'];
};

const contentOf = ({ branch }: BranchState): BranchContent | null => {
  if (branch?.status !== 'open') return null;
  const { branchId, at, from, name, changes, plan } = branch;
  return { branch: { branchId, at, from }, name, changes, plan };
};

/** Branches as they can be undone. */
export const restorableBranch: Restorable<typeof branchEvents, BranchState, BranchContent> = {
  aggregate: branchAggregate,
  contentOf,
  restoreTo: (state, target) => {
    if (target === null) return state.branch?.status === 'open' ? dropBranch(state) : [];
    const now = contentOf(state);
    if (isDeepStrictEqual(now, target)) return [];
    const { branch, name, plan } = target;
    return [{ type: 'BranchReopened', data: { ...branch, name, changes: [...target.changes], plan } }];
  },
  nameOf: ({ name }) => name,
};
