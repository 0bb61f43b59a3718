import { setTimeout as delay } from 'node:timers/promises';
import { convertToCommandError, ErrorType, isCommandError, type CommandError } from '@eventstore/db-client';
import { LogUnavailable } from '../event-store.ts';
import { ConnectionGivenUp, type Connection, type LogClient } from './client.ts';
import { NoAnswer, within } from './no-answer.ts';

export type Patience = {
  /** How long one attempt may take before its outcome counts as unknown. */
  readonly answerMilliseconds: number;
  readonly tries: number;
  /** The first and the longest pause after failures; pauses in between double. */
  readonly firstPause: number;
  readonly longestPause: number;
};

/** Errors that no retry can change. */
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

/** Failures that call for a new connection. Not NotLeader: the client goes to the leader itself. */
const connectionLost = new Set<ErrorType>([ErrorType.UNAVAILABLE, ErrorType.DEADLINE_EXCEEDED, ErrorType.CANCELLED]);

export const commandErrorOf = (error: unknown): CommandError | undefined => {
  const converted = error instanceof Error ? convertToCommandError(error) : undefined;
  return converted && isCommandError(converted) ? converted : undefined;
};

/** Leaves a connection that may be dead after this failure. */
export const suspect = (connection: Connection, client: LogClient, error: unknown): void => {
  const type = commandErrorOf(error)?.type;
  if (error instanceof NoAnswer || (type !== undefined && connectionLost.has(type))) connection.renew(client);
};

/** A pause that doubles with each failure, randomized between half and all of it so that waiters do not retry together. */
export const backOff = async (
  failures: number,
  { firstPause, longestPause }: Pick<Patience, 'firstPause' | 'longestPause'>,
  signal: AbortSignal,
): Promise<void> => {
  const most = Math.min(firstPause * 2 ** failures, longestPause);
  await delay(most * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
};

const isDefinite = (error: unknown): boolean => {
  if (error instanceof TypeError || error instanceof ReferenceError) return true;
  const type = commandErrorOf(error)?.type;
  return type !== undefined && definite.has(type);
};

/** Failures of a connection that its settings explain, and what to do about each. */
const explained: readonly (readonly [cause: RegExp, advice: string])[] = [
  [/\bUNAUTHENTICATED\b/, 'The server does not know the user, or the password is wrong.'],
  [
    /\bPERMISSION_DENIED\b/,
    'The user lacks a right: give it those that "TLS and users" in docs/operations.md lists, reading $all among them.',
  ],
  [
    /ECONNREFUSED/,
    'Nothing listens at its address: start the server. One whose disk is full ends by itself; its own log says so.',
  ],
  [/wrong version number/, 'The server does not speak TLS: give it a certificate, or add tls=false in development.'],
  [/Last error: Failed to connect/, 'It closes connections without TLS: if it has a certificate, remove tls=false.'],
  [/certificate has expired/, 'Its certificate has expired: give it a new one.'],
  [/altnames/, 'Its certificate is for another host name: use that name in the address.'],
  [
    /self[- ]signed certificate|unable to (verify|get)/,
    'Its certificate comes from an authority that is not trusted here: name the file with the certificate of that authority as tlsCAFile.',
  ],
  [
    /leader info available|Server Is Not Ready|Failed to discover/i,
    'No node says that it is the leader: more than half of the nodes have to run, and the address has to name one of them.',
  ],
];

/** What an operator can do about a log that does not answer or refuses, as a sentence after a space; nothing where the error has to speak for itself. */
const adviceOn = (error: unknown): string => {
  const text = String(error);
  const advice = explained.find(([cause]) => cause.test(text))?.[1];
  return advice === undefined ? '' : ` ${advice}`;
};

export type Insist = <T>(what: string, call: (client: LogClient) => Promise<T>) => Promise<T>;

/**
 * Makes idempotent calls, retrying while the outcome is unknown, on a new connection when the old one
 * may be dead.
 */
export const insistence = (connection: Connection, patience: Patience, closing: AbortSignal): Insist => {
  // The server's deadline expires first; this one covers a client that waits before it sends.
  const limit = patience.answerMilliseconds * 1.2;

  return async (what, call) => {
    for (let failures = 0; ; failures += 1) {
      const client = connection.client();
      try {
        return await within(limit, what, call(client));
      } catch (error) {
        if (isDefinite(error)) throw error;
        if (commandErrorOf(error)?.type === ErrorType.ACCESS_DENIED)
          throw new LogUnavailable(`The event log refuses ${what}.${adviceOn(error)}`, { cause: error });
        suspect(connection, client, error);
        // A call that was not sent because its connection was being replaced does not count as an attempt.
        const tries = error instanceof ConnectionGivenUp ? 2 * patience.tries : patience.tries;
        if (failures + 1 >= tries || closing.aborted)
          throw new LogUnavailable(`The event log did not answer ${what}.${adviceOn(error)}`, { cause: error });
        await backOff(failures, patience, closing);
      }
    }
  };
};
