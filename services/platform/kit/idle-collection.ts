import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How often it is looked whether the process is idle, in milliseconds. */
const interval = 5000;
/** Idle: the loop worked for less than this part of the time, twice in a row. */
const mostWork = 0.1;
/** Memory that is worth collecting for, in bytes. */
const worthIt = 48 * 1024 * 1024;

/**
 * V8's own collector, which it otherwise runs only while a program allocates. As a last resort it also gives back to the system the pages that it has
 * emptied, which it otherwise keeps for later.
 */
const collector = (): (() => void) => {
  setFlagsFromString('--expose-gc');
  const found: unknown = runInNewContext('gc');
  return () => {
    if (typeof found === 'function') found({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  };
};

/**
 * Collects what a busy time has left in memory once the process is idle: V8 waits for the next busy time, and a server would keep for days what a
 * single hour took.
 */
export const collectWhenIdle = (): void => {
  const collect = collector();
  let from = performance.eventLoopUtilization();
  let idle = 0;
  let collected = 0;
  setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(from);
    from = performance.eventLoopUtilization();
    idle = utilization > mostWork ? 0 : idle + 1;
    if (idle < 2) return;
    if (process.memoryUsage.rss() <= collected + worthIt) return;
    collect();
    collected = process.memoryUsage.rss();
  }, interval).unref();
};
