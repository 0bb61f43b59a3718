import { WrongConfiguration } from '../platform/kit/errors.ts';
import type { EventStore } from '../platform/log/event-store.ts';
import { connectionsFor } from '../platform/kit/admission.ts';
import { postgresEventStore } from '../platform/log/postgres/postgres-event-store.ts';

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
