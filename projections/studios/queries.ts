import type { Kysely } from 'kysely';
import type { RowOf } from '../runner/read-model.ts';
import type { studiosTable } from './table.ts';

export type StudiosDb = { studios: RowOf<typeof studiosTable> };

/** A studio's settings; `undefined` before it is opened. */
export const findStudio = (db: Kysely<StudiosDb>, studioId: string) =>
  db.selectFrom('studios').selectAll().where('studio_id', '=', studioId).executeTakeFirst();
