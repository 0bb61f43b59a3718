import { pauses } from '@rondo/projections/pacing/pauses.ts';
import { sql, type Kysely } from 'kysely';
import { z } from 'zod';

/** Whose rows: a studio's, of one shape of a read model. */
export type RowsOf = { readonly studioId: string; readonly model: string; readonly shape: string };

/** Rows at a moment, to be stored: JSON values, of which the first says where in the log they are. */
type Saved = {
  /** How many events they were folded from. */
  readonly events: number;
  /** The stream of the last of them. */
  readonly stream: string;
  readonly place: unknown;
  readonly parts: readonly unknown[];
};

/** Stores rows at moments. */
export interface MomentStorage {
  /** The places of all that is stored. */
  places(of: RowsOf): Promise<readonly { readonly events: number; readonly place: unknown }[]>;
  /** What was stored with a place; empty when it is no longer there. */
  parts(of: RowsOf, events: number): Promise<readonly unknown[]>;
  /** Stores rows, unless they are stored already, and drops those of other shapes. Nothing is stored of a stream that is not registered, such as an erased studio's. */
  save(of: RowsOf, saved: Saved): Promise<void>;
  remove(of: RowsOf, events: readonly number[]): Promise<void>;
}

/**
 * Rows at moments reference a row of the list of streams: erasing a studio deletes that row and with it the rows, and those written late find
 * no row to reference.
 */
export const momentSchema = `
create schema if not exists moments;
create table if not exists moments.stored (
  studio_id text not null,
  model text not null,
  shape text not null,
  events integer not null,
  part integer not null,
  stream text not null,
  content json not null,
  primary key (studio_id, model, shape, events, part),
  foreign key (studio_id, stream) references accounts.streams on delete cascade
);
create index if not exists stored_stream on moments.stored (studio_id, stream);
`;

const place = z.object({ events: z.number(), content: z.unknown() });
const part = z.object({ content: z.unknown() });

/** Rows at moments in PostgreSQL. */
export const momentTable = <Db>(db: Kysely<Db>): MomentStorage => {
  const those = ({ studioId, model, shape }: RowsOf) =>
    sql`studio_id = ${studioId} and model = ${model} and shape = ${shape}`;
  return {
    places: async (of) => {
      const { rows } = await sql`
        select events, content from moments.stored where ${those(of)} and part = 0`.execute(db);
      return rows.map((row) => place.parse(row)).map(({ events, content }) => ({ events, place: content }));
    },
    parts: async (of, events) => {
      const { rows } = await sql`
        select content from moments.stored
          where ${those(of)} and events = ${events} and part > 0 order by part`.execute(db);
      return rows.map((row) => part.parse(row).content);
    },
    save: async ({ studioId, model, shape }, { events, stream, place: first, parts }) => {
      const pause = pauses();
      await db.transaction().execute(async (tx) => {
        for (const [nth, content] of [first, ...parts].entries()) {
          await sql`
            insert into moments.stored (studio_id, model, shape, events, part, stream, content)
            select studio_id, ${model}, ${shape}, ${events}::integer, ${nth}::integer, stream, ${JSON.stringify(content)}::json
              from accounts.streams where studio_id = ${studioId} and stream = ${stream}
            on conflict do nothing`.execute(tx);
          await pause();
        }
        await sql`
          delete from moments.stored where studio_id = ${studioId} and model = ${model} and shape <> ${shape}`.execute(
          tx,
        );
      });
    },
    remove: async (of, events) => {
      await sql`delete from moments.stored where ${those(of)} and events = any(${[...events]}::integer[])`.execute(db);
    },
  };
};
