import type { Branch, BranchChangeInput } from '@rondo/contracts/api/branches/branches.ts';
import { useCommand } from '../../../api/commands/command.ts';
import { read } from '../../../api/queries.ts';

export type { Branch, ChangedSince, ListedBranch } from '@rondo/contracts/api/branches/branches.ts';
export type { BranchComparison, ComparisonRow } from '@rondo/contracts/api/branches/comparison.ts';
export type NewChange = BranchChangeInput;
export type Change = Branch['changes'][number];

export const branchesQuery = read('GET /api/branches', {});
export const branchQuery = (id: string) => read('GET /api/branches/:id', { params: { id } });
export const comparisonQuery = (ids: readonly string[]) =>
  read('GET /api/branch-comparison', { query: { ids: ids.join(',') } });

export const useOpenBranch = () =>
  useCommand('POST /api/branches', { done: (branch) => `${branch?.name ?? 'The branch'} is open`, failed: null });

export const useDropBranch = (name: string) =>
  useCommand('DELETE /api/branches/:id', { done: `${name} is dropped`, failed: 'The branch was not dropped' });

export const useChangeBranch = () =>
  useCommand('POST /api/branches/:id/changes', { done: 'The branch has changed', failed: null });

export const useTakeBack = () =>
  useCommand('DELETE /api/branches/:id/changes/:changeId', {
    done: 'The change is taken back',
    failed: 'The change was not taken back',
  });

type Rebased = { readonly changed: readonly string[]; readonly fellAway: readonly string[] };

/** What became of changes when the branch was planned from the studio as it is now; undefined: nothing worth a word. */
const rebasedText = ({ changed, fellAway }: Rebased): string | undefined => {
  const texts = [
    ...(changed.length > 0 ? [`Changed in the studio too; the branch’s counts: ${changed.join(', ')}.`] : []),
    ...(fellAway.length > 0 ? [`Withdrawn, because it is gone: ${fellAway.join(', ')}.`] : []),
  ];
  return texts.length === 0 ? undefined : texts.join(' ');
};

export const usePlanBranch = (name: string) =>
  useCommand('POST /api/branches/:id/plan', {
    done: (answer) => {
      const description = answer ? rebasedText(answer.rebased) : undefined;
      return { title: `${name} is planned`, ...(description !== undefined && { description }) };
    },
    failed: 'The branch was not planned',
  });

export const useTakeOver = (name: string) =>
  useCommand('POST /api/branches/:id/take-over', {
    done: { title: `${name} is taken over`, description: 'Its plan waits for your decision in the planner.' },
    failed: 'The branch was not taken over',
  });
