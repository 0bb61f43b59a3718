import { setTimeout as delay } from 'node:timers/promises';
import { convertToCommandError, ErrorType, isCommandError, type CommandError } from '@eventstore/db-client';
import { LogUnavailable } from '../event-store.ts';
import { ConnectionGivenUp, type Connection, type LogClient } from './client.ts';

/** Nothing was heard within the limit. */
export class NoAnswer extends Error {}

export type Patience = {
  /** How long one try may take before its outcome counts as unknown. */
  readonly answerMilliseconds: number;
  readonly tries: number;
  /** The first pause after a failure and the longest; in between they double. */
  readonly firstPause: number;
  readonly longestPause: number;
};

/** Answers that no repeat can change. */
const definite = new Set<ErrorType>([
  ErrorType.WRONG_EXPECTED_VERSION,
  ErrorType.STREAM_DELETED,
  ErrorType.STREAM_NOT_FOUND,
  ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED,
  ErrorType.MISSING_REQUIRED_METADATA_PROPERTY,
  ErrorType.INVALID_TRANSACTION,
  ErrorType.INVALID_ARGUMENT,
  ErrorType.UNSUPPORTED,
]);

/** Failures after which a new connection is worth more than the present one. NotLeader is none: the client goes to the leader. */
const connectionLost = new Set<ErrorType>([ErrorType.UNAVAILABLE, ErrorType.DEADLINE_EXCEEDED, ErrorType.CANCELLED]);

export const commandErrorOf = (error: unknown): CommandError | undefined => {
  const converted = error instanceof Error ? convertToCommandError(error) : undefined;
  return converted && isCommandError(converted) ? converted : undefined;
};

/** Leaves a connection whose failure says that it may be dead. */
export const suspect = (connection: Connection, client: LogClient, error: unknown): void => {
  const type = commandErrorOf(error)?.type;
  if (error instanceof NoAnswer || (type !== undefined && connectionLost.has(type))) connection.renew(client);
};

/** A pause that doubles with each failure, of which each waiter takes a random half or more, so that they do not come back together. */
export const backOff = async (
  failures: number,
  { firstPause, longestPause }: Pick<Patience, 'firstPause' | 'longestPause'>,
  signal: AbortSignal,
): Promise<void> => {
  const most = Math.min(firstPause * 2 ** failures, longestPause);
  await delay(most * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
};

/** @throws NoAnswer when the promise settles later than this */
export const within = async <T>(milliseconds: number, what: string, promise: Promise<T>): Promise<T> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new NoAnswer(`Nothing was heard of ${what} for ${milliseconds} ms.`)),
    milliseconds,
  );
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
};

const isDefinite = (error: unknown): boolean => {
  if (error instanceof TypeError || error instanceof ReferenceError) return true;
  const type = commandErrorOf(error)?.type;
  return type !== undefined && definite.has(type);
};

export type Insist = <T>(what: string, call: (client: LogClient) => Promise<T>) => Promise<T>;

/**
 * Makes calls that may be repeated: the same one again while its outcome is unknown, on a new connection where the old one
 * may be dead.
 */
export const insistence = (connection: Connection, patience: Patience, closing: AbortSignal): Insist => {
  // The server's own deadline comes first; this one is for a client that waits before it sends.
  const limit = patience.answerMilliseconds * 1.2;

  return async (what, call) => {
    for (let failures = 0; ; failures += 1) {
      const client = connection.client();
      try {
        return await within(limit, what, call(client));
      } catch (error) {
        if (isDefinite(error)) throw error;
        if (commandErrorOf(error)?.type === ErrorType.ACCESS_DENIED)
          throw new LogUnavailable(`The event log refuses ${what}: access denied.`, { cause: error });
        suspect(connection, client, error);
        // A call that was not sent because its connection was just being replaced has not been tried.
        const tries = error instanceof ConnectionGivenUp ? 2 * patience.tries : patience.tries;
        if (failures + 1 >= tries || closing.aborted)
          throw new LogUnavailable(`The event log did not answer ${what}.`, { cause: error });
        await backOff(failures, patience, closing);
      }
    }
  };
};
