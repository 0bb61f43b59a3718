import { randomUUID } from 'node:crypto';
import { logEvents } from '@rondo/contracts/events/log.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import { eventReader } from '@rondo/projections/runner/events.ts';
import { WrongExpectedRevision, type EventStore } from './event-store.ts';

/** Holds the log's identity. No read model follows it. */
export const identityStream = streamName(logEvents);

const read = eventReader(logEvents);

type Log = Pick<EventStore, 'readStream' | 'append'>;

/** The id of a log; null for one that has none yet. */
export const identityOf = async (log: Pick<Log, 'readStream'>): Promise<string | null> => {
  const [first] = await log.readStream(identityStream, { limit: 1 });
  return first ? read(first).data.logId : null;
};

/**
 * Gives a log its id, once: processes that start together agree on one.
 * @param offered the id of a log that has none
 * @returns the id that the log has
 */
export const identify = async (log: Log, offered: string = randomUUID()): Promise<string> => {
  const known = await identityOf(log);
  if (known !== null) return known;
  const command = { commandId: offered, correlationId: offered, causationId: offered, batchId: offered };
  const metadata = { ...command, inputHash: '', studioId: '', actor: '', schemaVersion: 1 };
  const data = { logId: offered };
  try {
    await log.append(identityStream, 'no_stream', [{ eventId: offered, type: 'LogIdentified', data, metadata }]);
    return offered;
  } catch (error) {
    const winner = error instanceof WrongExpectedRevision ? await identityOf(log) : null;
    if (winner === null) throw error;
    return winner;
  }
};
