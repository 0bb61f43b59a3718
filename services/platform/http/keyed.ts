import type { CommandContext } from '../commands/aggregate.ts';
import type { CommandKeys, StoredAnswer } from '../commands/command-keys.ts';
import type { Position } from '@rondo/projections/runner/source.ts';
import { keyedQueue } from '../kit/keyed-queue.ts';

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

/** An answer whose position is one of another log says no position: the read models reached it before the log was moved. */
const asHere = async (answer: StoredAnswer, isHere: (position: Position) => Promise<boolean>): Promise<StoredAnswer> =>
  answer.position === null || (await isHere(answer.position)) ? answer : { ...answer, position: null };

/**
 * Of two equal concurrent requests, the second waits for the first one's answer. In two processes both run, and the
 * streams' memory of commands reduces them to one effect.
 *
 * @param dependencies.isHere whether a position can be one of this log
 */
export const keyedRequests = (dependencies: {
  readonly keys: CommandKeys;
  readonly isHere: (position: Position) => Promise<boolean>;
  readonly report: (error: unknown) => void;
}): Keyed => {
  const { keys, isHere, report } = dependencies;
  const inTurn = keyedQueue();
  return ({ command, inputHash, carryOut, repeat }) =>
    inTurn(command.commandId, async () => {
      const answer = await keys.claim(command, inputHash);
      if (answer) return repeat(await asHere(answer, isHere));
      await carryOut((given) => keys.keep(command, given).catch(report));
    });
};
