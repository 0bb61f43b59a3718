import type { Kysely } from 'kysely';
import type { RowOf } from '../runner/read-model.ts';
import type { studiosTable, toldTable } from './table.ts';

export type StudiosDb = { studios: RowOf<typeof studiosTable>; told: RowOf<typeof toldTable> };

/** A studio's settings; `undefined` before it is opened. */
export const findStudio = (db: Kysely<StudiosDb>, studioId: string) =>
  db.selectFrom('studios').selectAll().where('studio_id', '=', studioId).executeTakeFirst();

/** Up to when each student's family was told of changes; students whose family was never told are missing. */
export const toldUntil = async (db: Kysely<StudiosDb>, studioId: string): Promise<Map<string, string>> => {
  const rows = await db.selectFrom('told').selectAll().where('studio_id', '=', studioId).execute();
  return new Map(rows.map((row) => [row.student_id, row.until]));
};
