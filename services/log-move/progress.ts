/** Tells the operator how the move goes. */
export type Progress = {
  /** A step that has begun or ended. */
  readonly say: (line: string) => void;
  /** How far a step is: the share that is done, from 0 to 1, and the events so far. */
  readonly reached: (what: string, share: number, events: number) => void;
};
