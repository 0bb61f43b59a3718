// Loaded with `node --import` before everything else: what worker threads compute depends on their input alone, not on how fast this machine is or how
// many processors it has.
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { isMainThread } from 'node:worker_threads';
import { replace } from './replace.ts';

/** Milliseconds that pass on a worker's clock with each look at it: a time budget becomes a number of looks. */
const perLook = 2;

// One thread for plans.
replace(os, 'availableParallelism', () => 2);
if (!isMainThread) {
  let looks = 0;
  const now = (): number => (looks += 1) * perLook;
  replace(performance, 'now', now);
  replace(process, 'threadCpuUsage', () => ({ user: now() * 1000, system: 0 }));
}
syncBuiltinESMExports();
