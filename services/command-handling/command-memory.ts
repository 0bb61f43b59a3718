/** How many commands a stream remembers. */
const remembered = 500;

export type Remembered = { readonly inputHash: string; readonly firstRevision: number };

/** The newest commands of one stream, oldest first: what lets a repeated one be known. */
export type CommandMemory = Map<string, Remembered>;

/** Takes an event's command into the memory; only a command's first event counts. */
export const remember = (memory: CommandMemory, commandId: string, made: Remembered): void => {
  if (memory.has(commandId)) return;
  memory.set(commandId, made);
  const [oldest] = memory.keys();
  if (memory.size > remembered && oldest !== undefined) memory.delete(oldest);
};
