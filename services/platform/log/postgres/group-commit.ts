import { z } from 'zod';
import { askedBy, isAccountServed, precedenceOf } from '@rondo/projections/pacing/callers.ts';
import {
  StreamDeleted,
  WrongExpectedRevision,
  type Appended,
  type ExpectedRevision,
  type NewEvent,
} from '../event-store.ts';

/** Appends that share one transaction at most. */
const maxGroup = 50;
/**
 * Milliseconds between two groups of guests' appends while a short call of an account is being answered: each group is work for every read
 * model, whatever its size.
 */
const guestsRest = 100;
/** The least precedence of a guest's append. */
const guests = 2;

export type WaitingAppend = {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly NewEvent[];
  readonly answer: PromiseWithResolvers<Appended>;
  readonly precedence: number;
};

export const verdictRow = z.object({
  verdict: z.enum(['appended', 'repeated', 'wrong_revision', 'deleted']),
  at: z.string().nullable(),
  revision: z.number().nullable(),
  recorded_at: z.string().nullable(),
});
export type Verdict = z.infer<typeof verdictRow>;

/** Settles one waiting append with the log's verdict. */
export const answerWith = (waiting: WaitingAppend, verdict: Verdict | undefined): void => {
  const { stream, expected, answer } = waiting;
  if (verdict?.verdict === 'deleted') answer.reject(new StreamDeleted(stream));
  else if (verdict?.verdict === 'wrong_revision')
    answer.reject(
      new WrongExpectedRevision(
        stream,
        expected,
        verdict.revision === -1 ? 'no_stream' : (verdict.revision ?? 'no_stream'),
      ),
    );
  else if (verdict?.at && verdict.recorded_at !== null && verdict.revision !== null)
    answer.resolve({ position: verdict.at, revision: verdict.revision, recordedAt: verdict.recorded_at });
  else answer.reject(new Error(`The log gave no verdict on an append to ${stream}.`));
};

/** When guests' appends rest. */
export type GroupClock = {
  readonly now: () => number;
  readonly later: (wake: () => void, milliseconds: number) => void;
  readonly isAccountServed: () => boolean;
};

const ofProcess: GroupClock = {
  now: () => performance.now(),
  later: (wake, milliseconds) => void setTimeout(wake, milliseconds),
  isAccountServed,
};

/**
 * Collects appends while a transaction is in progress and sends them together in the next one: under load, one commit to disk
 * serves up to 50 appends; a single append is sent immediately. Accounts' appends go before guests', which rest between groups while an account is
 * served.
 */
export const groupCommit = (
  send: (group: readonly WaitingAppend[]) => Promise<void>,
  { now, later, isAccountServed: isServing }: GroupClock = ofProcess,
) => {
  let waiting: WaitingAppend[] = [];
  let isSending = false;
  let isLater = false;
  let guestsSent = Number.NEGATIVE_INFINITY;

  const isOfGuest = ({ precedence }: WaitingAppend): boolean => precedence >= guests;

  const wakeAfter = (milliseconds: number): void => {
    if (isLater) return;
    isLater = true;
    later(() => {
      isLater = false;
      if (!isSending) void drain();
    }, milliseconds);
  };

  /** Takes the next group out of those that wait. */
  const nextGroup = (): WaitingAppend[] => {
    const rest = isServing() ? guestsSent + guestsRest - now() : 0;
    const ready = rest > 0 ? waiting.filter((one) => !isOfGuest(one)) : waiting;
    const group = ready.toSorted((a, b) => a.precedence - b.precedence).slice(0, maxGroup);
    if (ready.length < waiting.length) wakeAfter(rest);
    if (group.some(isOfGuest)) guestsSent = now();
    const leaving = new Set(group);
    waiting = waiting.filter((one) => !leaving.has(one));
    return group;
  };

  const drain = async (): Promise<void> => {
    isSending = true;
    try {
      for (let group = nextGroup(); group.length > 0; group = nextGroup()) {
        try {
          await send(group);
        } catch (error) {
          for (const { answer } of group) answer.reject(error);
        }
      }
    } finally {
      isSending = false;
    }
  };

  return {
    append: (stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<Appended> => {
      const answer = Promise.withResolvers<Appended>();
      waiting.push({ stream, expected, events, answer, precedence: precedenceOf(askedBy()) });
      if (!isSending) void drain();
      return answer.promise;
    },
  };
};
