import type { StudioSettings } from '@rondo/contracts/events/studio.ts';
import type { Kysely } from 'kysely';
import type { RowOf } from '../runner/read-model.ts';
import type { studiosTable, informedTable } from './table.ts';

export type StudiosDb = { studios: RowOf<typeof studiosTable>; informed: RowOf<typeof informedTable> };

/** A studio's settings and the revision of their last change; `undefined` before it is opened. */
export const findSettings = (
  db: Kysely<StudiosDb>,
  studioId: string,
): Promise<{ settings: StudioSettings; revision: number } | undefined> =>
  db.selectFrom('studios').select(['settings', 'revision']).where('studio_id', '=', studioId).executeTakeFirst();

/** A studio's settings; `undefined` before it is opened. */
export const findStudio = async (db: Kysely<StudiosDb>, studioId: string): Promise<StudioSettings | undefined> =>
  (await findSettings(db, studioId))?.settings;
