// Loaded with `node --import` before everything else: time, random ids and the order of what runs side by side are what the visit says, so that two
// visits to the same code are answered the same. It is about Node and its PostgreSQL client, and knows nothing of Rondo.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { promisify } from 'node:util';
import { isMainThread } from 'node:worker_threads';
import { fixedIds, fixedTime } from './fixed-time.ts';
import './fixed-workers.ts';
import { replace } from './replace.ts';

/**
 * Waits from this many milliseconds on end by the visit's clock, shorter ones by the machine's. Nobody's patience ends during a call then, however busy
 * the machine is.
 */
const longWait = 1500;
const fixDate = (): void => {
  const fixed = new Proxy(Date, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [fixedTime.now()] : args, newTarget),
    get: (target, name, receiver) => (name === 'now' ? fixedTime.now : Reflect.get(target, name, receiver)),
  });
  replace(globalThis, 'Date', fixed);
  const begin = fixedTime.now();
  replace(performance, 'now', () => fixedTime.now() - begin);
};

const longWaitOfPromises = (soon: typeof timers.setTimeout): typeof timers.setTimeout => {
  return async (milliseconds = 0, value, options = {}) => {
    if (milliseconds < longWait) return soon(milliseconds, value, options);
    const { signal } = options;
    const over = Promise.withResolvers<void>();
    const leave = (): void => over.reject(new DOMException('The wait was ended.', 'AbortError'));
    const handle = {};
    fixedTime.wait(handle, milliseconds, over.resolve);
    signal?.addEventListener('abort', leave, { once: true });
    if (signal?.aborted === true) leave();
    try {
      await over.promise;
    } finally {
      fixedTime.endWait(handle);
      signal?.removeEventListener('abort', leave);
    }
    return soon(0, value, options);
  };
};

const fixLongWaits = (): void => {
  const { setTimeout: soon, clearTimeout: clear } = globalThis;
  const later = (callback: (...args: unknown[]) => void, milliseconds = 0, ...args: unknown[]): NodeJS.Timeout => {
    if (milliseconds < longWait) return soon(callback, milliseconds, ...args);
    // Its place is taken by a timer that never rings, so that whatever is done with a timer can be done with it.
    const handle = soon(() => undefined, 2 ** 31 - 1).unref();
    fixedTime.wait(handle, milliseconds, () => {
      clear(handle);
      callback(...args);
    });
    return handle;
  };
  replace(timers, 'setTimeout', longWaitOfPromises(timers.setTimeout));
  replace(later, promisify.custom, timers.setTimeout);
  replace(globalThis, 'setTimeout', later);
  replace(globalThis, 'clearTimeout', (handle?: NodeJS.Timeout | string | number) => {
    if (typeof handle === 'object') fixedTime.endWait(handle);
    clear(handle);
  });
};

if (isMainThread) {
  fixDate();
  fixLongWaits();
  replace(crypto, 'randomUUID', fixedIds.next);
  replace(Math, 'random', () => 0.5);
  const { fixOrder } = await import('./fixed-order.ts');
  fixOrder();
  syncBuiltinESMExports();
}
