import type { Kysely } from 'kysely';
import type { RowOf } from '../runner/read-model.ts';
import type { branchesTable } from './table.ts';

export type BranchRow = RowOf<typeof branchesTable>;
export type BranchesDb = { branches: BranchRow };

/** A studio's open branches, the newest first. */
export const openBranches = (db: Kysely<BranchesDb>, studioId: string): Promise<BranchRow[]> =>
  db
    .selectFrom('branches')
    .selectAll()
    .where('studio_id', '=', studioId)
    .where('status', '=', 'open')
    .orderBy('opened_at', 'desc')
    .orderBy('branch_id')
    .execute();

/** Open branches of all studios that nothing has happened to since an instant. */
export const branchesIdleSince = (
  db: Kysely<BranchesDb>,
  instant: string,
): Promise<Pick<BranchRow, 'studio_id' | 'branch_id' | 'revision'>[]> =>
  db
    .selectFrom('branches')
    .select(['studio_id', 'branch_id', 'revision'])
    .where('status', '=', 'open')
    .where('changed_at', '<', instant)
    .orderBy('studio_id')
    .orderBy('branch_id')
    .execute();
