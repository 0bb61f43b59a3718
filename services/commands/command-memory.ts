/** How many commands a stream remembers. */
const remembered = 500;

type Remembered = { readonly inputHash: string; readonly firstRevision: number; readonly batchId: string };

/** The newest commands of one stream, oldest first: what lets a repeated one be known. */
export type CommandMemory = ReadonlyMap<string, Remembered>;

export const noCommands: CommandMemory = new Map();

/** The memory after an event; only a command's first event counts. */
export const remember = (memory: CommandMemory, commandId: string, made: Remembered): CommandMemory => {
  if (memory.has(commandId)) return memory;
  const next = new Map(memory).set(commandId, made);
  const [oldest] = next.keys();
  if (next.size > remembered && oldest !== undefined) next.delete(oldest);
  return next;
};
