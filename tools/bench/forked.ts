import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

/** A part of a bench in a process of its own, which answers each message with one. */
export type Forked = {
  readonly ask: (message: string) => Promise<unknown>;
  readonly stop: () => Promise<void>;
};

/**
 * Forks a file that calls `answerParent`.
 * @param options.priority the process's niceness: 19 takes the processor only where no one else needs it
 * @param options.env settings beside those of this process
 */
export const forked = (
  file: URL,
  args: readonly string[],
  { priority = 0, env = {} }: { readonly priority?: number; readonly env?: Readonly<Record<string, string>> } = {},
): Forked => {
  const child = fork(fileURLToPath(file), args, { env: { ...process.env, ...env } });
  if (priority !== 0 && child.pid !== undefined) setPriority(child.pid, priority);
  const gone = once(child, 'exit').then(([code]) => {
    throw new Error(`${file.pathname} ended with ${code}.`);
  });
  // Ending is an error only while an answer is awaited.
  gone.catch(() => undefined);
  return {
    ask: async (message) => {
      const told = once(child, 'message').then(([answer]: unknown[]) => answer);
      child.send(message);
      return Promise.race([told, gone]);
    },
    stop: async () => {
      child.disconnect();
      await gone.catch(() => undefined);
    },
  };
};

/** Answers the parent's messages by name, and ends when the parent lets go. */
export const answerParent = (
  answers: Readonly<Record<string, () => Promise<unknown>>>,
  ended: () => Promise<void> = async () => undefined,
): void => {
  process.on('message', (message) => {
    const answer = answers[String(message)];
    if (!answer) throw new Error(`There is no ${String(message)} here.`);
    void answer().then((told) => process.send?.(told ?? null));
  });
  process.once('disconnect', () => void ended().finally(() => process.exit()));
};
