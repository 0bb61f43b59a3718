import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { z } from 'zod';

const sent = z.object({
  kind: z.literal('sent'),
  /** Names the command in this run; its Idempotency-Key. */
  key: z.string(),
  attempt: z.number(),
  studioId: z.string(),
  play: z.string(),
  method: z.string(),
  path: z.string(),
  body: z.unknown(),
  /** The command id expected in the log's metadata. */
  commandId: z.string(),
  /** It cannot be a no-op: if acknowledged, it must have changed something. */
  alwaysChanges: z.boolean(),
  /** It is several appends: repeated, it can be refused with a part of it in the log. */
  inParts: z.boolean(),
  at: z.string(),
});

const answered = z.object({
  kind: z.literal('answered'),
  key: z.string(),
  attempt: z.number(),
  status: z.number(),
  /** The answer's Rondo-Batch: what was appended. */
  batch: z.string().nullable(),
  /** The id of what was made. */
  made: z.string().nullable(),
  text: z.string(),
  at: z.string(),
});

const lost = z.object({
  kind: z.literal('lost'),
  key: z.string(),
  attempt: z.number(),
  why: z.string(),
  at: z.string(),
});

const line = z.discriminatedUnion('kind', [sent, answered, lost]);
export type Sent = z.infer<typeof sent>;
export type Answered = z.infer<typeof answered>;
type Line = z.infer<typeof line>;

export type Ledger = { write(entry: Line): void; close(): void };

/** A file of JSON lines, each on disk before `write` returns: what was sent is known even when the rig itself dies. */
export const openLedger = (file: string): Ledger => {
  const fd = openSync(file, 'a');
  return {
    write: (entry) => {
      writeSync(fd, `${JSON.stringify(entry)}\n`);
      fsyncSync(fd);
    },
    close: () => closeSync(fd),
  };
};

/** A command's outcome as known to its sender. */
export type Outcome = 'acknowledged' | 'rejected' | 'unknown';

export type LedgerCommand = {
  readonly sent: Sent;
  readonly attempts: number;
  readonly outcome: Outcome;
  readonly answer: Answered | null;
};

/** 202 and every other 2xx promise that it is saved; so does any answer with the batch it appended. */
const outcomeOf = (answer: Answered | null): Outcome => {
  if (!answer) return 'unknown';
  if (answer.status < 300 || answer.batch !== null) return 'acknowledged';
  return answer.status < 500 ? 'rejected' : 'unknown';
};

/** Reads a ledger back: every command with its last answer. A truncated last line, from a rig that died, is skipped. */
export const readLedger = (file: string): LedgerCommand[] => {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  const commands = new Map<string, { sent: Sent; attempts: number; answer: Answered | null }>();
  for (const text of lines) {
    const entry = line.parse(JSON.parse(text));
    const known = commands.get(entry.key);
    if (entry.kind === 'sent')
      commands.set(entry.key, { sent: entry, attempts: entry.attempt, answer: known?.answer ?? null });
    else if (entry.kind === 'answered' && known) commands.set(entry.key, { ...known, answer: entry });
  }
  return [...commands.values()].map((command) => ({ ...command, outcome: outcomeOf(command.answer) }));
};
