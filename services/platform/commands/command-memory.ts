/** How many commands a stream remembers. */
const remembered = 500;

export type Remembered = { readonly inputHash: string; readonly firstRevision: number };

/** The newest commands of one stream, oldest first, used to recognize repeats. */
export type CommandMemory = Map<string, Remembered>;

/** Adds an event's command to the memory; only a command's first event counts. */
export const remember = (memory: CommandMemory, commandId: string, made: Remembered): void => {
  if (memory.has(commandId)) return;
  memory.set(commandId, made);
  const [oldest] = memory.keys();
  if (memory.size > remembered && oldest !== undefined) memory.delete(oldest);
};
