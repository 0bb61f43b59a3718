import { z } from 'zod';
import {
  StreamDeleted,
  WrongExpectedRevision,
  type Appended,
  type ExpectedRevision,
  type NewEvent,
} from '../event-store.ts';

/** Appends that share one transaction at most. */
const maxGroup = 50;

export type WaitingAppend = {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly NewEvent[];
  readonly answer: PromiseWithResolvers<Appended>;
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

/**
 * Collects appends while a transaction is in progress and sends them together in the next one: under load, one commit to disk
 * serves up to 50 appends; a single append is sent immediately.
 */
export const groupCommit = (send: (group: readonly WaitingAppend[]) => Promise<void>) => {
  const waiting: WaitingAppend[] = [];
  let sending = false;

  const drain = async (): Promise<void> => {
    sending = true;
    try {
      while (waiting.length > 0) {
        const group = waiting.splice(0, maxGroup);
        try {
          await send(group);
        } catch (error) {
          for (const { answer } of group) answer.reject(error);
        }
      }
    } finally {
      sending = false;
    }
  };

  return {
    append: (stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<Appended> => {
      const answer = Promise.withResolvers<Appended>();
      waiting.push({ stream, expected, events, answer });
      if (!sending) void drain();
      return answer.promise;
    },
  };
};
