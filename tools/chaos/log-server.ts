import { exec, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(exec);
const serve = path.resolve(import.meta.dirname, '../eventstoredb-server/serve.ts');

/** The EventStoreDB that holds the log, as the rig breaks it. A way to break it that is absent is not tried. */
export type LogServer = {
  readonly url: string;
  /** Ends it with -9. */
  readonly kill?: () => Promise<void>;
  /** Starts it again after a kill. */
  readonly start?: () => Promise<void>;
  /** Stops it without closing a connection, like a process in the debugger. */
  readonly pause?: () => Promise<void>;
  readonly resume?: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** How an operator's server is broken and repaired: commands of the shell. */
export type LogCommands = Readonly<Record<'kill' | 'start' | 'pause' | 'resume', string | undefined>>;

/** A server that somebody else operates, for example a real EventStoreDB. */
export const operatedServer = (url: string, commands: LogCommands): LogServer => {
  const byCommand = (name: keyof LogCommands) => {
    const command = commands[name];
    return command === undefined ? {} : { [name]: async () => void (await run(command)) };
  };
  return {
    url,
    ...byCommand('kill'),
    ...byCommand('start'),
    ...byCommand('pause'),
    ...byCommand('resume'),
    close: async () => undefined,
  };
};

/** The wire-level test server as a process of its own, with its log in a file of the directory. */
export const wireLevelServer = async (dir: string, port: number): Promise<LogServer> => {
  let child: ChildProcess | undefined;
  const start = async (): Promise<string> => {
    child = fork(serve, ['--port', String(port), '--file', path.join(dir, 'log.jsonl')], { stdio: 'ignore' });
    const [url] = await once(child, 'message');
    return z.string().parse(url);
  };
  const kill = async (): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return {
    url: await start(),
    kill,
    start: async () => void (await start()),
    pause: async () => void child?.kill('SIGSTOP'),
    resume: async () => void child?.kill('SIGCONT'),
    close: kill,
  };
};
