import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@rondo/services/platform/postgres/embedded/server.ts';
import { servesApi, type Role } from './topology.ts';

const main = path.resolve(import.meta.dirname, '../../services/main.ts');

/** One of Rondo's processes as an operator sees it: an address, and a group of processes to signal. */
export type RondoProcess = {
  readonly role: Role;
  readonly api: boolean;
  readonly url: string;
  start(): void;
  /** Signals the whole process group. A process that has already ended is not an error. */
  signal(signal: NodeJS.Signals): void;
  isRunning(): boolean;
  /** Resolves with the exit code once it has ended; null when a signal ended it. */
  ended(): Promise<number | null>;
  isReady(): Promise<boolean>;
  /** How often it crashed after being ready. */
  crashes(): number;
};

/** @param environment the settings of all processes @param logFile where their output goes */
export const rondoProcess = async (
  role: Role,
  environment: Readonly<Record<string, string>>,
  logFile: string,
): Promise<RondoProcess> => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let end = Promise.resolve<number | null>(null);
  let wasReady = false;
  let stopping = false;
  let crashes = 0;
  const isRunning = (): boolean => child !== undefined && child.exitCode === null && child.signalCode === null;
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;

  return {
    role,
    api: servesApi(role),
    url,
    isRunning,
    start: () => {
      if (isRunning()) return;
      const log = openSync(logFile, 'a');
      const started = spawn(process.execPath, [main], {
        env: {
          PATH,
          HOME,
          NODE_COMPILE_CACHE,
          ...environment,
          PORT: String(port),
          HOST: '127.0.0.1',
          ROLES: role.roles,
        },
        stdio: ['ignore', log, log],
        detached: true,
      });
      closeSync(log);
      child = started;
      // If the rig ends midway, it leaves no processes behind.
      const { pid } = started;
      const endWithUs = (): void => {
        if (pid !== undefined) process.kill(-pid, 'SIGKILL');
      };
      process.once('exit', endWithUs);
      wasReady = false;
      started.once('exit', (_, signal) => {
        process.off('exit', endWithUs);
        // A process that finds no database at its start reports that and exits, as it should.
        if (signal === null && wasReady && !stopping) crashes += 1;
      });
      end = new Promise((resolve) => started.once('exit', (code) => resolve(code)));
    },
    signal: (signal) => {
      if (!isRunning() || child?.pid === undefined) return;
      stopping ||= signal === 'SIGTERM';
      try {
        process.kill(-child.pid, signal);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
      }
    },
    ended: () => end,
    crashes: () => crashes,
    isReady: () =>
      fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
        async (response) => {
          await response.text();
          wasReady ||= response.ok;
          return response.ok;
        },
        () => false,
      ),
  };
};

/**
 * Restarts ended processes and waits until all are ready.
 * @returns how many milliseconds it took; undefined when longer than `patience`
 */
export const bringBack = async (processes: readonly RondoProcess[], patience: number): Promise<number | undefined> => {
  const began = performance.now();
  for (;;) {
    for (const one of processes) one.start();
    const ready = await Promise.all(processes.map((one) => one.isReady()));
    if (ready.every(Boolean)) return performance.now() - began;
    if (performance.now() - began > patience) return undefined;
    await delay(50);
  }
};
