import { sql, type Kysely } from 'kysely';
import { z } from 'zod';

/**
 * The logs that this database knows. Its read models, keys and lists of streams come from the one that is current; a target is being filled by a
 * move; a former one was current before a move.
 */
export const knownLogsSchema = `
create schema if not exists logs;
create table if not exists logs.known (
  log_id text primary key,
  engine text not null check (engine in ('postgres', 'eventstoredb')),
  name text not null,
  state text not null check (state in ('current', 'target', 'former')),
  since timestamptz not null default now()
);
create unique index if not exists one_current_log on logs.known ((true)) where state = 'current';
`;

export type Engine = 'postgres' | 'eventstoredb';

/** A log with its id. */
export type IdentifiedLog = {
  readonly logId: string;
  readonly engine: Engine;
  /** As sentences name it, such as "the EventStoreDB log at localhost:2113". */
  readonly name: string;
};
export type KnownLog = IdentifiedLog & { readonly state: 'current' | 'target' | 'former' };

const knownLog = z.object({
  logId: z.string(),
  engine: z.enum(['postgres', 'eventstoredb']),
  name: z.string(),
  state: z.enum(['current', 'target', 'former']),
});

export const knownLogs = async <Db>(db: Kysely<Db>): Promise<KnownLog[]> => {
  const { rows } = await sql`select log_id as "logId", engine, name, state from logs.known`.execute(db);
  return rows.map((row) => knownLog.parse(row));
};

/** The log to which this database belongs; undefined before it has been started on one. */
export const currentLog = async <Db>(db: Kysely<Db>): Promise<KnownLog | undefined> =>
  (await knownLogs(db)).find(({ state }) => state === 'current');

/** Makes a log the current one unless there is one. @returns the current one */
export const adoptLog = async <Db>(db: Kysely<Db>, { logId, engine, name }: IdentifiedLog): Promise<KnownLog> => {
  await sql`insert into logs.known (log_id, engine, name, state) values (${logId}, ${engine}, ${name}, 'current')
    on conflict do nothing`.execute(db);
  const current = await currentLog(db);
  if (!current) throw new Error('The database does not say which log it belongs to.');
  return current;
};

/** Notes where a known log is now. */
export const renameLog = async <Db>(db: Kysely<Db>, { logId, name }: IdentifiedLog): Promise<void> => {
  await sql`update logs.known set name = ${name} where log_id = ${logId} and name <> ${name}`.execute(db);
};

/** Notes that a move fills a log, which may have been current before. */
export const noteTarget = async <Db>(db: Kysely<Db>, { logId, engine, name }: IdentifiedLog): Promise<void> => {
  await sql`insert into logs.known (log_id, engine, name, state) values (${logId}, ${engine}, ${name}, 'target')
    on conflict (log_id) do update set name = excluded.name`.execute(db);
};

/** Makes another log the current one. */
export const makeCurrent = async <Db>(db: Kysely<Db>, { logId }: Pick<IdentifiedLog, 'logId'>): Promise<void> => {
  await sql`update logs.known set state = 'former', since = now() where state = 'current'`.execute(db);
  await sql`update logs.known set state = 'current', since = now() where log_id = ${logId}`.execute(db);
};

/** Forgets a former log, which no longer exists. */
export const forgetFormer = async <Db>(db: Kysely<Db>, engine: Engine): Promise<void> => {
  await sql`delete from logs.known where engine = ${engine} and state <> 'current'`.execute(db);
};

/** A log as the settings name it: the address of an EventStoreDB, or undefined for the one in PostgreSQL. */
type Address = string | undefined;

export const engineAt = (address: Address): Engine => (address === undefined ? 'postgres' : 'eventstoredb');

/** What sentences call a log, without user and password. */
export const logName = (address: Address): string => {
  if (address === undefined) return 'the event log in PostgreSQL';
  const [, discover = '', rest = ''] = /^esdb(\+discover)?:\/\/([^/?]*)/.exec(address) ?? [];
  const hosts = rest.slice(rest.lastIndexOf('@') + 1);
  return `the EventStoreDB log at ${hosts}${discover === '' ? '' : ' (discovered)'}`;
};

/** A log's name with the beginning of its id. */
export const withId = (name: string, logId: string | null): string =>
  `${name} (${logId === null ? 'without an identity' : logId.slice(0, 8)})`;

/** A name at the beginning of a sentence. */
export const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
