import type { CommandContext } from '../commands/aggregate.ts';
import type { StoredAnswer } from '../commands/command-keys.ts';
import { keyedQueue } from '../kit/keyed-queue.ts';
import type { Services } from '../kit/services.ts';
import { isPositionHere } from '../log/event-store.ts';

/** Stores an answer for repeats of the request. Best effort: the command has been carried out, and its answer is sent either way. */
export type Remember = (answer: StoredAnswer) => Promise<void>;

type Attempt = {
  readonly command: CommandContext;
  /** A hash of method, path, query and body. */
  readonly inputHash: string;
  readonly carryOut: (remember: Remember) => Promise<void>;
  /** Sends the stored first answer. */
  readonly repeat: (answer: StoredAnswer) => void;
};

/** Carries requests out once per Idempotency-Key. */
export type Keyed = (attempt: Attempt) => Promise<void>;

/**
 * Of two equal concurrent requests, the second waits for the first one's answer. In two processes both run, and the streams' memory of commands
 * reduces them to one effect.
 */
export const keyedRequests = (
  { keys, store }: Pick<Services, 'keys' | 'store'>,
  report: (error: unknown) => void,
): Keyed => {
  const inTurn = keyedQueue();
  const isHere = isPositionHere(store);
  /** Drops the position of an answer from a previous log; the read models are past it. */
  const asHere = async (answer: StoredAnswer): Promise<StoredAnswer> =>
    answer.position === null || (await isHere(answer.position)) ? answer : { ...answer, position: null };
  return ({ command, inputHash, carryOut, repeat }) =>
    inTurn(command.commandId, async () => {
      const first = await keys.claim(command, inputHash);
      if (first) return repeat(await asHere(first));
      await carryOut((answer) => keys.keep(command, answer).catch(report));
    });
};
