import type { Kysely } from 'kysely';
import type { RowOf } from '../runner/read-model.ts';
import { automaticTable, backupsTable } from './table.ts';

export type BackupRow = RowOf<typeof backupsTable>;
export type AutomaticRow = RowOf<typeof automaticTable>;
export type BackupsDb = { backups: BackupRow; automatic: AutomaticRow };

/** How many automatic backups are listed. */
const listedAutomatic = 20;

/** The backups that a person took, newest first. */
export const listOwn = async (db: Kysely<BackupsDb>, studioId: string): Promise<BackupRow[]> => {
  const rows = await db
    .selectFrom('backups')
    .selectAll()
    .where('studio_id', '=', studioId)
    .where('deleted', '=', false)
    .orderBy('taken_at', 'desc')
    .execute();
  return rows.map((row) => backupsTable.row.parse(row));
};

/** The newest automatic backups, newest first. */
export const listAutomatic = async (db: Kysely<BackupsDb>, studioId: string): Promise<AutomaticRow[]> => {
  const rows = await db
    .selectFrom('automatic')
    .selectAll()
    .where('studio_id', '=', studioId)
    .where('deleted', '=', false)
    .orderBy('happened_at', 'desc')
    .limit(listedAutomatic)
    .execute();
  return rows.map((row) => automaticTable.row.parse(row));
};
