import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How often it is looked whether the process is idle, in milliseconds. */
const interval = 5000;
/** Idle: the loop worked for less than this part of the time. */
const mostWork = 0.2;
/** Heap that is worth collecting, in bytes. */
const worthIt = 32 * 1024 * 1024;
/** Further collections give memory back that the first one has emptied. */
const collections = 4;

/** V8's own collector, which it otherwise runs only while a program allocates. */
const collector = (): (() => void) => {
  setFlagsFromString('--expose-gc');
  const found: unknown = runInNewContext('gc');
  return () => {
    if (typeof found === 'function') found();
  };
};

/**
 * Collects what a busy time has left in memory once the process is idle: V8 waits for the next busy time, and a server would keep for days what a
 * single hour took.
 */
export const collectWhenIdle = (): void => {
  const collect = collector();
  let from = performance.eventLoopUtilization();
  let collected = 0;
  let due = 0;
  setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(from);
    from = performance.eventLoopUtilization();
    if (utilization > mostWork) return;
    const used = getHeapStatistics().used_heap_size;
    if (used > collected + worthIt) due = collections;
    if (due === 0) return;
    due -= 1;
    collect();
    collected = getHeapStatistics().used_heap_size;
  }, interval).unref();
};
