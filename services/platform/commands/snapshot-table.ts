import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import type { SnapshotStore } from './snapshots.ts';

/**
 * A snapshot references its stream's row in the list of streams: erasing a studio deletes the row and with it the snapshot, and one written
 * late finds no row to reference.
 */
export const snapshotSchema = `
create schema if not exists commands;
create table if not exists commands.snapshots (
  studio_id text not null,
  stream text not null,
  version integer not null,
  revision integer not null,
  state json not null,
  primary key (studio_id, stream),
  foreign key (studio_id, stream) references accounts.streams on delete cascade
);
create index if not exists snapshots_stream on commands.snapshots (stream);
`;

const row = z.object({ revision: z.number(), state: z.unknown() });

/** Snapshots in PostgreSQL. */
export const snapshotTable = <Db>(db: Kysely<Db>): SnapshotStore => ({
  find: async (stream, version) => {
    const found = await sql`
      select revision, state from commands.snapshots where stream = ${stream} and version = ${version}`.execute(db);
    return found.rows.map((one) => row.parse(one))[0];
  },
  save: async ({ studioId, stream, version, revision, state }) => {
    await sql`
      insert into commands.snapshots (studio_id, stream, version, revision, state)
      select studio_id, stream, ${version}, ${revision}, ${JSON.stringify(state)}::json
        from accounts.streams where studio_id = ${studioId} and stream = ${stream}
      on conflict (studio_id, stream) do update
        set version = excluded.version, revision = excluded.revision, state = excluded.state`.execute(db);
  },
});
