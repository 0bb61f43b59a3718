/** Tells the operator how the move goes. */
export type Progress = {
  /** A step that has begun or ended. */
  readonly say: (line: string) => void;
  /** How far a step is: the share that is done, from 0 to 1, and the events so far. */
  readonly reached: (what: string, share: number, events: number) => void;
};

/** The move cannot go on; its message is for the operator. The database still belongs to the log that it had. */
export class MoveStopped extends Error {}

/** What helps after an interruption. */
export const goesOn = 'Run the same command again: it continues where it stopped.';

/** PostgreSQL's codes for a disk that is full and for a connection that ends. */
const reasons: readonly (readonly [code: RegExp, advice: string])[] = [
  [/^53100$/, ' Free space on the disk of the database.'],
  [/^(57P0\d|08...|ECONNRE(SET|FUSED))$/, ' See that the database runs.'],
];

/** A move that something else than itself has ended, as a sentence that says how to go on. */
export const interrupted = (error: unknown): MoveStopped => {
  if (error instanceof MoveStopped) return error;
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const advice = reasons.find(([pattern]) => pattern.test(code))?.[1] ?? '';
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  return new MoveStopped(
    `The move was interrupted: ${sentence}${advice} The database still belongs to the log that it had. ${goesOn}`,
    { cause: error },
  );
};
