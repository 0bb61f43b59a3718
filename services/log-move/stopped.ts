/** The move cannot go on; its message is for the operator. The database still belongs to the log that it had. */
export class MoveStopped extends Error {}

/** What helps after an interruption. */
export const goesOn = 'Run the same command again: it continues where it stopped.';
