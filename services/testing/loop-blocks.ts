import { PerformanceObserver } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';

/** What a loop that other work shares may take at once, in milliseconds of processor time. Work that belongs on a thread takes a second and more. */
export const sharedLoopBlock = 500;

type Span = { readonly start: number; readonly end: number };

const common = (one: Span, other: Span): number =>
  Math.max(0, Math.min(one.end, other.end) - Math.max(one.start, other.start));

/**
 * Watches how long work blocks the event loop at once, in milliseconds of processor time. Collections of memory do not count: the tests before in
 * the same process have left much to collect, which takes half a second on a crowded machine.
 */
export const workBlocks = () => {
  const collections: Span[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      collections.push({ start: startTime, end: startTime + duration });
  });
  observer.observe({ entryTypes: ['gc'] });
  const spans: (Span & { readonly used: number })[] = [];
  let start = performance.now();
  const blocks = loopBlocks();
  const note = (): void => {
    const end = performance.now();
    spans.push({ start, end, used: blocks.longest() });
    start = end;
  };
  const timer = setInterval(note, 1);
  return {
    /** Ends the watch. @returns the longest block */
    end: async (): Promise<number> => {
      note();
      clearInterval(timer);
      blocks.stop();
      // What was collected is reported in a later turn of the loop.
      await setImmediate();
      await setImmediate();
      observer.disconnect();
      const collected = (block: Span): number => collections.reduce((sum, one) => sum + common(one, block), 0);
      return spans.reduce((longest, block) => Math.max(longest, block.used - collected(block)), 0);
    },
  };
};

/**
 * Watches how long the event loop is blocked, in milliseconds of processor time of its thread: unlike time by the clock, it does not grow when other
 * programs use the processors.
 */
export const loopBlocks = () => {
  const used = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let last = used();
  let longest = 0;
  const timer = setInterval(() => {
    const now = used();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  return {
    /** @returns the longest block since the last call */
    longest: (): number => {
      // The block that has not ended yet counts too: what settles a promise runs before the timer.
      const now = used();
      const found = Math.max(longest, now - last);
      longest = 0;
      last = now;
      return found;
    },
    stop: (): void => clearInterval(timer),
  };
};
