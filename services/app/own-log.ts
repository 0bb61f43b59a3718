import { studioCategories } from '@rondo/contracts/events/categories.ts';
import { parseStreamName, streamPrefix } from '@rondo/contracts/events/stream-name.ts';
import { modelsFromOtherKind, retireFromOtherLogs } from '@rondo/projections/runner/registry.ts';
import { sql, type Kysely } from 'kysely';
import { connectionsFor } from '../platform/kit/admission.ts';
import { WrongConfiguration } from '../platform/kit/errors.ts';
import { registerStreams } from '../platform/postgres/stream-registry.ts';
import type { AccountsDb } from '../platform/postgres/tables.ts';
import type { EventStore } from '../platform/log/event-store.ts';
import { identify, identityOf } from '../platform/log/identity.ts';
import {
  adoptLog,
  currentLog,
  engineAt,
  logName,
  renameLog,
  withId,
  type Engine,
  type IdentifiedLog,
  type KnownLog,
} from '../platform/log/known-logs.ts';
import { postgresEventStore } from '../platform/log/postgres/postgres-event-store.ts';
import { allReadModels } from './read-models.ts';

/**
 * Opens the event log configured in the settings, and checks that it answers.
 * @param connectionString of the PostgreSQL that keeps the log when no EventStoreDB is configured
 * @param setting where the address of the EventStoreDB was given
 * @throws WrongConfiguration naming the setting and what is wrong with it
 */
export const openEventStore = async (
  config: { readonly EVENTSTORE_URL?: string | undefined; readonly EVENTSTORE_MAX_APPEND_SIZE: number },
  connectionString: string,
  setting = 'EVENTSTORE_URL',
): Promise<EventStore> => {
  const { EVENTSTORE_URL, EVENTSTORE_MAX_APPEND_SIZE: maxAppendBytes } = config;
  if (EVENTSTORE_URL === undefined) return postgresEventStore({ connectionString, admit: connectionsFor });
  // A log in PostgreSQL does not need gRPC.
  const { eventStoreDbEventStore } = await import('../platform/log/eventstoredb/eventstoredb-event-store.ts');
  let store: EventStore | undefined;
  try {
    store = eventStoreDbEventStore({ connectionString: EVENTSTORE_URL, maxAppendBytes });
    await store.head();
    return store;
  } catch (error) {
    await store?.close();
    throw new WrongConfiguration(`These settings are wrong:\n  ${setting}: ${sentenceOf(error)}`, { cause: error });
  }
};

/** What went wrong and why, from the outermost error to the innermost. */
export const sentenceOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  // gRPC's note on how it resolved the name is empty where there was no name.
  const message = error.message.replace(/\s*Resolution note:\s*$/, '');
  return error.cause === undefined ? message : `${message} ${sentenceOf(error.cause)}`;
};

type Opened = {
  readonly db: Kysely<AccountsDb>;
  readonly store: EventStore;
  /** The address of the EventStoreDB that holds the log; undefined for the log in PostgreSQL. */
  readonly address: string | undefined;
};

/** A log as a sentence needs it; the id is unknown for one of which only the read models tell. */
type Named = { readonly engine: Engine; readonly text: string };

/** @throws WrongConfiguration naming both logs and what helps */
const refuse = (address: string | undefined, configured: string, own: Named): never => {
  if (address === undefined && own.engine === 'postgres')
    throw new WrongConfiguration(
      `The log is ${configured}, but the read models, keys and lists in this database come from ${own.text}: restore the whole database from a backup, or start on an empty one (DATA_DIR or DATABASE_URL).`,
    );
  const belongs = `but the read models, keys and lists in this database come from ${own.text}`;
  const is =
    address === undefined
      ? `it is not set, so the log is ${configured}, ${belongs}`
      : `it names ${configured}, ${belongs}`;
  const back = own.engine === 'postgres' ? 'remove it' : 'set it to the address of that log';
  const move =
    address === undefined
      ? 'to move back into PostgreSQL, set it and run npm run move-log -- --to postgres'
      : 'to move to the one that it names, run npm run move-log -- --to ADDRESS';
  throw new WrongConfiguration(
    `These settings are wrong:\n  EVENTSTORE_URL: ${is}: ${back} to continue there; ${move}.`,
  );
};

/** A database from before logs had identities: only the form of its positions tells of which kind its log is. */
const refuseOtherKind = async ({ db, store, address }: Opened): Promise<void> => {
  const foreign = await modelsFromOtherKind(db, store, allReadModels);
  if (foreign.length === 0) return;
  const engine = address === undefined ? 'eventstoredb' : 'postgres';
  const text = `${engine === 'postgres' ? 'the event log in PostgreSQL' : 'an EventStoreDB log'} (${foreign.join(', ')})`;
  refuse(address, logName(address), { engine, text });
};

/** Fills the list of streams of a database that has none from the log. */
const listStreams = async ({ db, store }: Pick<Opened, 'db' | 'store'>): Promise<void> => {
  const { rows } = await sql`select 1 from accounts.streams limit 1`.execute(db);
  const head = await store.head();
  if (rows.length > 0 || head === null) return;
  const prefixes = studioCategories.map((category) => streamPrefix(category));
  const listed = new Set<string>();
  const stop = new AbortController();
  for await (const { events, upTo, caughtUp } of store.subscribe({ after: null, prefixes, signal: stop.signal })) {
    const added = Map.groupBy(new Set(events.map(({ stream }) => stream)).difference(listed), (stream) =>
      String(parseStreamName(stream).studioId),
    );
    for (const [studioId, streams] of added) {
      await registerStreams(db, studioId, streams, true);
      for (const stream of streams) listed.add(stream);
    }
    if (caughtUp || store.compare(upTo, head) >= 0) stop.abort();
  }
};

/** A database without a log takes this one: the log gets its identity, and the lists are filled from it. */
const adopt = async (opened: Opened): Promise<KnownLog> => {
  const { db, store, address } = opened;
  await refuseOtherKind(opened);
  const logId = await identify(store);
  await listStreams(opened);
  return adoptLog(db, { logId, engine: engineAt(address), name: logName(address) });
};

/**
 * Checks that this log is the one that the database belongs to. A database that belongs to none takes it.
 * @throws WrongConfiguration naming both logs and what helps
 */
export const ownLog = async (opened: Opened): Promise<IdentifiedLog> => {
  const { db, store, address } = opened;
  const own = (await currentLog(db)) ?? (await adopt(opened));
  const logId = await identityOf(store);
  const configured = { logId: logId ?? '', engine: engineAt(address), name: logName(address) };
  if (logId !== own.logId)
    refuse(address, withId(configured.name, logId), { engine: own.engine, text: withId(own.name, own.logId) });
  await renameLog(db, configured);
  // No move is under way beside this process.
  await retireFromOtherLogs(db);
  return configured;
};
