import type { CommandContext } from '../command-handling/aggregate.ts';
import type { CommandKeys, StoredAnswer } from '../command-handling/command-keys.ts';
import { keyedQueue } from '../jobs/keyed-queue.ts';

/** Keeps an answer for the request's repetitions. Best effort: the command has been carried out, and its answer goes out either way. */
export type Remember = (answer: StoredAnswer) => Promise<void>;

type Attempt = {
  readonly command: CommandContext;
  /** Of method, path, query and body. */
  readonly inputHash: string;
  readonly carryOut: (remember: Remember) => Promise<void>;
  /** Answers as the first time. */
  readonly repeat: (answer: StoredAnswer) => void;
};

/** Carries requests out once for each Idempotency-Key. */
export type Keyed = (attempt: Attempt) => Promise<void>;

/**
 * Of two equal requests that arrive together the second waits for the first one's answer. In two processes both are carried out, and the
 * memory of the streams makes that one effect.
 */
export const keyedRequests = (keys: CommandKeys, report: (error: unknown) => void): Keyed => {
  const inTurn = keyedQueue();
  return ({ command, inputHash, carryOut, repeat }) =>
    inTurn(command.commandId, async () => {
      const answer = await keys.claim(command, inputHash);
      if (answer) return repeat(answer);
      await carryOut((given) => keys.keep(command, given).catch(report));
    });
};
